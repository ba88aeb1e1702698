//! The moves of a position compared: one move and quiescence, the record's move first.

use crate::line::Line;
use crate::objective::{Objective, Totals, WINDOW};
use crate::quiescence::{DECIDED, INFINITE, Prepared, Quiescence};
use eval::Coefficients;
use shogi::{Color, Move, Position};

/// A move besides the record's whose value is in the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sibling {
    /// The move.
    pub(crate) mv: Move,
    /// How much more it is worth than the record's move, to the mover.
    pub(crate) difference: i32,
    /// The line behind it, to its leaf.
    pub(crate) line: Line,
}

/// What the search found out about a position.
#[derive(Clone, Debug)]
pub(crate) struct Variations {
    /// The record's move.
    pub(crate) mv: Move,
    /// The line behind it, to its leaf.
    pub(crate) line: Line,
    /// The moves in the window.
    pub(crate) siblings: Vec<Sibling>,
    /// Moves that are as good as the record's or better.
    pub(crate) better: usize,
}

/// Searches positions one after the other.
pub(crate) struct Searcher<'a> {
    prepared: &'a Prepared,
    objective: &'a Objective,
    pub(crate) totals: Totals,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(prepared: &'a Prepared, objective: &'a Objective) -> Self {
        Self { prepared, objective, totals: Totals::default() }
    }

    /// Compares all legal moves with `mv`; `None` where that leads to a mate. Adds to the totals.
    pub(crate) fn compare(&mut self, position: &Position, mv: Move) -> Option<Variations> {
        let mut search = Quiescence::new(self.prepared, position.without_history());
        let checks = search.position.check_squares();
        let moves = search.position.legal_moves();
        let value_of = |search: &mut Quiescence, mv: Move, alpha: i32, beta: i32| {
            search.make(mv, checks.gives_check(position, mv));
            let value = -search.search(-beta, -alpha, 0);
            search.unmake();
            value
        };
        let value = value_of(&mut search, mv, -INFINITE, INFINITE);
        if value.abs() >= DECIDED {
            self.totals.mates += 1;
            self.totals.nodes += search.nodes;
            return None;
        }
        let line = search.lines[0];
        let mut found = Variations { mv, line, siblings: Vec::with_capacity(48), better: 0 };
        for &other in moves.iter().filter(|&&other| other != mv) {
            let difference = value_of(&mut search, other, value - WINDOW, value + WINDOW) - value;
            found.better += usize::from(difference >= 0);
            self.totals.siblings += 1;
            self.totals.t += self.objective.value(difference);
            if difference.abs() < WINDOW {
                found.siblings.push(Sibling { mv: other, difference, line: search.lines[0] });
            }
        }
        self.totals.positions += 1;
        self.totals.in_window += found.siblings.len() as u64;
        self.totals.nodes += search.nodes;
        self.totals.rank(found.better);
        Some(found)
    }

    /// The value of the position itself by quiescence, for the side to move, and the line to its leaf; `None` for a mate.
    pub(crate) fn settle(&mut self, position: &Position) -> Option<(i32, Line)> {
        let mut search = Quiescence::new(self.prepared, position.without_history());
        let value = search.search(-INFINITE, INFINITE, 0);
        self.totals.nodes += search.nodes;
        (value.abs() < DECIDED).then(|| (value, search.lines[0]))
    }
}

/// Takes the coefficients at the leaf of a line; the position is as before afterwards.
pub(crate) fn leaf(
    prepared: &Prepared,
    position: &mut Position,
    first: Option<Move>,
    line: &Line,
    out: &mut Coefficients,
) {
    let moves = || first.iter().chain(line.moves());
    moves().for_each(|&mv| position.apply(mv));
    prepared.model.weights().set().coefficients(position, out);
    moves().for_each(|_| {
        position.undo();
    });
}

/// 1 for Black, -1 for White: coefficients are Black's view.
pub(crate) const fn sign(color: Color) -> i64 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}
