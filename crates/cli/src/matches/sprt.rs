//! When to stop: a sequential probability ratio test on pairs of games.
//!
//! H0: the difference is `elo0`; H1: it is `elo1`. After each pair the log-likelihood ratio (LLR) of the two is
//! compared with the bounds of A. Wald, "Sequential Tests of Statistical Hypotheses" (1945). Neither hypothesis says how
//! the pairs are distributed, only their mean, so each is represented by its most likely distribution (generalised
//! SPRT): M. Van den Bergh, "Maximum likelihood estimation of a multinomial distribution with a given expectation"
//! (<http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf>), Proposition 1.1.

#[cfg(test)]
use super::elo::moments;
use super::elo::{Pairs, SCORES, score_of_elo};
use serde::{Deserialize, Serialize};

/// The hypotheses and the rates of wrong answers that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sprt {
    /// Elo difference under H0.
    pub(crate) elo0: f64,
    /// Elo difference under H1.
    pub(crate) elo1: f64,
    /// Rate of H1 accepted where H0 holds.
    pub(crate) alpha: f64,
    /// Rate of H0 accepted where H1 holds.
    pub(crate) beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Verdict {
    /// Not decided.
    #[serde(rename = "continue")]
    Continue,
    /// The lower bound was crossed.
    H0,
    /// The upper bound was crossed.
    H1,
}

/// Pairs added to each empty class, so that one missing class does not make the other results impossible.
const PRIOR: f64 = 1e-3;

/// The most likely distribution with mean `mean`, given `observed` (which sums to 1): p = q / (1 + θ (s − mean)).
fn most_likely(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    let slope = |theta: f64| -> f64 {
        let terms = observed.iter().zip(SCORES).map(|(q, s)| q * (s - mean) / (1.0 + theta * (s - mean)));
        terms.sum()
    };
    // The sum falls strictly in θ, from +∞ to −∞ between the poles.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|i| observed[i] / (1.0 + theta * (SCORES[i] - mean)))
}

impl Sprt {
    /// Log-likelihood ratio of H1 against H0.
    pub(crate) fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|n| (n as f64).max(PRIOR));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|n| n / total);
        let zero = most_likely(&observed, score_of_elo(self.elo0));
        let one = most_likely(&observed, score_of_elo(self.elo1));
        counts.iter().zip(zero.iter().zip(one)).map(|(n, (p0, p1))| n * (p1 / p0).ln()).sum()
    }

    /// The bounds: H0 is accepted at or below the first, H1 at or above the second.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub(crate) fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= low => Verdict::H0,
            llr if llr >= high => Verdict::H1,
            _ => Verdict::Continue,
        }
    }

    /// The usual approximation of [`Sprt::llr`], from mean and variance alone: what tests hold it against.
    /// Source: M. Van den Bergh, "A practical introduction to the GSPRT", (2.1).
    #[cfg(test)]
    fn llr_by_moments(&self, pairs: &Pairs) -> f64 {
        let (mean, variance) = moments(&pairs.0.map(|n| n as f64));
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_by_hand() {
        let (low, high) = TEST.bounds();
        assert!((high - 19.0_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
        assert!((high - 2.944_439).abs() < 1e-6);
        let (low, high) = Sprt { alpha: 0.01, beta: 0.1, ..TEST }.bounds();
        assert!((low - (0.1_f64 / 0.99).ln()).abs() < 1e-12 && (high - 90.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn two_classes_by_hand() {
        // Pairs of 2 and of 0 points only: the distribution with mean s is (1 - s, s), so
        // LLR = 30 ln(s1 / s0) + 20 ln((1 - s1) / (1 - s0)), s0 = 1/2 and s1 = 10/11 at 0 and 400 Elo:
        // 30 ln(20/11) + 20 ln(2/11) = 17.9351 - 34.0950 = -16.1599.
        let sprt = Sprt { elo0: 0.0, elo1: 400.0, ..TEST };
        let llr = sprt.llr(&Pairs([20, 0, 0, 0, 30]));
        let by_hand = 30.0 * (20.0_f64 / 11.0).ln() + 20.0 * (2.0_f64 / 11.0).ln();
        assert!((by_hand + 16.1599).abs() < 1e-3, "{by_hand}");
        // The classes without a pair carry the prior.
        assert!((llr - by_hand).abs() < 0.02, "{llr} {by_hand}");
    }

    #[test]
    fn the_constraint_holds() {
        let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.3, 0.5, 0.62] {
            let p = most_likely(&observed, mean);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{p:?}");
            assert!((moments(&p).0 - mean).abs() < 1e-9, "{p:?}");
        }
        let same = most_likely(&observed, 0.5);
        assert!(same.iter().zip(observed).all(|(a, b)| (a - b).abs() < 1e-9));
    }

    #[test]
    fn many_pairs_agree_with_the_approximation_and_decide() {
        let strong = Pairs([200, 900, 2000, 1000, 300]);
        let (exact, rough) = (TEST.llr(&strong), TEST.llr_by_moments(&strong));
        assert!((exact - rough).abs() < 0.05, "{exact} {rough}");
        assert_eq!(TEST.verdict(&strong), Verdict::H1);
        assert_eq!(TEST.verdict(&Pairs([300, 1000, 2000, 900, 200])), Verdict::H0);
        assert_eq!(TEST.verdict(&Pairs([1, 2, 4, 2, 1])), Verdict::Continue);
        assert!(TEST.llr(&Pairs([0; 5])).abs() < 1e-12);
        // The middle of the two hypotheses favours neither.
        let symmetric = Sprt { elo0: -5.0, elo1: 5.0, ..TEST };
        assert!(symmetric.llr(&Pairs([100, 200, 400, 200, 100])).abs() < 1e-6);
    }
}
