//! Pieces in hand, all seven counts in one word.

use crate::PieceKind;
use std::fmt;

/// The pieces that one side holds.
///
/// Layout (bits): pawn 0-4, lance 6-8, knight 10-12, silver 14-16, gold 18-20, bishop 22-23, rook 25-26. The bit above
/// each field is always 0, so that two hands are compared kind by kind with one subtraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Hand(u32);

const SHIFT: [u32; 16] = [0, 0, 6, 10, 14, 22, 25, 18, 0, 0, 0, 0, 0, 0, 0, 0];
const MASK: [u32; 16] = [0, 31, 7, 7, 7, 3, 3, 7, 0, 0, 0, 0, 0, 0, 0, 0];
const GUARD: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

impl Hand {
    /// No piece.
    pub const EMPTY: Self = Self(0);

    /// How many pieces of `kind` are held (0 for a kind that cannot be held).
    #[inline]
    pub const fn count(self, kind: PieceKind) -> u32 {
        self.0 >> SHIFT[kind as usize & 15] & MASK[kind as usize & 15]
    }

    /// Whether at least one piece of `kind` is held.
    #[inline]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.0 & MASK[kind as usize & 15] << SHIFT[kind as usize & 15] != 0
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every count is at least that of `other`.
    #[inline]
    pub const fn covers(self, other: Self) -> bool {
        (self.0 | GUARD).wrapping_sub(other.0) & GUARD == GUARD
    }

    /// The same hand with `count` pieces of `kind`, or `None` when a set has fewer or the kind cannot be held.
    #[must_use]
    pub const fn with_count(self, kind: PieceKind, count: u32) -> Option<Self> {
        if !kind.is_hand_kind() || count > kind.set_size() {
            return None;
        }
        let (shift, mask) = (SHIFT[kind as usize], MASK[kind as usize]);
        Some(Self(self.0 & !(mask << shift) | count << shift))
    }

    /// Total number of pieces held.
    pub fn total(self) -> u32 {
        PieceKind::HAND.iter().map(|&kind| self.count(kind)).sum()
    }

    /// The packed word: equal hands have equal words. Its layout is documented on the type.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn count_index(self, kind: usize) -> usize {
        (self.0 >> SHIFT[kind & 15] & MASK[kind & 15]) as usize
    }

    #[inline]
    pub(crate) const fn add_index(&mut self, kind: usize) {
        self.0 += 1 << SHIFT[kind & 15];
    }

    #[inline]
    pub(crate) const fn remove_index(&mut self, kind: usize) {
        self.0 -= 1 << SHIFT[kind & 15];
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for kind in PieceKind::HAND {
            if self.has(kind) {
                map.entry(&kind, &self.count(kind));
            }
        }
        map.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_independent() {
        let mut hand = Hand::EMPTY;
        for kind in PieceKind::HAND {
            hand = hand.with_count(kind, kind.set_size()).unwrap();
            assert!(hand.with_count(kind, kind.set_size() + 1).is_none());
        }
        for kind in PieceKind::HAND {
            assert_eq!(hand.count(kind), kind.set_size());
        }
        assert!(!hand.has(PieceKind::King) && !hand.has(PieceKind::Dragon));
        assert_eq!(hand.total(), 38);
    }

    #[test]
    fn covers_is_kind_by_kind() {
        let one = Hand::EMPTY.with_count(PieceKind::Pawn, 2).unwrap();
        let two = one.with_count(PieceKind::Rook, 1).unwrap();
        let three = Hand::EMPTY.with_count(PieceKind::Rook, 2).unwrap();
        assert!(two.covers(one) && !one.covers(two) && one.covers(one));
        assert!(!three.covers(one) && !one.covers(three));
    }
}
