//! `yomikiri verify table`: a table of values, re-derived from the rules by forward moves.

use crate::exit::VerificationFailed;
use crate::tables::{fault, table_fault};
use indicatif::ProgressBar;
use retro::solved::{Doves, Solved};
use std::io::Write;
use std::path::PathBuf;
use tablebase::verify::{self, Fault};

/// A table of values of Tokyo Doves: check every block, and re-derive entries from the rules by forward moves
///
/// An entry is right if its successors' entries give its value. With --all and no difference the table is proved right.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The table that `solve doves` wrote
    file: PathBuf,
    /// How many entries, spread evenly
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,
    /// Every entry
    #[arg(long)]
    all: bool,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let solved = Solved::open(Doves::new, &arguments.file).map_err(fault)?;
    let table = &solved.table;
    table.file().check().map_err(table_fault)?;
    let entries = table.entries();
    let step = if arguments.all { 1 } else { (entries / arguments.sample).max(1) };
    let bar = ProgressBar::new(entries);
    let mut checked = 0u64;
    for rank in (0..entries).step_by(usize::try_from(step)?) {
        match verify::entry(solved.game.closed(), table, rank) {
            Ok(()) => checked += 1,
            Err(Fault::Table(error)) => return Err(table_fault(error)),
            Err(wrong @ Fault::Value { .. }) => return Err(VerificationFailed(wrong.to_string()).into()),
        }
        if checked.is_multiple_of(4096) {
            bar.set_position(rank);
        }
    }
    bar.finish_and_clear();
    let (blocks, checksum) = (table.file().len(), table.file().checksum());
    writeln!(
        out,
        "{blocks} blocks whole, {checked} of {entries} entries follow from the rules, checksum {checksum:016x}"
    )?;
    let statistics = table.statistics()?;
    let sum = |counts: &[u64]| counts.iter().sum::<u64>();
    writeln!(
        out,
        "{} won (the deepest in {} plies), {} lost ({}), {} drawn, {} numbers without a position",
        sum(&statistics.wins),
        statistics.wins.len().saturating_sub(1),
        sum(&statistics.losses),
        statistics.losses.len().saturating_sub(1),
        statistics.draws,
        statistics.holes
    )?;
    Ok(())
}
