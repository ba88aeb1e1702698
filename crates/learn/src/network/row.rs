//! What is told of every pass of a network: a row of `log.csv`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One pass. The columns of the CSV file have the names of the fields. Losses are cross-entropies a position; a loss cannot be
/// below its floor, which is the entropy of what was to be predicted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NetworkRow {
    /// Number of the pass, from 1.
    pub pass: u32,
    /// Training positions that were used: quiet ones with a score or a result.
    pub positions: u64,
    /// Their loss, each with the network as it was then.
    pub loss: f64,
    /// What it cannot be below.
    pub floor: f64,
    /// Quiet positions of the games that are held out.
    pub held_out_positions: u64,
    /// Their loss with the rounded network after the pass.
    pub held_out_loss: f64,
    /// What it cannot be below.
    pub held_out_floor: f64,
    /// The loss of the weights that come with the program on the same positions.
    pub embedded_loss: f64,
    /// Seconds of the pass, without those of the held-out games.
    pub seconds: f64,
}

impl NetworkRow {
    /// The first line of the CSV file.
    pub const CSV: &'static str = "pass,positions,loss,floor,held_out_positions,held_out_loss,held_out_floor,\
                                   embedded_loss,seconds";

    /// The row of the CSV file.
    pub fn csv(&self) -> String {
        format!(
            "{},{},{:.6},{:.6},{},{:.6},{:.6},{:.6},{:.1}",
            self.pass,
            self.positions,
            self.loss,
            self.floor,
            self.held_out_positions,
            self.held_out_loss,
            self.held_out_floor,
            self.embedded_loss,
            self.seconds
        )
    }

    /// From sums to means.
    pub(super) fn mean(&mut self) {
        let count = self.positions.max(1) as f64;
        self.loss /= count;
        self.floor /= count;
    }
}

impl fmt::Display for NetworkRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "pass {}: {} positions, loss {:.5} (at least {:.5}); held out: {} positions, loss {:.5} (at least {:.5}); of the \
             weights that come with the program {:.5}; {:.0} s",
            self.pass,
            self.positions,
            self.loss,
            self.floor,
            self.held_out_positions,
            self.held_out_loss,
            self.held_out_floor,
            self.embedded_loss,
            self.seconds
        )
    }
}
