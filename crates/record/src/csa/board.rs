//! The start position of a CSA record: `PI`, `P1` to `P9`, `P+` and `P-`.

use super::kind_of;
use crate::setup::Setup;
use shogi::{Color, Piece, Square};

/// What is wrong with a statement: character within it (from 0), reason.
pub(super) type Fault = (usize, String);

/// The start position in the making.
#[derive(Debug)]
pub(super) struct Start {
    setup: Option<Setup>,
    /// Rows seen, by rank.
    rows: [bool; 9],
    /// Who takes all the remaining pieces (`00AL`).
    rest: Option<Color>,
    pub(super) side: Option<Color>,
}

impl Start {
    pub(super) fn new() -> Self {
        Self { setup: None, rows: [false; 9], rest: None, side: None }
    }

    pub(super) fn is_given(&self) -> bool {
        self.setup.is_some()
    }

    /// The position's parts, `None` where the record has no board.
    pub(super) fn finish(&self) -> Option<Setup> {
        let mut setup = self.setup.clone()?;
        if let Some(color) = self.rest {
            setup.hold_the_rest(color);
        }
        Some(setup)
    }

    /// Reads a statement that begins with `P`. `Ok(true)` if it was read leniently.
    pub(super) fn read(&mut self, text: &str) -> Result<bool, Fault> {
        if !text.is_ascii() {
            let at = text.chars().position(|c| !c.is_ascii()).unwrap_or(0);
            return Err((at, "expected ASCII in a board statement".to_owned()));
        }
        match text.as_bytes().get(1) {
            Some(b'I') => self.even(&text[2..]).map(|()| false),
            Some(b'+') => self.pieces(Color::Black, &text[2..]).map(|()| false),
            Some(b'-') => self.pieces(Color::White, &text[2..]).map(|()| false),
            Some(digit @ b'1'..=b'9') => self.row(usize::from(digit - b'1'), &text[2..]),
            _ => Err((1, "expected PI, P1 to P9, P+ or P-".to_owned())),
        }
    }

    /// `PI`, and behind it the pieces that are taken off.
    fn even(&mut self, removed: &str) -> Result<(), Fault> {
        if self.setup.is_some() {
            return Err((0, "PI after other board statements".to_owned()));
        }
        let mut setup = Setup::even();
        for (at, part) in chunks(removed, 2) {
            let (Some(sq), Some(kind)) = (square(part), part.get(2..4).and_then(kind_of)) else {
                return Err((at, format!("expected a square and a piece such as 82HI, found {part:?}")));
            };
            if setup.get(sq).is_none_or(|piece| piece.kind() != kind) {
                return Err((at, format!("{part}: no such piece stands there in an even game")));
            }
            setup.set(sq, None);
        }
        self.setup = Some(setup);
        Ok(())
    }

    /// `P1-KY-KE * …`: nine squares of three characters; with collapsed blanks, nine words.
    fn row(&mut self, rank: usize, cells: &str) -> Result<bool, Fault> {
        if std::mem::replace(&mut self.rows[rank], true) {
            return Err((0, format!("row P{} is given twice", rank + 1)));
        }
        let exact = exact_cells(cells);
        let lenient = exact.is_none();
        let cells = match exact {
            Some(cells) => cells,
            None => word_cells(cells)?,
        };
        if cells.len() != 9 {
            return Err((0, format!("row P{} has {} squares, expected 9", rank + 1, cells.len())));
        }
        let setup = self.setup.get_or_insert_with(Setup::empty);
        for (column, piece) in cells.into_iter().enumerate() {
            if let Some(sq) = Square::new(8 - column, rank) {
                if piece.is_some() && setup.get(sq).is_some() {
                    return Err((0, format!("two pieces on {sq}")));
                }
                if piece.is_some() {
                    setup.set(sq, piece);
                }
            }
        }
        Ok(lenient)
    }

    /// `P+99KY00FU`, `P-00AL`.
    fn pieces(&mut self, color: Color, list: &str) -> Result<(), Fault> {
        let setup = self.setup.get_or_insert_with(Setup::empty);
        for (at, part) in chunks(list, 2) {
            let name = part.get(2..4).unwrap_or("");
            if part == "00AL" {
                if self.rest.replace(color).is_some() {
                    return Err((at, "00AL is given twice".to_owned()));
                }
            } else if part.starts_with("00") && kind_of(name).is_some_and(|kind| setup.hold(color, kind, 1)) {
            } else if let (Some(sq), Some(kind)) = (square(part), kind_of(name)) {
                if setup.get(sq).is_some() {
                    return Err((at, format!("two pieces on {sq}")));
                }
                setup.set(sq, Some(Piece::new(color, kind)));
            } else {
                return Err((
                    at,
                    format!("expected a square (00: the hand) and a piece such as 27FU, found {part:?}"),
                ));
            }
        }
        Ok(())
    }
}

/// The square of two digits.
pub(super) fn square(text: &str) -> Option<Square> {
    let digit = |at: usize| {
        text.as_bytes().get(at).filter(|byte: &&u8| byte.is_ascii_digit()).map(|byte| byte - b'0')
    };
    let (file, rank) = (usize::from(digit(0)?), usize::from(digit(1)?));
    Square::new(file.wrapping_sub(1), rank.wrapping_sub(1))
}

/// Parts of four characters with their place; `before` characters stand in front of the list.
fn chunks(list: &str, before: usize) -> impl Iterator<Item = (usize, &str)> {
    (0..list.len()).step_by(4).map(move |at| (before + at, &list[at..list.len().min(at + 4)]))
}

fn piece(text: &str) -> Option<Piece> {
    let color = match text.as_bytes().first()? {
        b'+' => Color::Black,
        b'-' => Color::White,
        _ => return None,
    };
    kind_of(text.get(1..)?).map(|kind| Piece::new(color, kind))
}

/// Nine cells of exactly three characters; blanks at the end may be missing.
fn exact_cells(text: &str) -> Option<Vec<Option<Piece>>> {
    let padded = format!("{text:27}");
    if padded.len() != 27 {
        return None;
    }
    let cells = (0..9).map(|cell| &padded[cell * 3..cell * 3 + 3]);
    cells.map(|cell| if cell == " * " { Some(None) } else { piece(cell).map(Some) }).collect()
}

/// Cells that lost their blanks: every one is a star or a piece, so nothing has to be guessed.
fn word_cells(text: &str) -> Result<Vec<Option<Piece>>, Fault> {
    let mut cells = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b' ' | b'\t' => at += 1,
            b'*' => {
                cells.push(None);
                at += 1;
            }
            _ => {
                let part = &text[at..text.len().min(at + 3)];
                let Some(found) = piece(part) else {
                    return Err((2 + at, format!("expected a piece such as +FU or a star, found {part:?}")));
                };
                cells.push(Some(found));
                at += 3;
            }
        }
    }
    Ok(cells)
}
