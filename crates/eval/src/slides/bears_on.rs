//! The pieces that long-range pieces and knights bear on: the first piece met on each ray.
//!
//! `[ray 12][piece 20]`. Rays: those of D forward, sideways, backward; H forward, backward; R forward, sideways, backward;
//! B forward, backward; L; N. Pieces: own P L N S G B R H D K, then the enemy's. The single steps of D and H are no rays.

use super::view::{FILE_RANK, OWNED, View, code_at};
use super::{BEARS_ON, sign};
use crate::Sink;
use shogi::{Bitboard, Color, Position, Square};

pub(super) const DRAGON: usize = 0;
pub(super) const HORSE: usize = 3;
pub(super) const ROOK: usize = 5;
pub(super) const BISHOP: usize = 8;
pub(super) const LANCE: usize = 10;
pub(super) const KNIGHT: usize = 11;

/// Of a piece of `KIND` on `sq`, `rays` being all that it bears on.
#[inline(always)]
pub(super) fn add<const KIND: usize>(
    position: &Position,
    view: &View,
    sq: Square,
    rays: Bitboard,
    sink: &mut impl Sink,
) {
    let met = rays & view.occupied;
    met.for_each(|target| {
        let backward = match view.color {
            Color::Black => FILE_RANK[target.index()].1 - FILE_RANK[sq.index()].1,
            Color::White => FILE_RANK[sq.index()].1 - FILE_RANK[target.index()].1,
        };
        let ray = match KIND {
            DRAGON | ROOK => KIND + (backward.signum() + 1) as usize,
            HORSE | BISHOP => KIND + usize::from(backward > 0),
            _ => KIND,
        };
        let piece = OWNED[view.color.index()][code_at(position, target) & 31];
        sink.add(BEARS_ON + ray * 20 + piece as usize, sign(view.color));
    });
}
