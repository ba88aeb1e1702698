//! `yomikiri probe`: looks a position up in a table of values.

use crate::tables::{Dobutsu, Doves, GameName, Shown, Solved};
use game::solve::Value;
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
        GameName::Doves => tell(&Solved::open(Doves::new, path)?, arguments, out),
        GameName::Dobutsu => tell(&Solved::open(|_| Ok(Dobutsu), path)?, arguments, out),
    }
}

fn tell<G: Shown>(solved: &Solved<G>, arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let mut position = solved.game.read(&arguments.position.join(" "))?;
    writeln!(out, "{}", solved.game.draw(&position))?;
    let value = solved.value(&position)?;
    writeln!(out, "value  {value}")?;
    let moves = solved.valued_moves(&position)?;
    for valued in moves.iter().take(arguments.moves) {
        writeln!(out, "  {:<8} {}", valued.name, valued.value)?;
    }
    if moves.len() > arguments.moves {
        writeln!(out, "  and {} more", moves.len() - arguments.moves)?;
    }
    if value == Value::Draw {
        return Ok(());
    }
    let mut line = Vec::new();
    if arguments.boards {
        writeln!(out)?;
    }
    while let Some(best) = solved.valued_moves(&position)?.into_iter().next() {
        line.push(best.name.clone());
        let Some(next) = best.next else { break };
        position = next;
        if arguments.boards {
            writeln!(out, "{}. {}\n{}", line.len(), best.name, solved.game.draw(&position))?;
        }
    }
    writeln!(out, "line   {}", line.join(" "))?;
    Ok(())
}
