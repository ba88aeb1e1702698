//! `manifest.json`: what made the weights, and what they reach on games that they have not seen.

use learn::{Counts, FileFacts, NetworkRow, Outcome, Quantiles, Totals};
use serde::Serialize;
use std::process::Command;

#[derive(Serialize)]
struct HeldOut {
    positions: u64,
    top1: f64,
    top2: f64,
    top4: f64,
    top8: f64,
    j_per_move: f64,
}

impl HeldOut {
    fn of(totals: &Totals) -> Option<Self> {
        let [top1, top2, top4, top8] = totals.percent().map(|percent| (percent * 100.0).round() / 100.0);
        (totals.positions > 0).then(|| Self {
            positions: totals.positions,
            top1,
            top2,
            top4,
            top8,
            j_per_move: totals.j_per_sibling(),
        })
    }
}

#[derive(Serialize)]
pub(super) struct Manifest {
    program: String,
    revision: Option<String>,
    command: String,
    set: String,
    seed: u64,
    passes: u32,
    validation_percent: f64,
    files: Vec<FileFacts>,
    data: Counts,
    weights_hash: String,
    held_out: Option<HeldOut>,
    held_out_not_shared: Option<HeldOut>,
    frontier_margins: Vec<Quantiles>,
}

/// The revision of the sources in the current folder, if there is a way to know it.
fn revision() -> Option<String> {
    let output = Command::new("git").args(["rev-parse", "HEAD"]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The command line.
fn command() -> String {
    let words: Vec<_> = std::env::args().collect();
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// The same of a network.
#[derive(Serialize)]
pub(super) struct NetworkManifest {
    program: String,
    revision: Option<String>,
    command: String,
    network: String,
    seed: u64,
    validation_percent: f64,
    files: Vec<FileFacts>,
    data: Counts,
    network_hash: String,
    last_pass: Option<NetworkRow>,
}

impl NetworkManifest {
    pub(super) fn new(
        network: String,
        seed: u64,
        validation_percent: f64,
        files: Vec<FileFacts>,
        data: Counts,
        network_hash: String,
        last_pass: Option<NetworkRow>,
    ) -> Self {
        Self {
            program: format!("yomikiri {}", env!("CARGO_PKG_VERSION")),
            revision: revision(),
            command: command(),
            network,
            seed,
            validation_percent,
            files,
            data,
            network_hash,
            last_pass,
        }
    }
}

impl Manifest {
    pub(super) fn new(
        seed: u64,
        percent: f64,
        files: Vec<FileFacts>,
        data: Counts,
        weights_hash: String,
        outcome: &Outcome,
    ) -> Self {
        let last = outcome.rows.last();
        Self {
            program: format!("yomikiri {}", env!("CARGO_PKG_VERSION")),
            revision: revision(),
            command: command(),
            set: outcome.weights.set().to_string(),
            seed,
            passes: last.map_or(0, |row| row.pass),
            validation_percent: percent,
            files,
            data,
            weights_hash,
            held_out: last.and_then(|row| HeldOut::of(&row.held_out)),
            held_out_not_shared: last.and_then(|row| HeldOut::of(&row.fresh)),
            frontier_margins: outcome.margins.clone(),
        }
    }
}
