//! The report as text.

use std::fmt;

use crate::campaign::{Mutant, Report, Row};

impl fmt::Display for Row {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verdict, counters) = (&self.verdict, &self.verdict.counters);
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        write!(
            out,
            "{:<24} {:<22} {:>8} {:>7} {:>6.2}% {:>10} {:>6} {:>6.3} {:>6.1}% {:>6.1}%",
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
        )
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

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{:<24} {:<22} {:>8} {:>7} {:>7} {:>10} {:>6} {:>6} {:>7} {:>7}",
            "set", "mode", "roots", "wrong", "", "claims", "wrong", "nodes", "cuts", "open"
        )?;
        for row in &self.rows {
            writeln!(out, "{row}")?;
        }
        for mutant in &self.mutants {
            write!(out, "{mutant}")?;
        }
        if let Some(text) = &self.counterexample {
            write!(out, "smallest counterexample to the exact mode:\n{text}")?;
        }
        Ok(())
    }
}
