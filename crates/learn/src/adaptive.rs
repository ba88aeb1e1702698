//! The adaptive method: a step after every few thousand positions, each weight with a step size of its own.
//!
//! Weights are held as 32-bit floating-point numbers in the unit of the evaluation (a "shadow" of the integers that are
//! used), with the running means of slope and squared slope of Adam (Kingma and Ba 2015).

use crate::objective::SLOPE_ONE;
use eval::{FRACTION, Layout, Set, Weights};
use std::ops::Range;

/// The settings of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adaptive {
    /// Positions between two steps.
    pub batch: usize,
    /// Size of a step of a weight that is always pulled the same way, in units of evaluation.
    pub rate: f64,
    /// Each pass has steps of this part of those of the pass before.
    pub rate_decay: f64,
    /// Memory of the mean slope.
    pub beta1: f64,
    /// Memory of the mean squared slope.
    pub beta2: f64,
    /// Slopes below this (summed over a batch) are taken for noise: rare features move slowly.
    pub epsilon: f64,
    /// A weight that is pulled at all is drawn towards 0 by this part of itself times the rate: the more often the feature
    /// occurs, the more, which is the idea of the penalty `A_l` of the slides.
    pub shrink: f64,
    /// The part of each step's weights in the running mean that is written; 1: the last weights themselves.
    pub average: f64,
}

/// The weights as they are stepped.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shadow {
    pub(crate) weights: Vec<f32>,
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
    /// The running mean of the weights: what is written. It generalizes better than where the last steps happened to end
    /// (Polyak and Juditsky 1992).
    pub(crate) average: Vec<f32>,
    /// Steps that were made.
    pub(crate) steps: u64,
}

/// The seven piece values whose sum is fixed: the kinds that can be in hand.
pub(crate) fn constrained(layout: &Layout) -> Option<Range<usize>> {
    let material = layout.family("material")?;
    (material.len() == 13).then(|| material.offset..material.offset + 7)
}

impl Shadow {
    pub(crate) fn new(weights: &Weights) -> Self {
        let scales = weights.set().layout().scales();
        let unit = |(&weight, scale): (&i16, i32)| f32::from(weight) * scale as f32 / FRACTION as f32;
        let shadow: Vec<_> = weights.values().iter().zip(scales).map(unit).collect();
        let zeros = vec![0.0; shadow.len()];
        Self { mean: zeros.clone(), square: zeros, average: shadow.clone(), weights: shadow, steps: 0 }
    }

    /// One step against the slopes; `fixed` is what the constrained values must sum to.
    pub(crate) fn step(
        &mut self,
        slopes: &[i64],
        settings: &Adaptive,
        pass: u32,
        set: Set,
        fixed: Option<f64>,
    ) {
        self.steps += 1;
        let rate = settings.rate * settings.rate_decay.powi(pass as i32);
        let correct = |beta: f64| 1.0 - beta.powi(self.steps.min(1 << 20) as i32);
        let (first, second) = (correct(settings.beta1), correct(settings.beta2));
        let (beta1, beta2) = (settings.beta1 as f32, settings.beta2 as f32);
        let rate_first = (rate / first) as f32;
        let root_second = (1.0 / second.sqrt()) as f32;
        let (epsilon, shrink) = (settings.epsilon as f32, (rate * settings.shrink) as f32);
        let layout = set.layout();
        let material = layout.family("material").map_or(0..0, eval::Family::range);
        let one = 1.0 / SLOPE_ONE as f32;
        for (index, &sum) in slopes.iter().enumerate() {
            let slope = sum as f32 * one;
            let mean = &mut self.mean[index];
            *mean = beta1 * *mean + (1.0 - beta1) * slope;
            let square = &mut self.square[index];
            *square = beta2 * *square + (1.0 - beta2) * slope * slope;
            let weight = &mut self.weights[index];
            *weight -= rate_first * *mean / (square.sqrt() * root_second + epsilon);
            if sum != 0 && !material.contains(&index) {
                *weight -= shrink * *weight;
            }
        }
        if let (Some(range), Some(fixed)) = (constrained(layout), fixed) {
            // The multiplier of the constraint on the sum: the same amount off each of the seven.
            let sum: f64 = self.weights[range.clone()].iter().map(|&value| f64::from(value)).sum();
            let excess = ((sum - fixed) / range.len() as f64) as f32;
            self.weights[range].iter_mut().for_each(|value| *value -= excess);
        }
        // At first the plain mean of all steps so far.
        let part = settings.average.max(1.0 / (self.steps + 1) as f64) as f32;
        for (average, &weight) in self.average.iter_mut().zip(&self.weights) {
            *average += part * (weight - *average);
        }
    }

    /// The integers nearest to the weights, and how many had to be kept within their range.
    pub(crate) fn rounded(&mut self, set: Set) -> (Weights, u64) {
        rounded(&mut self.weights, set)
    }

    /// The integers nearest to the running mean.
    pub(crate) fn averaged(&mut self, set: Set) -> Weights {
        rounded(&mut self.average, set).0
    }
}

fn rounded(exact_weights: &mut [f32], set: Set) -> (Weights, u64) {
    let mut weights = Weights::zero(set);
    let mut saturated = 0;
    for family in set.layout().families() {
        let unit = FRACTION as f32 / family.scale as f32;
        for index in family.range() {
            let exact = exact_weights[index] * unit;
            let held = exact.clamp(-32_767.0, 32_767.0);
            if exact.abs() > 32_767.0 {
                saturated += 1;
                exact_weights[index] = held / unit;
            }
            weights.values_mut()[index] = held.round() as i16;
        }
    }
    (weights, saturated)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Adaptive = Adaptive {
        batch: 1,
        rate: 2.0,
        rate_decay: 0.5,
        beta1: 0.9,
        beta2: 0.99,
        epsilon: 0.01,
        shrink: 0.0,
        average: 0.02,
    };

    #[test]
    fn a_steady_pull_moves_by_the_rate_and_the_sum_stays() {
        let initial = Weights::initial(Set::Slides);
        let mut shadow = Shadow::new(&initial);
        let range = constrained(Set::Slides.layout()).unwrap();
        let sum = |shadow: &Shadow| -> f32 { shadow.weights[range.clone()].iter().sum() };
        let before = sum(&shadow);
        let free = Set::Slides.layout().family("king-piece").unwrap().offset;
        let mut slopes = vec![0; initial.values().len()];
        (slopes[0], slopes[free]) = (-5 * SLOPE_ONE, 5 * SLOPE_ONE);
        for step in 1..=10_u8 {
            shadow.step(&slopes, &SETTINGS, 0, Set::Slides, Some(f64::from(before)));
            assert!((shadow.weights[free] + 2.0 * f32::from(step)).abs() < 0.1, "{}", shadow.weights[free]);
        }
        assert!((sum(&shadow) - before).abs() < 0.1);
        assert!(shadow.weights[0] > 110.0 && shadow.weights[1] < 250.0);
        let (weights, saturated) = shadow.rounded(Set::Slides);
        assert_eq!(saturated, 0);
        assert!((i32::from(weights.values()[free]) + 640).abs() < 10);
    }

    #[test]
    fn weights_are_kept_in_their_range_and_counted() {
        let mut shadow = Shadow::new(&Weights::initial(Set::Slides));
        let last = shadow.weights.len() - 1;
        shadow.weights[last] = -1e9;
        let (weights, saturated) = shadow.rounded(Set::Slides);
        assert_eq!((weights.values()[last], saturated), (-32_767, 1));
        assert_eq!(shadow.rounded(Set::Slides).1, 0, "told once");
    }
}
