//! `yomikiri verify`: checks against brute force, against published tables and against the rules themselves.

mod doves_table;
mod repetition;
mod table;

use std::io::Write;

/// Compare the program with brute force, with published tables, and tables with the rules
///
/// Any difference ends with exit code 3.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Repetition(Box<repetition::Arguments>),
    DovesTable(doves_table::Arguments),
    Table(table::Arguments),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.what {
        What::Repetition(arguments) => repetition::run(arguments, out),
        What::DovesTable(arguments) => doves_table::run(arguments, out),
        What::Table(arguments) => table::run(arguments, out),
    }
}
