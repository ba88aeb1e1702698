//! A network that follows a search: the sums of both sides for each position on the way from the root.
//!
//! A move only notes what it changes. Sums are made where a position is evaluated, from the nearest position before it that
//! has them; those in between get theirs on the way, as their other successors will want them.

use super::features::{Change, FEATURES, active};
use super::row::{self, Row, Simd};
use super::{Network, Shape};
use crate::LIMIT;
use shogi::{Color, Move, Position};
use std::sync::Arc;

/// One position on the way.
#[derive(Clone)]
struct Step {
    sums: [Row; 2],
    /// By view: whether the sums are made.
    known: [bool; 2],
    /// What the move to this position did.
    change: Change,
}

impl Step {
    const EMPTY: Self = Self { sums: [Row::ZERO; 2], known: [false; 2], change: Change::ANEW };
}

/// The evaluation by a network of all positions on the way from the root.
pub struct NetworkEvaluator {
    network: Arc<Network>,
    scale: i32,
    simd: Simd,
    steps: Vec<Step>,
    /// The present position among them.
    top: usize,
}

impl NetworkEvaluator {
    /// For searches from `position`, with room for `plies` moves. What the network puts out is divided by `scale` (0 counts
    /// as 1): 16 to 24 for published networks.
    pub fn new(network: Arc<Network>, scale: u16, position: &Position, plies: usize) -> Self {
        let steps = vec![Step::EMPTY; plies + 1];
        let scale = i32::from(scale).max(1);
        let mut evaluator = Self { network, scale, simd: Simd::detected(), steps, top: 0 };
        for view in Color::ALL {
            evaluator.sum_anew(position, view);
        }
        evaluator
    }

    /// To be called before `mv` is applied to `position`. (A null move is not pushed: it changes no piece.)
    #[inline]
    pub fn push(&mut self, position: &Position, mv: Move) {
        self.top += 1;
        if self.top == self.steps.len() {
            self.steps.push(Step::EMPTY);
        }
        let step = &mut self.steps[self.top];
        step.known = [false; 2];
        step.change = Change::of(position, mv, self.network.shape == Shape::KingPiece);
    }

    /// To be called when a move is taken back, before or after it.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.top > 0, "more moves taken back than pushed");
        self.top = self.top.saturating_sub(1);
    }

    /// The evaluation of the present position for the side to move, within ±[`LIMIT`]: what the network puts out, divided by
    /// the scale and rounded towards 0.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        (self.output(position) / self.scale).clamp(-LIMIT, LIMIT)
    }

    /// What the network puts out for the present position.
    pub fn output(&mut self, position: &Position) -> i32 {
        for view in Color::ALL {
            self.bring_up(position, view);
        }
        let sums = &self.steps[self.top].sums;
        let us = position.side_to_move();
        self.network.layers.output(&sums[us.index()], &sums[us.other().index()], self.simd)
    }

    #[inline]
    fn bring_up(&mut self, position: &Position, view: Color) {
        let mut from = self.top;
        while !self.steps[from].known[view.index()] {
            // The root is made when the evaluator is.
            if self.steps[from].change.anew[view.index()] || from == 0 {
                return self.sum_anew(position, view);
            }
            from -= 1;
        }
        // No king whose square matters moved on the way.
        let offset = offset(self.network.shape, position, view);
        for at in from + 1..=self.top {
            let (before, rest) = self.steps.split_at_mut(at);
            let before = &before[at - 1].sums[view.index()];
            let Step { sums, known, change } = &mut rest[0];
            let column = |feature: u16| &self.network.columns[offset + usize::from(feature)];
            let [gone, come] = [change.gone[view.index()], change.come[view.index()]].map(|f| f.map(column));
            let after = &mut sums[view.index()];
            match change.count {
                0 => *after = *before,
                1 => row::exchange(before, after, [gone[0]], [come[0]], self.simd),
                _ => row::exchange(before, after, gone, come, self.simd),
            }
            known[view.index()] = true;
        }
    }

    fn sum_anew(&mut self, position: &Position, view: Color) {
        let offset = offset(self.network.shape, position, view);
        let step = &mut self.steps[self.top];
        let sums = &mut step.sums[view.index()];
        *sums = self.network.biases;
        active(position, view, self.network.shape == Shape::KingPiece, |feature| {
            row::add(sums, &self.network.columns[offset + usize::from(feature)], self.simd);
        });
        step.known[view.index()] = true;
    }
}

/// Where the columns begin that belong to a view. A side without a king is taken for one with its king at home.
#[inline]
pub(super) fn offset(shape: Shape, position: &Position, view: Color) -> usize {
    match shape {
        Shape::KingPiece => 0,
        Shape::HalfKingPiece => {
            let king = position.king(view).map_or(HOME, |king| king.relative(view).index());
            king * FEATURES
        }
    }
}

/// 5九.
const HOME: usize = 44;

impl std::fmt::Debug for NetworkEvaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetworkEvaluator")
            .field("network", &self.network)
            .field("scale", &self.scale)
            .field("top", &self.top)
            .finish_non_exhaustive()
    }
}
