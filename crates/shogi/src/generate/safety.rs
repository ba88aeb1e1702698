//! What stands against the own king: checkers and pins, found in one pass over the enemy's sliders.

use super::color_of;
use crate::attacks;
use crate::board::Board;
use crate::{Bitboard, PieceKind, Square};

/// Checkers and pinned pieces of the side to move.
pub(crate) struct Safety {
    pub(crate) king: Option<Square>,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
}

impl Safety {
    #[inline(always)]
    pub(crate) fn new<const WHITE: bool>(board: &Board) -> Self {
        let us = color_of(WHITE);
        let mut safety = Self { king: board.king(us), checkers: Bitboard::EMPTY, pinned: Bitboard::EMPTY };
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
        let occupied = ours | theirs;
        attacks::snipers(board, !us, king).for_each(|sniper| {
            let between = attacks::between(king, sniper);
            let blockers = between & occupied;
            if blockers.is_empty() {
                safety.checkers |= Bitboard::of(sniper);
            } else if !blockers.more_than_one() && blockers.meets(ours) {
                safety.pinned |= blockers;
            }
        });
        safety
    }

    /// The squares between the king and its only checker.
    #[inline]
    pub(crate) fn blocks(&self, king: Square) -> Bitboard {
        self.checkers.first().map_or(Bitboard::EMPTY, |checker| attacks::between(king, checker))
    }
}
