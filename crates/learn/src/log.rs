//! What is told of every pass: a row of `log.csv`.

use crate::agreement::Agreement;
use crate::objective::Totals;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// One pass. The columns of the CSV file have the names of the fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Number of the pass, from 1.
    pub pass: u32,
    /// Training games.
    pub games: u64,
    /// Games cut before an illegal move.
    pub illegal: u64,
    /// Sums over the training positions, with the weights that each position was searched with.
    pub training: Totals,
    /// Sums over the held-out positions, with the weights after the pass.
    pub held_out: Totals,
    /// Of these, positions that no training game shares.
    pub fresh: Totals,
    /// The penalty, in the unit of `J`.
    pub penalty: f64,
    /// The sum of the seven piece values after the pass.
    pub constraint: i64,
    /// Weights that had to be kept within their range.
    pub saturated: u64,
    /// Weights that are not 0 after the pass.
    pub nonzero: u64,
    /// The thirteen piece values after the pass, 歩香桂銀角飛金 と杏圭全馬竜.
    pub material: Vec<i32>,
    /// Seconds of the pass, without those of the held-out games.
    pub seconds: f64,
}

/// The first line of the CSV file.
pub fn csv_header() -> String {
    let mut line = "pass,games,illegal_games,positions,siblings,in_window,nodes,j,j_per_sibling,penalty,\
                    value_entropy,constraint,saturated,nonzero"
        .to_owned();
    for side in ["train", "held_out", "fresh"] {
        let _ = write!(line, ",{side}_top1,{side}_top2,{side}_top4,{side}_top8");
    }
    line.push_str(",held_out_positions,held_out_j_per_sibling,fresh_positions,seconds,positions_per_second");
    for kind in crate::MATERIAL_NAMES {
        let _ = write!(line, ",{kind}");
    }
    line
}

impl Row {
    /// Puts the measurement on held-out games in.
    pub(crate) fn measured(&mut self, agreement: &Agreement) {
        self.held_out = agreement.all;
        self.fresh = agreement.fresh;
    }

    /// Positions a second, of training.
    pub fn speed(&self) -> f64 {
        if self.seconds > 0.0 { self.training.positions as f64 / self.seconds } else { 0.0 }
    }

    /// The row of the CSV file.
    pub fn csv(&self) -> String {
        let training = &self.training;
        let mut line = format!(
            "{},{},{},{},{},{},{},{:.1},{:.6},{:.1},{:.6},{},{},{}",
            self.pass,
            self.games,
            self.illegal,
            training.positions,
            training.siblings,
            training.in_window,
            training.nodes,
            training.j(),
            training.j_per_sibling(),
            self.penalty,
            training.value_per_position(),
            self.constraint,
            self.saturated,
            self.nonzero
        );
        for totals in [training, &self.held_out, &self.fresh] {
            for percent in totals.percent() {
                let _ = write!(line, ",{percent:.2}");
            }
        }
        let _ = write!(
            line,
            ",{},{:.6},{},{:.1},{:.0}",
            self.held_out.positions,
            self.held_out.j_per_sibling(),
            self.fresh.positions,
            self.seconds,
            self.speed()
        );
        for value in &self.material {
            let _ = write!(line, ",{value}");
        }
        line
    }
}

/// The whole file.
pub fn csv(rows: &[Row]) -> String {
    let mut text = csv_header();
    for row in rows {
        text.push('\n');
        text.push_str(&row.csv());
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_the_columns_of_the_header() {
        let row = Row { material: vec![1; 13], seconds: 2.0, ..Row::default() };
        let columns = |line: &str| line.split(',').count();
        assert_eq!(columns(&csv_header()), columns(&row.csv()));
    }
}
