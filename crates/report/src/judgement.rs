//! How good a move was, by what it lost of the expected score.

use crate::Score;
use shogi::Color;

/// A move that lost much, by the scores before and after it.
///
/// Losses are counted in expected score, not in centipawns: a move from +3000 to +2000 loses nothing that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// The expected score fell by at least 0.10.
    Mistake,
    /// The expected score fell by at least 0.20.
    Blunder,
}

impl Judgement {
    /// From what loss of expected score on a move is this.
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Mistake => 0.10,
            Self::Blunder => 0.20,
        }
    }

    /// Judges a move of `side` by the score of the position that it was played in and that of the position it led to.
    pub fn of(side: Color, before: Score, after: Score) -> Option<Self> {
        let loss = Self::loss(side, before, after);
        [Self::Blunder, Self::Mistake].into_iter().find(|judgement| loss >= judgement.threshold())
    }

    /// The expected score that a move of `side` lost; negative where the later search thinks better of it.
    pub fn loss(side: Color, before: Score, after: Score) -> f64 {
        before.expected_of(side) - after.expected_of(side)
    }

    /// `??` or `?`.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// `blunder` or `mistake`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_count_for_the_mover_and_only_where_they_matter() {
        let cp = Score::Centipawns;
        assert_eq!(Judgement::of(Color::Black, cp(0), cp(-800)), Some(Judgement::Blunder));
        assert_eq!(Judgement::of(Color::White, cp(0), cp(800)), Some(Judgement::Blunder));
        assert_eq!(Judgement::of(Color::White, cp(0), cp(-800)), None);
        assert_eq!(Judgement::of(Color::Black, cp(0), cp(-300)), Some(Judgement::Mistake));
        assert_eq!(Judgement::of(Color::Black, cp(3500), cp(2500)), None);
        let mated = Score::Mate { winner: Color::White, plies: 1 };
        assert_eq!(Judgement::of(Color::Black, cp(-100), mated), Some(Judgement::Blunder));
    }
}
