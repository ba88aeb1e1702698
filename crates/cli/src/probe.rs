//! `yomikiri probe`: looks a position up in a table of values.

use crate::tables::{GameName, fault};
use game::solve::Value;
use retro::solved::{Dobutsu, Doves, Solved, SolvedGame};
use std::io::Write;
use std::path::PathBuf;

/// Look a position up: its value, what each move is worth, and the line to the end
///
/// Depths are plies to the end: `Win 3` wins with the third ply from here.
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
    /// The position, in the game's own notation, quoted or not
    #[arg(required = true)]
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
    let position = solved.game.read(&arguments.position.join(" ")).map_err(fault)?;
    writeln!(out, "{}", solved.game.draw(&position))?;
    let value = solved.value(&position).map_err(fault)?;
    writeln!(out, "value  {value}")?;
    let moves = solved.valued_moves(&position).map_err(fault)?;
    for valued in moves.iter().take(arguments.moves) {
        writeln!(out, "  {:<8} {}", valued.name, valued.value)?;
    }
    if moves.len() > arguments.moves {
        writeln!(out, "  and {} more", moves.len() - arguments.moves)?;
    }
    if value == Value::Draw {
        return Ok(());
    }
    let line = solved.line(&position).map_err(fault)?;
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
