//! A score as people read it, and the squashed form that plots and judgements use.

use shogi::Color;
use std::fmt;

/// A score from Black's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn; positive: Black is better.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// In how many plies; 0: the side to move is mated.
        plies: u32,
    },
    /// Decided by another rule.
    Decided {
        /// The winner; `None`: a draw.
        winner: Option<Color>,
        /// The rule.
        by: Rule,
    },
}

/// A rule other than mate that ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The fourth occurrence of a position.
    Repetition,
    /// A repetition in which one side gave check throughout.
    PerpetualCheck,
    /// A declaration of the entering king.
    Declaration,
}

impl Rule {
    /// `repetition`, `perpetual check` or `declaration`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::Declaration => "declaration",
        }
    }
}

impl Score {
    /// Centipawns per unit of the logistic curve: the constant that engines of shogi commonly use, first published with
    /// Ponanza.
    const SCALE: f64 = 600.0;

    /// The expected score of Black, 0 to 1, by the logistic curve `1 / (1 + exp(-centipawns / 600))`. What is decided is 0,
    /// 1 or, drawn, one half.
    pub fn expected(self) -> f64 {
        match self {
            Self::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / Self::SCALE).exp()),
            Self::Decided { winner: None, .. } => 0.5,
            Self::Mate { winner, .. } | Self::Decided { winner: Some(winner), .. } => match winner {
                Color::Black => 1.0,
                Color::White => 0.0,
            },
        }
    }

    /// The expected score of `side`.
    pub fn expected_of(self, side: Color) -> f64 {
        match side {
            Color::Black => self.expected(),
            Color::White => 1.0 - self.expected(),
        }
    }
}

impl fmt::Display for Score {
    /// `+120`, `-45`, `0`, `▲ mate 5`, `△ wins`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(0) => f.pad("0"),
            Self::Centipawns(value) => f.pad(&format!("{value:+}")),
            Self::Mate { winner, plies } => f.pad(&format!("{} mate {plies}", winner.mark())),
            Self::Decided { winner: None, .. } => f.pad("draw"),
            Self::Decided { winner: Some(winner), .. } => f.pad(&format!("{} wins", winner.mark())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_symmetric_and_ends_in_mate() {
        assert!((Score::Centipawns(0).expected() - 0.5).abs() < 1e-12);
        for value in [1, 100, 600, 3000, 10_000] {
            let (up, down) = (Score::Centipawns(value), Score::Centipawns(-value));
            assert!((up.expected() + down.expected() - 1.0).abs() < 1e-12);
            assert!((up.expected_of(Color::White) - down.expected()).abs() < 1e-12);
            assert!(up.expected() > Score::Centipawns(value - 1).expected());
        }
        // One unit of the curve.
        assert!((Score::Centipawns(600).expected() - 0.731_058_578_630_004_9).abs() < 1e-12);
        assert!(Score::Mate { winner: Color::White, plies: 3 }.expected().abs() < 1e-12);
        for (winner, expected) in [(None, 0.5), (Some(Color::Black), 1.0), (Some(Color::White), 0.0)] {
            let decided = Score::Decided { winner, by: Rule::PerpetualCheck };
            assert!((decided.expected() - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn text() {
        let texts =
            [Score::Centipawns(120), Score::Centipawns(-45), Score::Centipawns(0)].map(|s| s.to_string());
        assert_eq!(texts, ["+120", "-45", "0"]);
        let mate = Score::Mate { winner: Color::White, plies: 7 };
        assert_eq!(format!("{mate:>10}"), "  △ mate 7");
        let draw = Score::Decided { winner: None, by: Rule::Repetition };
        assert_eq!((draw.to_string(), Rule::Repetition.name()), ("draw".to_owned(), "repetition"));
    }
}
