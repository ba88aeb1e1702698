//! Levels of strength for people: which there are, and what a player of each can do.

pub(crate) mod player;

use std::fmt;
use std::str::FromStr;

/// How strong the engine plays, from [`Level::LOWEST`] to [`Level::FULL`], the default.
///
/// A player below full strength looks few moves ahead, overlooks moves that people overlook (long moves, moves back, drops;
/// never a recapture), misjudges places and pieces in the same way throughout a game, and is not particular about small
/// differences. It does not think with several threads, and takes far less than a second for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const FULL: Self = Self(10);

    /// Level `number`, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if Self::LOWEST.0 <= number && number <= Self::FULL.0 { Some(Self(number)) } else { None }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What a player of this level can do; `None` at full strength.
    pub(crate) const fn strength(self) -> Option<&'static Strength> {
        if self.0 < Self::FULL.0 { Some(&STRENGTHS[self.0 as usize - 1]) } else { None }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().and_then(Self::new);
        number.ok_or_else(|| {
            format!("expected a level from {} to {}, found {text:?}", Self::LOWEST, Self::FULL)
        })
    }
}

/// What a player below full strength can do.
#[derive(Debug)]
pub(crate) struct Strength {
    /// Plies looked ahead; captures are played out beyond them.
    pub(crate) depth: u32,
    /// Positions looked at for a move, at the most.
    pub(crate) nodes: u64,
    /// Moves that are weighed against each other.
    pub(crate) lines: usize,
    /// Chance, in percent, to overlook a move of middling conspicuousness.
    pub(crate) overlooks: u32,
    /// Standard deviation of what a piece is misjudged by for standing on its square, in hundredths of a pawn.
    pub(crate) places: i32,
    /// Standard deviation of what the worth of a kind of piece is misjudged by, in percent.
    pub(crate) values: i32,
    /// Difference, in hundredths of a pawn, that makes a move e times as likely as another.
    pub(crate) temperature: i32,
    /// The greatest loss against the best move, as this player sees it, that may be played.
    pub(crate) loss: i32,
    /// Whether no mate in one is ever overlooked.
    pub(crate) sees_mates: bool,
}

/// Positions that no player of few plies comes near to; they bound the time where captures are many.
const NODES: u64 = 60_000;

const fn strength(
    depth: u32,
    lines: usize,
    overlooks: u32,
    judgement: [i32; 4],
    sees_mates: bool,
) -> Strength {
    let [places, values, temperature, loss] = judgement;
    Strength { depth, nodes: NODES, lines, overlooks, places, values, temperature, loss, sees_mates }
}

/// Levels 1 to 9. That each beats the one below is measured: see the book's page on levels.
const STRENGTHS: [Strength; 9] = [
    strength(1, 8, 50, [46, 18, 100, 280], false),
    strength(1, 8, 34, [35, 13, 78, 220], false),
    strength(1, 8, 16, [24, 9, 50, 150], true),
    strength(2, 6, 15, [20, 8, 45, 130], true),
    strength(3, 6, 11, [16, 6, 38, 100], true),
    strength(4, 5, 8, [12, 5, 30, 80], true),
    strength(5, 4, 5, [9, 4, 24, 60], true),
    strength(6, 4, 3, [6, 3, 18, 40], true),
    strength(7, 3, 1, [4, 2, 13, 30], true),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_and_told() {
        assert_eq!("3".parse(), Ok(Level(3)));
        assert_eq!(Level(3).to_string(), "3");
        for bad in ["0", "11", "-1", "full", ""] {
            let told = bad.parse::<Level>().unwrap_err();
            assert!(told.contains("from 1 to 10") && told.contains(bad), "{told}");
        }
        assert!(Level::FULL.strength().is_none() && Level::LOWEST.strength().is_some());
    }

    #[test]
    fn a_higher_level_is_worse_at_nothing() {
        for pair in STRENGTHS.windows(2) {
            let (low, high) = (&pair[0], &pair[1]);
            assert!(high.depth >= low.depth && high.nodes >= low.nodes && high.sees_mates >= low.sees_mates);
            assert!(
                high.overlooks <= low.overlooks && high.places <= low.places && high.values <= low.values
            );
            assert!(high.temperature <= low.temperature && high.loss <= low.loss);
        }
    }
}
