//! Repetition rules: when a position ends the game, and in whose favour.

use crate::Side;
use crate::value::{MATE, Value};

/// When a repeated position is terminal. The root of a search never is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Never: plain min-max on positions.
    Free,
    /// When the position has occurred this many times in history and path, the current occurrence included
    /// (at least 2). `Fold(4)` is the rule of shogi.
    Fold(u8),
    /// When an earlier occurrence lies strictly after the root of the search, or when it is the n-th occurrence:
    /// what engines do, with n = 4.
    Engine(u8),
}

impl Rule {
    /// The rule of shogi: the fourth occurrence.
    pub const FOURFOLD: Self = Self::Fold(4);
    /// The rule engines search with.
    pub const ENGINE: Self = Self::Engine(4);

    /// Name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Free => "free".into(),
            Self::FOURFOLD => "FOURFOLD".into(),
            Self::ENGINE => "ENGINE".into(),
            Self::Fold(n) => format!("{n}-fold"),
            Self::Engine(n) => format!("ENGINE, {n}-fold"),
        }
    }

    /// How many occurrences end the game whatever the root.
    pub const fn fold(self) -> u16 {
        match self {
            Self::Free => u16::MAX,
            Self::Fold(n) | Self::Engine(n) => n as u16,
        }
    }

    /// Whether one repetition below the root is enough.
    pub const fn is_engine(self) -> bool {
        matches!(self, Self::Engine(_))
    }
}

/// Result of a repetition for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Both or neither side checked throughout.
    Draw,
    /// The opponent's moves of the loop were all checks.
    Win,
    /// The own moves of the loop were all checks.
    Loss,
}

impl Outcome {
    /// The loser of a perpetual check is the checker, whoever is to move.
    ///
    /// Both sides checking throughout is a draw.
    pub const fn of_checks(own: bool, opponent: bool) -> Self {
        match (own, opponent) {
            (true, false) => Self::Loss,
            (false, true) => Self::Win,
            _ => Self::Draw,
        }
    }

    /// Value for the side to move, `draw` being the value of a draw for that side.
    pub const fn value(self, draw: Value) -> Value {
        match self {
            Self::Draw => draw,
            Self::Win => MATE,
            Self::Loss => -MATE,
        }
    }
}

/// What a draw is worth to each side, as values that sum to zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawValue {
    /// Worth of a draw to side 0.
    pub first: Value,
}

impl DrawValue {
    /// Worth of a draw to `side`.
    pub const fn of(self, side: Side) -> Value {
        if side == 0 { self.first } else { -self.first }
    }
}
