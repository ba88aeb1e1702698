//! Tables of games: one game a line, columns separated by tabs and named in the first line.
//!
//! Needed are `id` and `moves` (USI, separated by blanks, from the usual start); known are `end`, `plies`, `opening_plies`
//! and `scores` (one for each move: centipawns of the mover, `m` with a number for a mate, `-` for none).

use super::Found;
use crate::LearnError;
use crate::game::{Game, Result as GameResult, Score};
use shogi::{Color, Move, Position};
use std::io::{BufRead, Read};

/// No line is longer, so that memory stays bounded whatever the file is.
const LONGEST: u64 = 1 << 20;

/// Where the columns are.
pub(super) struct Table {
    name: String,
    columns: usize,
    id: usize,
    moves: usize,
    end: Option<usize>,
    plies: Option<usize>,
    opening: Option<usize>,
    scores: Option<usize>,
}

impl Table {
    /// The table that a first line names; `None` if it is the first line of something else.
    pub(super) fn by_header(header: &str, name: &str) -> Option<Result<Self, String>> {
        if !header.contains('\t') {
            return None;
        }
        let names: Vec<_> = header.trim_start_matches('\u{feff}').trim_end().split('\t').collect();
        let place = |wanted| names.iter().position(|&name| name == wanted);
        let (id, moves) = match (place("id"), place("moves")) {
            (Some(id), Some(moves)) => (id, moves),
            (None, None) => return None,
            (found, _) => {
                let missing = if found.is_none() { "id" } else { "moves" };
                return Some(Err(format!("{name}:1:1: a table of games without the column `{missing}`")));
            }
        };
        Some(Ok(Self {
            name: name.to_owned(),
            columns: names.len(),
            id,
            moves,
            end: place("end"),
            plies: place("plies"),
            opening: place("opening_plies"),
            scores: place("scores"),
        }))
    }

    /// Reads everything, the header line first.
    pub(super) fn read(
        &self,
        mut input: impl BufRead,
        take: &mut dyn FnMut(Found) -> Result<(), LearnError>,
    ) -> Result<(), LearnError> {
        let mut line = Vec::new();
        let mut games = 0_u64;
        for number in 1_u64.. {
            line.clear();
            match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(count) if count as u64 == LONGEST && line.last() != Some(&b'\n') => {
                    let place = format!("{}:{number}:1", self.name);
                    take(Found::Refused(format!("{place}: a line of more than {LONGEST} bytes")))?;
                    if let Err(error) = input.skip_until(b'\n') {
                        return take(Found::Refused(format!("{place}: reading failed: {error}")));
                    }
                    continue;
                }
                Ok(_) => {}
                Err(error) => {
                    return take(Found::Refused(format!(
                        "{}:{number}:1: reading failed: {error}",
                        self.name
                    )));
                }
            }
            let Ok(text) = std::str::from_utf8(&line) else {
                take(Found::Refused(format!("{}:{number}:1: not UTF-8", self.name)))?;
                continue;
            };
            let text = text.trim_end_matches(['\n', '\r']);
            if number == 1 || text.is_empty() {
                continue;
            }
            games += 1;
            take(self.game(text, number).unwrap_or_else(Found::Refused))?;
        }
        if games == 0 {
            take(Found::Refused(format!("{}:1:1: no game in it", self.name)))?;
        }
        Ok(())
    }

    fn game(&self, line: &str, number: u64) -> Result<Found, String> {
        let place = |column: usize| format!("{}:{number}:{}", self.name, column + 1);
        let fields: Vec<_> = line.split('\t').collect();
        if fields.len() != self.columns {
            return Err(format!(
                "{}: {} columns, where the first line names {}",
                place(0),
                fields.len(),
                self.columns
            ));
        }
        // Column of the line where a field begins, in bytes; the fields are ASCII but for names.
        let begins = |field: usize| fields[..field].iter().map(|text| text.len() + 1).sum::<usize>();
        let count = |field: Option<usize>, what: &str| -> Result<Option<usize>, String> {
            let Some(field) = field else { return Ok(None) };
            let wrong = |_| format!("{}: {what} {:?} is not a number", place(begins(field)), fields[field]);
            fields[field].parse().map(Some).map_err(wrong)
        };
        let plies = count(self.plies, "plies")?;
        let opening = count(self.opening, "opening_plies")?.unwrap_or(0);
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        let mut cut = None;
        let words: Vec<_> = fields[self.moves].split(' ').filter(|word| !word.is_empty()).collect();
        let mut column = begins(self.moves);
        for (ply, word) in words.iter().enumerate() {
            let tried = word
                .parse::<Move>()
                .map_err(|error| error.to_string())
                .and_then(|mv| position.try_apply(mv).map(|()| mv).map_err(|error| error.to_string()));
            match tried {
                Ok(mv) => moves.push(mv),
                Err(reason) => {
                    let left_out = words.len() - ply;
                    let noun = if left_out == 1 { "move" } else { "moves" };
                    cut = Some(format!("{}: {word}: {reason}; {left_out} {noun} left out", place(column)));
                    break;
                }
            }
            column += word.len() + 1;
        }
        if let Some(plies) = plies.filter(|&plies| plies != words.len()) {
            return Err(format!(
                "{}: {} moves, where plies says {plies}",
                place(begins(self.moves)),
                words.len()
            ));
        }
        let mut scores = Vec::new();
        if let Some(field) = self.scores {
            for word in fields[field].split(' ').filter(|word| !word.is_empty()) {
                scores.push(score(word).ok_or_else(|| {
                    format!("{}: {word:?} is no score: expected 12, -34, m5 or -", place(begins(field)))
                })?);
            }
            if !scores.is_empty() && scores.len() != words.len() {
                return Err(format!(
                    "{}: {} scores for {} moves",
                    place(begins(field)),
                    scores.len(),
                    words.len()
                ));
            }
            scores.truncate(moves.len());
        }
        let end = self.end.map_or("", |field| fields[field]);
        let result = if cut.is_some() { GameResult::Unknown } else { result(end, position.side_to_move()) };
        Ok(Found::Game(Game { id: fields[self.id].to_owned(), moves, scores, opening, result }, cut))
    }
}

fn score(word: &str) -> Option<Score> {
    match word.as_bytes() {
        b"-" => Some(Score::None),
        [b'm', ..] | [b'-', b'm', ..] => Some(Score::Mate),
        _ => {
            let value: i32 = word.parse().ok()?;
            Some(Score::Centipawns(value.clamp(-30_000, 30_000) as i16))
        }
    }
}

/// What the column `end` says of the result; a word that says nothing is no error.
fn result(end: &str, to_move: Color) -> GameResult {
    match end {
        "mate" | "%TORYO" | "%TSUMI" | "%TIME_UP" => GameResult::Win(!to_move),
        "%KACHI" => GameResult::Win(to_move),
        "1-0" => GameResult::Win(Color::Black),
        "0-1" => GameResult::Win(Color::White),
        "repetition" | "max" | "draw" | "%SENNICHITE" | "%JISHOGI" | "Sennichite" | "Jishogi" => {
            GameResult::Draw
        }
        _ => GameResult::Unknown,
    }
}

/// Reads a table from memory, for tests.
#[cfg(test)]
fn games(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut bytes = text.as_bytes();
    let reader: &mut dyn Read = &mut bytes;
    super::read(reader, "t.tsv", &mut |game| {
        found.push(game);
        Ok(())
    })
    .unwrap();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_are_found_by_name() {
        let text = "id\tend\tplies\topening_plies\tmoves\tscores\na\tmate\t2\t1\t7g7f 3c3d\t- m3\n";
        let [Found::Game(game, None)] = &games(text)[..] else { panic!() };
        assert_eq!(game.id, "a");
        assert_eq!(game.opening, 1);
        assert_eq!(game.scores, [Score::None, Score::Mate]);
        assert_eq!(game.result, GameResult::Win(Color::White));
        let text = "set\tid\tend\tplies\tmoves\npro\tb\tend\t1\t7g7f\n";
        let [Found::Game(game, None)] = &games(text)[..] else { panic!() };
        assert_eq!((game.id.as_str(), game.result), ("b", GameResult::Unknown));
    }

    #[test]
    fn an_illegal_move_cuts_and_says_where() {
        let found = games("id\tmoves\nx\t7g7f 7g7f 2g2f\n");
        let [Found::Game(game, Some(cut))] = &found[..] else { panic!() };
        assert_eq!(game.moves.len(), 1);
        assert!(cut.starts_with("t.tsv:2:8: 7g7f: ") && cut.ends_with("2 moves left out"), "{cut}");
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_place_and_the_next_game_follows() {
        let text = "id\tplies\tmoves\nx\t2\t7g7f\nx\tmany\t7g7f\nx\t1\ny\t1\t7g7f\n";
        let found = games(text);
        let reasons: Vec<_> = found
            .iter()
            .map(|found| match found {
                Found::Refused(reason) => reason.as_str(),
                _ => "-",
            })
            .collect();
        assert_eq!(
            reasons,
            [
                "t.tsv:2:5: 1 moves, where plies says 2",
                "t.tsv:3:3: plies \"many\" is not a number",
                "t.tsv:4:1: 2 columns, where the first line names 3",
                "-"
            ]
        );
        for (text, reason) in [
            ("id\tmoves\n", "t.tsv:1:1: no game in it"),
            ("id\tend\n", "t.tsv:1:1: a table of games without the column `moves`"),
        ] {
            let [Found::Refused(said)] = &games(text)[..] else { panic!() };
            assert_eq!(said, reason);
        }
        assert!(matches!(&games("")[..], [Found::Refused(_)]));
    }
}
