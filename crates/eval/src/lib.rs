//! Evaluation of shogi positions: sets of linear features, their weights, and evaluators that follow a search move by move.
//!
//! An evaluation is a sum `f(P) = Σ c_l(P) · scale_l · v_l / 32`: the coefficients `c_l` come from the position
//! ([`Set::coefficients`]), the weights `v_l` from a learner or a file ([`Weights`]). All sums are Black's view; only
//! [`Evaluator::evaluate`] speaks for the side to move. The unit of `f` is about a hundredth of a pawn.

mod coefficients;
mod evaluator;
mod layout;
mod pairs;
mod set;
mod sink;
mod slides;
mod weights;

pub use coefficients::Coefficients;
pub use evaluator::{Evaluator, Model};
pub use layout::{Family, Layout};
pub use set::Set;
pub(crate) use sink::Sink;
pub use weights::{Weights, WeightsError};

/// Weights of scale 1 count in this part of a unit of evaluation.
pub const FRACTION: i32 = 32;

/// No evaluation is farther from 0, whatever the weights: it never looks like a mate.
pub const LIMIT: i32 = 15_000;
