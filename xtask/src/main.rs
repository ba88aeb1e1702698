//! Project chores, run as `cargo xtask …`.
#![forbid(unsafe_code)]

mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the yomikiri workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Check the house rules that neither the compiler nor clippy checks
    ///
    /// Crate arrows, file sizes and names, unsafe and its comments, printing, the README's length. Each finding
    /// is one line `file:line: message`; the exit code is 1 when there is any.
    Tidy,
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().chore {
        Chore::Tidy => tidy::run(),
    }
}
