//! Which evaluation a search uses, and its sums.

use super::Accumulators;
use crate::score::DECIDED;
use eval::{Evaluator, Model};
use shogi::{Move, Position};
use std::sync::Arc;

/// What judges positions.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// Weights that a learner made.
    Learnt(Arc<Model>),
    /// The one made by hand: material, places, freedom, king safety.
    #[default]
    Hand,
    /// Material and piece-square values only.
    Places,
}

impl PartialEq for Evaluation {
    /// Whether every position has the same value: the same weights, or the same kind made by hand.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Learnt(own), Self::Learnt(other)) => {
                Arc::ptr_eq(own, other) || own.weights() == other.weights()
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
    Hand(Accumulators),
    Places(Accumulators),
}

impl Sums {
    /// For searches from `position`, with room for `plies` moves.
    pub(crate) fn new(evaluation: &Evaluation, position: &Position, plies: usize) -> Self {
        match evaluation {
            Evaluation::Learnt(model) => Self::Learnt(Evaluator::new(Arc::clone(model), position, plies)),
            Evaluation::Hand => Self::Hand(Accumulators::new(position, plies)),
            Evaluation::Places => Self::Places(Accumulators::new(position, plies)),
        }
    }

    /// To be called before `mv` is applied to `position`; [`Sums::settle`] after it.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position, mv: Move) {
        match self {
            Self::Learnt(evaluator) => evaluator.push(position, mv),
            Self::Hand(sums) | Self::Places(sums) => sums.push(position, mv),
        }
    }

    /// To be called after `mv` was applied.
    #[inline]
    pub(crate) fn settle(&mut self, position: &Position, mv: Move) {
        match self {
            Self::Learnt(evaluator) => evaluator.settle(position, mv),
            Self::Hand(sums) | Self::Places(sums) => sums.settle(position, mv),
        }
    }

    /// To be called when a move is taken back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        match self {
            Self::Learnt(evaluator) => evaluator.pop(),
            Self::Hand(sums) | Self::Places(sums) => sums.pop(),
        }
    }

    /// The evaluation of the present position for the side to move; never like the end of a game.
    #[inline]
    pub(crate) fn evaluate(&self, position: &Position) -> i32 {
        match self {
            Self::Learnt(evaluator) => evaluator.evaluate(position).clamp(-DECIDED / 2, DECIDED / 2),
            Self::Hand(sums) => sums.evaluate(position),
            Self::Places(sums) => sums.evaluate_places(position),
        }
    }
}
