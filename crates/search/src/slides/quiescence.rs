//! The quiescence of the slides: to its seventh ply captures, promotions, king moves and mates in one; beyond it captures.

use super::{Futility, Slides};
use crate::claims::Judged;
use crate::history::NO_ROW;
use crate::score::{MAX_PLY, mate_in};
use crate::worker::Worker;
use shogi::{Move, PieceKind};
use table::{Evidence, Gather, Proof};

/// The ply from which only captures count.
const LATE: usize = 7;

impl Worker<'_> {
    /// The value once things are quiet; `depth` is 0 at the first ply of it and rises.
    pub(super) fn settle_down(&mut self, slides: &Slides, mut alpha: i32, beta: i32, depth: usize) -> Judged {
        let ply = self.ply;
        self.lines.clear(ply);
        self.count_node();
        self.counts.quiescence += 1;
        if self.stopped {
            return Judged::STOPPED;
        }
        let key = self.key();
        if let Some(judged) = self.ended(key) {
            return judged;
        }
        let mut best = self.evaluate();
        if ply >= MAX_PLY - 1 || best >= beta && slides.beta_cut {
            return Judged::leaf(best, key);
        }
        if depth < LATE
            && slides.mate_in_one
            && !self.position.in_check()
            && let Some(mv) = self.mating_move()
        {
            self.lines.clear(ply + 1);
            self.lines.set(ply, mv);
            return Judged::leaf(mate_in(ply + 1), key);
        }
        let stand = best;
        let mut gather = Gather::new();
        gather.child(Evidence::both(Proof::leaf(key)), true);
        alpha = alpha.max(best);
        let start = self.list_quiet_moves(depth < LATE);
        let mut next = start;
        while let Some(mv) = self.pick(next) {
            next += 1;
            let check = self.position.gives_check(mv);
            if slides.futility == Futility::Shogi && !check {
                let hope = stand + self.material_gain(mv) + self.frontier(mv);
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            self.make(mv, NO_ROW, check);
            let child = self.settle_down(slides, -beta, -alpha, depth + 1);
            self.unmake();
            if self.stopped {
                break;
            }
            let value = -child.value;
            gather.child(child.evidence, value > best);
            if value > best {
                best = value;
                if value > alpha {
                    self.lines.set(ply, mv);
                    alpha = value;
                    if value >= beta && slides.beta_cut {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if self.stopped {
            return Judged::STOPPED;
        }
        Judged { value: best, evidence: gather.finish(key, self.position.history_len()) }
    }

    /// What a move changes in material: what it takes and what it promotes.
    pub(super) fn material_gain(&self, mv: Move) -> i32 {
        let taken = self.position.piece_at(mv.to()).map_or(0, |piece| TAKEN[piece.kind().index()]);
        let mover = mv.from().and_then(|from| self.position.piece_at(from));
        let promoted =
            if mv.is_promotion() { mover.map_or(0, |piece| PROMOTED[piece.kind().index()]) } else { 0 };
        taken + promoted
    }

    /// The material on the board and in hand for the side to move, in the units of [`Worker::material_gain`].
    pub(super) fn material(&self) -> i32 {
        let position = &self.position;
        let us = position.side_to_move();
        let mut sum = 0;
        position.occupied().for_each(|sq| {
            if let Some(piece) = position.piece_at(sq) {
                let kind = piece.kind();
                let base = TAKEN[kind.unpromoted().index()] / 2;
                let value =
                    base + if kind == kind.unpromoted() { 0 } else { PROMOTED[kind.unpromoted().index()] };
                sum += if piece.color() == us { value } else { -value };
            }
        });
        for kind in PieceKind::HAND {
            let held = |color| position.hand(color).count(kind) as i32;
            sum += TAKEN[kind.index()] / 2 * (held(us) - held(!us));
        }
        sum
    }
}

/// What taking a piece changes, in hundredths of a pawn: its value on the board and its value in hand, by kind.
const TAKEN: [i32; 16] = [0, 200, 700, 800, 1100, 1800, 2100, 1200, 0, 650, 950, 950, 1130, 2050, 2400, 0];
/// What a promotion changes, by kind before it.
const PROMOTED: [i32; 16] = [0, 450, 250, 150, 30, 250, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0];
