//! Quiescence: the search behind every move that is compared. Small and fast, as the slides have it.
//!
//! Stand pat; to ply 7 captures and pawn promotions that do not lose material by exchange, from ply 8 on no captures of pawns
//! that do not promote; in check all evasions, for the first plies. Moves that cannot reach the window even with what they
//! take are passed over.

use crate::line::{Line, PLIES};
use eval::{Evaluator, Model, Set};
use shogi::{Bitboard, Move, MoveSet, Piece, PieceKind, Position};
use std::sync::Arc;

/// The value of having mated; `MATE - ply` for a mate some plies away.
pub(crate) const MATE: i32 = 30_000;
/// No value is farther from 0.
pub(crate) const INFINITE: i32 = 31_000;
/// Values beyond are mates.
pub(crate) const DECIDED: i32 = 29_000;

/// From this ply on, captures of pawns are left out.
const NARROW: usize = 7;
/// Checks are answered up to this ply.
const CHECKS: usize = 5;
/// What a capture may gain beyond the value of what it takes.
const MARGIN: i32 = 250;

/// Values of a captured piece (on the board and then in hand), by kind.
#[derive(Clone, Copy, Debug)]
struct Prizes {
    taken: [i32; 16],
    promotion: i32,
}

impl Prizes {
    /// From the weights of the family `material`, where the set has one.
    fn of(model: &Model) -> Self {
        /// By kind index: place among the thirteen values of `material` (kings have none).
        const PLACE: [usize; 16] = [0, 0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12, 0];
        let set: Set = model.weights().set();
        let mut values = [100, 250, 270, 380, 580, 680, 430, 400, 410, 410, 420, 780, 880];
        if let Some(family) = set.layout().family("material").filter(|family| family.len() == 13) {
            for (value, &weight) in values.iter_mut().zip(&model.weights().values()[family.range()]) {
                *value = i32::from(weight) * family.scale / eval::FRACTION;
            }
        }
        let mut taken = [0; 16];
        for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
            taken[kind.index()] = values[PLACE[kind.index()]] + values[PLACE[kind.unpromoted().index()]];
        }
        Self { taken, promotion: (values[7] - values[0]).max(0) }
    }
}

/// Weights made ready for searching.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(crate) model: Arc<Model>,
    prizes: Prizes,
}

impl Prepared {
    /// Makes weights ready.
    pub fn new(weights: eval::Weights) -> Self {
        let model = Arc::new(Model::new(weights));
        Self { prizes: Prizes::of(&model), model }
    }
}

/// A search below one position.
pub(crate) struct Quiescence {
    pub(crate) position: Position,
    pub(crate) evaluator: Evaluator,
    prizes: Prizes,
    pub(crate) nodes: u64,
    /// The best line from each ply on.
    pub(crate) lines: [Line; PLIES + 1],
    /// Moves of all open nodes, with what their order depends on.
    moves: Vec<(i32, Move)>,
}

impl Quiescence {
    pub(crate) fn new(prepared: &Prepared, mut position: Position) -> Self {
        position.reserve(PLIES + 2);
        let evaluator = Evaluator::new(prepared.model.clone(), &position, PLIES + 2);
        Self {
            position,
            evaluator,
            prizes: prepared.prizes,
            nodes: 0,
            lines: [Line::EMPTY; PLIES + 1],
            moves: Vec::with_capacity(256),
        }
    }

    /// Plays a legal move; `check` says whether it gives check.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move, check: bool) {
        self.evaluator.push(&self.position, mv);
        self.position.apply_knowing_check(mv, check);
        self.evaluator.settle(&self.position, mv);
    }

    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.position.undo();
        self.evaluator.pop();
    }

    /// The value for the side to move, exact between `alpha` and `beta`; the line is in `lines[ply]`.
    pub(crate) fn search(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        self.lines[ply] = Line::EMPTY;
        let in_check = self.position.in_check();
        if in_check && ply < CHECKS {
            return self.evade(alpha, beta, ply);
        }
        let stand = self.evaluator.evaluate(&self.position);
        if stand >= beta || in_check || ply >= PLIES - 1 {
            return stand;
        }
        let begin = self.moves.len();
        self.noisy(alpha.max(stand) - stand - MARGIN, ply >= NARROW);
        self.best_of(begin, stand, (alpha.max(stand), beta), ply, true)
    }

    /// In check: every legal move.
    fn evade(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        let begin = self.moves.len();
        for &mv in &self.position.considered_moves(MoveSet::All) {
            let taken = self.position.piece_at(mv.to()).map_or(0, |piece| self.prize(piece));
            // Interposed drops last: they are the most and the worst.
            let order = if mv.is_drop() { -1 } else { taken };
            self.moves.push((order, mv));
        }
        self.best_of(begin, ply as i32 - MATE, (alpha, beta), ply, false)
    }

    /// The best of `best` and the moves of the stack from `begin` on, which are taken off it; with `sound`, without those
    /// that lose material by exchange.
    fn best_of(&mut self, begin: usize, mut best: i32, window: (i32, i32), ply: usize, sound: bool) -> i32 {
        let (mut alpha, beta) = window;
        if self.moves.len() == begin {
            return best;
        }
        let checks = self.position.check_squares();
        while self.moves.len() > begin {
            let mv = self.next(begin);
            if sound && !self.position.see_at_least(mv, 0) {
                continue;
            }
            self.make(mv, checks.gives_check(&self.position, mv));
            let value = -self.search(-beta, -alpha, ply + 1);
            self.unmake();
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.lines[ply] = self.lines[ply + 1].after(mv);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(begin);
        best
    }

    #[inline]
    fn prize(&self, piece: Piece) -> i32 {
        self.prizes.taken[piece.kind().index()]
    }

    /// Takes the move that comes first from those at the end of the stack.
    #[inline]
    fn next(&mut self, begin: usize) -> Move {
        let moves = &mut self.moves[begin..];
        let mut best = 0;
        for index in 1..moves.len() {
            if moves[index].0 > moves[best].0 {
                best = index;
            }
        }
        let last = moves.len() - 1;
        moves.swap(best, last);
        let mv = moves[last].1;
        self.moves.truncate(begin + last);
        mv
    }

    /// Captures and pawn promotions that gain more than `least` at first sight.
    fn noisy(&mut self, least: i32, narrow: bool) {
        let us = self.position.side_to_move();
        let theirs = self.position.pieces(!us);
        // Nothing that could be taken is worth enough: no move needs to be generated.
        let promotion = self.prizes.promotion;
        let pawns = self.position.of_kind(PieceKind::Pawn) & self.position.pieces(us);
        let zone = Bitboard::far_ranks(us, 3);
        let quiet = pawns.forward(us) & zone & !self.position.occupied();
        let most = PieceKind::ALL
            .into_iter()
            .filter(|&kind| kind != PieceKind::King && self.position.of_kind(kind).meets(theirs))
            .map(|kind| self.prizes.taken[kind.index()])
            .max()
            .unwrap_or(0);
        if most + 2 * promotion > least {
            for &mv in &self.position.considered_moves(MoveSet::Captures) {
                let Some(taken) = self.position.piece_at(mv.to()) else { continue };
                if narrow && taken.kind() == PieceKind::Pawn && !mv.is_promotion() {
                    continue;
                }
                let mover = mv
                    .from()
                    .and_then(|from| self.position.piece_at(from))
                    .map_or(0, |piece| self.prize(piece));
                let gain = self.prize(taken) + if mv.is_promotion() { 2 * promotion } else { 0 };
                if gain > least {
                    self.moves.push((gain * 8 - mover, mv));
                }
            }
        }
        if promotion > least {
            let Self { position, moves, .. } = self;
            quiet.for_each(|to| {
                let back = Bitboard::of(to).forward(!us).first();
                if let Some(mv) = back.map(|from| Move::promotion(from, to))
                    && position.is_legal(mv)
                {
                    moves.push((promotion * 8, mv));
                }
            });
        }
    }
}
