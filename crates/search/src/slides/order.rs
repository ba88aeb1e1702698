//! The order of moves in the slides' search: table, captures by static exchange evaluation, killers, history.

use super::Slides;
use crate::history::{self, NO_ROW};
use crate::order::{Scored, is_noisy};
use crate::worker::Worker;
use shogi::{Move, MoveSet};

const FIRST: i32 = 1 << 28;
const EXCHANGE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;

impl Worker<'_> {
    /// Puts the moves that the slides consider (no pawn, bishop, rook and no lance on the second rank that declines to
    /// promote) on the stack of moves with their scores, and says where they begin.
    pub(super) fn list_moves(&mut self, slides: &Slides, first: Option<Move>) -> usize {
        let start = self.moves.len();
        let Worker { position, moves, history, frames, ply, .. } = self;
        let us = position.side_to_move();
        let killers = frames[*ply].killers;
        for &mv in &position.considered_moves(MoveSet::All) {
            let score = if first == Some(mv) {
                FIRST
            } else if is_noisy(position, mv) || mv.is_promotion() {
                if slides.exchange_order {
                    let see = position.see(mv);
                    if see >= 0 { EXCHANGE + see } else { see - EXCHANGE }
                } else {
                    EXCHANGE + position.piece_at(mv.to()).map_or(0, |piece| piece.kind().index() as i32)
                }
            } else if slides.killers && killers.contains(&Some(mv)) {
                KILLER + i32::from(killers[0] == Some(mv))
            } else if slides.history {
                history.quiet(us, mv, history::row(position, mv), [NO_ROW; 2])
            } else {
                0
            };
            moves.push(Scored { mv, score });
        }
        start
    }

    /// The moves of a node of quiescence that do not lose material: up to its seventh ply captures, promotions and king
    /// moves, from the eighth on captures only, and of pawns only promotions.
    pub(super) fn list_quiet_moves(&mut self, early: bool) -> usize {
        let start = self.moves.len();
        let Worker { position, moves, .. } = self;
        let king = position.king(position.side_to_move());
        for &mv in &position.considered_moves(MoveSet::All) {
            let taken = position.piece_at(mv.to());
            let wanted = if early {
                taken.is_some() || mv.is_promotion() || mv.from().is_some() && mv.from() == king
            } else {
                let pawn = |piece: shogi::Piece| piece.kind() == shogi::PieceKind::Pawn;
                taken.is_some_and(|piece| !pawn(piece) || mv.is_promotion())
            };
            if wanted {
                let score = position.see(mv);
                if score >= 0 {
                    moves.push(Scored { mv, score });
                }
            }
        }
        start
    }

    /// The best of the moves from `next` on, moved there.
    pub(super) fn pick(&mut self, next: usize) -> Option<Move> {
        let rest = self.moves.get_mut(next..)?;
        // The earliest of the best: the order of generation decides between equals.
        let mut best = 0;
        for (index, candidate) in rest.iter().enumerate() {
            if candidate.score > rest[best].score {
                best = index;
            }
        }
        rest.get(best)?;
        rest[..=best].rotate_right(1);
        Some(rest[0].mv)
    }
}
