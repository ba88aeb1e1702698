//! The report as text.

use std::fmt;

use crate::campaign::{Mutant, Report, Row};
use crate::mode::Mode;

impl fmt::Display for Row {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verdict, counters) = (&self.verdict, &self.verdict.counters);
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        write!(
            out,
            "{:<32} {:<22} {:>8} {:>7} {:>6.2}% {:>10} {:>6} {:>6.3} {:>6.1}% {:>6.1}%",
            self.set,
            self.mode.name(),
            verdict.roots,
            verdict.wrong_roots,
            percent(verdict.wrong_roots, verdict.roots),
            verdict.claims,
            verdict.wrong_claims,
            self.nodes,
            100.0 * counters.cut_rate(),
            percent(counters.open + counters.tainted, counters.stores),
        )?;
        self.node_time.map_or(Ok(()), |time| write!(out, " {time:>8.1}"))
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let caught = if self.wrong.0 + self.wrong.1 > 0 { "caught" } else { "SURVIVED" };
        writeln!(
            out,
            "{:<24} {caught}: {} wrong roots, {} wrong claims",
            self.mutation.name(),
            self.wrong.0,
            self.wrong.1
        )?;
        self.counterexample.as_deref().map_or(Ok(()), |text| write!(out, "{text}"))
    }
}

/// A row per mode in which the table is used, a column per depth.
fn write_use(out: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    let with_depths: Vec<&Row> = rows.iter().filter(|row| row.use_by_depth.len() > 1).collect();
    if with_depths.is_empty() {
        return Ok(());
    }
    writeln!(out, "\ncut-offs per probe by depth, from depth 1")?;
    for row in with_depths.into_iter().filter(|row| row.mode != Mode::Bare) {
        write!(out, "{:<32} {:<22}", row.set, row.mode.name())?;
        for rate in &row.use_by_depth {
            write!(out, " {:>6.1}%", 100.0 * rate)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The source document's use rate from which its author called it a collapse.
const COLLAPSED: f64 = 0.04;

/// The least depth, 2 at least, from which on no more than `most` of the probes cut, and the rate there.
fn depth_of_collapse(rates: &[f64], most: f64) -> Option<(usize, f64)> {
    // At depth 1 nothing below the root asks the table.
    let above = rates.iter().rposition(|&rate| rate > most).map_or(1, |at| at + 1);
    rates.get(above).map(|&rate| (above + 1, rate))
}

/// Where the source's design comes to the use rate that its author saw.
fn write_collapse(out: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    for row in rows.iter().filter(|row| row.mode == Mode::Source && row.use_by_depth.len() > 1) {
        write!(out, "{}: use rate of the source's design ", row.set)?;
        match depth_of_collapse(&row.use_by_depth, COLLAPSED) {
            Some((depth, rate)) => {
                writeln!(out, "falls below 4 % at depth {depth}: {:.1} %", 100.0 * rate)?;
            }
            None => writeln!(out, "above 4 % up to depth {}", row.use_by_depth.len())?,
        }
    }
    Ok(())
}

/// How often modes that an engine could use disagree with the exact one at equal depth.
fn write_disagreement(out: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    let modes = [Mode::Practical, Mode::PlainDeeper, Mode::Plain16Deeper, Mode::Plain, Mode::Plain16];
    if !rows.iter().any(|row| row.mode == Mode::Exact) {
        return Ok(());
    }
    write!(out, "\n{:<32} {:>9}", "roots unlike exact, equal depth", "roots")?;
    for mode in modes {
        write!(out, " {:>21}", mode.name())?;
    }
    writeln!(out)?;
    for exact in rows.iter().filter(|row| row.mode == Mode::Exact) {
        write!(out, "{:<32} {:>9}", exact.set, exact.verdict.roots)?;
        for mode in modes {
            let found = rows.iter().find(|row| row.mode == mode && row.set == exact.set);
            let (wrong, roots) = found.map_or((0, 0), |row| (row.verdict.wrong_roots, row.verdict.roots));
            write!(out, " {wrong:>11} ({:>5.2} %)", 100.0 * wrong as f64 / roots.max(1) as f64)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The targets: the exact mode against plain on shogi.
fn write_ratios(out: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
    for exact in report.rows.iter().filter(|row| row.mode == Mode::Exact && row.node_time.is_some()) {
        let of_set = |row: &&Row| row.mode == Mode::Plain && row.set == exact.set;
        let Some(plain) = report.rows.iter().find(of_set) else { continue };
        write!(
            out,
            "{}: exact relative to plain: nodes {:.4}, cut-offs per probe {:.4}",
            exact.set,
            exact.nodes / plain.nodes,
            exact.verdict.counters.cut_rate() / plain.verdict.counters.cut_rate(),
        )?;
        if let Some((_, [plain, exact])) = report.times.iter().find(|(set, _)| *set == exact.set) {
            write!(out, ", time per node {:.3} ({exact:.1} to {plain:.1} ns)", exact / plain)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rows.is_empty() {
            writeln!(
                out,
                "{:<32} {:<22} {:>8} {:>7} {:>7} {:>10} {:>6} {:>6} {:>7} {:>7} {:>8}",
                "set", "mode", "roots", "wrong", "", "claims", "wrong", "nodes", "cuts", "open", "ns/node"
            )?;
        }
        for row in &self.rows {
            writeln!(out, "{row}")?;
        }
        write_disagreement(out, &self.rows)?;
        write_use(out, &self.rows)?;
        write_collapse(out, &self.rows)?;
        write_ratios(out, self)?;
        if !self.collisions.is_empty() {
            writeln!(out, "\n{}", crate::collisions::HEADING)?;
        }
        for row in &self.collisions {
            writeln!(out, "{row}")?;
        }
        if !self.indexes.is_empty() {
            writeln!(out, "\n{}", crate::indexes::HEADING)?;
        }
        for row in &self.indexes {
            writeln!(out, "{row}")?;
        }
        for mutant in &self.mutants {
            write!(out, "{mutant}")?;
        }
        writeln!(out, "\n{} claims of the exact mode compared, {} wrong", self.claims(), self.wrong())?;
        if let Some(text) = &self.counterexample {
            write!(out, "smallest counterexample to the exact mode:\n{text}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_rate_has_collapsed_where_it_stays_low() {
        assert_eq!(depth_of_collapse(&[0.0, 0.119, 0.01, 0.11, 0.02, 0.011], 0.04), Some((5, 0.02)));
        assert_eq!(depth_of_collapse(&[0.0, 0.02, 0.01], 0.04), Some((2, 0.02)));
        assert_eq!(depth_of_collapse(&[0.0, 0.3, 0.2], 0.04), None);
        assert_eq!(depth_of_collapse(&[0.0], 0.04), None);
    }
}
