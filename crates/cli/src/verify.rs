//! `yomikiri verify`: checks that compare the program with brute force.

mod repetition;

use std::io::Write;

/// Compare the program with brute force
///
/// Any difference ends with exit code 3 and the smallest counterexample.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Repetition(Box<repetition::Arguments>),
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    match &arguments.what {
        What::Repetition(arguments) => repetition::run(arguments, out),
    }
}
