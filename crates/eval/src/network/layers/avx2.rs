//! The layers with AVX2: 32 outputs at once, four inputs at a time, inputs that are all 0 left out.

use super::{Block, Dense, HIDDEN, INPUTS, Layers, SHIFT};
use crate::network::row::{Row, WIDTH};
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi8, _mm256_movemask_ps, _mm256_packs_epi16,
    _mm256_packs_epi32, _mm256_permute4x64_epi64, _mm256_permutevar8x32_epi32, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setzero_si256, _mm256_srai_epi32, _mm256_storeu_si256,
};

type Sums = [__m256i; HIDDEN / 8];

#[inline]
#[target_feature(enable = "avx2")]
fn load<T>(from: &[T], at: usize) -> __m256i {
    let bytes = &from[at..at + 32 / size_of::<T>()];
    // SAFETY: the slice is 32 bytes of integers, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(to: &mut [u8], at: usize, value: __m256i) {
    let bytes = &mut to[at..at + 32];
    // SAFETY: the slice is 32 bytes, and the store asks for no alignment.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), value) }
}

/// What the last layer puts out.
#[target_feature(enable = "avx2")]
pub(super) fn output(layers: &Layers, own: &Row, other: &Row) -> i32 {
    let mut inputs = [0; INPUTS];
    let mut filled = [0_u32; INPUTS / 128];
    for (side, row) in [own, other].into_iter().enumerate() {
        for at in (0..WIDTH).step_by(32) {
            // Packing holds a sum within -128 to 127, two halves of each 128 bits in turn.
            let packed = _mm256_packs_epi16(load(&row.0, at), load(&row.0, at + 16));
            let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            let clipped = _mm256_max_epi8(packed, _mm256_setzero_si256());
            let place = side * WIDTH + at;
            store(&mut inputs, place, clipped);
            let empty = _mm256_cmpeq_epi32(clipped, _mm256_setzero_si256());
            let empty = _mm256_movemask_ps(_mm256_castsi256_ps(empty)) as u32;
            filled[place / 128] |= (!empty & 255) << (place / 4 % 32);
        }
    }
    let mut sums = biases(&layers.first);
    for (word, &bits) in filled.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            let block = 32 * word + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            sums = add(sums, &layers.first.blocks[block], &inputs, block);
        }
    }
    let mut hidden = [0; HIDDEN];
    store(&mut hidden, 0, clipped(sums));
    let mut sums = biases(&layers.second);
    for (block, weights) in layers.second.blocks.iter().enumerate() {
        sums = add(sums, weights, &hidden, block);
    }
    store(&mut hidden, 0, clipped(sums));
    layers.last_output(&hidden)
}

#[inline]
#[target_feature(enable = "avx2")]
fn biases(layer: &Dense) -> Sums {
    std::array::from_fn(|place| load(&layer.biases, 8 * place))
}

/// Adds the products of four inputs with the weights of all outputs. Two products fit into 16 bits: an input is at most 127.
#[inline]
#[target_feature(enable = "avx2")]
fn add(sums: Sums, weights: &Block, inputs: &[u8], block: usize) -> Sums {
    let four = [inputs[4 * block], inputs[4 * block + 1], inputs[4 * block + 2], inputs[4 * block + 3]];
    let inputs = _mm256_set1_epi32(i32::from_le_bytes(four));
    let ones = _mm256_set1_epi16(1);
    std::array::from_fn(|place| {
        let pairs = _mm256_maddubs_epi16(inputs, load(&weights.0, 32 * place));
        _mm256_add_epi32(sums[place], _mm256_madd_epi16(pairs, ones))
    })
}

/// Divided by 64 and held within 0 to 127.
#[inline]
#[target_feature(enable = "avx2")]
fn clipped(sums: Sums) -> __m256i {
    let [a, b, c, d] = sums.map(|sum| _mm256_srai_epi32::<{ SHIFT as i32 }>(sum));
    let bytes = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    _mm256_max_epi8(_mm256_permutevar8x32_epi32(bytes, order), _mm256_setzero_si256())
}
