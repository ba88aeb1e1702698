//! `score` inside `info`.

use crate::error::{ErrorKind, ParseError};
use crate::tokens::Tokens;
use std::fmt;

/// A score from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreValue {
    /// Centipawns.
    Centipawns(i32),
    /// Mates in this many plies.
    MateIn(u32),
    /// Is mated in this many plies.
    MatedIn(u32),
    /// Mates, number of plies unknown (`mate +`).
    Mates,
    /// Is mated, number of plies unknown (`mate -`).
    Mated,
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// A score and whether it is a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The score.
    pub value: ScoreValue,
    /// Whether it is exact.
    pub bound: Bound,
}

impl Score {
    /// An exact score in centipawns.
    pub const fn centipawns(value: i32) -> Self {
        Self { value: ScoreValue::Centipawns(value), bound: Bound::Exact }
    }

    /// Reads what follows `score`.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<Self, ParseError> {
        const EXPECTED: &str = "cp or mate";
        let kind = tokens.expect(EXPECTED)?;
        let value = match kind.text {
            "cp" => ScoreValue::Centipawns(tokens.number("centipawns")?),
            "mate" => Self::read_mate(tokens)?,
            _ => return Err(kind.error(ErrorKind::Unexpected(EXPECTED))),
        };
        let bound = if tokens.accept("lowerbound") {
            Bound::Lower
        } else if tokens.accept("upperbound") {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Ok(Self { value, bound })
    }

    /// `5`, `+5`, `-4`, `+`, `-`. A side that stands mated reports 0 or -0.
    fn read_mate(tokens: &mut Tokens<'_>) -> Result<ScoreValue, ParseError> {
        const EXPECTED: &str = "a number of plies, + or -";
        let token = tokens.expect(EXPECTED)?;
        match token.text {
            "+" => return Ok(ScoreValue::Mates),
            "-" => return Ok(ScoreValue::Mated),
            _ => {}
        }
        let plies: i32 = token.parse(EXPECTED)?;
        Ok(if plies > 0 {
            ScoreValue::MateIn(plies.unsigned_abs())
        } else {
            ScoreValue::MatedIn(plies.unsigned_abs())
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Centipawns(value) => write!(f, "cp {value}")?,
            ScoreValue::MateIn(plies) => write!(f, "mate {plies}")?,
            ScoreValue::MatedIn(plies) => write!(f, "mate -{plies}")?,
            ScoreValue::Mates => f.write_str("mate +")?,
            ScoreValue::Mated => f.write_str("mate -")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}
