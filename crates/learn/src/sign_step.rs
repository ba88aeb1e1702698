//! Steps by the sign of the slope, under a constraint on the piece values and with a penalty on the rest.

use crate::adaptive::constrained;
use crate::objective::{SLOPE_ONE, WIDTH};
use crate::slides::{Constraint, Penalty, Slides};
use eval::{FRACTION, Layout, Weights};

/// The updates of `Constraint::Dealt`, for the thirteen piece values by descending slope. They sum to 0.
const DEAL: [i32; 13] = [-2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2];
/// The step is halved so often within the steps of a pass.
const LEVELS: u32 = 4;
/// And once more every so many passes.
const PASSES: u32 = 2;

/// Sums over the rows of a pass.
#[derive(Clone, Debug)]
pub(crate) struct Slopes {
    /// `Σ slope · coefficient` by weight.
    pub(crate) sums: Vec<i64>,
    /// `A_l`, the sum of the magnitudes of the same products.
    pub(crate) sizes: Vec<i64>,
}

impl Slopes {
    pub(crate) fn new(count: usize) -> Self {
        Self { sums: vec![0; count], sizes: vec![0; count] }
    }

    #[inline]
    pub(crate) fn add(&mut self, row: &[(u32, i16)], slope: i64) {
        for &(index, count) in row {
            let part = slope * i64::from(count);
            self.sums[index as usize] += part;
            self.sizes[index as usize] += part.abs();
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, part)| *sum += part);
        self.sizes.iter_mut().zip(&other.sizes).for_each(|(sum, part)| *sum += part);
    }
}

/// How far a weight moves in a step, in 1/32 of a unit of evaluation: coarse first, finer within a pass and from pass to pass.
pub(crate) fn width(settings: &Slides, pass: u32, step: u32) -> i32 {
    let level = step * LEVELS / settings.steps.max(1);
    (settings.step >> (level + pass / PASSES).min(30)).max(1)
}

/// What the penalty multiplies the square of each weight with, or nothing where there is none.
struct Pull<'a> {
    penalty: Penalty,
    weight: f64,
    sizes: &'a [i64],
    mean: f64,
}

impl<'a> Pull<'a> {
    fn new(settings: &Slides, sizes: &'a [i64]) -> Self {
        let used = sizes.iter().filter(|&&size| size > 0).count().max(1);
        let sum: f64 = sizes.iter().map(|&size| size as f64).sum();
        Self { penalty: settings.penalty, weight: settings.weight, sizes, mean: sum / used as f64 }
    }

    fn of(&self, index: usize) -> f64 {
        match self.penalty {
            Penalty::None => 0.0,
            Penalty::Uniform => self.weight * self.mean,
            Penalty::Weighted => self.weight * self.sizes[index] as f64,
        }
    }
}

/// The penalty `w Σ A_l v_l²` in the unit of `J`; the piece values have none, the constraint is theirs.
pub(crate) fn penalty(weights: &Weights, settings: &Slides, sizes: &[i64]) -> f64 {
    let pull = Pull::new(settings, sizes);
    let mut sum = 0.0;
    for family in weights.set().layout().families().iter().filter(|family| family.name != "material") {
        let unit = f64::from(family.scale) / f64::from(FRACTION);
        for index in family.range() {
            let value = f64::from(weights.values()[index]) * unit;
            sum += pull.of(index) * value * value;
        }
    }
    sum / SLOPE_ONE as f64 / WIDTH
}

/// Moves every weight against the sign of its slope by `width`; gives back how many had to be kept within their range.
pub(crate) fn step(weights: &mut Weights, slopes: &Slopes, settings: &Slides, width: i32) -> u64 {
    let layout = weights.set().layout();
    let pull = Pull::new(settings, &slopes.sizes);
    let mut saturated = 0;
    let mut movement = |weights: &mut Weights, index: usize, by: i32| {
        let moved = i32::from(weights.values()[index]) + by;
        let held = moved.clamp(-32_767, 32_767);
        saturated += u64::from(held != moved);
        weights.values_mut()[index] = held as i16;
    };
    for family in layout.families() {
        let unit = f64::from(family.scale) / f64::from(FRACTION);
        let by = (width / family.scale).max(1);
        if family.name == "material" && family.len() == 13 {
            for (index, sign) in material(layout, &slopes.sums, settings.constraint) {
                movement(weights, index, sign * by);
            }
            continue;
        }
        for index in family.range() {
            let value = f64::from(weights.values()[index]) * unit;
            let slope = slopes.sums[index] as f64 + 2.0 * pull.of(index) * value;
            // A weight within reach of 0 that only the penalty moves would jump back and forth.
            if slopes.sums[index] == 0 && value.abs() < f64::from(by) * unit {
                continue;
            }
            if slope != 0.0 {
                movement(weights, index, if slope > 0.0 { -by } else { by });
            }
        }
    }
    saturated
}

/// For each of the thirteen piece values by how many steps it moves.
fn material(layout: &Layout, sums: &[i64], constraint: Constraint) -> Vec<(usize, i32)> {
    let Some(all) = layout.family("material").map(eval::Family::range) else { return Vec::new() };
    match constraint {
        Constraint::Dealt => {
            let mut order: Vec<_> = all.collect();
            order.sort_by_key(|&index| (std::cmp::Reverse(sums[index]), index));
            order.into_iter().zip(DEAL).collect()
        }
        Constraint::Multiplier => {
            let Some(seven) = constrained(layout) else { return Vec::new() };
            // The multiplier is minus the median of the seven slopes: three values move up and three down, so that the sum
            // stays. Where slopes are equal, the earlier kind counts as the smaller.
            let mut order: Vec<_> = seven.clone().collect();
            order.sort_by_key(|&index| (std::cmp::Reverse(sums[index]), index));
            let (largest, smallest) = (sums[order[0]], sums[order[6]]);
            let inside = order.into_iter().zip([-1, -1, -1, 0, 1, 1, 1]);
            let inside = inside.filter(move |_| largest != smallest);
            let outside = all.filter(|index| !seven.contains(index));
            let outside = outside.map(|index| (index, -sums[index].signum() as i32));
            inside.chain(outside).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Set;

    const SETTINGS: Slides = Slides {
        steps: 32,
        step: 64,
        constraint: Constraint::Multiplier,
        penalty: Penalty::None,
        weight: 0.01,
        memory: 0,
    };

    fn slopes(weights: &Weights, of: impl Fn(usize) -> i64) -> Slopes {
        let sums: Vec<_> = (0..weights.values().len()).map(of).collect();
        Slopes { sizes: sums.iter().map(|sum| sum.abs()).collect(), sums }
    }

    #[test]
    fn steps_get_finer_within_a_pass_and_from_pass_to_pass() {
        let widths: Vec<_> = (0..32).step_by(8).map(|step| width(&SETTINGS, 0, step)).collect();
        assert_eq!(widths, [64, 32, 16, 8]);
        assert_eq!((width(&SETTINGS, 2, 0), width(&SETTINGS, 40, 31)), (32, 1));
    }

    #[test]
    fn the_sum_of_piece_values_stays_under_both_rules() {
        for (constraint, summed) in [(Constraint::Multiplier, 7), (Constraint::Dealt, 13)] {
            let settings = Slides { constraint, ..SETTINGS };
            let mut weights = Weights::initial(Set::Slides);
            let sum = |weights: &Weights| -> i32 {
                weights.values()[..summed].iter().map(|&value| i32::from(value)).sum()
            };
            let before = sum(&weights);
            for round in 0..50_u64 {
                let noise = |index: usize| {
                    let word = ((index as u64 + 1) * (round + 3)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    // Few values, so that equal slopes occur.
                    (word >> 61) as i64 - 4
                };
                let slopes = slopes(&weights, noise);
                step(&mut weights, &slopes, &settings, 64);
                assert_eq!(sum(&weights), before);
            }
            assert_ne!(weights, Weights::initial(Set::Slides));
        }
    }

    #[test]
    fn a_weight_without_slope_stays_and_the_penalty_holds_the_others() {
        let mut weights = Weights::zero(Set::Slides);
        let king = Set::Slides.layout().family("king-piece").unwrap().offset;
        let pulled = slopes(&weights, |index| if index == king { -SLOPE_ONE } else { 0 });
        for (penalty, end) in [(Penalty::None, 100 * 64), (Penalty::Weighted, 50 * 32)] {
            weights.values_mut()[king] = 0;
            let settings = Slides { penalty, ..SETTINGS };
            (0..100).for_each(|_| {
                step(&mut weights, &pulled, &settings, 64);
            });
            // 1 / (2 w) = 50 units.
            assert!((i32::from(weights.values()[king]) - end).abs() <= 64, "{}", weights.values()[king]);
        }
        assert_eq!(weights.values().iter().filter(|&&value| value != 0).count(), 1);
    }

    #[test]
    fn weights_saturate_and_are_counted() {
        let mut weights = Weights::zero(Set::Slides);
        let king = Set::Slides.layout().family("king-piece").unwrap().offset;
        weights.values_mut()[king] = 32_760;
        let pulled = slopes(&weights, |index| if index == king { -5 } else { 0 });
        assert_eq!(step(&mut weights, &pulled, &SETTINGS, 64), 1);
        assert_eq!(weights.values()[king], 32_767);
    }
}
