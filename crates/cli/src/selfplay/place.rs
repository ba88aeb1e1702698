//! Where the games go: a file or a folder, and the journal beside it.

use super::written::Kind;
use crate::exit::BadInput;
use anyhow::Context;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The two files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The games in the format asked for, written when the run ends.
    pub(crate) games: PathBuf,
    /// Every finished game.
    pub(crate) journal: PathBuf,
}

impl Place {
    /// The files that `--out` and `--format` mean. Makes the folder, if it is one.
    pub(super) fn of(out: &Path, format: Option<Kind>) -> anyhow::Result<(Self, Kind)> {
        let is_folder = out.is_dir() || out.as_os_str().as_encoded_bytes().ends_with(b"/");
        let named = out.extension().and_then(OsStr::to_str).and_then(Kind::named);
        let kind = format.or(named.filter(|_| !is_folder)).unwrap_or(Kind::Tsv);
        if is_folder {
            fs::create_dir_all(out).with_context(|| format!("creating {}", out.display()))?;
            let games = out.join(format!("games.{}", kind.name()));
            return Ok((Self { games, journal: out.join("games.journal") }, kind));
        }
        let mut journal = out.as_os_str().to_owned();
        journal.push(".journal");
        let place = Self { games: out.to_owned(), journal: journal.into() };
        if place.games.exists() && !place.journal.exists() {
            return Err(BadInput(format!(
                "{} exists and has no journal {}: it is not overwritten; give another --out",
                place.games.display(),
                place.journal.display()
            ))
            .into());
        }
        Ok((place, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_or_a_folder_and_the_format_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let of = |name: &str, format| Place::of(&path(name), format).unwrap();
        let (place, kind) = of("a.psv", None);
        assert_eq!((place.games, place.journal, kind), (path("a.psv"), path("a.psv.journal"), Kind::Psv));
        assert_eq!(of("a.psv", Some(Kind::Csa)).1, Kind::Csa);
        assert_eq!(of("a.txt", None).1, Kind::Tsv);
        let (place, kind) = of("b.csa/", None);
        assert_eq!(
            (place.games, place.journal, kind),
            (path("b.csa/games.tsv"), path("b.csa/games.journal"), Kind::Tsv)
        );
        fs::write(path("mine.csa"), "V2.2\n").unwrap();
        let error = Place::of(&path("mine.csa"), None).unwrap_err().to_string();
        assert!(error.contains("not overwritten"), "{error}");
    }
}
