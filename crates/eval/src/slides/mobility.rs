//! How many squares long-range pieces can move to: those they bear on, without those of own pieces.
//!
//! One weight for each number: B 0 to 16; H 0 to 20, with its single steps; along the file R, D, L, each 0 to 8; along the
//! rank R, D, each 0 to 8, without the diagonal steps of D.

use super::view::{FILE, View};
use super::{MOBILITY, sign};
use crate::Sink;
use shogi::{Bitboard, Square};

const BISHOP: usize = MOBILITY;
const HORSE: usize = BISHOP + 17;
const FILE_ROOK: usize = HORSE + 21;
const FILE_DRAGON: usize = FILE_ROOK + 9;
const FILE_LANCE: usize = FILE_DRAGON + 9;
const RANK_ROOK: usize = FILE_LANCE + 9;
const RANK_DRAGON: usize = RANK_ROOK + 9;

#[inline]
pub(super) fn add_bishop(view: &View, reach: Bitboard, promoted: bool, sink: &mut impl Sink) {
    let count = reach.and_not(view.own).count() as usize;
    sink.add(if promoted { HORSE } else { BISHOP } + count, sign(view.color));
}

#[inline]
pub(super) fn add_rook(view: &View, sq: Square, rays: Bitboard, promoted: bool, sink: &mut impl Sink) {
    let free = rays.and_not(view.own);
    let along_file = (free & FILE[sq.index()]).count();
    let along_rank = free.count() - along_file;
    let (file, rank) = if promoted { (FILE_DRAGON, RANK_DRAGON) } else { (FILE_ROOK, RANK_ROOK) };
    sink.add(file + along_file as usize, sign(view.color));
    sink.add(rank + along_rank as usize, sign(view.color));
}

#[inline]
pub(super) fn add_lance(view: &View, rays: Bitboard, sink: &mut impl Sink) {
    sink.add(FILE_LANCE + rays.and_not(view.own).count() as usize, sign(view.color));
}
