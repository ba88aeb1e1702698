//! The move list: a fixed array on the stack, written without bounds checks.

use super::{Kinds, Sink};
use crate::moves::{Move, PROMOTION};
use crate::{Bitboard, Square};
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::Deref;

/// Room for the moves of any board whatever, legal in a game or not: each of 81 targets has at most ten origins (the
/// nearest piece in eight directions and two knights), each of which may promote or not, and seven drops; plus the
/// slack that the eight-at-a-time writes need. Untouched memory costs nothing.
const CAPACITY: usize = 81 * (10 * 2 + 7) + 8;

/// Moves of one position, in no promised order.
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; CAPACITY],
}

impl MoveList {
    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self { len: 0, moves: [MaybeUninit::uninit(); CAPACITY] }
    }

    #[inline(always)]
    fn push(&mut self, bits: usize) {
        debug_assert!(self.len < CAPACITY);
        // SAFETY: CAPACITY bounds the number of moves of any board (see there), and only the generators push.
        unsafe { self.moves.get_unchecked_mut(self.len) }.write(Move::from_raw(bits as u16));
        self.len += 1;
    }

    /// The moves.
    #[inline]
    pub fn as_slice(&self) -> &[Move] {
        // SAFETY: the first `len` elements have been written, and `MaybeUninit<Move>` has the layout of `Move`.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }

    /// Keeps the moves for which `keep` holds, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let mv = self.as_slice()[index];
            if keep(mv) {
                self.moves[kept].write(mv);
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Clone for MoveList {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.moves[..self.len].copy_from_slice(&self.moves[..self.len]);
        copy.len = self.len;
        copy
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        let origin = from.index() << 7;
        plain.for_each(|to| self.push(origin | to.index()));
        if promoting.any() {
            let origin = origin | PROMOTION as usize;
            promoting.for_each(|to| self.push(origin | to.index()));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, back: isize, plain: Bitboard, promoting: Bitboard) {
        let bits = |to: Square| (to.index().wrapping_add_signed(back)) << 7 | to.index();
        plain.for_each(|to| self.push(bits(to)));
        promoting.for_each(|to| self.push(bits(to) | PROMOTION as usize));
    }

    #[inline(always)]
    fn drops(&mut self, kinds: &Kinds, to: Bitboard) {
        to.for_each(|to| {
            debug_assert!(self.len + 8 <= CAPACITY);
            // SAFETY: CAPACITY leaves eight elements of slack beyond the moves of any board; elements past `len` may hold
            // anything.
            let room = unsafe { self.moves.get_unchecked_mut(self.len..self.len + 8) };
            for (slot, base) in room.iter_mut().zip(kinds.base) {
                slot.write(Move::from_raw(base + to.index() as u16));
            }
            self.len += kinds.len;
        });
    }
}
