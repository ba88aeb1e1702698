//! The method of the slides: variations of a whole pass, then integer steps by the sign of the slope.

/// How the sum of piece values is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A Lagrange multiplier on the sum of the seven piece values.
    Multiplier,
    /// Updates dealt out over the thirteen piece values in the order of their slopes.
    Dealt,
}

/// What is added to `J` to keep weights small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// Nothing.
    None,
    /// The same for all weights.
    Uniform,
    /// More for features that occur more often, by `A_l`.
    Weighted,
}

impl Constraint {
    /// Its name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Multiplier => "multiplier",
            Self::Dealt => "dealt",
        }
    }
}

impl Penalty {
    /// Its name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Uniform => "uniform",
            Self::Weighted => "weighted",
        }
    }
}

/// The settings of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slides {
    /// Steps between two searches.
    pub steps: u32,
    /// The first step, in parts of 1/32 of a unit of evaluation.
    pub step: i32,
    /// How the sum of piece values is kept.
    pub constraint: Constraint,
    /// The penalty.
    pub penalty: Penalty,
    /// Its weight `w`.
    pub weight: f64,
    /// Bytes of variations that are kept in memory; beyond, they go to a temporary file.
    pub memory: u64,
}
