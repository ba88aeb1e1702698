//! The objective: how much a move that scores `x` more than the record's move speaks against the evaluation.
//!
//! `T(x) = 1 / (1 + exp(-x / d))` with `d` = 0.21 pawn exchanges; beyond ±1.47 pawn exchanges it is constant. The widths
//! are those of later versions of the program of the slides; a pawn exchange is twice the value of a pawn, 200.

use serde::{Deserialize, Serialize};

/// Twice the value of a pawn.
pub const PAWN_EXCHANGE: i32 = 200;
/// Half the width of the window in which `T` has a slope: 1.47 pawn exchanges.
pub const WINDOW: i32 = 294;
/// The width of `T`: 0.21 pawn exchanges.
pub const WIDTH: f64 = 42.0;
/// Values that differ by so much are chosen with odds of e to 1.
pub(crate) const CHOICE_WIDTH: f64 = 60.0;
/// Values of `T` are summed in this part of 1, as integers: sums do not depend on their order.
pub(crate) const T_ONE: i64 = 1 << 32;
/// Slopes `d · dT/dx`, at most 1/4, are summed in this part of 1.
pub(crate) const SLOPE_ONE: i64 = 1 << 16;

/// `T` and its slope at every whole difference.
#[derive(Debug)]
pub struct Objective {
    value: Vec<i64>,
    slope: Vec<i32>,
    odds: Vec<f64>,
}

impl Default for Objective {
    fn default() -> Self {
        Self::new()
    }
}

impl Objective {
    /// Computes the tables.
    pub fn new() -> Self {
        let logistic = |x: i32| 1.0 / (1.0 + (-f64::from(x) / WIDTH).exp());
        let all = -WINDOW..=WINDOW;
        Self {
            value: all.clone().map(|x| (logistic(x) * T_ONE as f64).round() as i64).collect(),
            odds: all.clone().map(|x| (f64::from(x) / CHOICE_WIDTH).exp()).collect(),
            slope: all
                .map(|x| {
                    let t = logistic(x);
                    (t * (1.0 - t) * SLOPE_ONE as f64).round() as i32
                })
                .collect(),
        }
    }

    /// `T(x)` in parts of [`T_ONE`].
    #[inline]
    pub fn value(&self, x: i32) -> i64 {
        self.value[(x.clamp(-WINDOW, WINDOW) + WINDOW) as usize]
    }

    /// The odds of a move against the record's where moves are chosen with a probability of `exp(value / c)`.
    #[inline]
    pub fn odds(&self, x: i32) -> f64 {
        self.odds[(x.clamp(-WINDOW, WINDOW) + WINDOW) as usize]
    }

    /// `d · T'(x)` in parts of [`SLOPE_ONE`]; 0 outside the window.
    #[inline]
    pub fn slope(&self, x: i32) -> i32 {
        if x.abs() < WINDOW { self.slope[(x + WINDOW) as usize] } else { 0 }
    }
}

/// The sums of a pass over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Positions whose record move was searched.
    pub positions: u64,
    /// Positions left out because the record move leads to a mate.
    pub mates: u64,
    /// Moves besides the record's.
    pub siblings: u64,
    /// Of these, moves in the window.
    pub in_window: u64,
    /// Nodes of quiescence.
    pub nodes: u64,
    /// Sum of `T` in parts of [`T_ONE`].
    pub t: i64,
    /// Positions where fewer than 1, 2, 4, 8 moves are as good as the record's or better.
    pub top: [u64; 4],
    /// Sum of the cross-entropies of values in parts of [`T_ONE`].
    pub value: i64,
    /// Positions with a value to learn.
    pub values: u64,
}

/// The ranks that [`Totals::top`] counts.
pub const TOP: [usize; 4] = [1, 2, 4, 8];

impl Totals {
    /// Adds the sums of other positions.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.mates += other.mates;
        self.siblings += other.siblings;
        self.in_window += other.in_window;
        self.nodes += other.nodes;
        self.t += other.t;
        self.value += other.value;
        self.values += other.values;
        for (sum, part) in self.top.iter_mut().zip(other.top) {
            *sum += part;
        }
    }

    /// Adds what came to `after` since `before`.
    pub(crate) fn add_difference(&mut self, after: &Self, before: &Self) {
        self.positions += after.positions - before.positions;
        self.mates += after.mates - before.mates;
        self.siblings += after.siblings - before.siblings;
        self.in_window += after.in_window - before.in_window;
        self.nodes += after.nodes - before.nodes;
        self.t += after.t - before.t;
        self.value += after.value - before.value;
        self.values += after.values - before.values;
        for (sum, (after, before)) in self.top.iter_mut().zip(after.top.iter().zip(before.top)) {
            *sum += after - before;
        }
    }

    /// Counts a position whose record move has `better` moves that are as good or better.
    pub fn rank(&mut self, better: usize) {
        for (count, limit) in self.top.iter_mut().zip(TOP) {
            *count += u64::from(better < limit);
        }
    }

    /// `J`, the sum of `T`.
    pub fn j(&self) -> f64 {
        self.t as f64 / T_ONE as f64
    }

    /// `J` per move besides the record's.
    pub fn j_per_sibling(&self) -> f64 {
        self.j() / self.siblings.max(1) as f64
    }

    /// Cross-entropy per position with a value.
    pub fn value_per_position(&self) -> f64 {
        self.value as f64 / T_ONE as f64 / self.values.max(1) as f64
    }

    /// Agreement for the ranks [`TOP`], in percent; a tie counts against.
    pub fn percent(&self) -> [f64; 4] {
        self.top.map(|count| 100.0 * count as f64 / self.positions.max(1) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_the_derivative_and_ends_at_the_window() {
        let objective = Objective::new();
        assert_eq!(objective.value(0), T_ONE / 2);
        assert_eq!(objective.slope(0), SLOPE_ONE as i32 / 4);
        for x in -WINDOW + 1..WINDOW {
            let difference = (objective.value(x + 1) - objective.value(x - 1)) as f64 / 2.0 / T_ONE as f64;
            let slope = f64::from(objective.slope(x)) / SLOPE_ONE as f64 / WIDTH;
            assert!((difference - slope).abs() < 1e-5, "{x}: {difference} {slope}");
        }
        assert_eq!(objective.slope(WINDOW), 0);
        assert_eq!(objective.slope(i32::MAX), 0);
        assert_eq!(objective.value(5000), objective.value(WINDOW));
    }
}
