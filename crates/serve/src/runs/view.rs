//! A learning run as clients get it.

use learn::{MATERIAL_NAMES, Quantiles, Row, TOP};
use report::runs::Run;
use serde::Serialize;

/// A pass.
#[derive(Serialize)]
struct PassView {
    pass: u32,
    games: u64,
    positions: u64,
    held_out_positions: u64,
    /// J per move compared.
    j: f64,
    held_out_j: f64,
    /// Agreement in percent among the first 1, 2, 4, 8.
    top: Vec<f64>,
    held_out_top: Vec<f64>,
    /// By kind, in units of evaluation.
    material: Vec<i32>,
    seconds: f64,
    nonzero: u64,
    saturated: u64,
    penalty: f64,
}

impl From<&Row> for PassView {
    fn from(row: &Row) -> Self {
        Self {
            pass: row.pass,
            games: row.games,
            positions: row.training.positions,
            held_out_positions: row.held_out.positions,
            j: row.training.j_per_sibling(),
            held_out_j: row.held_out.j_per_sibling(),
            top: row.training.percent().to_vec(),
            held_out_top: row.held_out.percent().to_vec(),
            material: row.material.clone(),
            seconds: row.seconds,
            nonzero: row.nonzero,
            saturated: row.saturated,
            penalty: row.penalty,
        }
    }
}

/// A run.
#[derive(Serialize)]
pub(crate) struct RunView {
    name: String,
    done: bool,
    set: String,
    /// Seconds since 1970 at which it last wrote something.
    modified: Option<u64>,
    passes: Vec<PassView>,
    material_names: [&'static str; 13],
    /// The ranks that `top` counts.
    top_ranks: Vec<usize>,
    margins: Vec<Quantiles>,
    manifest: Option<serde_json::Value>,
}

impl RunView {
    pub(crate) fn of(run: &Run, modified: Option<u64>) -> Self {
        Self {
            name: run.name.clone(),
            done: run.manifest.is_some(),
            set: run.weights.set().to_string(),
            modified,
            passes: run.rows.iter().map(Into::into).collect(),
            material_names: MATERIAL_NAMES,
            top_ranks: TOP.to_vec(),
            margins: run.margins.clone(),
            manifest: run.manifest.clone(),
        }
    }
}
