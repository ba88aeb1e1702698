//! Strength from results: Elo difference with its error, from pairs of games.
//!
//! Two games with one opening and swapped colours are not independent, the opening favours the same colour in both. So
//! a pair is the unit: its score is 0, ½, 1, 1½ or 2 points, and counting the pairs by score (the pentanomial) gives a
//! mean and a variance that the opening's bias cannot inflate. Sources: "Fishtest Mathematics" in the documentation of
//! Stockfish, on the pentanomial model; A. E. Elo, "The Rating of Chessplayers, Past and Present" (1978), on the curve.

use serde::{Deserialize, Serialize};

/// Finished pairs by A's points: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pairs(pub(crate) [u64; 5]);

/// Quantile of the normal distribution for a two-sided interval of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// An Elo difference with the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Elo {
    pub(crate) difference: f64,
    /// `None` where the pairs are too few to tell their spread, or do not differ.
    pub(crate) error: Option<f64>,
}

/// Elo difference of a mean score strictly between 0 and 1.
pub(crate) fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// Mean score of an Elo difference.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Pairs {
    /// Adds a pair by A's half points in it, 0 to 4.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a game, 0 to 1.
    pub(crate) fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| moments(&self.0.map(|n| n as f64)).0)
    }

    /// Standard error of the mean score; needs two pairs that differ.
    pub(crate) fn standard_error(&self) -> Option<f64> {
        let count = self.count() as f64;
        let (_, variance) = moments(&self.0.map(|n| n as f64));
        // The variance of a sample, not of a whole population: n - 1.
        (count >= 2.0 && variance > 0.0).then(|| (variance / (count - 1.0)).sqrt())
    }

    /// The Elo difference, and half the width of its 95 % interval to first order: the error of the mean times the slope of
    /// the logistic curve there, 400 / (ln 10 · s (1 − s)). `None` where the difference is unknown or infinite.
    pub(crate) fn elo(&self) -> Option<Elo> {
        let mean = self.mean()?;
        let difference = elo_of_score(mean)?;
        let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
        Some(Elo { difference, error: self.standard_error().map(|error| Z95 * error * slope) })
    }

    /// Probability that A is the stronger one, by the normal approximation.
    pub(crate) fn superiority(&self) -> Option<f64> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        Some(normal_cdf((mean - 0.5) / error))
    }
}

/// The score of each class of pairs, per game.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Mean and variance of the pair scores under these weights.
pub(crate) fn moments(weights: &[f64; 5]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let each = || weights.iter().zip(SCORES);
    let mean = each().map(|(w, s)| w * s).sum::<f64>() / total;
    let variance = each().map(|(w, s)| w * (s - mean) * (s - mean)).sum::<f64>() / total;
    (mean, variance)
}

/// Standard normal distribution function, absolute error below 1.5e-7.
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26.
fn normal_cdf(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let polynomial = series.iter().rev().fold(0.0, |sum, &a| (sum + a) * t);
    let half_tail = 0.5 * polynomial * (-z * z).exp();
    if x < 0.0 { half_tail } else { 1.0 - half_tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() < tolerance, "{a} and {b}");
    }

    #[test]
    fn the_logistic_curve() {
        // 3 points of 4: 400 log10(3) = 190.848.
        close(elo_of_score(0.75).unwrap(), 190.848_5, 1e-3);
        close(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-300.0, -5.0, 0.0, 12.5] {
            close(elo_of_score(score_of_elo(elo)).unwrap(), elo, 1e-9);
        }
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (None, None));
    }

    #[test]
    fn ten_pairs_by_hand() {
        // Squares around ½: two pairs at ½ off, four at ¼ off: 2·0.25 + 4·0.0625 = 0.75. Divided by 9 and by 10 pairs:
        // 0.008333, root 0.091287. Slope at ½: 1600 / ln 10 = 694.871. Error: 1.959964 · 0.091287 · 694.871 = 124.327.
        let pairs = Pairs([1, 2, 4, 2, 1]);
        close(pairs.mean().unwrap(), 0.5, 1e-12);
        close(pairs.standard_error().unwrap(), (0.75_f64 / 9.0 / 10.0).sqrt(), 1e-12);
        let elo = pairs.elo().unwrap();
        close(elo.difference, 0.0, 1e-9);
        close(elo.error.unwrap(), 124.327, 0.01);
        close(pairs.superiority().unwrap(), 0.5, 1e-7);
    }

    #[test]
    fn a_biased_opening_adds_no_error() {
        // Every pair one win each: as games, 10 wins and 10 losses; as pairs, no spread worth the name.
        let mut split = Pairs([0, 0, 10, 0, 0]);
        assert_eq!(split.elo().unwrap().error, None, "no spread at all is no estimate of it");
        split.add(3);
        split.add(1);
        let independent = (0.25_f64 / 24.0).sqrt();
        assert!(split.standard_error().unwrap() < independent / 2.0);
    }

    #[test]
    fn what_is_unknown_is_not_a_number() {
        assert_eq!(Pairs([0; 5]).mean(), None);
        assert_eq!(Pairs([0, 0, 0, 0, 7]).elo(), None);
        let one = Pairs([0, 1, 0, 0, 0]).elo().unwrap();
        close(one.difference, -190.848_5, 1e-3);
        assert_eq!(one.error, None);
    }

    #[test]
    fn the_normal_distribution() {
        for (x, p) in [(0.0, 0.5), (1.959_964, 0.975), (-1.0, 0.158_655_3), (3.0, 0.998_650_1)] {
            close(normal_cdf(x), p, 2e-7);
        }
    }
}
