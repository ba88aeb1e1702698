//! A run: passes over the training games, measured after each, with checkpoints.

mod slides_pass;
#[cfg(test)]
mod tests;

use crate::adaptive::{Adaptive, Shadow, constrained};
use crate::agreement::{items, measure};
use crate::checkpoint::{Checkpoint, Head};
use crate::corpus::Corpus;
use crate::files::write_whole;
use crate::gradient::Gradient;
use crate::log::{Row, csv};
use crate::margins::{CLASSES, Quantiles};
use crate::objective::Objective;
use crate::options::{Method, Options};
use crate::parallel::sweep;
use crate::quiescence::Prepared;
use crate::random::Random;
use crate::{LearnError, Observer};
use eval::{FRACTION, Weights};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The quantile that the search uses: 99 %.
const COVERED: usize = 2;
/// Games whose positions are shuffled together.
const POOL: usize = if cfg!(test) { 5 } else { 512 };
/// Of the held-out positions, one in so many is measured for the margins.
const MARGINS: u32 = 8;
/// Without held-out games the margins are measured on so many training games.
const STAND_IN: usize = 32;

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The weights.
    pub weights: Weights,
    /// All passes.
    pub rows: Vec<Row>,
    /// The frontier margins of these weights.
    pub margins: Vec<Quantiles>,
    /// Passes that were done before, by a run that this one went on with.
    pub resumed: u32,
}

/// What a folder of a run holds: the passes that are done, and the weights after the last of them.
pub fn read_run(folder: &Path) -> Result<(Vec<Row>, Weights), LearnError> {
    let path = folder.join("checkpoint.bin");
    let missing = || LearnError::file(&path)(std::io::Error::from(std::io::ErrorKind::NotFound));
    let head = Checkpoint::load(&path)?.ok_or_else(missing)?.head;
    let path = folder.join("weights.bin");
    let bytes = fs::read(&path).map_err(LearnError::file(&path))?;
    let weights = Weights::read(&bytes).map_err(|source| LearnError::Weights { path, source })?;
    Ok((head.rows, weights))
}

struct Run<'a> {
    corpus: &'a mut Corpus,
    options: &'a Options,
    folder: &'a Path,
    observer: &'a dyn Observer,
    state: Checkpoint,
    objective: Objective,
    /// What the seven piece values sum to, in units of evaluation.
    fixed: Option<f64>,
    saved: Instant,
}

/// Learns from the training games of the corpus, beginning with `initial`; everything is written to `folder`:
/// `weights.bin` after every pass, `log.csv`, `checkpoint.bin`. A checkpoint that is there is gone on with, if it was made with
/// the same options, games and initial weights.
pub fn learn(
    corpus: &mut Corpus,
    initial: &Weights,
    options: &Options,
    folder: &Path,
    observer: &dyn Observer,
) -> Result<Outcome, LearnError> {
    if corpus.training.is_empty() {
        return Err(LearnError::Nothing("all games are held out".to_owned()));
    }
    fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
    let path = folder.join("checkpoint.bin");
    let mut named = options.named();
    named.push(("set".to_owned(), initial.set().to_string()));
    named.push(("data".to_owned(), corpus.fingerprint()));
    let mut bytes = Vec::new();
    initial.write(&mut bytes).map_err(LearnError::file(folder))?;
    named.push(("initial-weights".to_owned(), format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes))));
    let state = match Checkpoint::load(&path)? {
        Some(found) => {
            found.agrees(&named).map_err(|reason| LearnError::Checkpoint { path: path.clone(), reason })?;
            found
        }
        None => Checkpoint {
            head: Head { options: named, ..Head::default() },
            weights: initial.clone(),
            shadow: matches!(options.method, Method::Adaptive(_)).then(|| Shadow::new(initial)),
        },
    };
    let sum = |weights: &Weights| {
        let range = constrained(weights.set().layout())?;
        Some(f64::from(weights.values()[range].iter().map(|&value| i32::from(value)).sum::<i32>()))
    };
    let resumed = state.head.pass;
    let mut run = Run {
        fixed: sum(initial).filter(|_| options.constrained),
        corpus,
        options,
        folder,
        observer,
        state,
        objective: Objective::new(),
        saved: Instant::now(),
    };
    // Before anything is computed: what cannot be written is better known now.
    run.save()?;
    let mut margins = Vec::new();
    while run.state.head.pass < options.passes {
        let begun = Instant::now();
        match &options.method {
            Method::Adaptive(adaptive) => run.adaptive_pass(adaptive, begun)?,
            Method::Slides(slides) => run.slides_pass(slides)?,
        }
        margins = run.close_pass(begun)?;
    }
    let mut weights = run.written();
    if margins.is_empty() {
        margins = run.measure_weights(&weights, &mut Row::default())?;
        weights.set_margins(for_search(&margins));
        run.write_weights(&weights, "weights.bin")?;
    }
    weights.set_margins(for_search(&margins));
    let Checkpoint { head, .. } = run.state;
    Ok(Outcome { weights, rows: head.rows, margins, resumed })
}

impl Run<'_> {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn save(&mut self) -> Result<(), LearnError> {
        self.state.save(&self.path("checkpoint.bin"))?;
        self.saved = Instant::now();
        Ok(())
    }

    /// One pass of the adaptive method, from the pool on where the checkpoint is.
    fn adaptive_pass(&mut self, adaptive: &Adaptive, begun: Instant) -> Result<(), LearnError> {
        let pass = self.state.head.pass;
        let mut order = self.corpus.training.clone();
        Random::new(self.options.seed, u64::from(pass)).shuffle(&mut order);
        let total = self.corpus.counts.training_positions;
        let totals = &self.state.head.totals;
        self.observer.begin(&format!("pass {}", pass + 1), total, totals.positions + totals.mates);
        let before = self.state.head.seconds;
        let pools: Vec<_> = order.chunks(POOL).collect();
        for (number, pool) in pools.iter().enumerate().skip(self.state.head.pools as usize) {
            let games = self.corpus.load(pool)?;
            let mut items = items(&games);
            Random::new(self.options.seed, (u64::from(pass) << 32) + number as u64 + 1).shuffle(&mut items);
            // Batches of nearly equal size: a small last one would make a step as large as the others.
            let batches = items.len().div_ceil(adaptive.batch).max(1);
            for batch in 0..batches {
                let range = items.len() * batch / batches..items.len() * (batch + 1) / batches;
                self.batch(adaptive, &games, &items[range]);
            }
            self.state.head.pools = number as u64 + 1;
            self.state.head.seconds = before + begun.elapsed().as_secs_f64();
            if self.saved.elapsed().as_secs() >= self.options.checkpoint_seconds {
                self.save()?;
            }
        }
        Ok(())
    }

    fn batch(&mut self, adaptive: &Adaptive, games: &[crate::Chosen], items: &[(u32, u32)]) {
        if items.is_empty() {
            return;
        }
        let prepared = Prepared::new(self.state.weights.clone());
        let make = || Gradient::new(&prepared, &self.objective, self.options.value, self.options.choice);
        let work = |gradient: &mut Gradient, &(game, ply): &(u32, u32)| {
            gradient.add(&games[game as usize], ply as usize);
        };
        let parts = sweep(self.options.threads, items, make, work, &|done| self.observer.advance(done));
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else { return };
        let (mut sums, head) = (first.sums, &mut self.state.head);
        head.totals.add(&first.searcher.totals);
        for part in parts {
            sums.iter_mut().zip(&part.sums).for_each(|(sum, more)| *sum += more);
            head.totals.add(&part.searcher.totals);
        }
        let set = self.state.weights.set();
        if let Some(shadow) = &mut self.state.shadow {
            shadow.step(&sums, adaptive, head.pass, set, self.fixed);
            let (weights, saturated) = shadow.rounded(set);
            self.state.weights = weights;
            head.saturated += saturated;
            head.steps = shadow.steps;
        }
    }

    /// Measures the weights on the held-out games.
    fn measure_weights(&mut self, weights: &Weights, row: &mut Row) -> Result<Vec<Quantiles>, LearnError> {
        let prepared = Prepared::new(weights.clone());
        let numbers = if self.corpus.held_out.is_empty() {
            self.corpus.training.iter().copied().take(STAND_IN).collect()
        } else {
            self.corpus.held_out.clone()
        };
        self.observer.begin("held-out games", self.corpus.counts.held_out_positions, 0);
        let found = measure(self.corpus, &numbers, &prepared, self.options.threads, MARGINS, self.observer)?;
        if !self.corpus.held_out.is_empty() {
            row.measured(&found);
        }
        Ok(found.margins.quantiles())
    }

    /// The weights that are measured and written: the running mean of the adaptive method.
    fn written(&mut self) -> Weights {
        let set = self.state.weights.set();
        match &mut self.state.shadow {
            Some(shadow) => shadow.averaged(set),
            None => self.state.weights.clone(),
        }
    }

    fn write_weights(&self, weights: &Weights, name: &str) -> Result<(), LearnError> {
        let path = self.path(name);
        let mut bytes = Vec::new();
        weights.write(&mut bytes).map_err(LearnError::file(&path))?;
        write_whole(&path, &bytes)
    }

    /// Measures, logs, writes the weights and a checkpoint.
    fn close_pass(&mut self, begun: Instant) -> Result<Vec<Quantiles>, LearnError> {
        let mut weights = self.written();
        let head = &mut self.state.head;
        let layout = weights.set().layout();
        let values = weights.values();
        let material = layout.family("material").map_or_else(Vec::new, |family| {
            values[family.range()].iter().map(|&value| i32::from(value) * family.scale / FRACTION).collect()
        });
        let mut row = Row {
            pass: head.pass + 1,
            games: self.corpus.training.len() as u64,
            illegal: self.corpus.counts.illegal,
            training: std::mem::take(&mut head.totals),
            constraint: material.iter().take(7).map(|&value| i64::from(value)).sum(),
            penalty: head.penalty,
            saturated: std::mem::take(&mut head.saturated),
            nonzero: values.iter().filter(|&&value| value != 0).count() as u64,
            material,
            seconds: if head.seconds > 0.0 { head.seconds } else { begun.elapsed().as_secs_f64() },
            ..Row::default()
        };
        if row.saturated > 0 {
            let text = format!("{} weights were kept within their range in pass {}", row.saturated, row.pass);
            self.observer.warn(&text);
        }
        let margins = self.measure_weights(&weights, &mut row)?;
        weights.set_margins(for_search(&margins));
        let head = &mut self.state.head;
        (head.pass, head.pools, head.seconds) = (head.pass + 1, 0, 0.0);
        head.rows.push(row.clone());
        self.write_weights(&weights, "weights.bin")?;
        if self.options.keep_all {
            self.write_weights(&weights, &format!("weights-{:03}.bin", row.pass))?;
        }
        write_whole(&self.path("log.csv"), csv(&self.state.head.rows).as_bytes())?;
        // Last: a run that is killed before makes the files of this pass again, and the same.
        self.save()?;
        self.observer.pass(&row);
        Ok(margins)
    }
}

/// Moves of a class below which its quantiles say nothing.
const ENOUGH_MOVES: u64 = 1000;

/// What covers 99 % of the moves of each class, for the search; none where a class has too few moves.
fn for_search(quantiles: &[Quantiles]) -> Option<[i16; 4]> {
    let of = |name: &&str| {
        let class = quantiles.iter().find(|class| class.class == **name && class.moves >= ENOUGH_MOVES)?;
        i16::try_from(class.whole[COVERED]).ok()
    };
    let all: Option<Vec<_>> = CLASSES.iter().map(of).collect();
    all?.try_into().ok()
}
