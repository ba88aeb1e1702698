//! `yomikiri bench`: the signature of the search, its node count over fixed positions.

mod compare;
mod figures;

use crate::exit::BadInput;
use crate::weights_file::WeightsFile;
use search::slides::Switch;
use search::{Control, Method, Options, Slides, TableMode};
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
    /// Which search is measured; the signature is defined at the default
    #[arg(long, value_enum, default_value_t = Search::Today)]
    search: Search,
    /// Parts of the slides' search to leave out, separated by commas: beta-cut, quiescence, null-move, table, futility,
    /// aspiration, pvs, check-extension, one-reply-extension, recapture-extension, internal-deepening, mate-in-one,
    /// exchange-order, killers, history
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    without: Vec<Switch>,
    /// Instead: the figures of the slides, that is nodes by depth with one part after the other, the growth with each ply in
    /// the opening and the endgame, and what either form of futility pruning leaves out
    #[arg(long, conflicts_with_all = ["compare", "table", "without"])]
    figures: bool,
    /// With --figures: positions of each phase
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=64))]
    positions: u16,
    /// With --figures: nodes for each position and form of the search
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    weights: WeightsFile,
}

/// Which search is measured.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Search {
    /// The one that plays
    Today,
    /// The one of Bonanza's slides
    Slides,
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
    let slides = arguments.without.iter().fold(Slides::default(), |slides, &part| slides.without(part));
    let method = match arguments.search {
        Search::Today if !arguments.without.is_empty() => {
            return Err(BadInput::because("--without belongs to --search slides"));
        }
        Search::Today if arguments.figures => {
            return Err(BadInput::because("--figures belongs to --search slides"));
        }
        Search::Today => Method::Today,
        // Without cuts quiescence would not come to an end in any time.
        Search::Slides if !slides.beta_cut && slides.quiescence => {
            return Err(BadInput::because("--without beta-cut is only possible --without quiescence too"));
        }
        Search::Slides => Method::Slides(slides),
    };
    let evaluation = arguments.weights.evaluation()?;
    let table_mode = arguments.table.into();
    let options = Options { table_mode, evaluation, method, ..search::bench::options(arguments.hash) };
    match arguments.compare {
        _ if arguments.figures => {
            let positions = usize::from(arguments.positions);
            let size = figures::Size { positions, depth: arguments.depth, nodes: arguments.nodes };
            figures::figures(size, &options, &mut tell)?;
        }
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
