//! `yomikiri solve`: solves a game and tells how many positions have which value.

mod bar;
mod cluster;
mod counters;
mod dobutsu;
mod doves;
mod ledger;
mod stopwatch;

pub(crate) use bar::Bar;
pub(crate) use doves::Resources;
pub(crate) use ledger::Ledger;

use crate::exit::BadInput;
use crate::tables;
use exchange::ExchangeError;
use retro::factored::SolveError;
use std::io::Write;

/// Solve a game: every position won, lost or drawn, with the plies to the end
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    game: Game,
}

/// One line for each game that can be solved.
#[derive(clap::Subcommand)]
enum Game {
    Doves(doves::Arguments),
    Dobutsu(dobutsu::Arguments),
}

/// Options that do not fit the game or the folder are bad input, and so is a folder with damaged files.
pub(crate) fn fault(error: SolveError) -> anyhow::Error {
    match error {
        SolveError::Table(error) => tables::table_fault(error),
        SolveError::Io { .. } | SolveError::Locked(_) => error.into(),
        SolveError::Exchange(error) => cluster_fault(error),
        SolveError::Manifest { .. }
        | SolveError::Memory { .. }
        | SolveError::Process { .. }
        | SolveError::NoHistory => BadInput::because(error),
    }
}

/// Hosts and numbers that do not fit are bad input; processes that do not come or stay are not.
pub(crate) fn cluster_fault(error: ExchangeError) -> anyhow::Error {
    match error {
        ExchangeError::Number { .. } | ExchangeError::Hosts { .. } => BadInput::because(error),
        other => other.into(),
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.game {
        Game::Doves(arguments) => doves::run(arguments, out),
        Game::Dobutsu(arguments) => dobutsu::run(arguments, out),
    }
}
