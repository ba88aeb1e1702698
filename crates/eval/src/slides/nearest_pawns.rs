//! The nearest pawns before and behind rooks, dragons and lances, on their file, whatever stands in between.
//!
//! `[R, D, L][before][behind]`: none, own, enemy.

use super::view::{FILE_RANK, View, file_of};
use super::{NEAREST_PAWNS, sign};
use crate::Sink;
use shogi::{Color, Square};

pub(super) const ROOK: usize = 0;
pub(super) const DRAGON: usize = 1;
pub(super) const LANCE: usize = 2;

#[inline]
pub(super) fn add(view: &View, kind: usize, sq: Square, sink: &mut impl Sink) {
    let (own, enemy) = (file_of(sq, view.own_pawns), file_of(sq, view.enemy_pawns));
    let rank = FILE_RANK[sq.index()].1 as u32;
    let all = own | enemy;
    let (above, below) = (all & ((1 << rank) - 1), all & (!1 << rank));
    // The highest bit above and the lowest below are the nearest.
    let state = |nearest: u32| {
        if nearest == 0 {
            0
        } else if own & nearest != 0 {
            1
        } else {
            2
        }
    };
    let above = state(if above == 0 { 0 } else { 1 << above.ilog2() });
    let below = state(below & below.wrapping_neg());
    let (before, behind) = if view.color == Color::Black { (above, below) } else { (below, above) };
    sink.add(NEAREST_PAWNS + (kind * 3 + before) * 3 + behind, sign(view.color));
}
