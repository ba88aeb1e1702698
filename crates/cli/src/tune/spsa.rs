//! Simultaneous perturbation: all parameters are moved at once, each up or down by chance, and the result of a pair of
//! games between the two sides moves all of them a little towards the side that won.
//!
//! J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation" (IEEE
//! Transactions on Automatic Control 37, 1992); gains as in his "Implementation of the simultaneous perturbation algorithm
//! for stochastic optimization" (1998), III.B.

use game::random::{Random, mix};
use serde::{Deserialize, Serialize};

/// Exponents of the gains (Spall 1998).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of the iterations by which the first steps are held back.
const STABILITY: f64 = 0.1;
/// The part of its range by which a parameter is moved in the last iteration.
const LAST_PERTURBATION: f64 = 0.05;

/// A parameter: its name, where it begins, and within what it stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) start: i64,
    pub(crate) range: (i64, i64),
}

impl Parameter {
    /// By how much it is moved in the last iteration; whole numbers nearer than this can hardly be told apart.
    fn perturbation(&self) -> f64 {
        ((self.range.1 - self.range.0) as f64 * LAST_PERTURBATION).max(0.5)
    }
}

/// How the steps go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Schedule {
    pub(crate) iterations: usize,
    /// The last step for a won game, as a part of the last perturbation.
    pub(crate) rate: f64,
    pub(crate) seed: u64,
}

/// The state: where the parameters are.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    parameters: Vec<Parameter>,
    schedule: Schedule,
    values: Vec<f64>,
}

impl Spsa {
    pub(crate) fn new(parameters: Vec<Parameter>, schedule: Schedule) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start as f64).collect();
        Self { parameters, schedule, values }
    }

    pub(crate) fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// What chance decides in an iteration: which way each parameter goes, and a number from 0 to 1 for rounding.
    fn chances(&self, iteration: usize) -> impl Iterator<Item = (f64, f64)> + use<> {
        let mut random = Random::new(mix(self.schedule.seed) ^ mix(iteration as u64));
        let count = self.parameters.len();
        (0..count).map(move |_| {
            let way = if random.word() & 1 == 0 { 1.0 } else { -1.0 };
            (way, (random.word() >> 11) as f64 / (1_u64 << 53) as f64)
        })
    }

    /// How much larger the perturbation is than in the last iteration.
    fn perturbation_gain(&self, iteration: usize) -> f64 {
        (self.schedule.iterations as f64 / (iteration + 1) as f64).powf(GAMMA)
    }

    /// How much larger the step is than in the last iteration.
    fn step_gain(&self, iteration: usize) -> f64 {
        let all = self.schedule.iterations as f64;
        let held = all * STABILITY;
        ((held + all) / (held + (iteration + 1) as f64)).powf(ALPHA)
    }

    /// The two sides of an iteration: values with the parameters moved one way, and the other way.
    pub(crate) fn sides(&self, iteration: usize) -> [Vec<i64>; 2] {
        let gain = self.perturbation_gain(iteration);
        let moved = |sign: f64| {
            let each = self.parameters.iter().zip(&self.values).zip(self.chances(iteration));
            each.map(|((parameter, value), (way, chance))| {
                let wanted = value + sign * way * gain * parameter.perturbation();
                // Rounded up as often as its fraction says, so that small perturbations are not lost.
                let whole = (wanted + chance).floor() as i64;
                whole.clamp(parameter.range.0, parameter.range.1)
            })
            .collect()
        };
        [moved(1.0), moved(-1.0)]
    }

    /// Takes in the result of an iteration: games won less games lost by the first side.
    pub(crate) fn learn(&mut self, iteration: usize, balance: i32) {
        // Spall's step is a_k / c_k times the result; a_k is `rate` c² at the end.
        let gain = self.schedule.rate * self.step_gain(iteration) / self.perturbation_gain(iteration);
        let chances = self.chances(iteration);
        for ((parameter, value), (way, _)) in self.parameters.iter().zip(&mut self.values).zip(chances) {
            let step = gain * parameter.perturbation() * f64::from(balance) * way;
            *value = (*value + step).clamp(parameter.range.0 as f64, parameter.range.1 as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        let one = |name: &str, start, range| Parameter { name: name.to_owned(), start, range };
        vec![one("a", 100, (0, 400)), one("b", 5, (1, 9)), one("c", -40, (-100, 100))]
    }

    fn spsa(iterations: usize) -> Spsa {
        Spsa::new(parameters(), Schedule { iterations, rate: 0.02, seed: 7 })
    }

    #[test]
    fn sides_lie_on_both_sides_and_within_the_ranges() {
        let spsa = spsa(1000);
        let (mut apart, mut sum) = (0, 0.0);
        for iteration in 0..1000 {
            let [plus, minus] = spsa.sides(iteration);
            assert_eq!((plus.clone(), minus.clone()), spsa.sides(iteration).into());
            for (index, parameter) in parameters().iter().enumerate() {
                for value in [plus[index], minus[index]] {
                    assert!((parameter.range.0..=parameter.range.1).contains(&value));
                }
            }
            apart += u32::from(plus[1] != minus[1]);
            sum += (plus[1] + minus[1]) as f64 / 2.0;
        }
        // A parameter of nine values is moved by less than one, but moved, and on the whole not shifted.
        assert!(apart > 500, "{apart}");
        assert!((sum / 1000.0 - 5.0).abs() < 0.1, "{sum}");
    }

    /// A game whose result depends on how far the values are from an optimum is won more and more often.
    #[test]
    fn it_finds_an_optimum_through_noise() {
        let iterations = 20_000;
        let mut spsa = spsa(iterations);
        let best = [250.0, 3.0, 30.0];
        let worth = |values: &[i64]| -> f64 {
            let ranges = parameters();
            let terms = values.iter().zip(best).zip(&ranges).map(|((&value, best), parameter)| {
                let part = (value as f64 - best) / (parameter.range.1 - parameter.range.0) as f64;
                -part * part
            });
            terms.sum()
        };
        let mut random = Random::new(3);
        for iteration in 0..iterations {
            let sides = spsa.sides(iteration);
            let lead = worth(&sides[0]) - worth(&sides[1]);
            let balance: i32 = (0..2)
                .map(|_| {
                    let chance = (random.word() >> 11) as f64 / (1_u64 << 53) as f64;
                    if chance < 1.0 / (1.0 + (-4.0 * lead).exp()) { 1 } else { -1 }
                })
                .sum();
            spsa.learn(iteration, balance);
        }
        let found = spsa.values();
        assert!((found[0] - 250.0).abs() < 60.0 && (found[2] - 30.0).abs() < 30.0, "{found:?}");
    }

    #[test]
    fn a_draw_teaches_nothing() {
        let mut spsa = spsa(10);
        spsa.learn(3, 0);
        assert_eq!(spsa.values(), [100.0, 5.0, -40.0]);
        spsa.learn(3, 2);
        let after = spsa.values().to_vec();
        assert!(after.iter().zip([100.0, 5.0, -40.0]).all(|(now, before)| (now - before).abs() > 1e-6));
        spsa.learn(3, -2);
        assert!(spsa.values().iter().zip([100.0, 5.0, -40.0]).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
