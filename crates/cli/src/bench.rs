//! `yomikiri bench`: the signature of the search, its node count over fixed positions.

mod compare;

use crate::weights_file::WeightsFile;
use search::{Control, Options, TableMode};
use std::fmt::Display;
use std::io::Write;
use std::time::{Duration, Instant};

/// Search fixed positions to a fixed depth with one thread; the last line, `Bench: N`, is the same on every machine
///
/// N is the number of nodes. It changes exactly when the search does something else.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Depth in plies; the signature is defined at the default
    #[arg(long, value_name = "N", default_value_t = search::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Size of the table in MiB; the signature is defined at the default
    #[arg(long, value_name = "MIB", default_value_t = search::bench::HASH_MIB, value_parser = hash_size)]
    hash: usize,
    /// How bounds from the table are read; the signature is defined at the default
    #[arg(long, value_enum, default_value_t = Table::Practical)]
    table: Table,
    /// Instead: search every position this many times with either way to read the table, in turn, and compare
    #[arg(long, value_name = "ROUNDS", conflicts_with = "table", value_parser = clap::value_parser!(u32).range(1..=1000))]
    compare: Option<u32>,
    #[command(flatten)]
    weights: WeightsFile,
}

/// How bounds from the table are read.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Table {
    /// Only bounds that hold with the history at hand
    Practical,
    /// Every bound, as if no position ever repeated
    Plain,
}

impl From<Table> for TableMode {
    fn from(table: Table) -> Self {
        match table {
            Table::Practical => Self::Practical,
            Table::Plain => Self::Plain,
        }
    }
}

fn hash_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=1 << 16).contains(size));
    size.ok_or_else(|| "expected a number of MiB from 1 to 65536".to_owned())
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let mut result = Ok(());
    let mut tell = |line: &dyn Display| {
        if result.is_ok() {
            result = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    };
    let evaluation = arguments.weights.evaluation()?;
    let table_mode = arguments.table.into();
    let options = Options { table_mode, evaluation, ..search::bench::options(arguments.hash) };
    match arguments.compare {
        Some(rounds) => compare::compare(arguments.depth, &options, rounds, &mut tell),
        None => measure(arguments.depth, options, &Control::new(), tell),
    }
    Ok(result?)
}

/// Gives `tell` a line per position, the speed, and the signature. Stopped by `control`, it says so instead of the last two.
pub(crate) fn measure(depth: u32, options: Options, control: &Control, mut tell: impl FnMut(&dyn Display)) {
    let start = Instant::now();
    let mut searching = Duration::ZERO;
    let mut done = 0;
    let nodes = search::bench::run(depth, options, control, |entry| {
        done += 1;
        let outcome = &entry.outcome;
        searching += outcome.time;
        let best = outcome.best_move().map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        tell(&format_args!(
            "{:>9} nodes  {:<12} {best:<6} {}",
            outcome.nodes,
            outcome.score().to_string(),
            entry.sfen
        ));
    });
    let Some(nodes) = nodes else {
        let all = search::bench::POSITIONS.len();
        tell(&format_args!("info string bench {depth}: stopped after {done} of {all} positions"));
        return;
    };
    let speed = nodes as f64 / searching.as_secs_f64().max(1e-9);
    tell(&format_args!("{:.1} s, {:.0} nodes per second", start.elapsed().as_secs_f64(), speed));
    tell(&format_args!("Bench: {nodes}"));
}
