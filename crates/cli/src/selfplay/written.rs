//! The games in the format asked for, in the order of their numbers.

use super::journal::Journal;
use super::played::Played;
use crate::convert::destination::Destination;
use anyhow::Context;
use record::{Format, GameWriter};
use std::io::Write;
use std::path::Path;

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// A table, one game a row: `id`, `end`, `plies`, `opening_plies`, `moves`, `scores`
    Tsv,
    /// USI lines: moves alone
    Usi,
    /// CSA, scores in comments
    Csa,
    /// KIF, scores in comments
    Kif,
    /// Training data, 40 bytes for each position with a score
    Psv,
}

/// The first line of the table.
pub(crate) const COLUMNS: &str = "id\tend\tplies\topening_plies\tmoves\tscores";

impl Kind {
    const ALL: [Self; 5] = [Self::Tsv, Self::Usi, Self::Csa, Self::Kif, Self::Psv];

    /// The file name extension.
    pub(crate) const fn name(self) -> &'static str {
        match self.format() {
            Some(format) => format.name(),
            None => "tsv",
        }
    }

    /// The format of this file name extension.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The record format; `None` for the table.
    const fn format(self) -> Option<Format> {
        match self {
            Self::Tsv => None,
            Self::Usi => Some(Format::Usi),
            Self::Csa => Some(Format::Csa),
            Self::Kif => Some(Format::Kif),
            Self::Psv => Some(Format::Psv),
        }
    }
}

/// Writes the games of a journal into a file, which appears, or is replaced, when it is whole.
pub(crate) fn write_file(path: &Path, kind: Kind, seed: u64, journal: &mut Journal) -> anyhow::Result<()> {
    let destination = Destination::create(path)?;
    let destination = write(destination, kind, seed, journal.games())
        .with_context(|| format!("writing {}", path.display()))?;
    destination.finish().with_context(|| format!("writing {}", path.display()))
}

fn write<W: Write>(
    mut out: W,
    kind: Kind,
    seed: u64,
    games: impl Iterator<Item = anyhow::Result<Played>>,
) -> anyhow::Result<W> {
    let Some(format) = kind.format() else {
        writeln!(out, "{COLUMNS}")?;
        for game in games {
            writeln!(out, "{}", game?.row(seed)?)?;
        }
        return Ok(out);
    };
    let mut writer = GameWriter::new(out, format);
    for game in games {
        let game = game?;
        let record = if format.is_binary() { game.scored_record(seed)? } else { game.record(seed)? };
        writer.write(&record).with_context(|| format!("game {}", game.game))?;
    }
    Ok(writer.into_inner())
}

#[cfg(test)]
mod tests;
