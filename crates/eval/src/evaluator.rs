//! An evaluation that follows a search move by move.

use crate::{FRACTION, LIMIT, Set, Weights, pairs, slides};
use shogi::{Color, Move, Position};
use std::sync::Arc;

/// Weights prepared for evaluating: whatever is computed once so that a node is cheap.
#[derive(Debug)]
pub struct Model {
    weights: Weights,
    tables: Tables,
}

/// What each set makes of its weights.
#[derive(Debug)]
enum Tables {
    Slides(Box<slides::Tables>),
    Pairs(pairs::Tables),
    Full(Box<slides::Tables>, pairs::Tables),
}

impl Model {
    /// Prepares weights.
    pub fn new(weights: Weights) -> Self {
        let tables = match weights.set() {
            Set::Slides => Tables::Slides(Box::new(slides::Tables::new(&weights))),
            Set::Pairs => Tables::Pairs(pairs::Tables::new(&weights)),
            Set::Full => Tables::Full(
                Box::new(slides::Tables::new(&weights)),
                pairs::Tables::things(&weights, slides::END),
            ),
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
    sums: Sums,
}

/// What each set keeps for each position on the way.
#[derive(Debug)]
enum Sums {
    Slides(Vec<slides::Sums>),
    Pairs(pairs::State),
    Full(Vec<slides::Sums>, pairs::State),
}

impl Evaluator {
    /// For searches from `position`, with room for `plies` moves.
    pub fn new(model: Arc<Model>, position: &Position, plies: usize) -> Self {
        let slides = |tables| {
            let mut sums = Vec::with_capacity(plies + 1);
            sums.push(slides::Sums::new(tables, position));
            sums
        };
        let sums = match &model.tables {
            Tables::Slides(tables) => Sums::Slides(slides(tables)),
            Tables::Pairs(tables) => Sums::Pairs(pairs::State::new(tables, position, plies)),
            Tables::Full(tables, things) => {
                Sums::Full(slides(tables), pairs::State::new(things, position, plies))
            }
        };
        Self { model, sums }
    }

    /// To be called before `mv` is applied to `position`; [`Evaluator::settle`] after it.
    #[inline]
    pub fn push(&mut self, position: &Position, mv: Move) {
        match (&self.model.tables, &mut self.sums) {
            (Tables::Slides(tables), Sums::Slides(sums)) => {
                sums.push(sums[sums.len() - 1].after(tables, position, mv));
            }
            (Tables::Pairs(tables), Sums::Pairs(sums)) => sums.push(tables, position, mv),
            (Tables::Full(tables, things), Sums::Full(sums, pairs)) => {
                sums.push(sums[sums.len() - 1].after(tables, position, mv));
                pairs.push(things, position, mv);
            }
            _ => mismatch(),
        }
    }

    /// To be called after `mv` was applied.
    #[inline]
    pub fn settle(&mut self, position: &Position, _mv: Move) {
        match (&self.model.tables, &mut self.sums) {
            (Tables::Slides(tables), Sums::Slides(sums)) | (Tables::Full(tables, _), Sums::Full(sums, _)) => {
                if let Some(last) = sums.last_mut() {
                    last.settle(tables, position);
                }
            }
            (Tables::Pairs(_), Sums::Pairs(_)) => {}
            _ => mismatch(),
        }
    }

    /// To be called when a move is taken back, before or after it. (A null move is not pushed: it changes no sum.)
    #[inline]
    pub fn pop(&mut self) {
        match &mut self.sums {
            Sums::Slides(sums) => {
                debug_assert!(sums.len() > 1, "more moves taken back than pushed");
                sums.pop();
            }
            Sums::Pairs(pairs) => pairs.pop(),
            Sums::Full(sums, pairs) => {
                debug_assert!(sums.len() > 1, "more moves taken back than pushed");
                sums.pop();
                pairs.pop();
            }
        }
    }

    /// The evaluation of the present position for the side to move, within ±[`LIMIT`].
    #[inline]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let weights = self.model.weights.values();
        let sum = match (&self.model.tables, &self.sums) {
            (Tables::Slides(tables), Sums::Slides(sums)) => {
                sums[sums.len() - 1].evaluate(tables, weights, position)
            }
            (Tables::Pairs(tables), Sums::Pairs(pairs)) => pairs.value(tables, position),
            (Tables::Full(tables, things), Sums::Full(sums, pairs)) => {
                sums[sums.len() - 1].evaluate(tables, weights, position) + pairs.value(things, position)
            }
            _ => mismatch(),
        };
        let black = sum / FRACTION;
        match position.side_to_move() {
            Color::Black => black.clamp(-LIMIT, LIMIT),
            Color::White => (-black).clamp(-LIMIT, LIMIT),
        }
    }
}

/// Sums are made from the tables of the model that they are kept with.
#[cold]
fn mismatch() -> ! {
    unreachable!("an evaluator has the sums of its model")
}
