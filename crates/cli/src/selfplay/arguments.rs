//! The command line of `yomikiri selfplay`, and the settings that follow from it.

use super::place::Place;
use super::written::Kind;
use crate::exit::BadInput;
use crate::matches::openings::{self, Opening};
use crate::rule;
use crate::weights_file::WeightsFile;
use clap::builder::RangedU64ValueParser;
use record::referee::Rules;
use search::Evaluation;
use serde::Serialize;
use shogi::{EnteringKingRule, Handicap};
use std::path::PathBuf;

/// Games of our own engine against itself
///
/// Makes training data out of nothing: no engine of others, no collection of games. A game depends on the seed, its number and
/// the options alone, so the games are the same whatever the concurrency. Finished games are kept in a journal beside the
/// output; when the same command is given again, it goes on from there. The last line of `--json` holds games, plies,
/// positions, black, white, draws, ends, repeated and `games_per_second`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of games
    #[arg(long, default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub(super) games: usize,
    /// Positions searched for each move [default: 5000, unless --depth is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of the search for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..128))]
    depth: Option<u32>,
    /// Size of the table of each game in MiB
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    hash: usize,
    #[command(flatten)]
    weights: WeightsFile,
    /// The number from which openings and noise are drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of openings, USI lines, played in turn [default: the start position]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Moves drawn at random after the opening [default: 12, with --openings 0]
    #[arg(long, value_name = "N")]
    random_plies: Option<usize>,
    /// How much worse than the best a random move may be, in hundredths of a pawn
    #[arg(long, default_value_t = 60, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    random_margin: i32,
    /// Early in the game, play any of the best four moves that is worse by at most this
    #[arg(long, default_value_t = 0, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    noise: i32,
    /// For how many moves after the opening
    #[arg(long, default_value_t = 30, value_name = "N")]
    noise_plies: usize,
    /// Draw after this many moves, those of the opening included
    #[arg(long, default_value_t = 512, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    max_moves: usize,
    /// Rule for entering kings: 27, 27-handicap, 24, 24-handicap, try or off
    #[arg(long, default_value = "27", value_name = "RULE", value_parser = rule::or_off)]
    entering_king: EnteringKingRule,
    /// Give up when two scores of a side in a row are this bad, in hundredths of a pawn [default: play to the end]
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..))]
    resign: Option<i32>,
    /// Games at a time, one thread each
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(super) concurrency: usize,
    /// The file to write, or a folder for it; a name that ends with / is a folder
    #[arg(short, long, value_name = "FILE|DIR")]
    out: PathBuf,
    /// The format to write [default: as the file name says, else tsv]
    #[arg(long, value_enum)]
    format: Option<Kind>,
    /// One line of JSON on standard output; the report goes to standard error
    #[arg(long)]
    pub(super) json: bool,
    /// No progress bar
    #[arg(long)]
    pub(super) quiet: bool,
}

/// What the games depend on, by the names of the options. Games of other settings are never mixed in.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Settings {
    version: &'static str,
    pub(crate) seed: u64,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) hash: usize,
    /// Digest of the file.
    weights: Option<String>,
    /// Number and digest of the openings.
    openings: String,
    pub(crate) random_plies: usize,
    pub(crate) random_margin: i32,
    pub(crate) noise: i32,
    pub(crate) noise_plies: usize,
    pub(crate) max_moves: usize,
    entering_king: String,
    pub(crate) resign: Option<i32>,
}

/// What every game of a run has in common.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) settings: Settings,
    pub(crate) openings: Vec<Opening>,
    pub(crate) rules: Rules,
    pub(crate) evaluation: Evaluation,
}

impl Arguments {
    /// Where the games go, and in which format.
    pub(super) fn place(&self) -> anyhow::Result<(Place, Kind)> {
        Place::of(&self.out, self.format)
    }

    /// What is to be played.
    pub(super) fn plan(&self, kind: Kind) -> anyhow::Result<Plan> {
        let openings = match &self.openings {
            Some(file) => openings::load(Some(file), None)?,
            None => vec![Opening { position: shogi::Position::startpos() }],
        };
        if kind == Kind::Tsv {
            even_starts_only(&openings)?;
        }
        let evaluation = self.weights.evaluation()?;
        let weights = self.weights.digest(&evaluation)?;
        let settings = Settings {
            version: env!("CARGO_PKG_VERSION"),
            seed: self.seed,
            nodes: self.nodes.or(if self.depth.is_none() { Some(5000) } else { None }),
            depth: self.depth,
            hash: self.hash,
            weights,
            openings: format!("{} with the digest {}", openings.len(), openings::digest(&openings)),
            random_plies: self.random_plies.unwrap_or(if self.openings.is_some() { 0 } else { 12 }),
            random_margin: self.random_margin,
            noise: self.noise,
            noise_plies: self.noise_plies,
            max_moves: self.max_moves,
            entering_king: format!("{:?}", self.entering_king),
            resign: self.resign,
        };
        if self.games > openings.len() && settings.random_plies == 0 && settings.noise == 0 {
            tracing::warn!(
                "{} games from {} openings without chance: later games repeat earlier ones (--noise, --random-plies)",
                self.games,
                openings.len()
            );
        }
        let rules = Rules { entering_king: self.entering_king, max_moves: Some(self.max_moves) };
        Ok(Plan { settings, openings, rules, evaluation })
    }
}

/// The table of games tells moves, not where they begin.
fn even_starts_only(openings: &[Opening]) -> anyhow::Result<()> {
    for (index, opening) in openings.iter().enumerate() {
        let mut start = opening.position.clone();
        while start.undo().is_some() {}
        if Handicap::of(&start) != Some(Handicap::Even) || start.ply() != 1 {
            return Err(BadInput(format!(
                "--format tsv: opening {} starts from {start}, and tsv holds games from the start position only; \
                 take usi, csa, kif or psv",
                index + 1
            ))
            .into());
        }
    }
    Ok(())
}
