//! `yomikiri verify`: recomputes what others or earlier runs have found, and compares.

mod doves_table;
mod table;

use std::io::Write;

/// Recompute and compare; a difference ends with exit code 3
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    DovesTable(doves_table::Arguments),
    Table(table::Arguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.what {
        What::DovesTable(arguments) => doves_table::run(arguments, out),
        What::Table(arguments) => table::run(arguments, out),
    }
}
