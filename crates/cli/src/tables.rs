//! What the subcommands on solved games share.

use crate::exit::BadInput;
use clap::ValueEnum;
use retro::solved::SolvedError;
use tablebase::TableError;

/// The games that have tables: one line each.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum GameName {
    /// Tokyo Doves, such as `b/B r`
    Doves,
    /// Dobutsu shogi, such as `gle/.c./.C./ELG -`
    Dobutsu,
}

/// A file that is not what it should be is bad input; one that cannot be read is not.
pub(crate) fn table_fault(error: TableError) -> anyhow::Error {
    if matches!(error, TableError::Io { .. }) { error.into() } else { BadInput::because(error) }
}

/// As [`table_fault`], or a question that is wrong.
pub(crate) fn fault(error: SolvedError) -> anyhow::Error {
    match error {
        SolvedError::Input(reason) => BadInput(reason).into(),
        SolvedError::Table(error) => table_fault(error),
    }
}
