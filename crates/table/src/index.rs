//! How a key chooses its bucket.

use crate::prime::prime_at_most;

/// The selectable index schemes.
///
/// Random keys are spread evenly by each of them. What tells them apart is their price, and what they make of keys with
/// a pattern: `yomikiri verify repetition` prints both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Index {
    /// `key mod p`, `p` a prime number of buckets.
    PrimeModulus,
    /// `((key >> m) * 0xffffffff + key) mod 2^m` in 64 bits: the multiply mix of the source document. For `m <= 32`
    /// this is `(key - (key >> m)) mod 2^m`.
    Mix64,
    /// `(high half * 0xffffffff + low half) mod 2^m` in 32 bits: its variant without a wide multiplication. Bits m to
    /// 31 of the key never reach the index.
    Mix32,
    /// The high half of `key * buckets`: any number of buckets, decided by the high bits of the key.
    #[default]
    MultiplyHigh,
}

impl Index {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::PrimeModulus, Self::Mix64, Self::Mix32, Self::MultiplyHigh];

    /// Name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PrimeModulus => "prime modulus",
            Self::Mix64 => "multiply mix, 64 bit",
            Self::Mix32 => "multiply mix, 32 bit",
            Self::MultiplyHigh => "multiply-high",
        }
    }

    /// The largest number of buckets the scheme can use of `room` (at least 1).
    pub const fn buckets(self, room: u64) -> u64 {
        match self {
            Self::PrimeModulus => prime_at_most(room),
            Self::Mix64 => 1 << room.ilog2(),
            Self::Mix32 => {
                let bits = room.ilog2();
                1 << if bits > 31 { 31 } else { bits }
            }
            Self::MultiplyHigh => room,
        }
    }

    /// The bucket of `key` among `buckets`, a number that [`Index::buckets`] returned.
    #[inline(always)]
    pub const fn bucket(self, key: u64, buckets: u64) -> u64 {
        match self {
            Self::PrimeModulus => key % buckets,
            Self::Mix64 => {
                let bits = buckets.trailing_zeros();
                (key >> bits).wrapping_mul(0xffff_ffff).wrapping_add(key) & (buckets - 1)
            }
            Self::Mix32 => {
                let mixed = ((key >> 32) as u32).wrapping_mul(0xffff_ffff).wrapping_add(key as u32);
                (mixed & (buckets as u32 - 1)) as u64
            }
            Self::MultiplyHigh => ((key as u128 * buckets as u128) >> 64) as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_multiply_mix_is_a_subtraction() {
        let mut random = game::random::Random::new(9);
        for bits in 1..=32 {
            for _ in 0..200 {
                let key = random.word();
                let expected = key.wrapping_sub(key >> bits) & ((1u64 << bits) - 1);
                assert_eq!(Index::Mix64.bucket(key, 1 << bits), expected);
            }
        }
    }

    #[test]
    fn every_bucket_is_in_range() {
        let mut random = game::random::Random::new(3);
        for room in [1u64, 2, 3, 100, 1 << 20, (1 << 33) + 5] {
            for scheme in Index::ALL {
                let buckets = scheme.buckets(room);
                assert!(buckets >= 1 && buckets <= room, "{scheme:?} {room}");
                for _ in 0..500 {
                    assert!(scheme.bucket(random.word(), buckets) < buckets);
                    assert!(scheme.bucket(u64::MAX, buckets) < buckets);
                }
            }
        }
    }
}
