//! `yomikiri puzzles`: positions with a single winning line (詰めハト), found in a table of values.

use crate::tables::{Doves, Shown, Solved, ValuedMove, fault};
use doves::Position;
use game::solve::Value;
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
    let solved = Solved::open(Doves::new, &arguments.table)?;
    let (mut found, mut candidates) = (0, 0u64);
    for rank in 0..solved.table.entries() {
        if solved.table.value(rank).map_err(fault)? != Some(Value::Win(arguments.depth)) {
            continue;
        }
        candidates += 1;
        let position = solved.game.game.position(rank);
        let Some(solution) = solution(&solved, position, arguments.strict)? else { continue };
        found += 1;
        writeln!(out, "{found}. {position} (win in {}, {} moves)", arguments.depth, arguments.depth - 2)?;
        write!(out, "{}", solved.game.draw(&position))?;
        if arguments.solutions {
            writeln!(out, "solution: {}", solution.line.join(" "))?;
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

struct Solution {
    /// The line to the end, against one of the longest defences.
    line: Vec<String>,
    /// How many lines there are in all.
    lines: u64,
}

/// The solution of a won position if the winner never has a choice, whichever longest defence is chosen.
fn solution(solved: &Solved<Doves>, position: Position, strict: bool) -> anyhow::Result<Option<Solution>> {
    let moves = solved.valued_moves(&position)?;
    let Some(best) = moves.first() else { return Ok(Some(Solution { line: Vec::new(), lines: 1 })) };
    let wins = matches!(best.value, Value::Win(_));
    let key = |m: &ValuedMove<Position>| m.next.as_ref().map(Position::key);
    let good = |m: &&ValuedMove<Position>| {
        if strict && wins { matches!(m.value, Value::Win(_)) } else { m.value == best.value }
    };
    let mut replies: Vec<&ValuedMove<Position>> = moves.iter().filter(good).collect();
    // Moves that end the game stay apart; of those into positions equal by symmetry one is enough.
    replies.sort_by_key(|m| key(m));
    replies.dedup_by(|a, b| key(a).is_some() && key(a) == key(b));
    if wins && replies.len() > 1 {
        return Ok(None);
    }
    let mut whole = Solution { line: Vec::new(), lines: 0 };
    for reply in replies {
        let rest = match reply.next {
            Some(next) => solution(solved, next, strict)?,
            None => Some(Solution { line: Vec::new(), lines: 1 }),
        };
        let Some(rest) = rest else { return Ok(None) };
        if reply.name == best.name || whole.line.is_empty() {
            whole.line = std::iter::once(reply.name.clone()).chain(rest.line).collect();
        }
        whole.lines += rest.lines;
    }
    Ok(Some(whole))
}
