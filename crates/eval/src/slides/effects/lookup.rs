//! The sum of 25 weights, each chosen among 16 by four bits, one from each of four zones: scalar, and with AVX2.

/// The bit of a place in a zone: five bits at 0, 9, 18, 27, 36.
pub(super) const fn bit(place: usize) -> usize {
    place / 5 * 9 + place % 5
}

/// Weights by place and choice, in the forms that the two ways of summing want.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    /// `[place][choice]`.
    rows: [[i16; 16]; 25],
    /// By choice: the lower bytes of the weights of all places, and the upper bytes plus 128; 0 behind the 25th.
    planes: Planes,
}

type Planes = [[[u8; 32]; 2]; 16];

impl Lookup {
    pub(super) fn new(rows: &[[i16; 16]; 25]) -> Self {
        let mut planes = [[[0; 32]; 2]; 16];
        for (place, row) in rows.iter().enumerate() {
            for (choice, weight) in row.iter().enumerate() {
                let [low, high] = weight.to_le_bytes();
                planes[choice][0][place] = low;
                planes[choice][1][place] = high.wrapping_add(128);
            }
        }
        Self { rows: *rows, planes }
    }

    /// What the own lookup sums to less what the enemy's does.
    #[inline]
    pub(super) fn difference(own: (&Self, [u64; 4]), enemy: (&Self, [u64; 4]), simd: Simd) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if simd.avx2 {
            // SAFETY: a `Simd` says that there is AVX2 only if it was detected.
            return unsafe { avx2::difference((&own.0.planes, own.1), (&enemy.0.planes, enemy.1)) };
        }
        let Simd { avx2: _ } = simd;
        own.0.sum(own.1) - enemy.0.sum(enemy.1)
    }

    /// One weight for each place, chosen by its bit in the first zone, twice that in the second, and so on.
    #[inline]
    pub(super) fn sum(&self, zones: [u64; 4]) -> i32 {
        let mut sum = 0;
        for (file, rows) in self.rows.chunks_exact(5).enumerate() {
            let bits = zones.map(|zone| SPREAD[(zone >> (9 * file)) as usize & 31]);
            let choices = bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3;
            for (rank, row) in rows.iter().enumerate() {
                sum += i32::from(row[(choices >> (4 * rank)) as usize & 15]);
            }
        }
        sum
    }
}

/// What this processor can do; nobody else can say so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd {
    avx2: bool,
}

impl Simd {
    pub(super) fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        let avx2 = is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = false;
        Self { avx2 }
    }
}

/// Five bits, four apart.
static SPREAD: [u32; 32] = {
    let mut table = [0; 32];
    let mut bits = 0;
    while bits < 32 {
        let mut at = 0;
        while at < 5 {
            table[bits] |= ((bits as u32 >> at) & 1) << (4 * at);
            at += 1;
        }
        bits += 1;
    }
    table
};

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Planes, bit};
    use std::arch::x86_64::{
        __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
        _mm256_blendv_epi8, _mm256_castsi256_si128, _mm256_cmpeq_epi8, _mm256_extracti128_si256,
        _mm256_loadu_si256, _mm256_sad_epu8, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8,
        _mm256_slli_epi64, _mm256_sub_epi64,
    };

    /// By place: the byte of a zone that holds its bit, and that bit.
    static PLACES: ([u8; 32], [u8; 32]) = {
        let mut places = ([0; 32], [0; 32]);
        let mut place = 0;
        while place < 25 {
            places.0[place] = (bit(place) / 8) as u8;
            places.1[place] = 1 << (bit(place) % 8);
            place += 1;
        }
        places
    };

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the pointer is to 32 bytes, and the load asks for no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    /// What two lookups sum to, the second less than nothing. One byte lane per place: four rounds of blending by the bits of
    /// one zone each leave of 16 weights the chosen one; lower and upper bytes go apart.
    #[target_feature(enable = "avx2")]
    pub(super) fn difference(own: (&Planes, [u64; 4]), enemy: (&Planes, [u64; 4])) -> i32 {
        let sums = _mm256_sub_epi64(lanes(own.0, own.1), lanes(enemy.0, enemy.1));
        let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))) as i32
    }

    /// Four parts of a sum that is 25 · 128 · 256 too large.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes(planes: &Planes, zones: [u64; 4]) -> __m256i {
        let (bytes, bits) = (load(&PLACES.0), load(&PLACES.1));
        let masks = zones.map(|zone| {
            let spread = _mm256_shuffle_epi8(_mm256_set1_epi64x(zone as i64), bytes);
            _mm256_cmpeq_epi8(_mm256_and_si256(spread, bits), bits)
        });
        let half = |which: usize| {
            let blend = |low, high, zone: usize| _mm256_blendv_epi8(low, high, masks[zone]);
            let two = |at: usize| blend(load(&planes[at][which]), load(&planes[at + 1][which]), 0);
            let four = |at: usize| blend(two(at), two(at + 2), 1);
            let eight = |at: usize| blend(four(at), four(at + 4), 2);
            _mm256_sad_epu8(blend(eight(0), eight(8), 3), _mm256_setzero_si256())
        };
        _mm256_add_epi64(half(0), _mm256_slli_epi64::<8>(half(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 2000,
            rng_seed: proptest::test_runner::RngSeed::Fixed(25),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        /// Scalar, AVX2 (where there is one) and a plain loop.
        #[test]
        fn both_ways_sum_alike(
            weights in proptest::collection::vec(any::<i16>(), 800),
            zones: [[u64; 4]; 2],
            extreme: bool,
        ) {
            let weights: Vec<_> = weights
                .into_iter()
                .map(|weight| if !extreme { weight } else if weight < 0 { i16::MIN } else { i16::MAX })
                .collect();
            let (mut lookups, mut plain) = (vec![], [0; 2]);
            for side in 0..2 {
                let rows = std::array::from_fn(|place| {
                    std::array::from_fn(|choice| weights[side * 400 + place * 16 + choice])
                });
                for (place, row) in rows.iter().enumerate() {
                    let choice = (0..4).map(|zone| (zones[side][zone] >> bit(place) & 1) << zone).sum::<u64>();
                    plain[side] += i32::from(row[choice as usize]);
                }
                lookups.push(Lookup::new(&rows));
                prop_assert_eq!(lookups[side].sum(zones[side]), plain[side]);
            }
            let difference = |simd| {
                Lookup::difference((&lookups[0], zones[0]), (&lookups[1], zones[1]), simd)
            };
            prop_assert_eq!(difference(Simd { avx2: false }), plain[0] - plain[1]);
            prop_assert_eq!(difference(Simd::detected()), plain[0] - plain[1]);
        }
    }
}
