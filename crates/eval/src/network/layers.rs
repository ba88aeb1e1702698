//! The layers behind the sums: 512 to 32 to 32 to 1, weights of 8 bits, sums of 32.
//!
//! Between two layers stands a clipped `ReLU`: a sum is divided by 64, rounded down, and held within 0 to 127; the 256 sums of
//! a side are only held so. Sums of 32 bits wrap where biases are so large that they can; no published network comes near.

#[cfg(target_arch = "x86_64")]
mod avx2;

use super::row::{Row, Simd, WIDTH};

/// What goes into the first layer.
pub(super) const INPUTS: usize = 2 * WIDTH;
/// What comes out of the first and of the second.
pub(super) const HIDDEN: usize = 32;
/// Weights of the first and second layer are kept in blocks: for four inputs, the weights of all outputs.
const BLOCK: usize = 4 * HIDDEN;
/// A layer's sums are divided by two to this.
const SHIFT: u32 = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
struct Block([i8; BLOCK]);

/// A layer with 32 outputs.
#[derive(Clone, PartialEq, Eq)]
struct Dense {
    biases: [i32; HIDDEN],
    blocks: Box<[Block]>,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) struct Layers {
    first: Dense,
    second: Dense,
    last_bias: i32,
    last: [i8; HIDDEN],
}

impl Dense {
    /// Weights by output and input, as files have them.
    fn new(biases: [i32; HIDDEN], weights: &[i8]) -> Self {
        let inputs = weights.len() / HIDDEN;
        let block =
            |at: usize| Block(std::array::from_fn(|place| weights[place / 4 * inputs + 4 * at + place % 4]));
        Self { biases, blocks: (0..inputs / 4).map(block).collect() }
    }

    fn weights(&self) -> Vec<i8> {
        let inputs = 4 * self.blocks.len();
        (0..HIDDEN * inputs)
            .map(|place| (place / inputs, place % inputs))
            .map(|(output, input)| self.blocks[input / 4].0[4 * output + input % 4])
            .collect()
    }

    fn sums(&self, inputs: &[u8]) -> [i32; HIDDEN] {
        let mut sums = self.biases;
        for (block, inputs) in self.blocks.iter().zip(inputs.chunks_exact(4)) {
            for (sum, weights) in sums.iter_mut().zip(block.0.chunks_exact(4)) {
                let products = weights.iter().zip(inputs).map(|(&w, &x)| i32::from(w) * i32::from(x));
                *sum = sum.wrapping_add(products.sum());
            }
        }
        sums
    }
}

fn clipped(sums: [i32; HIDDEN]) -> [u8; HIDDEN] {
    sums.map(|sum| (sum >> SHIFT).clamp(0, 127) as u8)
}

impl Layers {
    /// Biases and weights of each layer; weights by output and input.
    pub(super) fn new(
        first: ([i32; HIDDEN], &[i8]),
        second: ([i32; HIDDEN], &[i8]),
        last: (i32, &[i8]),
    ) -> Self {
        Self {
            first: Dense::new(first.0, first.1),
            second: Dense::new(second.0, second.1),
            last_bias: last.0,
            last: std::array::from_fn(|index| last.1[index]),
        }
    }

    /// Biases and weights of each layer, as files have them.
    pub(super) fn parts(&self) -> [(&[i32], Vec<i8>); 3] {
        let last = std::slice::from_ref(&self.last_bias);
        [
            (&self.first.biases, self.first.weights()),
            (&self.second.biases, self.second.weights()),
            (last, self.last.to_vec()),
        ]
    }

    /// What the last layer puts out for the sums of the side to move and of the other.
    #[inline]
    pub(super) fn output(&self, own: &Row, other: &Row, simd: Simd) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if simd.avx2() {
            // SAFETY: a `Simd` says that there is AVX2 only if it was detected.
            return unsafe { avx2::output(self, own, other) };
        }
        let _ = simd;
        self.output_plain(own, other)
    }

    fn output_plain(&self, own: &Row, other: &Row) -> i32 {
        let mut inputs = [0; INPUTS];
        for (input, &sum) in inputs.iter_mut().zip(own.0.iter().chain(&other.0)) {
            *input = sum.clamp(0, 127) as u8;
        }
        let hidden = clipped(self.second.sums(&clipped(self.first.sums(&inputs))));
        self.last_output(&hidden)
    }

    #[inline]
    fn last_output(&self, hidden: &[u8; HIDDEN]) -> i32 {
        let products = self.last.iter().zip(hidden).map(|(&w, &x)| i32::from(w) * i32::from(x));
        self.last_bias.wrapping_add(products.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::random::Numbers;
    use crate::{Network, Shape};

    #[test]
    fn the_order_of_the_file_comes_back() {
        let weights: Vec<i8> = (0..HIDDEN * INPUTS).map(|index| (index * 7 / 3) as i8).collect();
        assert_eq!(Dense::new([0; HIDDEN], &weights).weights(), weights);
    }

    /// Ordinary weights, weights of any size, and sums of which many or most are not positive.
    #[test]
    fn both_ways_put_out_alike() {
        let mut numbers = Numbers::new(3);
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let networks =
                [Network::random(Shape::KingPiece, seed), Network::random_extreme(Shape::KingPiece, seed)];
            for round in 0..20 {
                let mut row = |shift: u32, less: i16| {
                    Row(std::array::from_fn(|_| (numbers.next() as i16 >> shift).saturating_sub(less)))
                };
                let own = row(round as u32 % 10, 0);
                let other = row(6, [0, 100, 600][round % 3]);
                for network in &networks {
                    let plain = network.layers.output(&own, &other, Simd::NONE);
                    assert_eq!(plain, network.layers.output(&own, &other, Simd::detected()), "round {round}");
                    seen.insert(plain);
                }
            }
        }
        assert!(seen.len() > 400, "{} outputs only", seen.len());
    }
}
