//! The network in floating point, its slopes, and the steps (Adam: Kingma and Ba 2015).
//!
//! An activation of 1 is 127 of the file. Weights are held where the file has numbers for them, after every step, so that
//! rounding them is all that is lost.

use super::sample::SHAPE;
use crate::random::Random;
use eval::{Network, Parameters};
use std::ops::Range;

pub(super) const WIDTH: usize = 256;
pub(super) const INPUTS: usize = 2 * WIDTH;
pub(super) const HIDDEN: usize = 32;

/// An activation of 1.
const ONE: f32 = 127.0;
/// A weight of 1 of the hidden layers.
const UNIT: f32 = 64.0;
/// Half a unit of an activation, in the unit of biases: the file's layers round down, and with this to the nearest.
const HALF: f32 = 32.0;
/// What the programs divide the output by.
const FV_SCALE: f32 = 16.0;
/// Weights of the sums are held within so many times an activation of 1, so that 40 of them do not wrap.
const LARGEST_COLUMN: f32 = 2.0;
/// Slopes smaller than this are taken for noise.
const EPSILON: f32 = 1e-6;

const BIASES: usize = WIDTH;
const COLUMNS: usize = SHAPE.features() * WIDTH;

/// Where things stand. The weights of the layers are kept by input: 32 outputs each.
pub(super) struct Places;

impl Places {
    pub(super) const BIASES: Range<usize> = 0..BIASES;
    pub(super) const COLUMNS: Range<usize> = BIASES..BIASES + COLUMNS;
    pub(super) const FIRST_BIASES: Range<usize> = after(&Self::COLUMNS, HIDDEN);
    pub(super) const FIRST: Range<usize> = after(&Self::FIRST_BIASES, INPUTS * HIDDEN);
    pub(super) const SECOND_BIASES: Range<usize> = after(&Self::FIRST, HIDDEN);
    pub(super) const SECOND: Range<usize> = after(&Self::SECOND_BIASES, HIDDEN * HIDDEN);
    pub(super) const LAST_BIAS: Range<usize> = after(&Self::SECOND, 1);
    pub(super) const LAST: Range<usize> = after(&Self::LAST_BIAS, HIDDEN);
    pub(super) const COUNT: usize = Self::LAST.end;
}

const fn after(before: &Range<usize>, count: usize) -> Range<usize> {
    before.end..before.end + count
}

/// How large a step is, and what it remembers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) rate: f32,
    pub(super) beta1: f32,
    pub(super) beta2: f32,
}

/// The numbers, and the running means of their slopes and of the squares of these.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Numbers {
    pub(super) values: Vec<f32>,
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: u64,
}

impl Numbers {
    fn with(values: Vec<f32>) -> Self {
        let zero = vec![0.0; values.len()];
        Self { values, means: zero.clone(), squares: zero, steps: 0 }
    }

    /// Small random numbers, with activations around the middle of their range.
    pub(super) fn random(seed: u64) -> Self {
        let mut random = Random::new(seed, 0x6e6e_7565);
        // Nearly normal, of variance 1: twelve uniform numbers less their mean.
        let mut normal = || {
            let sum: f64 = (0..12).map(|_| (random.next() >> 11) as f64 / (1_u64 << 53) as f64).sum();
            (sum - 6.0) as f32
        };
        let mut values = vec![0.0; Places::COUNT];
        values[Places::BIASES].fill(0.5);
        let spread = 0.1 / 40_f32.sqrt();
        values[Places::COLUMNS].iter_mut().for_each(|value| *value = spread * normal());
        for (biases, weights, inputs) in
            [(Places::FIRST_BIASES, Places::FIRST, INPUTS), (Places::SECOND_BIASES, Places::SECOND, HIDDEN)]
        {
            let spread = 1.0 / (inputs as f32).sqrt();
            let mut sums = [0.0; HIDDEN];
            for row in values[weights].chunks_exact_mut(HIDDEN) {
                for (weight, sum) in row.iter_mut().zip(&mut sums) {
                    *weight = spread * normal();
                    *sum += *weight;
                }
            }
            for (bias, sum) in values[biases].iter_mut().zip(sums) {
                *bias = 0.5 - 0.5 * sum;
            }
        }
        Self::with(values)
    }

    /// The numbers of a network whose output, divided by the usual 16, is in units of which `scale` make an odds of e.
    pub(super) fn of(network: &Network, scale: f64) -> Self {
        let parameters = network.parameters();
        let mut values = Vec::with_capacity(Places::COUNT);
        values.extend(parameters.biases.iter().map(|&value| f32::from(value) / ONE));
        values.extend(parameters.columns.iter().map(|&value| f32::from(value) / ONE));
        let [first, second, last] = &parameters.layers;
        for (biases, weights) in [first, second] {
            values.extend(biases.iter().map(|&value| (value as f32 - HALF) / (ONE * UNIT)));
            let inputs = weights.len() / HIDDEN;
            let by_input =
                (0..inputs * HIDDEN).map(|place| weights[place % HIDDEN * inputs + place / HIDDEN]);
            values.extend(by_input.map(|value| f32::from(value) / UNIT));
        }
        let output = output_unit(scale);
        values.push(last.0[0] as f32 / output);
        values.extend(last.1.iter().map(|&value| f32::from(value) * ONE / output));
        Self::with(values)
    }

    /// The network with these numbers, rounded.
    pub(super) fn network(&self, scale: f64) -> Network {
        let round = |place: Range<usize>, unit: f32| {
            self.values[place].iter().map(move |value| (value * unit).round())
        };
        let output = output_unit(scale);
        let bytes = |values: Vec<f32>| -> Vec<i8> { values.into_iter().map(|value| value as i8).collect() };
        let layer = |biases, weights: Range<usize>| {
            let inputs = weights.len() / HIDDEN;
            let by_input: Vec<f32> = round(weights, UNIT).collect();
            let by_output = (0..inputs * HIDDEN)
                .map(|place| by_input[place % inputs * HIDDEN + place / inputs])
                .collect();
            (round(biases, ONE * UNIT).map(|value| (value + HALF) as i32).collect(), bytes(by_output))
        };
        let parameters = Parameters {
            biases: round(Places::BIASES, ONE).map(|value| value as i16).collect(),
            columns: round(Places::COLUMNS, ONE).map(|value| value as i16).collect(),
            layers: [
                layer(Places::FIRST_BIASES, Places::FIRST),
                layer(Places::SECOND_BIASES, Places::SECOND),
                (
                    round(Places::LAST_BIAS, output).map(|value| value as i32).collect(),
                    bytes(round(Places::LAST, output / ONE).collect()),
                ),
            ],
        };
        Network::from_parameters(SHAPE, &parameters)
            .unwrap_or_else(|| unreachable!("the places are those of the shape"))
    }

    /// A step against the slopes.
    pub(super) fn step(&mut self, slopes: &[f32], step: Step, scale: f64) {
        self.steps += 1;
        let fresh = |beta: f32| 1.0 - f64::from(beta).powf(self.steps as f64);
        // The means begin at 0, and are too small by this.
        let rate = (f64::from(step.rate) * fresh(step.beta2).sqrt() / fresh(step.beta1)) as f32;
        let moved = self.values.iter_mut().zip(&mut self.means).zip(&mut self.squares).zip(slopes);
        for (((value, mean), square), &slope) in moved {
            *mean += (1.0 - step.beta1) * (slope - *mean);
            *square += (1.0 - step.beta2) * (slope * slope - *square);
            *value -= rate * *mean / (square.sqrt() + EPSILON);
        }
        let mut hold = |places: Range<usize>, most: f32| {
            self.values[places].iter_mut().for_each(|value| *value = value.clamp(-most, most));
        };
        hold(Places::COLUMNS, LARGEST_COLUMN);
        hold(Places::FIRST, ONE / UNIT);
        hold(Places::SECOND, ONE / UNIT);
        hold(Places::LAST, ONE * ONE / output_unit(scale));
    }
}

/// An output of 1, which is an odds of e, in the file.
fn output_unit(scale: f64) -> f32 {
    scale as f32 * FV_SCALE
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Shape;

    #[test]
    fn a_network_becomes_numbers_and_the_same_network_again() {
        let network = Network::random(Shape::KingPiece, 11);
        assert!(Numbers::of(&network, 600.0).network(600.0) == network);
    }

    #[test]
    fn a_seed_fixes_the_beginning() {
        assert_eq!(Numbers::random(3), Numbers::random(3));
        assert_ne!(Numbers::random(3), Numbers::random(4));
    }
}
