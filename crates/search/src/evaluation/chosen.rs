//! Which evaluation a search uses, and its sums.

use super::Accumulators;
use crate::score::DECIDED;
use eval::{Evaluator, Model, Network, NetworkEvaluator};
use shogi::{Move, Position};
use std::sync::Arc;

/// The margin of the frontier for evaluations whose changes were not measured, in hundredths of a pawn, as all margins of the
/// search are: a network's output divided by its scale is taken for such.
const UNMEASURED: i32 = 150;

/// What judges positions.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Weights that a learner made.
    Learnt(Arc<Model>),
    /// A network in a published format, and what its output is divided by to be hundredths of a pawn (`FV_SCALE`).
    Network(Arc<Network>, u16),
    /// The one made by hand: material, places, freedom, king safety.
    Hand,
    /// Material and piece-square values only.
    Places,
}

impl Evaluation {
    /// How far a quiet move may change the evaluation, as far as a search at its frontier reckons with it: king moves, other
    /// moves, drops. Measured when the weights were learnt; what was used before where they do not say.
    pub(crate) fn frontier(&self) -> [i32; 3] {
        let measured = match self {
            Self::Learnt(model) => model.weights().margins(),
            Self::Network(..) | Self::Hand | Self::Places => None,
        };
        measured.map_or([UNMEASURED; 3], |[king, other, _, drop]| [king, other, drop].map(i32::from))
    }
}

impl Default for Evaluation {
    /// The weights that come with the program.
    fn default() -> Self {
        Self::Learnt(eval::embedded())
    }
}

impl PartialEq for Evaluation {
    /// Whether every position has the same value: the same weights or network, or the same kind made by hand.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Learnt(own), Self::Learnt(other)) => {
                Arc::ptr_eq(own, other) || own.weights() == other.weights()
            }
            (Self::Network(own, scale), Self::Network(other, others)) => {
                scale == others && (Arc::ptr_eq(own, other) || own == other)
            }
            (Self::Hand, Self::Hand) | (Self::Places, Self::Places) => true,
            _ => false,
        }
    }
}

impl Eq for Evaluation {}

/// The sums of all positions on the way from the root, of the evaluation that was chosen.
#[derive(Debug)]
pub(crate) enum Sums {
    Learnt(Evaluator),
    Network(NetworkEvaluator),
    Hand(Accumulators),
    Places(Accumulators),
}

impl Sums {
    /// For searches from `position`, with room for `plies` moves.
    pub(crate) fn new(evaluation: &Evaluation, position: &Position, plies: usize) -> Self {
        match evaluation {
            Evaluation::Learnt(model) => Self::Learnt(Evaluator::new(Arc::clone(model), position, plies)),
            Evaluation::Network(network, scale) => {
                Self::Network(NetworkEvaluator::new(Arc::clone(network), *scale, position, plies))
            }
            Evaluation::Hand => Self::Hand(Accumulators::new(position, plies)),
            Evaluation::Places => Self::Places(Accumulators::new(position, plies)),
        }
    }

    /// To be called before `mv` is applied to `position`; [`Sums::settle`] after it.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position, mv: Move) {
        match self {
            Self::Learnt(evaluator) => evaluator.push(position, mv),
            Self::Network(evaluator) => evaluator.push(position, mv),
            Self::Hand(sums) | Self::Places(sums) => sums.push(position, mv),
        }
    }

    /// To be called after `mv` was applied.
    #[inline]
    pub(crate) fn settle(&mut self, position: &Position, mv: Move) {
        match self {
            Self::Learnt(evaluator) => evaluator.settle(position, mv),
            // It makes its sums when they are asked for.
            Self::Network(_) => {}
            Self::Hand(sums) | Self::Places(sums) => sums.settle(position, mv),
        }
    }

    /// To be called when a move is taken back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        match self {
            Self::Learnt(evaluator) => evaluator.pop(),
            Self::Network(evaluator) => evaluator.pop(),
            Self::Hand(sums) | Self::Places(sums) => sums.pop(),
        }
    }

    /// The evaluation of the present position for the side to move; never like the end of a game.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Self::Learnt(evaluator) => evaluator.evaluate(position).clamp(-DECIDED / 2, DECIDED / 2),
            Self::Network(evaluator) => evaluator.evaluate(position).clamp(-DECIDED / 2, DECIDED / 2),
            Self::Hand(sums) => sums.evaluate(position),
            Self::Places(sums) => sums.evaluate_places(position),
        }
    }
}
