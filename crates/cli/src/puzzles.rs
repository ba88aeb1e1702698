//! `yomikiri puzzles`: positions with a single winning line (詰めハト), found in a table of values.

use crate::tables::{Doves, Shown, Solved};
use doves::Position;
use game::solve::Value;
use std::io::Write;
use std::path::PathBuf;

/// Find puzzles of Tokyo Doves (詰めハト): positions with a single winning line
///
/// At each turn of the winner exactly one action wins at all, and the defender has exactly one longest defence; actions
/// that lead to positions equal by symmetry count as one. A position won in K plies is a (K-2)-move puzzle in the count of
/// the game's community, which ends with the boss beyond help.
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
    /// Show the solution
    #[arg(long)]
    solutions: bool,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let solved = Solved::open(Doves::new, &arguments.table)?;
    let (mut found, mut candidates) = (0, 0u64);
    for rank in 0..solved.table.entries() {
        if solved.table.value(rank)? != Some(Value::Win(arguments.depth)) {
            continue;
        }
        candidates += 1;
        let position = solved.game.game.position(rank);
        let Some(line) = single_line(&solved, position)? else { continue };
        found += 1;
        writeln!(out, "{found}. {position} (win in {}, {} moves)", arguments.depth, arguments.depth - 2)?;
        write!(out, "{}", solved.game.draw(&position))?;
        if arguments.solutions {
            writeln!(out, "solution: {}", line.join(" "))?;
        }
        writeln!(out)?;
        if found == arguments.count {
            break;
        }
    }
    writeln!(out, "{found} of the {candidates} positions looked at are puzzles")?;
    Ok(())
}

/// The line to the end if neither side has a choice on it.
fn single_line(solved: &Solved<Doves>, start: Position) -> anyhow::Result<Option<Vec<String>>> {
    let mut line = Vec::new();
    let mut position = start;
    loop {
        let moves = solved.valued_moves(&position)?;
        let Some(best) = moves.first() else { return Ok(Some(line)) };
        let wins = matches!(best.value, Value::Win(_));
        let key = |next: &Option<Position>| next.as_ref().map(Position::key);
        // The winner must have no other win, the defender no other longest defence.
        let rival = moves[1..].iter().any(|m| {
            let rivals = if wins { matches!(m.value, Value::Win(_)) } else { m.value == best.value };
            rivals && (m.next.is_none() || key(&m.next) != key(&best.next))
        });
        if rival {
            return Ok(None);
        }
        line.push(best.name.clone());
        match best.next {
            Some(next) => position = next,
            None => return Ok(Some(line)),
        }
    }
}
