//! A game as the learner takes it: moves from the usual start, scores where there are some.

use shogi::{Color, Move};

/// What an engine said of a position before the move that it played there, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Nothing.
    None,
    /// Centipawns.
    Centipawns(i16),
    /// A mate, for or against.
    Mate,
}

impl Score {
    const NONE: i16 = i16::MIN;
    const MATE: i16 = i16::MIN + 1;

    pub(crate) const fn bits(self) -> i16 {
        match self {
            Self::None => Self::NONE,
            Self::Mate => Self::MATE,
            Self::Centipawns(value) => value,
        }
    }

    pub(crate) const fn from_bits(bits: i16) -> Self {
        match bits {
            Self::NONE => Self::None,
            Self::MATE => Self::Mate,
            value => Self::Centipawns(value),
        }
    }
}

/// How a game ended, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// Not known.
    Unknown,
    /// A draw.
    Draw,
    /// A win.
    Win(Color),
}

impl Result {
    pub(crate) const fn bits(self) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::Draw => 1,
            Self::Win(Color::Black) => 2,
            Self::Win(Color::White) => 3,
        }
    }

    pub(crate) const fn from_bits(bits: u8) -> Self {
        match bits {
            1 => Self::Draw,
            2 => Self::Win(Color::Black),
            3 => Self::Win(Color::White),
            _ => Self::Unknown,
        }
    }

    /// What the game was worth to a side: 1, 1/2 or 0.
    pub const fn points(self, side: Color) -> Option<f64> {
        match self {
            Self::Unknown => None,
            Self::Draw => Some(0.5),
            Self::Win(winner) => Some(if winner as u8 == side as u8 { 1.0 } else { 0.0 }),
        }
    }
}

/// A game as a source gives it: every move is legal, what was not is cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Decides on which side of the split it falls.
    pub id: String,
    /// The moves.
    pub moves: Vec<Move>,
    /// A score for each move, or nothing.
    pub scores: Vec<Score>,
    /// Moves at the beginning that nobody chose.
    pub opening: usize,
    /// How it ended.
    pub result: Result,
}
