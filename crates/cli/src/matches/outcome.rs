//! Whose engine it is; how a game ended is the referee's word.

pub(crate) use ::record::referee::{End, Outcome};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// One of the two engines. Results are told from A's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Who {
    /// The first engine of the command line.
    A,
    /// The second.
    B,
}

impl Who {
    pub(crate) const BOTH: [Self; 2] = [Self::A, Self::B];

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Who {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}
