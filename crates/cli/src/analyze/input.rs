//! Where the game comes from: the bundled one, a file, standard input, or the command line itself.

use crate::exit::BadInput;
use crate::position_text;
use shogi::Position;
use std::io::Read;
use std::path::Path;

/// A game to analyze, or one position without moves.
pub(super) struct Game {
    /// What to call it.
    pub(super) name: String,
    /// Its last position; the history holds the rest.
    pub(super) end: Position,
}

const BUNDLED: &str = include_str!("../../data/game.usi");

impl Game {
    /// The game that these arguments mean.
    pub(super) fn from_arguments(words: &[String]) -> anyhow::Result<Self> {
        match words {
            [] => read_lines("bundled game", BUNDLED),
            [word] if word == "-" => {
                let mut bytes = Vec::new();
                let read = std::io::stdin().lock().read_to_end(&mut bytes);
                read.map_err(|error| BadInput(format!("standard input: {error}")))?;
                read_bytes("standard input", &bytes)
            }
            [word] if Path::new(word).exists() || !looks_like_a_position(word) => {
                let bytes = std::fs::read(word).map_err(|error| {
                    BadInput(format!(
                        "{word}: {error} (expected a file, `startpos moves …`, `sfen …`, a SFEN or `-`)"
                    ))
                })?;
                read_bytes(word, &bytes)
            }
            words => {
                let end = position_text::read(&words.join(" "), false)?.position;
                Ok(Self { name: "game".to_owned(), end })
            }
        }
    }
}

fn looks_like_a_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "" | "startpos" | "sfen" | "position") || first.matches('/').count() == 8 && first != text
}

fn read_bytes(name: &str, bytes: &[u8]) -> anyhow::Result<Game> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        BadInput(format!("{name}, byte {}: not UTF-8; expected a USI position line", error.valid_up_to() + 1))
    })?;
    read_lines(name, text)
}

/// One line with a USI position; blank lines and lines that begin with `#` may stand around it.
fn read_lines(name: &str, text: &str) -> anyhow::Result<Game> {
    let mut game = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place =
            |reason: &dyn std::fmt::Display| BadInput(format!("{name}, line {}: {reason}", index + 1));
        if game.is_some() {
            return Err(place(&"a second game; expected one position line").into());
        }
        let read = position_text::read(line, false).map_err(|error| place(&error))?;
        game = Some(read.position);
    }
    let end = game.ok_or_else(|| {
        BadInput(format!("{name}: empty; expected a line `startpos moves …`, `sfen … moves …` or a SFEN"))
    })?;
    Ok(Game { name: name.to_owned(), end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_game_is_a_whole_legal_game() {
        let game = Game::from_arguments(&[]).unwrap();
        assert!(game.end.history_len() > 60);
        assert!(!game.end.has_legal_move() || game.end.repetition() != shogi::Repetition::None);
    }

    #[test]
    fn comments_and_blank_lines_stand_around_one_game() {
        let game = read_bytes("x", b"\xef\xbb\xbf# made up\r\n\r\nposition startpos moves 7g7f\r\n").unwrap();
        assert_eq!(game.end.history_len(), 1);
        let told = |bytes: &[u8]| read_bytes("x", bytes).err().unwrap().to_string();
        assert_eq!(told(b"startpos\nstartpos"), "x, line 2: a second game; expected one position line");
        assert!(told(b"\n# nothing\n").starts_with("x: empty"));
        assert!(told(b"\n\x83\x5c").starts_with("x, byte 2: not UTF-8"));
        assert_eq!(
            told(b"\nstartpos moves 7g7e"),
            "x, line 2: move 1, 7g7e: the piece does not move that way"
        );
    }

    #[test]
    fn a_word_is_a_file_unless_it_looks_like_a_position() {
        assert!(["startpos", "sfen x", "9/9/9/9/9/9/9/9/9 b - 1", ""].into_iter().all(looks_like_a_position));
        assert!(!["game.usi", "a/b/c/d/e/f/g/h/i", "/startpos/x"].into_iter().any(looks_like_a_position));
    }
}
