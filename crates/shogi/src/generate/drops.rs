//! Drops: all kinds at once on each empty square, pawns apart.

use super::{Kinds, Sink, color_of};
use crate::board::Board;
use crate::{Bitboard, PieceKind, attacks};

/// The squares of the files on which `pawns` has none.
#[inline]
pub(crate) fn files_without(pawns: Bitboard) -> Bitboard {
    // Adding all-ones below a file's top bit carries into that bit iff the file holds a pawn; the rest spreads it back.
    const TOP_LO: u64 = Bitboard::rank(8).lo;
    const TOP_HI: u64 = Bitboard::rank(8).hi;
    const FILL_LO: u64 = TOP_LO - Bitboard::rank(0).lo;
    const FILL_HI: u64 = TOP_HI - Bitboard::rank(0).hi;
    let spread = |pawns: u64, top: u64, fill: u64| {
        let held = (((pawns & !top) + fill) | pawns) & top;
        // For each file without a pawn: top bit minus bottom bit, plus the top bit itself.
        let free = top & !held;
        (free - (free >> 8)) | free
    };
    Bitboard { lo: spread(pawns.lo, TOP_LO, FILL_LO), hi: spread(pawns.hi, TOP_HI, FILL_HI) }
}

/// The squares on which the side to move may drop a pawn, pawn-drop mate left out.
#[inline]
pub(crate) fn pawn_targets<const WHITE: bool>(board: &Board, targets: Bitboard) -> Bitboard {
    let us = color_of(WHITE);
    let pawns = board.kind(PieceKind::Pawn) & board.color(us);
    let mut to = targets.and_not(Bitboard::far_ranks(us, 1)) & files_without(pawns);
    if let Some(king) = board.king(!us) {
        let front = attacks::pawn(!us, king) & to;
        if let Some(sq) = front.first()
            && super::super::legality::is_pawn_drop_mate(board, us, sq, king)
        {
            to ^= front;
        }
    }
    to
}

#[inline(always)]
pub(super) fn generate<S: Sink, const WHITE: bool>(board: &Board, sink: &mut S, targets: Bitboard) {
    let us = color_of(WHITE);
    let hand = board.hands()[us.index()];
    let mut kinds = Kinds::default();
    if hand.has(PieceKind::Pawn) {
        kinds.push(PieceKind::Pawn as usize, true);
        sink.drops(&kinds, pawn_targets::<WHITE>(board, targets));
        kinds.len = 0;
    }
    for kind in [PieceKind::Silver, PieceKind::Gold, PieceKind::Bishop, PieceKind::Rook] {
        kinds.push(kind as usize, hand.has(kind));
    }
    let (lance, knight) = (hand.has(PieceKind::Lance), hand.has(PieceKind::Knight));
    let first = Bitboard::far_ranks(us, 1);
    let second = Bitboard::far_ranks(us, 2).and_not(first);
    if !(lance | knight) {
        if kinds.len != 0 {
            sink.drops(&kinds, targets);
        }
        return;
    }
    if kinds.len != 0 {
        sink.drops(&kinds, targets & first);
    }
    kinds.push(PieceKind::Lance as usize, lance);
    if kinds.len != 0 {
        sink.drops(&kinds, targets & second);
    }
    kinds.push(PieceKind::Knight as usize, knight);
    sink.drops(&kinds, targets.and_not(first | second));
}
