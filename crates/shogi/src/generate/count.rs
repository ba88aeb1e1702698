//! Counting legal moves by target sets.

use super::{Kinds, MoveSet, Sink, generate};
use crate::board::Board;
use crate::{Bitboard, Square};

/// Adds up set sizes.
pub(crate) struct Counter(pub(crate) u64);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(plain.count() + promoting.count());
    }

    #[inline(always)]
    fn pawns(&mut self, _: isize, plain: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(plain.count() + promoting.count());
    }

    #[inline(always)]
    fn drops(&mut self, kinds: &Kinds, to: Bitboard) {
        self.0 += u64::from(to.count()) * kinds.len as u64;
    }
}

/// Notices whether there is any move.
pub(crate) struct Any(pub(crate) bool);

impl Sink for Any {
    #[inline(always)]
    fn piece(&mut self, _: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 |= plain.any() | promoting.any();
    }

    #[inline(always)]
    fn pawns(&mut self, _: isize, plain: Bitboard, promoting: Bitboard) {
        self.0 |= plain.any() | promoting.any();
    }

    #[inline(always)]
    fn drops(&mut self, kinds: &Kinds, to: Bitboard) {
        self.0 |= kinds.len != 0 && to.any();
    }
}

#[inline]
pub(crate) fn count(board: &Board) -> u64 {
    let mut counter = Counter(0);
    generate(board, &mut counter, MoveSet::All);
    counter.0
}
