//! `yomikiri verify repetition`: the transposition table against brute force under repetition.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use verify::shogi_set::ShogiLine;
use verify::{CampaignOptions, Progress};

use crate::exit::{BadInput, VerificationFailed};

/// Compare searches with a transposition table to brute force where positions repeat
///
/// Synthetic games of three families under four repetition rules, with every claim of the exact mode compared at every
/// node; endgames and games of shogi against the search without table; plain, the source document's design and the
/// practical mode beside it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The short version, under a minute
    #[arg(long)]
    quick: bool,
    /// Build in known errors one after another and show that each is caught
    #[arg(long)]
    mutate: bool,
    /// Seed of the first case
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Synthetic cases per family, rule and check probability
    #[arg(long, value_name = "N")]
    cases: Option<u64>,
    /// The same for each mutation
    #[arg(long, value_name = "N")]
    mutation_cases: Option<u64>,
    /// Lines of play in endgames of shogi
    #[arg(long, value_name = "N")]
    endgames: Option<usize>,
    /// Search depth in the endgames
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=12))]
    endgame_depth: Option<u32>,
    /// Search depth in games; 0 leaves them out
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=8))]
    game_depth: Option<u32>,
    /// Positions to search at the end of each line of shogi
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    roots: Option<u16>,
    /// In shogi, search one claim in N again without table; 0 for none
    #[arg(long, value_name = "N")]
    sample: Option<u32>,
    /// Rounds of measuring the time per node; 0 for none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=100))]
    time_rounds: Option<u16>,
    /// Keys per set for comparing index schemes, and size of the accounting of collisions; 0 leaves both out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1 << 26))]
    index_keys: Option<u32>,
    /// Size of the tables for shogi, in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 16))]
    hash: Option<u64>,
    /// Games to search where they repeat: a line each, USI moves from the start position in the last tab-separated column
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Take only so many of the games that repeat
    #[arg(long, value_name = "N", requires = "games")]
    most_games: Option<usize>,
}

impl Arguments {
    fn options(&self) -> anyhow::Result<CampaignOptions> {
        let mut options = if self.quick { CampaignOptions::quick() } else { CampaignOptions::full() };
        options.seed = self.seed;
        options.mutate = self.mutate;
        options.cases = self.cases.unwrap_or(options.cases);
        options.mutation_cases = self.mutation_cases.unwrap_or(options.mutation_cases);
        options.endgames = self.endgames.unwrap_or(options.endgames);
        options.endgame_depth = self.endgame_depth.unwrap_or(options.endgame_depth);
        options.game_depth = self.game_depth.unwrap_or(options.game_depth);
        options.roots = self.roots.map_or(options.roots, usize::from);
        options.sample = self.sample.unwrap_or(options.sample);
        options.time_rounds = self.time_rounds.map_or(options.time_rounds, usize::from);
        options.index_keys = self.index_keys.map_or(options.index_keys, |keys| keys as usize);
        options.table_bytes = self.hash.map_or(options.table_bytes, |mib| mib << 20);
        if let Some(path) = &self.games {
            options.games = read_games(path)?;
        }
        if let Some(most) = self.most_games {
            let repeats = |line: &ShogiLine| verify::bundled::until_repetition(line.clone(), 1).is_some();
            options.games = options.games.into_iter().filter(repeats).take(most).collect();
        }
        Ok(options)
    }
}

fn read_games(path: &Path) -> anyhow::Result<Vec<ShogiLine>> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let mut games = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let moves = line.rsplit('\t').next().unwrap_or_default();
        // A heading names the column.
        if line.trim().is_empty() || at == 0 && moves == "moves" {
            continue;
        }
        let name = format!("{}:{}", path.display(), at + 1);
        games.push(ShogiLine::parse(&name, "startpos", moves, 1).map_err(BadInput::because)?);
    }
    Ok(games)
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let options = arguments.options()?;
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {percent}% {msg} ({eta} left)")
        .context("the template of the progress bar")?;
    bar.set_style(style);
    let report = verify::run(&options, &mut |progress: &Progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(format!("{}, {} claims", progress.stage, progress.claims));
    })?;
    bar.finish_and_clear();
    writeln!(out, "{report}")?;
    if report.passed() {
        Ok(())
    } else {
        Err(VerificationFailed("the table differs from brute force, or a mutation survived".into()).into())
    }
}
