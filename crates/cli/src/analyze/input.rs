//! Where the games come from: the bundled one, files, standard input, or the command line itself.

use crate::position_text;
use record::{Key, Place};
use shogi::Position;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A game to analyze, or one position without moves.
pub(super) struct Game {
    /// Where it begins.
    pub(super) place: Place,
    /// Black's and White's names, where the record has them.
    pub(super) names: [Option<String>; 2],
    /// Its last position; the history holds the rest.
    pub(super) end: Position,
    /// Where and why the record cannot be followed further.
    pub(super) cut: Option<String>,
}

/// The games one after the other; what is wrong with one, place included, stands where it would stand.
pub(super) type Games<'a> = Box<dyn Iterator<Item = Result<Game, String>> + 'a>;

const BUNDLED: &str = include_str!("../../data/game.usi");

/// The games that these arguments mean: none for the bundled one, a position in any number of words, or files.
pub(super) fn games(words: &[String]) -> anyhow::Result<Games<'_>> {
    let text = words.join(" ");
    let is_file = matches!(words, [word] if Path::new(word).exists());
    if words.is_empty() {
        Ok(records(BUNDLED.as_bytes(), "bundled game"))
    } else if looks_like_a_position(&text) && !is_file {
        let end = position_text::read(&text, false)?.position;
        position_text::refuse_unplayable(&end)?;
        let place = Place { file: "command line".into(), line: 1, column: 1 };
        let game = Game { place, names: [None, None], end, cut: None };
        Ok(Box::new(std::iter::once(Ok(game))))
    } else {
        Ok(Box::new(words.iter().flat_map(|name| file(name))))
    }
}

fn looks_like_a_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "" | "startpos" | "sfen" | "position") || first.matches('/').count() == 8 && first != text
}

fn file(name: &str) -> Games<'static> {
    if name == "-" {
        return records(io::stdin().lock(), "standard input");
    }
    match File::open(name) {
        Ok(file) => records(file, name),
        Err(error) => {
            let expected = "expected a file, `startpos moves …`, `sfen …`, a SFEN or `-`";
            Box::new(std::iter::once(Err(format!("{name}: {error} ({expected})"))))
        }
    }
}

/// The games of an input in any format; of each the main line.
fn records(reader: impl Read + 'static, name: &str) -> Games<'static> {
    Box::new(record::read_any(reader, name).map(|game| match game {
        Ok(game) => Game::of(&game),
        Err(error) => {
            let before = error.prefix.as_ref().map_or(0, |prefix| prefix.main.plies.len());
            Err(if before > 0 {
                format!("{error} ({before} plies could be read)")
            } else {
                error.to_string()
            })
        }
    }))
}

impl Game {
    fn of(game: &record::Game) -> Result<Self, String> {
        for note in &game.notes {
            tracing::info!("{note}");
        }
        position_text::refuse_unplayed(&game.start).map_err(|error| format!("{}: {error}", game.place))?;
        Ok(Self {
            place: game.place.clone(),
            names: [Key::Black, Key::White].map(|key| game.headers.get(&key).map(str::to_owned)),
            end: game.last_position(),
            cut: game.main.cut.as_ref().map(ToString::to_string),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_game_is_a_whole_legal_game() {
        let games: Vec<_> = games(&[]).unwrap().map(Result::unwrap).collect();
        let [game] = games.as_slice() else { panic!("one game") };
        assert!(game.cut.is_none() && game.end.history_len() > 60);
        assert!(!game.end.has_legal_move() || game.end.repetition() != shogi::Repetition::None);
    }

    #[test]
    fn what_is_wrong_stands_in_the_place_of_its_game() {
        let text = "\u{feff}# made up\r\n\r\nposition startpos moves 7g7f\r\nstartpos moves 7g7e\nstartpos moves 7g7f 7g7f\n";
        let games: Vec<_> = records(text.as_bytes(), "x").collect();
        let told: Vec<_> = games
            .iter()
            .map(|game| match game {
                Ok(game) => format!("{} {} {:?}", game.place, game.end.history_len(), game.cut),
                Err(reason) => reason.clone(),
            })
            .collect();
        assert_eq!(
            told,
            [
                "x:3:1 1 None",
                "x:4:16: 7g7e: illegal move at ply 1: the piece does not move that way",
                "x:5:1 1 Some(\"x:5:21: 7g7f: no piece stands on the origin; 1 move left out\")",
            ]
        );
    }

    #[test]
    fn a_word_is_a_file_unless_it_looks_like_a_position() {
        assert!(["startpos", "sfen x", "9/9/9/9/9/9/9/9/9 b - 1", ""].into_iter().all(looks_like_a_position));
        assert!(!["game.usi", "a/b/c/d/e/f/g/h/i", "/startpos/x"].into_iter().any(looks_like_a_position));
    }
}
