//! `yomikiri learn plot`: pictures of runs.

use crate::exit::BadInput;
use anyhow::Context;
use clap::{Args, ValueEnum};
use report::runs::{Run, RunKind, king_piece, learning, margins, material};
use report::{Picture, PictureError};
use shogi::Square;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Pictures of runs: J and agreement, piece values, margins, king-piece tables
///
/// Writes `learning`, `material`, `margins` and `king-piece`, of several runs side by side: for example of one that learnt
/// without a penalty, with the same for all weights, and with the weighted one.
#[derive(Args)]
pub(super) struct Arguments {
    /// Where the pictures go [default: the folder of the first run]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// The format
    #[arg(long, value_enum, default_value = "svg")]
    format: Format,
    /// The king's square in the king-piece table
    #[arg(long, value_name = "SQUARE", default_value = "8h")]
    king: Square,
    /// The kind of the other piece
    #[arg(long, value_name = "KIND", default_value = "gold", value_parser = kind)]
    piece: RunKind,
    /// Folders of runs
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Svg,
    Png,
}

fn kind(text: &str) -> Result<RunKind, String> {
    RunKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
        let known: Vec<_> = RunKind::ALL.into_iter().map(RunKind::name).collect();
        format!("expected one of {}", known.join(", "))
    })
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let runs: Vec<_> = arguments
        .runs
        .iter()
        .map(|folder| Run::read(folder).map_err(BadInput::because))
        .collect::<Result<_, _>>()?;
    let folder = arguments.to.clone().unwrap_or_else(|| arguments.runs[0].clone());
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let extension = match arguments.format {
        Format::Svg => "svg",
        Format::Png => "png",
    };
    let mut save = |name: &str, picture: &dyn Fn(&Path) -> Result<(), PictureError>| {
        let path = folder.join(format!("{name}.{extension}"));
        picture(&path)?;
        writeln!(out, "{}", path.display())?;
        anyhow::Ok(())
    };
    save("learning", &|path| learning(&runs).save(path))?;
    save("material", &|path| material(&runs).save(path))?;
    if runs.iter().any(|run| !run.margins.is_empty()) {
        save("margins", &|path| margins(&runs).save(path))?;
    }
    if let Some(map) = king_piece(&runs, arguments.king, arguments.piece) {
        save("king-piece", &|path| map.save(path))?;
    }
    Ok(())
}
