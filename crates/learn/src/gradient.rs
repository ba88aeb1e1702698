//! Sums over positions, one for each weight, as integers: they do not depend on who adds what when.

use crate::game::Score;
use crate::objective::{Objective, SLOPE_ONE, T_ONE, WINDOW};
use crate::quiescence::Prepared;
use crate::spool::Chosen;
use crate::variations::{Searcher, Variations, leaf, sign};
use eval::Coefficients;
use shogi::Position;

/// How much the value of a position counts beside the comparison of its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueTerm {
    /// Its weight; 0 for none.
    pub weight: f64,
    /// A value of so much is worth 1 / (1 + 1/e) points.
    pub scale: f64,
    /// The share of the game's result in what is to be predicted; the rest is the engine's score.
    pub result: f64,
    /// The share of the positions with a score whose moves are compared too.
    pub compared: f64,
}

/// What one thread adds up.
pub(crate) struct Gradient<'a> {
    prepared: &'a Prepared,
    objective: &'a Objective,
    value: ValueTerm,
    /// Slopes of the probability of the choice instead of those of `T`.
    choice: bool,
    pub(crate) searcher: Searcher<'a>,
    /// `Σ slope · coefficient`, in parts of [`SLOPE_ONE`], of the mover's view.
    pub(crate) sums: Vec<i64>,
    row: Coefficients,
}

/// The position before a ply of a game.
pub(crate) fn position_at(chosen: &Chosen, ply: usize) -> Position {
    let mut position = Position::startpos();
    position.reserve(ply + crate::line::PLIES + 4);
    chosen.game.moves[..ply].iter().for_each(|&mv| position.apply(mv));
    position
}

impl<'a> Gradient<'a> {
    pub(crate) fn new(
        prepared: &'a Prepared,
        objective: &'a Objective,
        value: ValueTerm,
        choice: bool,
    ) -> Self {
        Self {
            prepared,
            objective,
            value,
            choice,
            searcher: Searcher::new(prepared, objective),
            sums: vec![0; prepared.model.weights().values().len()],
            row: Coefficients::new(),
        }
    }

    /// Searches a position of a game and adds what it says.
    pub(crate) fn add(&mut self, chosen: &Chosen, ply: usize) {
        let mut position = position_at(chosen, ply);
        let sign = sign(position.side_to_move());
        let compared = chosen.game.scores.is_empty() || self.takes(&position);
        if compared && let Some(found) = self.searcher.compare(&position, chosen.game.moves[ply]) {
            let mut total = 0;
            let rival = self.rivalry(&found);
            for sibling in &found.siblings {
                let slope = if self.choice {
                    (self.objective.odds(sibling.difference) / rival * SLOPE_ONE as f64).round() as i64
                } else {
                    i64::from(self.objective.slope(sibling.difference))
                };
                leaf(self.prepared, &mut position, Some(sibling.mv), &sibling.line, &mut self.row);
                self.add_row(sign * slope);
                total += slope;
            }
            if total != 0 {
                leaf(self.prepared, &mut position, Some(found.mv), &found.line, &mut self.row);
                self.add_row(-sign * total);
            }
        }
        if self.value.weight > 0.0 {
            self.add_value(chosen, ply, &mut position);
        }
    }

    /// Whether the moves of a position with a score are compared, drawn by the position's key.
    fn takes(&self, position: &Position) -> bool {
        let drawn = position.key().low().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        (drawn as f64) < self.value.compared * (1_u64 << 24) as f64
    }

    /// What the odds of all moves sum to, the record's being 1.
    fn rivalry(&self, found: &Variations) -> f64 {
        let inside: f64 = found.siblings.iter().map(|sibling| self.objective.odds(sibling.difference)).sum();
        let better = found.siblings.iter().filter(|sibling| sibling.difference >= 0).count();
        1.0 + inside + (found.better - better) as f64 * self.objective.odds(WINDOW)
    }

    fn add_value(&mut self, chosen: &Chosen, ply: usize, position: &mut Position) {
        let Some(&Score::Centipawns(score)) = chosen.game.scores.get(ply) else { return };
        let Some((value, line)) = self.searcher.settle(position) else { return };
        let logistic = |x: f64| 1.0 / (1.0 + (-x / self.value.scale).exp());
        let side = position.side_to_move();
        let scored = logistic(f64::from(score));
        let points = chosen.game.result.points(side);
        let target =
            points.map_or(scored, |points| self.value.result * points + (1.0 - self.value.result) * scored);
        let expected = logistic(f64::from(value)).clamp(1e-9, 1.0 - 1e-9);
        let entropy = -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln());
        self.searcher.totals.value += (entropy * T_ONE as f64).round() as i64;
        self.searcher.totals.values += 1;
        let pull = (self.value.weight * (expected - target) * SLOPE_ONE as f64).round() as i64;
        if pull != 0 {
            leaf(self.prepared, position, None, &line, &mut self.row);
            self.add_row(sign(side) * pull);
        }
    }

    #[inline]
    fn add_row(&mut self, factor: i64) {
        for &(index, count) in self.row.entries() {
            self.sums[index as usize] += factor * i64::from(count);
        }
    }
}
