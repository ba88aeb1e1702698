//! Moves that give check, pinned pieces, and mate in one.

use crate::attacks;
use crate::generate::{Any, MoveSet, Safety, generate};
use crate::legality::View;
use crate::moves::Move;
use crate::{Bitboard, Color, MoveList, Piece, Position};

impl Position {
    /// Whether the legal move `mv` gives check, directly or by discovery.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let Some(king) = self.king(!us) else { return false };
        let to = mv.to();
        let (occupied, code) = match mv.from() {
            None => (self.occupied() | Bitboard::of(to), (mv.origin() - 80) | (us.index() << 4)),
            Some(from) => {
                let occupied = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
                if attacks::aligned(from, king) {
                    let sliders = View(&self.board).sliders_at(us, king, occupied);
                    if sliders.and_not(Bitboard::of(from)).any() {
                        return true;
                    }
                }
                (occupied, self.board.code(from) | if mv.is_promotion() { 8 } else { 0 })
            }
        };
        Piece::from_index(code).is_some_and(|piece| attacks::attacks(piece, to, occupied).has(king))
    }

    /// The legal moves that give check.
    pub fn checks(&self) -> MoveList {
        let mut list = self.legal_moves();
        if self.king(!self.side_to_move()).is_some() {
            list.retain(|mv| self.gives_check(mv));
            return list;
        }
        MoveList::new()
    }

    /// The pieces of `color` that are pinned to their king.
    pub fn pinned(&self, color: Color) -> Bitboard {
        match color {
            Color::Black => Safety::new::<false>(&self.board).pinned,
            Color::White => Safety::new::<true>(&self.board).pinned,
        }
    }

    /// A move that mates at once, if there is one. Exact, in check or not: every legal check is tried.
    pub fn mate_in_one(&self) -> Option<Move> {
        self.checks().iter().copied().find(|&mv| {
            let mut board = self.board.clone();
            board.play(mv);
            let mut any = Any(false);
            generate(&board, &mut any, MoveSet::All);
            !any.0
        })
    }
}
