//! An evaluation that follows a search move by move.

use crate::{Coefficients, LIMIT, Weights};
use shogi::{Color, Move, Position};
use std::sync::Arc;

/// Weights prepared for evaluating: whatever is computed once so that a node is cheap.
#[derive(Debug)]
pub struct Model {
    weights: Weights,
}

impl Model {
    /// Prepares weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The weights as they came.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }
}

/// The sums of all positions on the way from the root, the present one last.
#[derive(Debug)]
pub struct Evaluator {
    model: Arc<Model>,
}

impl Evaluator {
    /// For searches from `position`, with room for `plies` moves.
    pub fn new(model: Arc<Model>, _position: &Position, _plies: usize) -> Self {
        Self { model }
    }

    /// To be called before `mv` is applied to `position`; [`Evaluator::settle`] after it.
    #[inline]
    pub fn push(&mut self, _position: &Position, _mv: Move) {}

    /// To be called after `mv` was applied.
    #[inline]
    pub fn settle(&mut self, _position: &Position, _mv: Move) {}

    /// To be called when a move is taken back, before or after it. (A null move is not pushed: it changes no sum.)
    #[inline]
    pub fn pop(&mut self) {}

    /// The evaluation of the present position for the side to move, within ±[`LIMIT`].
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut row = Coefficients::new();
        self.model.weights.set().coefficients(position, &mut row);
        let black = self.model.weights.value(&row);
        match position.side_to_move() {
            Color::Black => black.clamp(-LIMIT, LIMIT),
            Color::White => (-black).clamp(-LIMIT, LIMIT),
        }
    }
}
