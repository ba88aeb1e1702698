//! `yomikiri learn`: weights of an evaluation from games.

pub(crate) mod bar;
mod manifest;
mod network;
mod plots;

use crate::exit::BadInput;
use bar::Bar;
use clap::{Args, ValueEnum};
use eval::{Set, Weights};
use learn::{Adaptive, Constraint, Corpus, Counts, LearnError, Method, Options, Penalty, Slides, ValueTerm};
use manifest::Manifest;
use network::NetworkArguments;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Learn the weights of the evaluation from games
///
/// Reads tables of games (columns separated by tabs; the first line names them: `id`, `moves` and perhaps `end`, `plies`,
/// `opening_plies`, `scores`) and records of any format. Every move of the games is compared with all other legal moves, each
/// searched by quiescence, and the weights are moved so that the game's move comes out best.
///
/// With `--method network` a network (K-P 256x2-32-32) is learnt instead, from the scores of positions and the results of games.
///
/// The folder gets `weights.bin` (or `nn.bin`), `log.csv`, `manifest.json` and `checkpoint.bin`. The same command goes on after an interruption;
/// with more `--passes` it goes on after the end. The result depends on games, options and seed, not on the number of threads.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    subcommand: Option<Subcommand>,
    /// The folder for everything that is written
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// The set of features
    #[arg(long, value_name = "SET", default_value = "slides")]
    set: Set,
    /// Weights to begin with, instead of customary piece values; with `--method network`, a network instead of a random one
    #[arg(long, value_name = "FILE", conflicts_with = "set")]
    weights: Option<PathBuf>,
    /// How to learn
    #[arg(long, value_enum, default_value = "slides")]
    method: MethodName,
    /// Passes over all games
    #[arg(long, value_name = "N", default_value_t = 8)]
    passes: u32,
    /// Share of the games, in percent, that is held out and only measured; chosen by a hash of the game's id
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = percent)]
    validation: f64,
    /// Fixes what is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Keep the weights of every pass
    #[arg(long)]
    keep_all: bool,
    /// Seconds between checkpoints
    #[arg(long, value_name = "S", default_value_t = 60)]
    checkpoint: u64,
    #[command(flatten)]
    slides: SlidesArguments,
    #[command(flatten)]
    adaptive: AdaptiveArguments,
    #[command(flatten)]
    network: NetworkArguments,
    /// Tables of games, or records of any format
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    Plot(plots::Arguments),
}

#[derive(Args)]
#[command(next_help_heading = "Method of the slides")]
struct SlidesArguments {
    /// Steps between two searches
    #[arg(long, value_name = "K", default_value_t = 32)]
    steps: u32,
    /// The first step of a weight, in 1/32 of a unit of evaluation
    #[arg(long, value_name = "H", default_value_t = 64)]
    step: i32,
    /// How the sum of the piece values is kept
    #[arg(long, value_enum, default_value = "multiplier")]
    constraint: ConstraintName,
    /// What keeps weights small
    #[arg(long, value_enum, default_value = "weighted")]
    penalty: PenaltyName,
    /// Weight of the penalty: under `weighted` no weight can hold beyond half its inverse
    #[arg(long, value_name = "W", default_value_t = 0.001)]
    penalty_weight: f64,
    /// Mebibytes of variations kept in memory; what is more goes to a temporary file
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: u64,
}

#[derive(Args)]
#[command(next_help_heading = "Adaptive method")]
struct AdaptiveArguments {
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 4000)]
    batch: usize,
    /// Size of a step, in units of evaluation
    #[arg(long, value_name = "R", default_value_t = 2.0)]
    rate: f64,
    /// The steps of each pass as a part of those of the pass before
    #[arg(long, value_name = "R", default_value_t = 0.8)]
    rate_decay: f64,
    /// Memory of the mean slope
    #[arg(long, value_name = "B", default_value_t = 0.9)]
    beta1: f64,
    /// Memory of the mean squared slope
    #[arg(long, value_name = "B", default_value_t = 0.99)]
    beta2: f64,
    /// Slopes (summed over a batch) that are taken for noise
    #[arg(long, value_name = "E", default_value_t = 2.0)]
    epsilon: f64,
    /// How fast weights in use are drawn towards 0
    #[arg(long, value_name = "S", default_value_t = 0.0005)]
    shrink: f64,
    /// The part of each step in the running mean of the weights, which is what is written; 1: the last weights themselves
    #[arg(long, value_name = "R", default_value_t = 0.02)]
    average: f64,
    /// Do not fix the sum of the piece values
    #[arg(long)]
    free: bool,
    /// Raise the probability of choosing the game's move, where moves are chosen by their values, instead of lowering J
    #[arg(long)]
    choice: bool,
    /// Weight of the scores of an engine beside the comparison of moves
    #[arg(long, value_name = "W", default_value_t = 0.0)]
    value_weight: f64,
    /// A value of so much is worth 73 % of a point
    #[arg(long, value_name = "K", default_value_t = 600.0)]
    value_scale: f64,
    /// Share of the result of the game in what values predict; the rest is the score
    #[arg(long, value_name = "R", default_value_t = 0.0)]
    result_share: f64,
    /// Share of the positions with a score whose moves are compared as well (comparing costs fifty times as much)
    #[arg(long, value_name = "R", default_value_t = 1.0)]
    compared: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    /// Variations of all positions, then integer steps by the sign of the slope
    Slides,
    /// A step after every few thousand positions
    Adaptive,
    /// A network, from scores and results alone
    Network,
}

#[derive(Clone, Copy, ValueEnum)]
enum ConstraintName {
    /// A Lagrange multiplier on the sum of the seven piece values
    Multiplier,
    /// -2 -2 -1 -1 -1 0 0 0 +1 +1 +1 +2 +2 dealt out over the thirteen values
    Dealt,
}

#[derive(Clone, Copy, ValueEnum)]
enum PenaltyName {
    /// Nothing
    None,
    /// The same for all weights
    Uniform,
    /// More for features that occur more often
    Weighted,
}

/// A number from 0 to 100.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (0.0..=100.0).contains(&value) { Ok(value) } else { Err("expected 0 to 100".to_owned()) }
}

/// Threads to use: those asked for, or all cores.
pub(crate) fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// Weights from a file, or those that learning begins with.
pub(crate) fn weights(path: Option<&Path>, set: Set) -> anyhow::Result<Weights> {
    let Some(path) = path else { return Ok(Weights::initial(set)) };
    let named = |reason: &dyn std::fmt::Display| BadInput(format!("{}: {reason}", path.display()));
    let bytes = fs::File::open(path).and_then(Weights::bytes).map_err(|error| named(&error))?;
    Weights::read(&bytes).map_err(|error| named(&error).into())
}

/// Reads games, and tells what was wrong with single ones.
pub(crate) fn corpus(files: &[PathBuf], percent: f64, bar: &Bar) -> anyhow::Result<Corpus> {
    let corpus = Corpus::read(files, percent).map_err(explained)?;
    corpus.messages.iter().for_each(|message| bar.say(message));
    let more = (corpus.counts.illegal + corpus.counts.refused).saturating_sub(corpus.messages.len() as u64);
    if more > 0 {
        bar.say(&format!("and {more} more"));
    }
    Ok(corpus)
}

/// Whether the input is at fault or the machine.
fn explained(error: LearnError) -> anyhow::Error {
    let input = match &error {
        LearnError::Nothing(_) | LearnError::Checkpoint { .. } | LearnError::Weights { .. } => true,
        LearnError::File { source, .. } => source.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    };
    let error = anyhow::Error::from(error);
    if input { BadInput(format!("{error:#}")).into() } else { error }
}

/// The summary of what was read.
pub(crate) fn tell_counts(counts: &Counts, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{} games ({} cut before an illegal move), {} refused, {} from another start; {} + {} positions in {} training and {} \
         held-out games ({} positions in openings of both)",
        counts.games,
        counts.illegal,
        counts.refused,
        counts.other_starts,
        counts.training_positions,
        counts.held_out_positions,
        counts.training_games,
        counts.held_out_games,
        counts.shared_positions
    )?;
    let left_out = &counts.left_out;
    writeln!(
        out,
        "moves left out: {} of openings, {} repeated, {} known, {} forced, {} with a mate",
        left_out.opening, left_out.repeated, left_out.known, left_out.forced, left_out.mate
    )
}

/// Whether an option is a number in its range.
fn within(name: &str, value: f64, low: f64, high: f64) -> Result<(), BadInput> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        Err(BadInput(format!("--{name} {value}: expected {low} to {high}")))
    }
}

fn options(arguments: &Arguments) -> anyhow::Result<Options> {
    let (slides, adaptive) = (&arguments.slides, &arguments.adaptive);
    let method = match arguments.method {
        MethodName::Slides => Method::Slides(Slides {
            steps: slides.steps.max(1),
            step: slides.step.max(1),
            constraint: match slides.constraint {
                ConstraintName::Multiplier => Constraint::Multiplier,
                ConstraintName::Dealt => Constraint::Dealt,
            },
            penalty: match slides.penalty {
                PenaltyName::None => Penalty::None,
                PenaltyName::Uniform => Penalty::Uniform,
                PenaltyName::Weighted => Penalty::Weighted,
            },
            weight: slides.penalty_weight,
            memory: slides.memory << 20,
        }),
        MethodName::Adaptive => Method::Adaptive(Adaptive {
            batch: adaptive.batch.max(1),
            rate: adaptive.rate,
            rate_decay: adaptive.rate_decay,
            beta1: adaptive.beta1,
            beta2: adaptive.beta2,
            epsilon: adaptive.epsilon,
            shrink: adaptive.shrink,
            average: adaptive.average,
        }),
        MethodName::Network => return Err(BadInput("no method for weights".to_owned()).into()),
    };
    if matches!(arguments.method, MethodName::Slides) && (adaptive.choice || adaptive.value_weight > 0.0) {
        let text = "--choice and --value-weight belong to --method adaptive; the method of the slides lowers J alone";
        return Err(BadInput(text.to_owned()).into());
    }
    within("rate", adaptive.rate, 1e-6, 1e3)?;
    within("rate-decay", adaptive.rate_decay, 1e-3, 1.0)?;
    within("beta1", adaptive.beta1, 0.0, 0.999_999)?;
    within("beta2", adaptive.beta2, 0.0, 0.999_999)?;
    within("epsilon", adaptive.epsilon, 1e-6, 1e9)?;
    within("shrink", adaptive.shrink, 0.0, 0.1)?;
    within("average", adaptive.average, 1e-6, 1.0)?;
    within("value-weight", adaptive.value_weight, 0.0, 1e6)?;
    within("value-scale", adaptive.value_scale, 1.0, 1e5)?;
    within("result-share", adaptive.result_share, 0.0, 1.0)?;
    within("compared", adaptive.compared, 0.0, 1.0)?;
    within("penalty-weight", slides.penalty_weight, 0.0, 1e3)?;
    Ok(Options {
        method,
        passes: arguments.passes,
        seed: arguments.seed,
        threads: threads(arguments.threads),
        choice: arguments.adaptive.choice,
        value: ValueTerm {
            weight: adaptive.value_weight,
            scale: adaptive.value_scale,
            result: adaptive.result_share,
            compared: adaptive.compared,
        },
        constrained: !adaptive.free,
        keep_all: arguments.keep_all,
        checkpoint_seconds: arguments.checkpoint,
    })
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(Subcommand::Plot(plot)) = &arguments.subcommand {
        return plots::run(plot, out);
    }
    let folder = arguments.out.as_deref().unwrap_or(Path::new("."));
    if matches!(arguments.method, MethodName::Network) {
        return network::run(arguments, folder, out);
    }
    let options = options(arguments)?;
    let initial = weights(arguments.weights.as_deref(), arguments.set)?;
    let bar = Bar::new();
    let mut corpus = corpus(&arguments.files, arguments.validation, &bar)?;
    tell_counts(&corpus.counts, out)?;
    out.flush()?;
    let outcome = learn::learn(&mut corpus, &initial, &options, folder, &bar).map_err(explained)?;
    bar.finish();
    let mut bytes = Vec::new();
    outcome.weights.write(&mut bytes)?;
    let hash = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes));
    let manifest = Manifest::new(
        options.seed,
        arguments.validation,
        corpus.files.clone(),
        corpus.counts.clone(),
        hash,
        &outcome,
    );
    let mut text = serde_json::to_string_pretty(&manifest)?;
    text.push('\n');
    learn::write_whole(&folder.join("manifest.json"), text.as_bytes())?;
    summary(&outcome, folder, out)
}

fn summary(outcome: &learn::Outcome, folder: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(row) = outcome.rows.last() {
        let [top1, top2, top4, top8] = row.held_out.percent();
        writeln!(
            out,
            "pass {}: J {:.5} a move; held out: {} positions, top-1/2/4/8 {top1:.2} {top2:.2} {top4:.2} {top8:.2} %",
            row.pass,
            row.training.j_per_sibling(),
            row.held_out.positions
        )?;
    }
    for class in &outcome.margins {
        writeln!(
            out,
            "margin of {} moves: {} cover 99 %, {} cover 99.9 % (with the king-piece part {} and {})",
            class.class, class.rest[2], class.rest[3], class.whole[2], class.whole[3]
        )?;
    }
    writeln!(out, "{}", folder.join("weights.bin").display())?;
    Ok(())
}
