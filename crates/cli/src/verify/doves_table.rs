//! `yomikiri verify doves-table`: the published table of Tokyo Doves, recomputed entry by entry.

use crate::exit::VerificationFailed;
use crate::solve::{Bar, Ledger, Resources, fault};
use anyhow::Context;
use doves::published::{self, PublishedRow};
use report::Picture;
use retro::factored::{Options, Row, Solver};
use std::io::Write;
use std::path::PathBuf;

/// The published table of Tokyo Doves: recompute its entries from ply 2 to K and print each next to the document's
///
/// The whole game is solved ply after ply; with --folder the run is taken up where it stopped, and plies.tsv there says
/// what each ply took. Ply 100 is the document's last. Counts are positions up to symmetry, as in the document.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The last ply to recompute
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=100))]
    plies: u32,
    #[command(flatten)]
    resources: Resources,
    /// Draw the time of every two plies (.svg or .png)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let bar = Bar::new();
    bar.say("tables of frames");
    let mut ledger = Ledger::open(arguments.resources.folder.as_deref())?;
    let options = Options { last_ply: Some(arguments.plies), ..arguments.resources.options(12, false) };
    let mut solver = Solver::new(options).map_err(fault)?;
    let mut differences = 0;
    let mut entries = 0;
    writeln!(out, "status\tply\tdoves\tcomputed\tpublished\tequal")?;
    for published in published::rows().into_iter().take_while(|row| row.ply <= arguments.plies) {
        let summary = ledger.run(&mut solver, Some(published.ply), &bar)?;
        let Some(row) = summary.rows.iter().find(|row| row.ply == published.ply) else {
            return Err(VerificationFailed(format!("the run ends before ply {}", published.ply)).into());
        };
        differences += compare(row, &published, out)?;
        entries += published.counts.len();
        out.flush()?;
    }
    bar.finish();
    if let Some(path) = &arguments.plot {
        ledger.chart().save(path).context("the plot")?;
    }
    writeln!(out, "{entries} entries compared, {differences} differ")?;
    if differences > 0 {
        return Err(VerificationFailed(format!("{differences} of {entries} entries differ")).into());
    }
    Ok(())
}

/// Prints the entries of a row. Returns how many differ.
fn compare(row: &Row, published: &PublishedRow, out: &mut impl Write) -> anyhow::Result<usize> {
    let mut differences = 0;
    for (doves, expected) in (3..).zip(published.counts) {
        let computed = row.counts[doves];
        let equal = if computed == expected { "yes" } else { "NO" };
        differences += usize::from(computed != expected);
        writeln!(out, "{}\t{}\t{doves}\t{computed}\t{expected}\t{equal}", row.status(), row.ply)?;
    }
    Ok(differences)
}
