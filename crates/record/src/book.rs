//! Opening books in the text format of `YaneuraOu`: positions, and what to play there.
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 7g7f 3c3d 32 20 105
//! 2g2f none 28
//! ```
//!
//! A line for a position, then one for each move: the move, the expected reply (or `none`), the score for the side that moves
//! in hundredths of a pawn, the depth of the search behind it, and how often it was played. What comes after the move may be
//! missing. Blank lines, and lines that begin with `#` or `//`, say nothing.
//!
//! A book is held in memory, by the keys of its positions; the move number of a position does not count.

use crate::Place;
use shogi::{Move, Position};
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

/// How a book begins.
const HEADER: &str = "#YANEURAOU-DB2016";
/// No line is longer.
const LONGEST: u64 = 4096;
/// So many problems are kept; the others are counted.
const KEPT: usize = 100;

/// A move of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The expected reply.
    pub reply: Option<Move>,
    /// Score for the side that moves, in hundredths of a pawn.
    pub score: Option<i32>,
    /// Depth of the search that gave the score.
    pub depth: Option<u32>,
    /// How often it was played.
    pub count: Option<u64>,
}

/// An opening book.
#[derive(Clone, Debug, Default)]
pub struct Book {
    positions: HashMap<u64, Vec<BookMove>>,
    problems: Vec<String>,
    bad: usize,
}

/// Why there is no book: it cannot be read, or is none.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// Reading failed.
    #[error("{0}: {1}")]
    Io(Place, io::Error),
    /// The first line is not that of a book.
    #[error("{0}: expected `#YANEURAOU-DB2016 1.00`, found {1:?}")]
    NoBook(Place, String),
}

impl Book {
    /// Reads a book; `name` is what errors call it. A line that cannot be used (the position of a line of moves included) is
    /// left out and told by [`Book::problems`]. Of a move that stands twice in a position the first counts.
    ///
    /// # Errors
    /// Reading fails, or the first line is not that of a book.
    pub fn read(mut reader: impl BufRead, name: &str) -> Result<Self, BookError> {
        let file: Arc<str> = name.into();
        let place = |line| Place { file: Arc::clone(&file), line, column: 1 };
        let mut book = Self::default();
        let mut at: Option<(u64, Position)> = None;
        let mut bytes = Vec::new();
        for number in 1_u64.. {
            bytes.clear();
            let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| BookError::Io(place(number), error))?;
            if read == 0 && number > 1 {
                break;
            }
            if read as u64 == LONGEST && bytes.last() != Some(&b'\n') {
                reader.skip_until(b'\n').map_err(|error| BookError::Io(place(number), error))?;
                book.note(&place(number), &format!("a line of more than {LONGEST} bytes"));
                continue;
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if number == 1 && !text.starts_with(HEADER) {
                let found = text.chars().take(40).collect();
                return Err(BookError::NoBook(place(1), found));
            }
            if text.is_empty() || text.starts_with('#') || text.starts_with("//") {
                continue;
            }
            if let Some(sfen) = text.strip_prefix("sfen ") {
                at = match position(sfen) {
                    Ok(position) => Some((position.key().low(), position)),
                    Err(reason) => {
                        book.note(&place(number), &reason);
                        None
                    }
                };
                if let Some((key, _)) = &at {
                    book.positions.entry(*key).or_default();
                }
                continue;
            }
            match &at {
                None => book.note(&place(number), "a move without a position that could be read"),
                Some((key, position)) => match entry(text, position) {
                    Ok(entry) => book.add(*key, entry),
                    Err(reason) => book.note(&place(number), &reason),
                },
            }
        }
        Ok(book)
    }

    fn add(&mut self, key: u64, entry: BookMove) {
        let moves = self.positions.entry(key).or_default();
        if moves.iter().all(|known| known.mv != entry.mv) {
            moves.push(entry);
        }
    }

    fn note(&mut self, place: &Place, reason: &str) {
        self.bad += 1;
        if self.problems.len() < KEPT {
            self.problems.push(format!("{place}: {reason}"));
        }
    }

    /// Lines that could not be used, each with its place; the first hundred of them.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// How many lines could not be used.
    pub const fn bad_lines(&self) -> usize {
        self.bad
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no position in it.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What the book says of a position, in the order of the file; every move is legal there.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let known = self.positions.get(&position.key().low());
        // Asked again, lest two positions have one key.
        known.into_iter().flatten().filter(|entry| position.is_legal(entry.mv)).cloned().collect()
    }
}

/// A position of a book, with or without its move number.
fn position(text: &str) -> Result<Position, String> {
    let text = text.trim();
    let numbered = if text.split_whitespace().count() == 3 { format!("{text} 1") } else { text.to_owned() };
    let (position, _) = Position::from_sfen_lenient(&numbered).map_err(|error| error.to_string())?;
    Ok(position)
}

/// A line of a move.
fn entry(text: &str, position: &Position) -> Result<BookMove, String> {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default();
    let mv: Move = word.parse().map_err(|error| format!("{error}"))?;
    position.legality(mv).map_err(|reason| format!("{word}: {reason}"))?;
    let reply = match words.next() {
        None | Some("none" | "None" | "resign" | "win" | "0000") => None,
        Some(word) => {
            let reply: Move = word.parse().map_err(|error| format!("the expected reply: {error}"))?;
            let mut after = position.without_history();
            after.apply(mv);
            after.legality(reply).map_err(|reason| format!("the expected reply {word}: {reason}"))?;
            Some(reply)
        }
    };
    let score = number(words.next(), "a score")?;
    let depth = number(words.next(), "a depth")?;
    let count = number(words.next(), "a count")?;
    match words.next() {
        Some(word) => Err(format!("{word:?} behind the count: expected the end of the line")),
        None => Ok(BookMove { mv, reply, score, depth, count }),
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>, what: &str) -> Result<Option<T>, String> {
    let Some(word) = word else { return Ok(None) };
    word.parse().map(Some).map_err(|_| format!("{word:?}: expected {what}"))
}

/// Writes a book. Programs that search a book on disk want its positions in the order of their texts, byte by byte: that is the
/// caller's business.
///
/// # Errors
/// Those of the writer.
pub fn write_book<'a>(
    mut out: impl Write,
    positions: impl IntoIterator<Item = (&'a str, &'a [BookMove])>,
) -> io::Result<()> {
    writeln!(out, "{HEADER} 1.00")?;
    for (sfen, moves) in positions {
        writeln!(out, "sfen {sfen}")?;
        for BookMove { mv, reply, score, depth, count } in moves {
            let reply = reply.map_or_else(|| "none".to_owned(), |reply| reply.to_string());
            let (score, depth) = (score.unwrap_or(0), depth.unwrap_or(0));
            writeln!(out, "{mv} {reply} {score} {depth} {}", count.unwrap_or(1))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

    fn read(text: &str) -> Book {
        Book::read(text.as_bytes(), "book.db").unwrap()
    }

    #[test]
    fn what_is_there_is_read_and_what_is_missing_is_none() {
        let text = format!(
            "{HEADER} 1.00\r\n# a comment\n\nsfen {START} 1\r\n7g7f 3c3d 32 20 105\n2g2f none -28\n5g5f\n"
        );
        let book = read(&text);
        assert!(book.problems().is_empty() && book.len() == 1);
        let moves = book.moves(&Position::startpos());
        let told = |entry: &BookMove| {
            (
                entry.mv.to_string(),
                entry.reply.map(|mv| mv.to_string()),
                entry.score,
                entry.depth,
                entry.count,
            )
        };
        let told: Vec<_> = moves.iter().map(told).collect();
        let expected = [
            ("7g7f".to_owned(), Some("3c3d".to_owned()), Some(32), Some(20), Some(105)),
            ("2g2f".to_owned(), None, Some(-28), None, None),
            ("5g5f".to_owned(), None, None, None, None),
        ];
        assert_eq!(told, expected);
        let mut other = Position::startpos();
        other.apply("7g7f".parse().unwrap());
        assert!(book.moves(&other).is_empty());
    }

    #[test]
    fn the_move_number_does_not_count() {
        for number in ["", " 1", " 77"] {
            let book = read(&format!("{HEADER} 1.00\nsfen {START}{number}\n7g7f\n"));
            assert_eq!(book.moves(&Position::startpos()).len(), 1, "{number}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_named_and_the_rest_is_read() {
        let text = format!(
            "{HEADER} 1.00\n7g7f\nsfen nonsense\n7g7f\nsfen {START} 1\n7g7e\n7g7f 7g7f\n7g7f 3c3d many\n7g7f 3c3d 1 2 3 4\n2g2f\n2g2f none 9\n"
        );
        let book = read(&text);
        let lines: Vec<_> = book.problems().iter().map(|text| text.split(": ").next().unwrap()).collect();
        assert_eq!(
            lines,
            [
                "book.db:2:1",
                "book.db:3:1",
                "book.db:4:1",
                "book.db:6:1",
                "book.db:7:1",
                "book.db:8:1",
                "book.db:9:1"
            ]
        );
        assert_eq!(book.bad_lines(), 7);
        let moves = book.moves(&Position::startpos());
        assert_eq!((moves.len(), moves[0].score), (1, None), "the first of two lines counts");
        assert!(book.problems()[3].contains("the piece does not move that way"), "{}", book.problems()[3]);
    }

    #[test]
    fn another_file_is_no_book() {
        for text in ["", "\n", "sfen x\n", "V2.2\n"] {
            let error = Book::read(text.as_bytes(), "x").unwrap_err().to_string();
            assert!(error.starts_with("x:1:1: expected `#YANEURAOU-DB2016 1.00`"), "{error}");
        }
        let long = format!("{HEADER}\n{}\nsfen {START} 1\n7g7f\n", "x".repeat(9000));
        let book = read(&long);
        assert_eq!((book.bad_lines(), book.len()), (1, 1));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let entry = BookMove {
            mv: "7g7f".parse().unwrap(),
            reply: "3c3d".parse().ok(),
            score: Some(-12),
            depth: Some(3),
            count: Some(9),
        };
        let mut bytes = Vec::new();
        let sfen = format!("{START} 1");
        write_book(&mut bytes, [(sfen.as_str(), &[entry.clone()][..])]).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text, format!("{HEADER} 1.00\nsfen {sfen}\n7g7f 3c3d -12 3 9\n"));
        assert_eq!(read(&text).moves(&Position::startpos()), [entry]);
    }
}
