//! `yomikiri solve dobutsu`: Dobutsu shogi from the start.

use super::{Bar, doves::all_cores, stopwatch::Stopwatch};
use ::dobutsu::{Position, RANKS, Reachable};
use anyhow::Context;
use game::solve::Value;
use report::{DepthGraph, Picture};
use retro::dense::{self, Solution};
use std::io::Write;
use std::path::{Path, PathBuf};
use tablebase::{Statistics, ValueWriter};

/// Dobutsu shogi: all 246,803,167 positions that can arise from the start
///
/// A position in which the lion can be captured is won in one ply and not listed below; one after a successful try is
/// lost in none. Takes 2 GB of memory.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Threads at work; all cores if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write every position's value to this file, for `probe`
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Draw how many positions have which depth (.svg or .png)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Tab-separated rows of all depths
    #[arg(long)]
    tsv: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let threads = arguments.threads.map_or_else(all_cores, usize::from);
    let bar = Bar::new();
    let mut watch = Stopwatch::new();
    let game = Reachable::find(threads, &|found| bar.say(format!("positions from the start: {found}")));
    let mut times = vec![("positions found", watch.lap())];
    let solution = dense::solve(&game, threads, &bar)?;
    times.push(("solved", watch.lap()));
    if let Some(path) = &arguments.table {
        bar.say("writing the table of values");
        write_table(&game, &solution, path)?;
        times.push(("table written", watch.lap()));
    }
    bar.finish();
    let mut statistics = Statistics::default();
    solution.values().for_each(|value| statistics.add(value));
    if arguments.tsv {
        writeln!(out, "status\tply\tpositions")?;
        for (status, counts) in [("Win", &statistics.wins), ("Lose", &statistics.losses)] {
            for (ply, count) in counts.iter().enumerate().filter(|(_, c)| **c > 0) {
                writeln!(out, "{status}\t{ply}\t{count}")?;
            }
        }
        writeln!(out, "Draw\t-\t{}", statistics.draws)?;
    } else {
        tell(&game, &solution, &statistics, out)?;
        for (what, time) in times {
            writeln!(out, "{what} in {time}")?;
        }
    }
    if let Some(path) = &arguments.plot {
        let list = |counts: &[u64]| (0..).zip(counts.iter().copied()).collect();
        let graph = DepthGraph { wins: list(&statistics.wins), losses: list(&statistics.losses) };
        graph.save(path).context("the plot")?;
    }
    Ok(())
}

/// Writes the values in the order of ranks, so that a probe needs no list of the positions there are.
fn write_table(game: &Reachable, solution: &Solution, path: &Path) -> anyhow::Result<()> {
    let mut writer = ValueWriter::create(path, "dobutsu", 0, RANKS)?;
    let mut next = 0;
    for (rank, value) in game.ranks().zip(solution.values()) {
        (next..rank).try_for_each(|_| writer.push(None))?;
        writer.push(value)?;
        next = rank + 1;
    }
    (next..RANKS).try_for_each(|_| writer.push(None))?;
    writer.finish()?;
    Ok(())
}

fn tell(
    game: &Reachable,
    solution: &Solution,
    statistics: &Statistics,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let census = game.census();
    writeln!(out, "{} positions: {} in which the lion can be captured,", census.total(), census.captures)?;
    writeln!(out, "{} after a successful try, {} others", census.tries, census.others)?;
    let sum = |counts: &[u64]| counts.iter().sum::<u64>();
    writeln!(
        out,
        "of those without a capture {} are won (the deepest in {} plies), {} lost ({}), {} drawn",
        sum(&statistics.wins),
        statistics.wins.len().saturating_sub(1),
        sum(&statistics.losses),
        statistics.losses.len().saturating_sub(1),
        statistics.draws
    )?;
    let start = Position::start();
    let show = |value: Option<Value>| value.map_or_else(|| "unknown".to_owned(), |v| v.to_string());
    let value = |position: &Position| game.number(position).and_then(|number| solution.value(number));
    writeln!(out, "the start {start}: {}", show(value(&start)))?;
    start.for_each_move(|action| {
        let next = start.after(action);
        let value = if next.can_capture_lion() { Some(Value::Win(1)) } else { value(&next) };
        let _ = writeln!(out, "  {action}: {}", show(value.map(Value::before)));
    });
    Ok(())
}
