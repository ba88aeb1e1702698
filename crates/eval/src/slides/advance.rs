//! Whether pawns, silvers and knights can advance.
//!
//! `[pawn, silver, knight][state 3][rank 9]`, ranks from the far side as the owner sees it. State of pawn and silver: the
//! square in front is empty, an enemy's, or own (or off the board). State of a knight: how many of its two targets it can
//! move to, that is, are on the board and not own.

use super::view::{FILE_RANK, View};
use super::{ADVANCE, sign};
use crate::Sink;
use shogi::{Bitboard, Color, Square};

pub(super) const PAWN: usize = 0;
pub(super) const SILVER: usize = 1;
const KNIGHT: usize = 2;

#[inline]
fn rank(view: &View, sq: Square) -> usize {
    let rank = FILE_RANK[sq.index()].1 as usize;
    if view.color == Color::Black { rank } else { 8 - rank }
}

/// All pieces of a kind that steps forward.
#[inline]
pub(super) fn add_steps(view: &View, kind: usize, pieces: Bitboard, sink: &mut impl Sink) {
    let back = !view.color;
    let beside_enemy = pieces & view.enemy.forward(back);
    let free = pieces & (!view.occupied).forward(back);
    pieces.for_each(|sq| {
        let state = if free.has(sq) {
            0
        } else if beside_enemy.has(sq) {
            1
        } else {
            2
        };
        sink.add(ADVANCE + (kind * 3 + state) * 9 + rank(view, sq), sign(view.color));
    });
}

#[inline]
pub(super) fn add_knight(view: &View, sq: Square, reach: Bitboard, sink: &mut impl Sink) {
    let state = reach.and_not(view.own).count() as usize;
    sink.add(ADVANCE + (KNIGHT * 3 + state) * 9 + rank(view, sq), sign(view.color));
}
