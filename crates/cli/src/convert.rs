//! `yomikiri convert`: game records of any format into one format.

pub(crate) mod destination;
mod tally;

use crate::exit::BadInput;
use anyhow::Context;
use clap::ValueEnum;
use destination::Destination;
use record::{Charset, Format, Game, GameWriter, RecordError, WriteError};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tally::Tally;

/// Convert game records into another format
///
/// Reads KIF, KI2, CSA, USI lines, PSV and hcpe, several games in a file, in UTF-8, cp932 or EUC-JP: format and character
/// set are told from the content. Games are read and written one at a time. A game that cannot be read, or that the format
/// cannot hold, is told on standard error with its place; the others are written all the same, and the exit code is 2. A
/// game with an illegal move is cut before it. PSV and hcpe take games with a result only.
///
/// The summary goes to standard output, or to standard error where the games go to standard output.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Kind,
    /// The format to read, where it should not be told from the content
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Kind>,
    /// The file to write; it appears, or is replaced, when everything is written
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The character set to write
    #[arg(long, value_enum, default_value = "utf8")]
    encoding: Encoding,
    /// Tell also what was read leniently, and where a record and the rules disagree
    #[arg(long)]
    notes: bool,
    /// The summary as one JSON object
    #[arg(long)]
    json: bool,
    /// Files to read; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// USI lines: `startpos moves …`
    Usi,
    /// CSA, V2.2 or V3.0 as the game needs it
    Csa,
    /// KIF
    Kif,
    /// KI2
    Ki2,
    /// Training data, 40 bytes a position
    Psv,
    /// Training data, 38 bytes a position
    Hcpe,
}

impl From<Kind> for Format {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Usi => Self::Usi,
            Kind::Csa => Self::Csa,
            Kind::Kif => Self::Kif,
            Kind::Ki2 => Self::Ki2,
            Kind::Psv => Self::Psv,
            Kind::Hcpe => Self::Hcpe,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Encoding {
    Utf8,
    Cp932,
    Eucjp,
}

impl From<Encoding> for Charset {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 => Self::Utf8,
            Encoding::Cp932 => Self::Cp932,
            Encoding::Eucjp => Self::EucJp,
        }
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let mut tally = Tally::default();
    let output = arguments.output.as_deref();
    let result = match output {
        None => convert(arguments, &mut *out, &mut tally, true).context("writing standard output"),
        Some(path) => into_file(arguments, path, &mut tally),
    };
    // Also after a full disk: what was read is worth knowing.
    match output {
        Some(_) => tally.tell(out, arguments.json)?,
        None => tally.tell(&mut io::stderr(), arguments.json)?,
    }
    result?;
    let lost = tally.refused + tally.unwritable;
    if lost > 0 {
        let text = format!("{lost} of {} games or files are not in the output", lost + tally.written());
        return Err(BadInput(text).into());
    }
    Ok(())
}

fn into_file(arguments: &Arguments, path: &Path, tally: &mut Tally) -> anyhow::Result<()> {
    let writing = || format!("writing {}", path.display());
    let mut destination = Destination::create(path)?;
    convert(arguments, &mut destination, tally, false).with_context(writing)?;
    destination.finish().with_context(writing)?;
    tally.confirm();
    Ok(())
}

/// Converts every file; a file that cannot be opened counts as refused. `at_once`: a game is whole as soon as it is written.
fn convert(
    arguments: &Arguments,
    out: &mut impl Write,
    tally: &mut Tally,
    at_once: bool,
) -> anyhow::Result<()> {
    let mut writer = GameWriter::new(out, arguments.to.into()).with_charset(arguments.encoding.into());
    for path in &arguments.files {
        let name = path.display().to_string();
        let reader: Box<dyn Read> = if path.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    tally.refused += 1;
                    say(&format!("refused: {name}: {error}"));
                    continue;
                }
            }
        };
        let games = match arguments.from {
            Some(kind) => record::read_as(reader, &name, kind.into()),
            None => record::read_any(reader, &name),
        };
        for game in games {
            one(&game, arguments.notes, &mut writer, tally)?;
            if at_once {
                writer.flush()?;
                tally.confirm();
            }
        }
    }
    Ok(())
}

fn one<W: Write>(
    game: &Result<Game, RecordError>,
    notes: bool,
    writer: &mut GameWriter<W>,
    tally: &mut Tally,
) -> io::Result<()> {
    let game = match game {
        Ok(game) => game,
        Err(error) => {
            tally.refused += 1;
            let before = error.prefix.as_ref().map_or(0, |prefix| prefix.main.plies.len());
            let before = if before > 0 { format!(" ({before} plies could be read)") } else { String::new() };
            say(&format!("refused: {error}{before}"));
            return Ok(());
        }
    };
    tally.read(game);
    let lines = std::iter::once(&game.main).chain(game.branches.iter().map(|branch| &branch.line));
    for cut in lines.filter_map(|line| line.cut.as_ref()) {
        say(&format!("cut: {cut}"));
    }
    if notes {
        game.notes.iter().for_each(|note| say(&format!("note: {note}")));
    }
    match writer.write(game) {
        Ok(left_out) => tally.wrote(game, left_out),
        Err(error @ WriteError::CannotHold { .. }) => {
            tally.unwritable += 1;
            say(&format!("not written: {}: {error}", game.place));
        }
        Err(WriteError::Io(error)) => return Err(error),
    }
    Ok(())
}

/// A line on standard error; nothing is left to tell anyone where it is closed.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
