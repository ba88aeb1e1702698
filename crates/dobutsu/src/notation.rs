//! Reading and printing positions and moves.
//!
//! A position is its four rows from the top, `/` between them, upper case for the side to move, which plays up;
//! `.` is an empty square. Then a space and the pieces in hand, or `-`: the start is `gle/.c./.C./ELG -`. A move
//! is two squares, `b2b3`, or a drop, `C*b2`: files a to c from the left, ranks 1 to 4 from the bottom, both seen by
//! the side to move.

use crate::{Move, Piece, Position};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Why a text is no position or no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadText {
    /// A character that has no place there.
    #[error("character {at}: {found:?} where {expected} was expected")]
    Character {
        /// Which character, from 1.
        at: usize,
        /// What stands there; nothing at the end.
        found: Option<char>,
        /// What should.
        expected: &'static str,
    },
    /// A wrong number of pieces.
    #[error("{found} {name} on the board and in hand, expected {expected}")]
    Pieces {
        /// Which pieces.
        name: &'static str,
        /// How many there are.
        found: u32,
        /// How many there must be.
        expected: u32,
    },
    /// A move that cannot be made.
    #[error("{0} is not a move here")]
    Illegal(String),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..12 {
            if square > 0 && square % 3 == 0 {
                f.write_str("/")?;
            }
            let mut shown = '.';
            for piece in Piece::ALL {
                if self.set(0, piece) >> square & 1 == 1 {
                    shown = piece.letter();
                } else if self.set(1, piece) >> square & 1 == 1 {
                    shown = piece.letter().to_ascii_lowercase();
                }
            }
            write!(f, "{shown}")?;
        }
        let mut held = String::new();
        for side in 0..2 {
            for (piece, count) in Piece::HELD.into_iter().zip(self.hand(side)) {
                let letter = if side == 0 { piece.letter() } else { piece.letter().to_ascii_lowercase() };
                (0..count).for_each(|_| held.push(letter));
            }
        }
        write!(f, " {}", if held.is_empty() { "-" } else { &held })
    }
}

impl FromStr for Position {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let mut position = Position::EMPTY;
        let mut rest = text.chars().zip(1..).peekable();
        let end = text.chars().count() + 1;
        let mut next = |expected| match rest.next() {
            Some((c, at)) => Ok((c, at)),
            None => Err(BadText::Character { at: end, found: None, expected }),
        };
        for square in 0..12 {
            if square > 0 && square % 3 == 0 {
                let expected = "'/' between rows of three squares";
                match next(expected)? {
                    ('/', _) => {}
                    (c, at) => return Err(BadText::Character { at, found: Some(c), expected }),
                }
            }
            let expected = "a piece (LGECH or lgech) or '.'";
            let (c, at) = next(expected)?;
            if c == '.' {
                continue;
            }
            let piece = Piece::ALL.into_iter().find(|p| p.letter() == c.to_ascii_uppercase());
            let piece = piece.ok_or(BadText::Character { at, found: Some(c), expected })?;
            position.put(usize::from(c.is_ascii_lowercase()), piece, square);
        }
        let expected = "a space before the pieces in hand";
        match next(expected)? {
            (' ', _) => {}
            (c, at) => return Err(BadText::Character { at, found: Some(c), expected }),
        }
        let expected = "pieces in hand (GEC or gec), or '-' for none";
        let first = next(expected)?;
        let mut hands = [[0u32; 3]; 2];
        if first.0 != '-' {
            for (c, at) in std::iter::once(first).chain(rest.by_ref()) {
                let held = Piece::HELD.iter().position(|p| p.letter() == c.to_ascii_uppercase());
                let held = held.ok_or(BadText::Character { at, found: Some(c), expected })?;
                hands[usize::from(c.is_ascii_lowercase())][held] += 1;
            }
        }
        if let Some((c, at)) = rest.next() {
            return Err(BadText::Character { at, found: Some(c), expected: "the end" });
        }
        position.checked(hands)
    }
}

impl Position {
    /// The position with these hands, if the numbers of pieces are right.
    fn checked(mut self, hands: [[u32; 3]; 2]) -> Result<Self, BadText> {
        let on_board = |piece: Piece| (0..2).map(|side| self.set(side, piece).count_ones()).sum::<u32>();
        for (side, name) in [(0, "lions of the side to move"), (1, "lions of the side waiting")] {
            let found = self.set(side, Piece::Lion).count_ones();
            if found != 1 {
                return Err(BadText::Pieces { name, found, expected: 1 });
            }
        }
        for (held, name) in ["giraffes", "elephants", "chicks and hens"].into_iter().enumerate() {
            let mut found = on_board(Piece::HELD[held]);
            if held == 2 {
                found += on_board(Piece::Hen);
            }
            found += hands[0][held] + hands[1][held];
            if found != 2 {
                return Err(BadText::Pieces { name, found, expected: 2 });
            }
        }
        self.hands = hands.map(|[g, e, c]| g | e << 8 | c << 16);
        Ok(self)
    }
}

fn square(square: u8) -> String {
    format!("{}{}", ['a', 'b', 'c'][usize::from(square % 3)], 4 - square / 3)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Step { from, to, .. } => write!(f, "{}{}", square(from), square(to)),
            Move::Drop { piece, to } => write!(f, "{}*{}", piece.letter(), square(to)),
        }
    }
}

/// Reads a move of the side to move.
///
/// # Errors
/// [`BadText::Illegal`] if there is no such move.
pub fn read_move(position: &Position, text: &str) -> Result<Move, BadText> {
    let mut found = None;
    position.for_each_move(|action| {
        if action.to_string() == text {
            found = Some(action);
        }
    });
    found.ok_or_else(|| BadText::Illegal(text.to_owned()))
}
