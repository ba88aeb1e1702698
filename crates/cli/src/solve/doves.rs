//! `yomikiri solve doves`: Tokyo Doves, whole or with at most N doves on the board.

use super::cluster::ClusterOptions;
use super::{Bar, Ledger, cluster_fault, counters, fault};
use ::doves::{ClosedGame, Position};
use anyhow::Context;
use exchange::{Cluster, ExchangeError, Mesh};
use game::solve::RankedGame;
use report::{Align, DepthGraph, Picture, Table};
use retro::factored::{Options, SolveError, Solver, Summary};
use std::io::Write;
use std::path::PathBuf;
use tablebase::ValueTable;

/// Tokyo Doves, as it is played or with at most N doves on the board
///
/// Without --max-doves the whole game: 284,926,471,562 positions, hours of work and tens of gigabytes in --folder. A
/// player without an action that spares the own boss has lost; that happens only with at most 7 doves.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// At most this many doves on the board
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(2..=12))]
    max_doves: u32,
    /// Stop after this ply
    #[arg(long, value_name = "K")]
    plies: Option<u32>,
    #[command(flatten)]
    resources: Resources,
    #[command(flatten)]
    cluster: ClusterOptions,
    /// Solve with a counter for each position over the rules of single positions, to check the other method: 3 bytes a
    /// position whatever --memory says, at most 7 doves, no checkpoints
    #[arg(long, conflicts_with_all = ["plies", "folder", "cluster", "table"])]
    counters: bool,
    /// Print help; -h is the file of hosts here
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
    /// Write every position's value to this file, for `probe`, `puzzles` and `verify table`
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Draw how many positions each ply settles (.svg or .png)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Tab-separated rows instead of a table for people
    #[arg(long)]
    tsv: bool,
}

/// What a run may use.
#[derive(clap::Args)]
pub(crate) struct Resources {
    /// Threads at work; all cores if not given
    #[arg(short = 'w', long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory to stay within, in MiB; beyond it segments are written to --folder
    #[arg(long, value_name = "MIB", default_value_t = 8192)]
    memory: u64,
    /// Keep a checkpoint after each ply here, and take up the run that is here already
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

impl Resources {
    fn threads(&self) -> usize {
        self.threads.map_or_else(all_cores, usize::from)
    }

    pub(crate) fn options(&self, max_doves: u32, history: bool) -> Options {
        let threads = self.threads();
        let (memory, folder) = (self.memory << 20, self.folder.clone());
        Options { max_doves, threads, memory, folder, history, last_ply: None }
    }
}

pub(super) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    if arguments.counters {
        let bar = Bar::new();
        let summary = counters::solve(arguments.max_doves, arguments.resources.threads(), &bar)?;
        bar.finish();
        return show(arguments, &summary, out);
    }
    if arguments.cluster.tell_plan(arguments.max_doves, arguments.resources.threads(), out)? {
        return Ok(());
    }
    let cluster = arguments.cluster.cluster()?;
    let options = arguments.resources.options(arguments.max_doves, arguments.table.is_some());
    let options = Options { last_ply: arguments.plies, ..options };
    let bar = Bar::new();
    let (solver, summary) = match cluster {
        None => {
            bar.say("tables of frames");
            let mut ledger = Ledger::open(options.folder.as_deref())?;
            let mut solver = Solver::new(options).map_err(fault)?;
            let summary = ledger.run(&mut solver, arguments.plies, &bar)?;
            (solver, summary)
        }
        Some(cluster) => {
            let first = cluster.process() == 0;
            let done = together(cluster, options, &bar)?;
            if !first {
                bar.finish();
                return Ok(());
            }
            done
        }
    };
    if let Some(path) = &arguments.table {
        bar.say("writing the table of values");
        solver.write_table(&ClosedGame::new(arguments.max_doves), path).map_err(fault)?;
    }
    bar.finish();
    show(arguments, &summary, out)
}

fn show(arguments: &Arguments, summary: &Summary, out: &mut impl Write) -> anyhow::Result<()> {
    let max = arguments.max_doves as usize;
    let rows = rows(summary, max);
    if arguments.tsv {
        let heads: Vec<String> = (2..=max).map(|n| format!("n{n}")).collect();
        writeln!(out, "status\tply\t{}", heads.join("\t"))?;
        for row in rows {
            writeln!(out, "{}", row.join("\t"))?;
        }
    } else {
        tell(arguments, summary, rows, out)?;
    }
    if let Some(path) = &arguments.plot {
        plot(summary).save(path).context("the plot")?;
    }
    Ok(())
}

/// Solves as one of several processes. All have the same summary; the first alone keeps a history and tells.
fn together(cluster: Cluster, options: Options, bar: &Bar) -> anyhow::Result<(Solver, Summary)> {
    let kept = options.folder.is_some();
    let told = |error: SolveError| match error {
        SolveError::Exchange(error @ ExchangeError::Lost { .. }) => {
            let hope = if kept {
                "the same commands take the run up after its last complete ply"
            } else {
                "without --folder nothing of the run is kept"
            };
            anyhow::anyhow!("{error}; {hope}")
        }
        other => fault(other),
    };
    bar.say("waiting for the other processes");
    let mut mesh = Mesh::join(cluster).map_err(cluster_fault)?;
    bar.say("tables of frames");
    let mut solver = Solver::join(options, &mut mesh).map_err(told)?;
    let summary = solver.run_with(&mut mesh, bar).map_err(told)?;
    tracing::info!("{} bytes sent to other processes", mesh.sent());
    mesh.leave().map_err(|error| told(error.into()))?;
    Ok((solver, summary))
}

/// Status, ply and counts for 2 to `max` doves.
fn rows(summary: &Summary, max: usize) -> Vec<Vec<String>> {
    let row = |status: &str, ply: String, counts: &[u64; 13]| {
        let counts = counts[2..=max].iter().map(u64::to_string);
        [status.to_owned(), ply].into_iter().chain(counts).collect()
    };
    let mut rows: Vec<Vec<String>> =
        summary.rows.iter().map(|r| row(r.status(), r.ply.to_string(), &r.counts)).collect();
    if summary.finished {
        rows.push(row("Draw", "-".to_owned(), &summary.unsettled()));
    }
    rows
}

fn tell(
    arguments: &Arguments,
    summary: &Summary,
    rows: Vec<Vec<String>>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let max = arguments.max_doves as usize;
    let heads: Vec<String> = (2..=max).map(|n| format!("{n} doves")).collect();
    let columns = [("status", Align::Left), ("ply", Align::Right)];
    let mut table = Table::new(columns.into_iter().chain(heads.iter().map(|h| (h.as_str(), Align::Right))));
    for row in rows {
        table.row(row);
    }
    writeln!(out, "{table}")?;
    let settled = |parity: u32| -> u64 {
        summary.rows.iter().filter(|r| r.ply % 2 == parity).flat_map(|r| r.counts).sum()
    };
    let left: u64 = summary.unsettled().iter().sum();
    let left_are = if summary.finished { "draws" } else { "not settled yet" };
    writeln!(out, "\n{} won, {} lost, {left} {left_are}", settled(1), settled(0))?;
    if let Some(path) = &arguments.table {
        let table = ValueTable::open(path, "doves")?;
        let game = ClosedGame::new(arguments.max_doves);
        if let Some(value) = table.value(game.rank(&Position::start()))? {
            writeln!(out, "the start: {value}")?;
        }
        let positions: u64 = summary.free.iter().sum();
        let bytes = table.file().bytes();
        writeln!(
            out,
            "{}: {bytes} bytes, {:.3} a position",
            path.display(),
            bytes as f64 / positions as f64
        )?;
    }
    let [read, written] = summary.traffic;
    tracing::info!("{read} bytes of segments read, {written} written");
    Ok(())
}

fn plot(summary: &Summary) -> DepthGraph {
    let of = |parity: u32| {
        let rows = summary.rows.iter().filter(|r| r.ply % 2 == parity);
        rows.map(|r| (r.ply, r.counts.iter().sum())).collect()
    };
    DepthGraph { wins: of(1), losses: of(0) }
}
