//! How many own pawns stand on squares of a bishop's colour.
//!
//! `[bishop or horse][0 to 9]`, for each bishop and horse; more than nine pawns count as nine.

use super::view::View;
use super::{BISHOP_PAWNS, sign};
use crate::Sink;
use shogi::{Bitboard, Square};

/// The squares whose file and rank add up to an even number.
const EVEN: Bitboard = {
    let mut set = Bitboard::EMPTY;
    let mut index = 0;
    while index < 81 {
        if (index / 9 + index % 9) % 2 == 0 {
            set = set.or(Bitboard::file(index / 9).and(Bitboard::rank(index % 9)));
        }
        index += 1;
    }
    set
};

#[inline]
pub(super) fn add(view: &View, sq: Square, promoted: bool, sink: &mut impl Sink) {
    let colour = if EVEN.has(sq) { EVEN } else { Bitboard::ALL.and_not(EVEN) };
    let count = (view.own_pawns & colour).count().min(9) as usize;
    sink.add(BISHOP_PAWNS + usize::from(promoted) * 10 + count, sign(view.color));
}
