#!/usr/bin/env bash
# Installs the two engines that yomikiri is measured against, from Debian's or Ubuntu's own packages,
# and prints the command that starts each of them. Run it as often as you like: what is there stays.
# Settings that make them play: docs/book/src/opponents.md
set -euo pipefail

packages=(fairy-stockfish gpsshogi gpsshogi-data)
# A command and what it is called in Debian; both live in /usr/games, which is not on every PATH.
engines=(fairy-stockfish gpsusi)

fail() {
  printf 'install-opponents: %s\n' "$*" >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

find_engine() {
  PATH="$PATH:/usr/games:/usr/local/games" command -v "$1"
}

command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
  fail 'this script needs apt-get and dpkg-query (Debian, Ubuntu); elsewhere install fairy-stockfish and gpsusi by hand'

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done

if [ "${#missing[@]}" -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "to install ${missing[*]}, run this as root, or install sudo"
    as_root=(sudo)
  fi
  printf 'installing %s\n' "${missing[*]}"
  "${as_root[@]}" apt-get update ||
    fail 'apt-get update failed: the package lists could not be read; see its message above'
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}" ||
    fail "apt-get could not install ${missing[*]}; see its message above (gpsshogi is in Debian's section main, Ubuntu's universe)"
else
  printf 'already installed: %s\n' "${packages[*]}"
fi

for engine in "${engines[@]}"; do
  path=$(find_engine "$engine") || fail "the packages are installed, but no command $engine was found on PATH or in /usr/games"
  case "$engine" in
    fairy-stockfish) printf '%-16s %s\n' "$engine" "$path" ;;
    gpsusi) printf '%-16s %s -N 1\n' "$engine" "$path" ;;
  esac
done
