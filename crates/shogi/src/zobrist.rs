//! Zobrist contributions of pieces, hands and the side to move, computed at compile time from one seed.
//!
//! Stability: the values are a pure function of [`SEED`] and the indices below, the same on every machine. They change
//! only in a release whose changelog says so; a test pins the keys of a few positions. The low half of a 128-bit key
//! equals the 64-bit key.

use std::fmt;
use std::ops::{BitXor, BitXorAssign};

#[cfg(not(feature = "hash-128"))]
type Word = u64;
#[cfg(feature = "hash-128")]
type Word = u128;

/// A position key, 64 bits (128 with the feature `hash-128`).
///
/// A key is no proof of identity: two positions can share one. Where a wrong answer would matter, compare the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct Key(Word);

impl Key {
    /// The key of nothing: no piece, no hand, Black to move.
    pub const ZERO: Self = Self(0);

    /// The low 64 bits, which do not depend on the key width.
    #[inline]
    pub const fn low(self) -> u64 {
        // Through the widest form: a plain cast is an error to the lints in the one width and needed in the other.
        self.wide() as u64
    }

    /// All bits, widened to 128.
    #[inline]
    #[cfg_attr(feature = "hash-128", allow(clippy::unnecessary_cast))]
    pub const fn wide(self) -> u128 {
        self.0 as u128
    }

    #[inline]
    pub(crate) const fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXor for Key {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.xor(other)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = self.xor(other);
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$x}", self.0, width = size_of::<Word>() * 2)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The seed of every contribution.
pub(crate) const SEED: u64 = 0x796f_6d69_6b69_7269;

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014) over a counter.
const fn mixed(counter: u64) -> u64 {
    let mut z = SEED.wrapping_add(counter.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(not(feature = "hash-128"))]
const fn contribution(counter: u64) -> Key {
    Key(mixed(counter))
}

#[cfg(feature = "hash-128")]
const fn contribution(counter: u64) -> Key {
    Key((mixed(counter + (1 << 32)) as u128) << 64 | mixed(counter) as u128)
}

/// By piece code and square: counter `1 + code * 128 + square`.
pub(crate) static PIECE: [[Key; 81]; 32] = {
    let mut table = [[Key::ZERO; 81]; 32];
    let mut piece = 0;
    while piece < 32 {
        let mut sq = 0;
        while sq < 81 {
            table[piece][sq] = contribution(1 + piece as u64 * 128 + sq as u64);
            sq += 1;
        }
        piece += 1;
    }
    table
};

/// The contribution of holding `count` pieces of a kind: 0 for none, else counter `8192 + color * 512 + kind * 32 + count`.
pub(crate) const fn hand(color: usize, kind: usize, count: usize) -> Key {
    if count == 0 {
        Key::ZERO
    } else {
        contribution(8192 + color as u64 * 512 + kind as u64 * 32 + count as u64)
    }
}

/// By colour, kind and count n: what turns the contribution of n pieces into that of n + 1.
pub(crate) static HAND_STEP: [[[Key; 32]; 8]; 2] = {
    let mut table = [[[Key::ZERO; 32]; 8]; 2];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < 8 {
            let mut count = 0;
            while count < 32 {
                table[color][kind][count] = hand(color, kind, count).xor(hand(color, kind, count + 1));
                count += 1;
            }
            kind += 1;
        }
        color += 1;
    }
    table
};

/// White to move: counter 0.
pub(crate) const SIDE: Key = contribution(0);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn contributions_are_distinct() {
        let mut seen = HashSet::from([SIDE]);
        for row in &PIECE {
            assert!(row.iter().all(|&key| seen.insert(key)));
        }
        for color in 0..2 {
            for kind in 1..8 {
                assert!((1..=18).all(|count| seen.insert(hand(color, kind, count))));
            }
        }
    }
}
