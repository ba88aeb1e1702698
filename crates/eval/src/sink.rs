//! What takes the features of a position.

use crate::Coefficients;

/// Takes features as they are found: a row of coefficients, or the sum of their weights.
pub(crate) trait Sink {
    /// Feature `index` occurs `count` times (negative: the opponent's).
    fn add(&mut self, index: usize, count: i16);
}

impl Sink for Coefficients {
    #[inline]
    fn add(&mut self, index: usize, count: i16) {
        Self::add(self, index, count);
    }
}

/// The sum of the weights of features, all of one scale.
pub(crate) struct Sum<'a> {
    pub(crate) weights: &'a [i16],
    pub(crate) sum: i32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, index: usize, count: i16) {
        self.sum += i32::from(self.weights[index]) * i32::from(count);
    }
}
