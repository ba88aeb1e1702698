//! Evaluation of shogi positions: sets of linear features, their weights, and evaluators that follow a search move by move.
//!
//! An evaluation is a sum `f(P) = Σ c_l(P) · scale_l · v_l / 32`: the coefficients `c_l` come from the position
//! ([`Set::coefficients`]), the weights `v_l` from a learner or a file ([`Weights`]). All sums are Black's view; only
//! [`Evaluator::evaluate`] speaks for the side to move. The unit of `f` is about a hundredth of a pawn.
//!
//! Beside it stands the efficiently updatable network ([`Network`]), in the two forms that others publish.

mod coefficients;
mod embedded;
mod evaluator;
mod layout;
mod load;
mod network;
mod pairs;
mod set;
mod sink;
mod slides;
mod weights;

pub use coefficients::Coefficients;
pub use embedded::embedded;
pub use evaluator::{Evaluator, Model};
pub use layout::{Family, Layout};
pub use load::{LoadError, Loaded};
pub use network::{Network, NetworkError, NetworkEvaluator, Parameters, Shape};
pub use set::Set;
pub(crate) use sink::Sink;
pub use weights::{Weights, WeightsError};

/// Weights of scale 1 count in this part of a unit of evaluation.
pub const FRACTION: i32 = 32;

/// No evaluation is farther from 0, whatever the weights: it never looks like a mate.
pub const LIMIT: i32 = 15_000;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/evaluation.md")]
struct Book;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/network.md")]
struct BookNetwork;
