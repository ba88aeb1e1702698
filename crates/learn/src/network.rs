//! Learns a network (K-P 256x2-32-32) from what positions were worth: engine scores and results of games.
//!
//! The cross-entropy between the logistic of the network's output and that of score and result is lowered by steps over small
//! batches (Adam), in floating point, with weights held where the file has numbers for them. After every pass the rounded
//! network is written, and measured on the games that are held out. One thread does it all, so that the sums, and with them
//! the network, are always the same.

mod parameters;
mod row;
mod sample;
mod saved;
mod slope;

pub use row::NetworkRow;

use crate::agreement::{BLOCK, items};
use crate::random::Random;
use crate::{Chosen, Corpus, LearnError, Observer, write_whole};
use eval::{Evaluator, Network, NetworkEvaluator};
use parameters::{Numbers, Places, Step};
use sample::{Sample, Valuation, quiet};
use saved::{Head, Saved};
use shogi::Position;
use slope::{add_slopes, entropy};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Games whose positions are shuffled together.
const POOL: usize = if cfg!(test) { 5 } else { 512 };

/// The options of a run that makes a network.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkOptions {
    /// Passes over all positions.
    pub passes: u32,
    /// Fixes the first weights and the order of the games.
    pub seed: u64,
    /// Positions between two steps.
    pub batch: usize,
    /// Size of a step; an activation runs from 0 to 1.
    pub rate: f64,
    /// The steps of each pass as a part of those of the pass before.
    pub rate_decay: f64,
    /// Memory of the mean slope.
    pub beta1: f64,
    /// Memory of the mean squared slope.
    pub beta2: f64,
    /// A value of so much is worth 1 / (1 + 1/e) points.
    pub scale: f64,
    /// The share of the game's result in what is to be predicted; the rest is the engine's score.
    pub result: f64,
    /// Seconds between checkpoints within a pass.
    pub checkpoint_seconds: u64,
}

impl NetworkOptions {
    /// The options that a checkpoint must agree with, by name.
    fn named(&self) -> Vec<(String, String)> {
        [
            ("method", "network".to_owned()),
            ("seed", self.seed.to_string()),
            ("batch", self.batch.to_string()),
            ("rate", self.rate.to_string()),
            ("rate-decay", self.rate_decay.to_string()),
            ("beta1", self.beta1.to_string()),
            ("beta2", self.beta2.to_string()),
            ("value-scale", self.scale.to_string()),
            ("result-share", self.result.to_string()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct NetworkOutcome {
    /// The network, as it was written.
    pub network: Arc<Network>,
    /// All passes.
    pub rows: Vec<NetworkRow>,
}

struct Run<'a> {
    corpus: &'a mut Corpus,
    options: &'a NetworkOptions,
    folder: &'a Path,
    observer: &'a dyn Observer,
    state: Saved,
    saved: Instant,
}

/// Learns from the training games of the corpus, beginning with a network or with small random weights; everything is written
/// to `folder`: `nn.bin` and `log.csv` after every pass, `checkpoint.bin`. A checkpoint that is there is gone on with, if it
/// was made with the same options, games and first network.
pub fn learn_network(
    corpus: &mut Corpus,
    initial: Option<&Network>,
    options: &NetworkOptions,
    folder: &Path,
    observer: &dyn Observer,
) -> Result<NetworkOutcome, LearnError> {
    if corpus.training.is_empty() {
        return Err(LearnError::Nothing("all games are held out".to_owned()));
    }
    fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
    let path = folder.join("checkpoint.bin");
    let numbers = match initial {
        Some(network) if network.shape() == sample::SHAPE => Numbers::of(network, options.scale),
        Some(network) => {
            let reason = format!("a network {} to begin with; {} is learnt", network.shape(), sample::SHAPE);
            return Err(LearnError::Nothing(reason));
        }
        None => Numbers::random(options.seed),
    };
    let mut named = options.named();
    named.push(("data".to_owned(), corpus.fingerprint()));
    named.push(("initial-network".to_owned(), saved::digest(&numbers.values)));
    let state = match Saved::load(&path)? {
        Some(found) => {
            found
                .head
                .agrees(&named)
                .map_err(|reason| LearnError::Checkpoint { path: path.clone(), reason })?;
            found
        }
        None => Saved { head: Head { options: named, ..Head::default() }, numbers },
    };
    let mut run = Run { corpus, options, folder, observer, state, saved: Instant::now() };
    // Before anything is computed: what cannot be written is better known now.
    run.save()?;
    while run.state.head.rows.len() < options.passes as usize {
        run.pass()?;
    }
    let network = Arc::new(run.state.numbers.network(options.scale));
    run.write(&network)?;
    Ok(NetworkOutcome { network, rows: run.state.head.rows })
}

impl Run<'_> {
    fn save(&mut self) -> Result<(), LearnError> {
        self.state.save(&self.folder.join("checkpoint.bin"))?;
        self.saved = Instant::now();
        Ok(())
    }

    fn write(&self, network: &Network) -> Result<(), LearnError> {
        let path = self.folder.join("nn.bin");
        let mut bytes = Vec::new();
        network.write(&mut bytes).map_err(LearnError::file(&path))?;
        write_whole(&path, &bytes)
    }

    fn valuation(&self) -> Valuation {
        Valuation { scale: self.options.scale, result: self.options.result }
    }

    /// One pass, from the pool on where the checkpoint is.
    fn pass(&mut self) -> Result<(), LearnError> {
        let begun = Instant::now();
        let pass = self.state.head.rows.len() as u64;
        let mut order = self.corpus.training.clone();
        Random::new(self.options.seed, pass).shuffle(&mut order);
        let total = self.corpus.counts.training_positions;
        self.observer.begin(&format!("pass {}", pass + 1), total, self.state.head.looked_at);
        let before = self.state.head.row.seconds;
        let rate = self.options.rate * self.options.rate_decay.powf(pass as f64);
        let mut slopes = vec![0.0; Places::COUNT];
        let pools: Vec<_> = order.chunks(POOL).collect();
        for (number, pool) in pools.iter().enumerate().skip(self.state.head.pools as usize) {
            let games = self.corpus.load(pool)?;
            let mut random = Random::new(self.options.seed, ((pass + 1) << 32) + number as u64);
            let mut samples = self.samples(&games, &mut random);
            random.shuffle(&mut samples);
            // Batches of nearly equal size: a small last one would make a step as large as the others.
            let batches = samples.len().div_ceil(self.options.batch).max(1);
            for batch in 0..batches {
                let range = samples.len() * batch / batches..samples.len() * (batch + 1) / batches;
                self.batch(&samples[range], &mut slopes, rate);
            }
            self.state.head.pools = number as u64 + 1;
            self.state.head.row.seconds = before + begun.elapsed().as_secs_f64();
            if self.saved.elapsed().as_secs() >= self.options.checkpoint_seconds {
                self.save()?;
            }
        }
        self.close_pass()
    }

    /// The samples of a pool; every other one, by chance, as its mirror image.
    fn samples(&mut self, games: &[Chosen], random: &mut Random) -> Vec<Sample> {
        let valuation = self.valuation();
        let mut samples = Vec::new();
        let items = items(games);
        for &(game, ply) in &items {
            let chosen = &games[game as usize];
            let Some(position) = quiet(chosen, ply as usize) else { continue };
            let Some(target) = valuation.target(chosen, ply as usize, &position) else { continue };
            let mut sample = Sample::new(&position, target);
            if random.below(2) == 1 {
                sample.mirror();
            }
            samples.push(sample);
        }
        self.state.head.looked_at += items.len() as u64;
        self.observer.advance(items.len() as u64);
        samples
    }

    fn batch(&mut self, samples: &[Sample], slopes: &mut [f32], rate: f64) {
        if samples.is_empty() {
            return;
        }
        slopes.fill(0.0);
        let share = 1.0 / samples.len() as f32;
        let row = &mut self.state.head.row;
        for sample in samples {
            row.loss += add_slopes(&self.state.numbers.values, sample, share, slopes);
            row.floor += entropy(f64::from(sample.target), f64::from(sample.target));
            row.positions += 1;
        }
        let step =
            Step { rate: rate as f32, beta1: self.options.beta1 as f32, beta2: self.options.beta2 as f32 };
        self.state.numbers.step(slopes, step, self.options.scale);
    }

    /// Writes and measures what the pass came to.
    fn close_pass(&mut self) -> Result<(), LearnError> {
        let network = Arc::new(self.state.numbers.network(self.options.scale));
        self.write(&network)?;
        let mut row = std::mem::take(&mut self.state.head.row);
        row.mean();
        row.pass = self.state.head.rows.len() as u32 + 1;
        self.measure(&network, &mut row)?;
        let head = &mut self.state.head;
        head.rows.push(row);
        (head.pools, head.looked_at) = (0, 0);
        let lines: Vec<_> = std::iter::once(NetworkRow::CSV.to_owned())
            .chain(head.rows.iter().map(NetworkRow::csv))
            .collect();
        let log = lines.join("\n") + "\n";
        write_whole(&self.folder.join("log.csv"), log.as_bytes())?;
        self.observer.network_pass(&head.rows[head.rows.len() - 1]);
        self.save()
    }

    /// The rounded network on the games that are held out, beside the weights that come with the program.
    fn measure(&mut self, network: &Arc<Network>, row: &mut NetworkRow) -> Result<(), LearnError> {
        let (valuation, embedded) = (self.valuation(), eval::embedded());
        let numbers = self.corpus.held_out.clone();
        let expected = |value: i32| 1.0 / (1.0 + (-f64::from(value) / valuation.scale).exp());
        let (mut positions, mut sums) = (0_u64, [0.0; 3]);
        for block in numbers.chunks(BLOCK) {
            let games = self.corpus.load(block)?;
            for (game, ply) in items(&games) {
                let chosen = &games[game as usize];
                let Some(position) = quiet(chosen, ply as usize) else { continue };
                let Some(target) = valuation.target(chosen, ply as usize, &position) else { continue };
                let target = f64::from(target);
                let value = |position: &Position| {
                    NetworkEvaluator::new(Arc::clone(network), 16, position, 0).evaluate(position)
                };
                let other = Evaluator::new(Arc::clone(&embedded), &position, 0).evaluate(&position);
                positions += 1;
                sums[0] += entropy(target, expected(value(&position)));
                sums[1] += entropy(target, target);
                sums[2] += entropy(target, expected(other));
            }
        }
        let mean = |sum: f64| if positions > 0 { sum / positions as f64 } else { 0.0 };
        row.held_out_positions = positions;
        [row.held_out_loss, row.held_out_floor, row.embedded_loss] = sums.map(mean);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
