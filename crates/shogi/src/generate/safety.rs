//! What stands against the own king: checkers and pins, found in one pass over the enemy's sliders.

use super::color_of;
use crate::attacks::{self, CROSSES, DIAGONALS, FRONT};
use crate::board::Board;
use crate::{Bitboard, PieceKind, Square};

/// Checkers and pinned pieces of the side to move.
pub(crate) struct Safety {
    pub(crate) king: Option<Square>,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    /// Pinned piece and the squares to which it may move: at most one in each of eight directions.
    pins: [(Square, Bitboard); 8],
    len: usize,
}

impl Safety {
    #[inline(always)]
    pub(crate) fn new<const WHITE: bool>(board: &Board) -> Self {
        let us = color_of(WHITE);
        let mut safety = Self {
            king: board.king(us),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            pins: [(Square::at(0), Bitboard::EMPTY); 8],
            len: 0,
        };
        let Some(king) = safety.king else { return safety };
        let (ours, theirs) = (board.color(us), board.color(!us));
        let kind = |kind| board.kind(kind);
        let crowned = kind(PieceKind::Horse) | kind(PieceKind::Dragon);
        let steps = attacks::pawn(us, king) & kind(PieceKind::Pawn)
            | attacks::knight(us, king) & kind(PieceKind::Knight)
            | attacks::silver(us, king) & kind(PieceKind::Silver)
            | attacks::gold(us, king) & board.golds()
            | attacks::king(king) & (crowned | kind(PieceKind::King));
        safety.checkers = steps & theirs;
        let at = king.index();
        let snipers = DIAGONALS[at] & (kind(PieceKind::Bishop) | kind(PieceKind::Horse))
            | CROSSES[at] & (kind(PieceKind::Rook) | kind(PieceKind::Dragon))
            | FRONT[us.index()][at] & kind(PieceKind::Lance);
        let occupied = ours | theirs;
        (snipers & theirs).for_each(|sniper| {
            let between = attacks::between(king, sniper);
            let blockers = between & occupied;
            if blockers.is_empty() {
                safety.checkers |= Bitboard::of(sniper);
            } else if !blockers.more_than_one() && blockers.meets(ours) {
                safety.pinned |= blockers;
                if let (Some(pinned), Some(slot)) = (blockers.first(), safety.pins.get_mut(safety.len)) {
                    *slot = (pinned, between | Bitboard::of(sniper));
                    safety.len += 1;
                }
            }
        });
        safety
    }

    #[inline]
    pub(crate) fn pins(&self) -> &[(Square, Bitboard)] {
        &self.pins[..self.len]
    }

    /// The squares between the king and its only checker.
    #[inline]
    pub(crate) fn blocks(&self, king: Square) -> Bitboard {
        self.checkers.first().map_or(Bitboard::EMPTY, |checker| attacks::between(king, checker))
    }
}
