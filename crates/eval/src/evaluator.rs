//! An evaluation that follows a search move by move.

use crate::{Coefficients, FRACTION, LIMIT, Set, Weights, pairs};
use shogi::{Color, Move, Position};
use std::sync::Arc;

/// Weights prepared for evaluating: whatever is computed once so that a node is cheap.
#[derive(Debug)]
pub struct Model {
    weights: Weights,
    tables: Tables,
}

#[derive(Debug)]
enum Tables {
    Slides,
    Pairs(pairs::Tables),
}

impl Model {
    /// Prepares weights.
    pub fn new(weights: Weights) -> Self {
        let tables = match weights.set() {
            Set::Slides => Tables::Slides,
            Set::Pairs => Tables::Pairs(pairs::Tables::new(&weights)),
        };
        Self { weights, tables }
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
    state: State,
}

#[derive(Debug)]
enum State {
    Slides,
    Pairs(pairs::State),
}

impl Evaluator {
    /// For searches from `position`, with room for `plies` moves.
    pub fn new(model: Arc<Model>, position: &Position, plies: usize) -> Self {
        let state = match &model.tables {
            Tables::Slides => State::Slides,
            Tables::Pairs(tables) => State::Pairs(pairs::State::new(tables, position, plies)),
        };
        Self { model, state }
    }

    /// To be called before `mv` is applied to `position`; [`Evaluator::settle`] after it.
    #[inline]
    pub fn push(&mut self, position: &Position, mv: Move) {
        if let (State::Pairs(state), Tables::Pairs(tables)) = (&mut self.state, &self.model.tables) {
            state.push(tables, position, mv);
        }
    }

    /// To be called after `mv` was applied.
    #[inline]
    pub fn settle(&mut self, _position: &Position, _mv: Move) {}

    /// To be called when a move is taken back, before or after it. (A null move is not pushed: it changes no sum.)
    #[inline]
    pub fn pop(&mut self) {
        if let State::Pairs(state) = &mut self.state {
            state.pop();
        }
    }

    /// The evaluation of the present position for the side to move, within ±[`LIMIT`].
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let black = if let (State::Pairs(state), Tables::Pairs(tables)) = (&self.state, &self.model.tables) {
            state.value(tables, position) / FRACTION
        } else {
            let mut row = Coefficients::new();
            self.model.weights.set().coefficients(position, &mut row);
            self.model.weights.value(&row)
        };
        match position.side_to_move() {
            Color::Black => black.clamp(-LIMIT, LIMIT),
            Color::White => (-black).clamp(-LIMIT, LIMIT),
        }
    }
}
