//! `yomikiri usi`: the engine as GUIs talk to it, over standard input and output.

mod answer;
mod book;
mod inspect;
mod options;
mod session;
mod work;
mod writer;

use session::Session;
use std::io::{self, BufRead};
use writer::Writer;

/// Speak USI, the protocol of shogi GUIs, on standard input and output
///
/// For `ShogiHome`, `ShogiGUI`, 将棋所 and the like: register `yomikiri usi` as an engine. Beyond the protocol it knows, on a
/// terminal: d, eval, moves, perft N, bench [DEPTH].
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The strength that the option Level begins with, from 1 to 10 (full): for GUIs that do not show the options
    #[arg(long, value_name = "N", default_value_t)]
    level: search::Level,
    /// Declare the numbers of the search as options too: for `yomikiri tune` and its like
    #[arg(long)]
    constants: bool,
}

/// Runs the subcommand: reads commands until `quit` or the end of the input.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let writer = Writer::new(io::stdout());
    talk(io::stdin().lock(), &writer, arguments)?;
    Ok(())
}

/// A session over any pair of streams. Lines that are not UTF-8 are read with replacement characters: a GUI may send a file
/// name in another encoding, and nothing but that option depends on it.
fn talk(mut input: impl BufRead, writer: &Writer, arguments: &Arguments) -> io::Result<()> {
    let mut session = Session::new(writer.clone(), arguments.level, arguments.constants);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            session.end_of_input();
            break;
        }
        // Where nobody reads any more, thinking on would only heat the room.
        if !session.take(&String::from_utf8_lossy(&line)) || writer.is_broken() {
            break;
        }
    }
    session.close();
    Ok(())
}
