//! What each half-ply of a long run took, kept in the run's folder beside its checkpoints.

use super::stopwatch::Stopwatch;
use super::{Bar, fault};
use crate::exit::BadInput;
use anyhow::Context;
use report::{LineChart, Panel, Series};
use retro::factored::{Solver, Summary};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

const HEAD: &str =
    "ply\tpositions\tseconds\tprocessor_seconds\tsegments_written\tsettled_bytes\tsettled_checksum";

/// The half-plies of a run.
pub(crate) struct Ledger {
    path: Option<PathBuf>,
    /// Seconds by the clock, by ply.
    seconds: BTreeMap<u32, f64>,
}

impl Ledger {
    /// The ledger of a folder, `plies.tsv`; one that is kept nowhere without a folder.
    pub(crate) fn open(folder: Option<&Path>) -> anyhow::Result<Self> {
        let path = folder.map(|folder| folder.join("plies.tsv"));
        let mut seconds = BTreeMap::new();
        if let Some(path) = path.as_deref().filter(|path| path.exists()) {
            let mut text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            cut_torn_line(path, &mut text).with_context(|| path.display().to_string())?;
            for (number, line) in text.lines().enumerate().skip(1) {
                let fields: Vec<&str> = line.split('\t').collect();
                let entry = (fields.len() == 7)
                    .then(|| Some((fields[0].parse().ok()?, fields[2].parse().ok()?)))
                    .flatten();
                let Some((ply, time)) = entry else {
                    let place = format!("{}:{}", path.display(), number + 1);
                    return Err(BadInput::because(format!(
                        "{place}: '{line}', expected seven fields: {HEAD}"
                    )));
                };
                seconds.insert(ply, time);
            }
        }
        Ok(Self { path, seconds })
    }

    /// Runs half-ply after half-ply up to `last`, or to the end, and notes what each took.
    pub(crate) fn run(
        &mut self,
        solver: &mut Solver,
        last: Option<u32>,
        bar: &Bar,
    ) -> anyhow::Result<Summary> {
        while last.is_none_or(|last| solver.next_ply() <= last) {
            let ply = solver.next_ply();
            let written = solver.summary().traffic[1];
            let mut watch = Stopwatch::new();
            if !solver.step(bar).map_err(fault)? {
                break;
            }
            let (lap, summary) = (watch.lap(), solver.summary());
            let count: u64 = summary.rows.iter().filter(|r| r.ply == ply).flat_map(|r| r.counts).sum();
            let (bytes, checksum) = solver.settled(ply).unwrap_or_default();
            let processor = lap.processor.map_or("-".to_owned(), |time| format!("{:.1}", time.as_secs_f64()));
            let written = summary.traffic[1] - written;
            let seconds = lap.clock.as_secs_f64();
            self.note(
                ply,
                seconds,
                &format!("{count}\t{seconds:.1}\t{processor}\t{written}\t{bytes}\t{checksum:016x}"),
            )?;
        }
        Ok(solver.summary())
    }

    fn note(&mut self, ply: u32, seconds: f64, line: &str) -> anyhow::Result<()> {
        tracing::info!("ply {ply}: {seconds:.1} s");
        self.seconds.insert(ply, seconds);
        let Some(path) = &self.path else { return Ok(()) };
        let write = || {
            let mut file = OpenOptions::new().append(true).create(true).open(path)?;
            let head = if file.metadata()?.len() == 0 { format!("{HEAD}\n") } else { String::new() };
            file.write_all(format!("{head}{ply}\t{line}\n").as_bytes())
        };
        write().with_context(|| path.display().to_string())
    }

    /// The time of two plies each, by the even one.
    pub(crate) fn chart(&self) -> LineChart {
        let of = |ply: u32| self.seconds.get(&ply);
        let points: Vec<(f64, f64)> = self
            .seconds
            .iter()
            .filter(|(ply, _)| *ply % 2 == 0 && **ply > 0)
            .filter_map(|(ply, lost)| Some((f64::from(*ply), lost + of(ply + 1)?)))
            .collect();
        let series = vec![Series { name: "Lose and Win".to_owned(), points }];
        let panels = vec![Panel { y: "seconds".to_owned(), series }];
        let title = "Time for two plies".to_owned();
        LineChart { title, x: "ply".to_owned(), panels, size: (900, 420) }
    }
}

/// Takes off a last line without an end, which a machine that went down while it was written leaves.
fn cut_torn_line(path: &Path, text: &mut String) -> std::io::Result<()> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        let (place, number) = (path.display(), text.lines().count());
        tracing::warn!("{place}:{number}: taken off, as it has no end: '{}'", &text[whole..]);
        OpenOptions::new().write(true).open(path)?.set_len(whole as u64)?;
        text.truncate(whole);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use retro::factored::Options;

    #[test]
    fn a_run_in_two_pieces_notes_every_ply_once_and_a_damaged_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options {
            max_doves: 4,
            threads: 1,
            memory: 1 << 28,
            folder: Some(folder.path().to_owned()),
            history: false,
            last_ply: None,
        };
        for last in [Some(1), None] {
            let mut solver = Solver::new(options.clone()).unwrap();
            let mut ledger = Ledger::open(Some(folder.path())).unwrap();
            ledger.run(&mut solver, last, &Bar::new()).unwrap();
        }
        let path = folder.path().join("plies.tsv");
        let text = std::fs::read_to_string(&path).unwrap();
        let plies: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(plies, ["0", "1", "2"]);
        std::fs::write(&path, text.replace("\n1\t", "\none\t")).unwrap();
        let error = Ledger::open(Some(folder.path())).err().unwrap().to_string();
        assert!(error.contains("plies.tsv:3"), "{error}");
        std::fs::write(&path, format!("{text}3\t17")).unwrap();
        assert_eq!(Ledger::open(Some(folder.path())).unwrap().seconds.len(), 3);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}
