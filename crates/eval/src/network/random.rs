//! Networks with random weights, to test and to measure with.

use super::{Layers, Network, Row, Shape, file};

/// Deterministic pseudo-random numbers (splitmix64).
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// -`bound` to `bound`.
    fn within(&mut self, bound: i32) -> i32 {
        (self.next() % (2 * bound as u64 + 1)) as i32 - bound
    }
}

impl Network {
    /// A network whose weights are drawn from small ranges: about half of what its layers put out is neither 0 nor at its
    /// limit, and evaluations differ by hundreds. The same `seed` always gives the same network.
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut numbers = Numbers::new(seed);
        let mut row = |bound| Row(std::array::from_fn(|_| numbers.within(bound) as i16));
        let biases = row(80);
        let columns = (0..shape.features()).map(|_| row(25)).collect();
        let mut bytes =
            |count: usize, bound| -> Vec<i8> { (0..count).map(|_| numbers.within(bound) as i8).collect() };
        let (first, second, last) = (bytes(32 * 512, 9), bytes(32 * 32, 30), bytes(32, 100));
        let mut biases_of = |bound| std::array::from_fn(|_| numbers.within(bound));
        let layers =
            Layers::new((biases_of(3000), &first), (biases_of(3000), &second), (numbers.within(3000), &last));
        Self { shape, text: file::text(shape).into_bytes(), biases, columns, layers }
    }

    /// A network whose every weight is any number of its width, so that sums wrap around.
    pub fn random_extreme(shape: Shape, seed: u64) -> Self {
        let mut numbers = Numbers::new(seed);
        let mut row = || Row(std::array::from_fn(|_| numbers.next() as i16));
        let biases = row();
        let columns = (0..shape.features()).map(|_| row()).collect();
        let mut bytes = |count: usize| -> Vec<i8> { (0..count).map(|_| numbers.next() as i8).collect() };
        let (first, second, last) = (bytes(32 * 512), bytes(32 * 32), bytes(32));
        let mut any = || numbers.next() as i32;
        let layers = Layers::new(
            (std::array::from_fn(|_| any()), &first),
            (std::array::from_fn(|_| any()), &second),
            (any(), &last),
        );
        Self { shape, text: file::text(shape).into_bytes(), biases, columns, layers }
    }
}
