//! `yomikiri puzzles`: positions with a single winning line (詰めハト), found in a table of values.

use crate::tables::{fault, table_fault};
use game::solve::Value;
use retro::solved::{Doves, Solved, SolvedGame, solution};
use std::io::Write;
use std::path::PathBuf;

/// Find puzzles of Tokyo Doves (詰めハト): positions with a single winning line
///
/// At each turn of the winner exactly one action wins in the fewest plies, whichever longest defence is chosen; actions that
/// lead to positions equal by symmetry count as one. A position won in K plies is a (K-2)-move puzzle in the count of the
/// game's community, which ends where the boss is beyond help.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The table that `solve doves` wrote
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Only positions won in this many plies (odd, from 3)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(3..))]
    depth: u16,
    /// How many puzzles to show
    #[arg(long, value_name = "N", default_value_t = 3)]
    count: usize,
    /// Show the solution, and how many longest defences it meets
    #[arg(long)]
    solutions: bool,
    /// No other action may win at all, however slowly
    #[arg(long)]
    strict: bool,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let solved = Solved::open(Doves::new, &arguments.table).map_err(fault)?;
    let (mut found, mut candidates) = (0, 0u64);
    for rank in 0..solved.table.entries() {
        if solved.table.value(rank).map_err(table_fault)? != Some(Value::Win(arguments.depth)) {
            continue;
        }
        candidates += 1;
        let position = solved.game.unrank(rank);
        let Some(solution) = solution(&solved, &position, arguments.strict).map_err(fault)? else { continue };
        found += 1;
        writeln!(out, "{found}. {position} (win in {}, {} moves)", arguments.depth, arguments.depth - 2)?;
        write!(out, "{}", solved.game.draw(&position))?;
        if arguments.solutions {
            let names: Vec<_> = solution.line.iter().map(|(name, _)| name.as_str()).collect();
            writeln!(out, "solution: {}", names.join(" "))?;
            writeln!(out, "lines to the end: {}", solution.lines)?;
        }
        writeln!(out)?;
        if found == arguments.count {
            break;
        }
    }
    writeln!(out, "{found} of the {candidates} positions looked at are puzzles")?;
    Ok(())
}
