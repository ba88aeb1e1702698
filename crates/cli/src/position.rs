//! `yomikiri position`: everything the rules say about one position.

use crate::position_text;
use serde::Serialize;
use shogi::Position;
use std::io::Write;

/// Show a position: keys, check, legal moves
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// One JSON object, for scripts
    #[arg(long)]
    json: bool,
    /// Repair what programs write instead of SFEN, and say what was repaired
    #[arg(long)]
    lenient: bool,
    /// `startpos [moves …]`, `sfen … [moves …]` or a SFEN, quoted or not
    #[arg(required = true)]
    position: Vec<String>,
}

/// What is told, in the words of the JSON object.
#[derive(Serialize)]
struct Facts {
    sfen: String,
    key: String,
    board_key: String,
    side_to_move: String,
    in_check: bool,
    legal_moves: Vec<String>,
}

impl Facts {
    fn of(position: &Position) -> Self {
        Self {
            sfen: position.to_sfen(),
            key: position.key().to_string(),
            board_key: position.board_key().to_string(),
            side_to_move: position.side_to_move().to_string(),
            in_check: position.in_check(),
            legal_moves: position.legal_moves().iter().map(ToString::to_string).collect(),
        }
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let read = position_text::read(&arguments.position.join(" "), arguments.lenient)?;
    let facts = Facts::of(&read.position);
    if arguments.json {
        serde_json::to_writer(&mut *out, &facts)?;
    }
    writeln!(out)?;
    Ok(())
}
