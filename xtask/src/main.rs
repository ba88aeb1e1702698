//! Project chores, run as `cargo xtask …`.
#![forbid(unsafe_code)]

mod peers;
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
    /// Measure move generation beside rsshogi and haitaka, in the default and in the native build
    ///
    /// Builds the bench `peers` of the shogi crate twice, runs both builds in turn, and prints two tables in
    /// Markdown, what each build loses or gains, and the geometric means over the eight positions of the speed set.
    /// Every count is checked. About five minutes; take them when nothing else runs.
    Peers {
        /// Two rounds instead of seven: a first impression in a minute and a half
        #[arg(long)]
        quick: bool,
    },
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().chore {
        Chore::Tidy => tidy::run(),
        Chore::Peers { quick } => peers::run(if quick { 2 } else { 7 }),
    }
}
