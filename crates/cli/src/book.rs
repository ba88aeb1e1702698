//! `yomikiri book`: makes an opening book from games, and shows what a book says.

mod make;

use crate::exit::BadInput;
use crate::position_text;
use record::book::Book;
use shogi::Position;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

/// Make an opening book from games, or look into one
///
/// Books are in the text format of `YaneuraOu` (`.db`). `yomikiri usi` plays from one with the options `USI_OwnBook` and `BookFile`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Make(make::Arguments),
    Show(ShowArguments),
}

/// Show what a book says of a position
///
/// A line for each move: the move, the reply that is expected, score, depth, and how often it was played.
#[derive(clap::Args)]
struct ShowArguments {
    /// The book
    book: PathBuf,
    /// `startpos [moves …]`, `sfen … [moves …]` or a SFEN, quoted or not [default: startpos]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.command {
        Command::Make(arguments) => make::run(arguments, out),
        Command::Show(arguments) => show(arguments, out),
    }
}

/// The book in a file.
pub(crate) fn open(path: &Path) -> Result<Book, String> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    Book::read(BufReader::with_capacity(1 << 16, file), &name).map_err(|error| error.to_string())
}

fn show(arguments: &ShowArguments, out: &mut impl Write) -> anyhow::Result<()> {
    let book = open(&arguments.book).map_err(BadInput)?;
    let text = arguments.position.join(" ");
    let position =
        if text.is_empty() { Position::startpos() } else { position_text::read(&text, false)?.position };
    for entry in book.moves(&position) {
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        writeln!(
            out,
            "{}\t{}\t{}\t{}\t{}\t{}",
            entry.mv,
            position.japanese(entry.mv),
            or_none(entry.reply.map(|mv| mv.to_string())),
            or_none(entry.score.map(|score| score.to_string())),
            or_none(entry.depth.map(|depth| depth.to_string())),
            or_none(entry.count.map(|count| count.to_string())),
        )?;
    }
    if book.bad_lines() > 0 {
        out.flush()?;
        let (count, first) = (book.bad_lines(), &book.problems()[0]);
        return Err(BadInput(format!("{count} lines cannot be used, the first: {first}")).into());
    }
    Ok(())
}
