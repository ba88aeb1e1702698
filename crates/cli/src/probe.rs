//! `yomikiri probe`: looks a position up in a table of values.

use crate::tables::{GameName, fault, table_fault};
use game::solve::Value;
use retro::solved::{Dobutsu, Doves, Solved, SolvedGame};
use std::io::Write;
use std::path::PathBuf;

/// Look a position up: its value, what each move is worth, and the line to the end
///
/// Depths are plies to the end: `Win 3` wins with the third ply from here. With --longest instead of a position: the
/// longest win and the longest loss of the table, each the first of its depth.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which game
    #[arg(value_enum)]
    game: GameName,
    /// The table that `solve` wrote
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// Show at most this many moves
    #[arg(long, value_name = "N", default_value_t = 10)]
    moves: usize,
    /// Draw the board after each ply of the line
    #[arg(long)]
    boards: bool,
    /// Look for the longest win and the longest loss
    #[arg(long, conflicts_with = "position")]
    longest: bool,
    /// The position, in the game's own notation, quoted or not
    #[arg(required_unless_present = "longest")]
    position: Vec<String>,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let path = &arguments.table;
    match arguments.game {
        GameName::Doves => tell(&Solved::open(Doves::new, path).map_err(fault)?, arguments, out),
        GameName::Dobutsu => tell(&Solved::open(|_| Ok(Dobutsu), path).map_err(fault)?, arguments, out),
    }
}

fn tell<G: SolvedGame>(
    solved: &Solved<G>,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if !arguments.longest {
        let position = solved.game.read(&arguments.position.join(" ")).map_err(fault)?;
        return tell_position(solved, &position, arguments, out);
    }
    let longest = solved.table.longest().map_err(table_fault)?;
    for (number, (rank, _)) in longest.into_iter().flatten().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let position = solved.game.unrank(rank);
        writeln!(out, "{}", solved.game.text(&position))?;
        tell_position(solved, &position, arguments, out)?;
    }
    Ok(())
}

fn tell_position<G: SolvedGame>(
    solved: &Solved<G>,
    position: &G::Position,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}", solved.game.draw(position))?;
    let value = solved.value(position).map_err(fault)?;
    writeln!(out, "value  {value}")?;
    let moves = solved.valued_moves(position).map_err(fault)?;
    for valued in moves.iter().take(arguments.moves) {
        writeln!(out, "  {:<8} {}", valued.name, valued.value)?;
    }
    if moves.len() > arguments.moves {
        writeln!(out, "  and {} more", moves.len() - arguments.moves)?;
    }
    if value == Value::Draw {
        return Ok(());
    }
    let line = solved.line(position).map_err(fault)?;
    if arguments.boards {
        writeln!(out)?;
        for (index, best) in line.iter().enumerate() {
            if let Some(next) = &best.next {
                writeln!(out, "{}. {}\n{}", index + 1, best.name, solved.game.draw(next))?;
            }
        }
    }
    let names: Vec<_> = line.iter().map(|best| best.name.as_str()).collect();
    writeln!(out, "line   {}", names.join(" "))?;
    Ok(())
}
