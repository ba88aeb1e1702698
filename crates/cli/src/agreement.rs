//! `yomikiri agreement`: how often the move of a record is among the best by one move and quiescence.

use crate::exit::BadInput;
use crate::learn_command::bar::Bar;
use crate::learn_command::{corpus, threads, weights};
use clap::Args;
use learn::{Corpus, Prepared, Totals};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// How often an evaluation agrees with the moves of games
///
/// Every move of the games is compared with all other legal moves, each searched by quiescence; `top1` is the percentage of
/// positions where no other move is as good as the game's (a tie counts against), `top2` where at most one is, and so on. `j`
/// is the objective of the learner per move compared. Left out are repeated positions of a game, forced moves, moves of the
/// first 64 plies that another game has in the same position, positions with a mate, and openings that nobody chose.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Weights to evaluate with; else the values that learning begins with
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The set of features, where no weights are given
    #[arg(long, value_name = "SET", default_value = "slides", conflicts_with = "weights")]
    set: eval::Set,
    /// Only the games that a learner with this split holds out, in percent
    #[arg(long, value_name = "PERCENT", value_parser = crate::learn_command::percent)]
    validation: Option<f64>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The result as one JSON object
    #[arg(long)]
    json: bool,
    /// Tables of games, or records of any format
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    positions: u64,
    top1: f64,
    top2: f64,
    top4: f64,
    top8: f64,
    j: f64,
    games: usize,
    siblings: u64,
    in_window: u64,
    nodes: u64,
    mates: u64,
    seconds: f64,
    counts: learn::Counts,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let weights = weights(arguments.weights.as_deref(), arguments.set)?;
    let bar = Bar::new();
    let mut corpus: Corpus = corpus(&arguments.files, arguments.validation.unwrap_or(0.0), &bar)?;
    let numbers =
        if arguments.validation.is_some() { corpus.held_out.clone() } else { corpus.training.clone() };
    if numbers.is_empty() {
        return Err(BadInput("no game is held out by this split".to_owned()).into());
    }
    let threads = threads(arguments.threads);
    let counts = corpus.counts.clone();
    let total =
        if arguments.validation.is_some() { counts.held_out_positions } else { counts.training_positions };
    learn::Observer::begin(&bar, "agreement", total, 0);
    let begun = std::time::Instant::now();
    let found = learn::measure(&mut corpus, &numbers, &Prepared::new(weights), threads, 0, &bar)?;
    bar.finish();
    let totals: Totals = found.all;
    let [top1, top2, top4, top8] = totals.percent().map(|percent| (percent * 100.0).round() / 100.0);
    let report = Report {
        positions: totals.positions,
        top1,
        top2,
        top4,
        top8,
        j: (totals.j_per_sibling() * 1e6).round() / 1e6,
        games: numbers.len(),
        siblings: totals.siblings,
        in_window: totals.in_window,
        nodes: totals.nodes,
        mates: totals.mates,
        seconds: begun.elapsed().as_secs_f64(),
        counts,
    };
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(
            out,
            "positions {} of {} games: top1 {top1:.2} top2 {top2:.2} top4 {top4:.2} top8 {top8:.2} j {:.6}",
            report.positions, report.games, report.j
        )?;
        writeln!(
            out,
            "{} moves compared, {} of them in the window, {} nodes, {:.0} positions/s",
            report.siblings,
            report.in_window,
            report.nodes,
            report.positions as f64 / report.seconds
        )?;
        crate::learn_command::tell_counts(&report.counts, out)?;
    }
    Ok(())
}
