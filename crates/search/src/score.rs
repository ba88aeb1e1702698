//! Values inside the search, and scores as people read them.

use std::fmt;

/// The deepest ply that the search reaches.
pub const MAX_PLY: usize = 128;

/// Value of having mated, at the root. A mate `n` plies away is worth `MATE - n`.
pub(crate) const MATE: i32 = 32_000;
/// Beyond every value.
pub(crate) const INFINITE: i32 = 32_500;
/// No value (a static evaluation in check).
pub(crate) const NONE: i32 = 32_600;
/// From here on a value is a mate.
pub(crate) const MATE_IN_MAX: i32 = MATE - MAX_PLY as i32;
/// Value of a win by the rules that depends on how the position came about (perpetual check), at the root. It is kept
/// apart from mates: a mate is a fact about the position, this is one about the path.
pub(crate) const RULE_WIN: i32 = 30_000;
/// From here on a value is the end of the game and counts plies; static evaluations stay below.
pub(crate) const DECIDED: i32 = RULE_WIN - MAX_PLY as i32;

/// The value of mating at `ply`.
#[inline]
pub(crate) const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The value of being mated at `ply`.
#[inline]
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// A value as the table keeps it: ends of the game counted from the node, not from the root.
#[inline]
pub(crate) const fn to_table(value: i32, ply: usize) -> i32 {
    if value >= DECIDED {
        value + ply as i32
    } else if value <= -DECIDED {
        value - ply as i32
    } else {
        value
    }
}

/// The inverse of [`to_table`].
#[inline]
pub(crate) const fn from_table(value: i32, ply: usize) -> i32 {
    if value >= DECIDED {
        value - ply as i32
    } else if value <= -DECIDED {
        value + ply as i32
    } else {
        value
    }
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn. Around ±30,000: won or lost by perpetual check.
    Cp(i32),
    /// Mate in this many plies; negative when the side to move is mated, 0 when it is mated already. A declaration of the
    /// entering king counts as a ply.
    Mate(i32),
}

impl Score {
    pub(crate) const fn from_value(value: i32) -> Self {
        if value >= MATE_IN_MAX {
            Self::Mate(MATE - value)
        } else if value <= -MATE_IN_MAX {
            Self::Mate(-MATE - value)
        } else {
            Self::Cp(value)
        }
    }

    /// The score in hundredths of a pawn, mates as ±(32,000 - plies): for comparisons, graphs and thresholds.
    pub const fn centipawns(self) -> i32 {
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(plies) if plies > 0 => MATE - plies,
            Self::Mate(plies) => -MATE - plies,
        }
    }
}

impl fmt::Display for Score {
    /// `cp 31`, `mate 5`, `mate -4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(cp) => write!(f, "cp {cp}"),
            Self::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_scores() {
        assert_eq!(Score::from_value(mate_in(3)), Score::Mate(3));
        assert_eq!(Score::from_value(mated_in(4)), Score::Mate(-4));
        assert_eq!(Score::from_value(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from_value(-120), Score::Cp(-120));
        assert!(matches!(Score::from_value(RULE_WIN - 5), Score::Cp(_)));
        for value in [mate_in(7), mated_in(8), 55, RULE_WIN - 2, -RULE_WIN + 9, 0] {
            assert_eq!(Score::from_value(value).centipawns(), value);
            assert_eq!(from_table(to_table(value, 6), 6), value);
        }
        // A mate found at ply 5 and read at ply 9 is four plies nearer to the root there.
        assert_eq!(from_table(to_table(mate_in(11), 5), 9), mate_in(15));
    }
}
