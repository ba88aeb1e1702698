//! The command line of `yomikiri tune`, and what follows from it.

use super::spsa::{Parameter, Schedule};
use crate::exit::BadInput;
use crate::matches::engine::{Engine, Patience, Spec};
use crate::matches::limits::{GoStyle, Limit};
use crate::matches::option;
use crate::matches::outcome::Who;
use anyhow::Context;
use std::path::PathBuf;
use std::time::Duration;
use usi::{OptionKind, SetOption};

/// Tune numbers of an engine by games: those of our own search, or any whole-number options of a USI engine
///
/// In each iteration all numbers are moved at once, up or down by chance; the two sides play a pair of games, and the
/// numbers go a little towards the side that won (SPSA). A run that was interrupted or killed goes on when the same command
/// is given again. What it finds is to be confirmed by `yomikiri match --sprt`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the results of the iterations are written, as JSON lines
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Pairs of games; the steps become smaller towards this number
    #[arg(long, default_value_t = 5000, value_name = "N")]
    pub(super) iterations: usize,
    /// Numbers to tune, separated by commas [default: all of our own search]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    numbers: Vec<String>,
    /// Command of another engine, with its arguments in one word; needs --numbers
    #[arg(long, value_name = "COMMAND", requires = "numbers")]
    pub(super) engine: Option<String>,
    /// Option of the engine; of a number that is tuned, where it begins. May be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<SetOption>,
    /// Positions for each move [default: 4000]
    #[arg(long, value_name = "N", conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// How far the numbers go for a won game at the end, as a part of how far they are moved apart
    #[arg(long, default_value_t = 0.002, value_name = "RATE")]
    rate: f64,
    /// What chance begins with
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pairs at a time
    #[arg(long, default_value_t = 1)]
    pub(super) concurrency: usize,
    /// File of openings, USI lines [default: built-in ones]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Cut openings to this many moves
    #[arg(long, value_name = "N")]
    pub(super) opening_plies: Option<usize>,
    /// Draw after this many moves, those of the opening included; 0: no limit
    #[arg(long, default_value_t = 320, value_name = "N")]
    pub(super) max_moves: usize,
    /// One line of JSON on standard output; the report goes to standard error
    #[arg(long)]
    pub(super) json: bool,
}

impl Arguments {
    pub(super) fn schedule(&self) -> anyhow::Result<Schedule> {
        for (name, value) in [("--iterations", self.iterations), ("--concurrency", self.concurrency)] {
            if value == 0 {
                return Err(BadInput(format!("{name} 0: expected at least 1")).into());
            }
        }
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            return Err(
                BadInput(format!("--rate {}: expected a number above 0, at most 1", self.rate)).into()
            );
        }
        Ok(Schedule { iterations: self.iterations, rate: self.rate, seed: self.seed })
    }

    pub(super) fn limit(&self) -> anyhow::Result<Limit> {
        let nodes = if self.movetime.is_none() { Some(self.nodes.unwrap_or(4000)) } else { None };
        let limit = Limit { nodes, movetime: self.movetime, ..Limit::default() };
        limit.check(GoStyle::Standard).map_err(BadInput)?;
        Ok(limit)
    }

    /// How either side is started.
    pub(super) fn spec(&self, who: Who) -> anyhow::Result<Spec> {
        let mut options = self.option.clone();
        let command = if let Some(text) = &self.engine {
            shlex::split(text)
                .filter(|words| !words.is_empty())
                .ok_or_else(|| BadInput(format!("--engine: {text:?} is no command (quotes closed?)")))?
        } else {
            // Small enough to be emptied quickly before each game.
            options.insert(0, SetOption { name: "USI_Hash".to_owned(), value: Some("16".to_owned()) });
            let own = std::env::current_exe().context("finding this program")?;
            vec![own.display().to_string(), "usi".to_owned(), "--constants".to_owned()]
        };
        Ok(Spec {
            who,
            command,
            folder: None,
            name: None,
            options,
            limit: self.limit()?,
            style: GoStyle::Standard,
            grace: Duration::from_millis(500),
            patience: Patience {
                ready: Duration::from_mins(1),
                answer: Duration::from_mins(1),
                stop: Duration::from_secs(5),
            },
        })
    }

    /// What is tuned, as the engine declares it.
    pub(super) fn parameters(&self, engine: &Engine) -> anyhow::Result<Vec<Parameter>> {
        let own = || search::CONSTANTS.iter().map(|constant| constant.name.to_owned()).collect();
        let names: Vec<String> = if self.numbers.is_empty() { own() } else { self.numbers.clone() };
        names.iter().map(|name| self.parameter(engine, name.trim())).collect()
    }

    fn parameter(&self, engine: &Engine, name: &str) -> anyhow::Result<Parameter> {
        let declared = engine.declared().iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let Some(OptionKind::Spin { default, min, max }) = declared.map(|option| &option.kind) else {
            let found = if declared.is_some() { "an option of another kind" } else { "no such option" };
            return Err(
                BadInput(format!("--numbers: {name:?}: {found}, expected a spin of the engine")).into()
            );
        };
        let given = self.option.iter().rfind(|option| option.name.eq_ignore_ascii_case(name));
        let start = given.and_then(|option| option.value.as_deref()?.trim().parse().ok()).unwrap_or(*default);
        Ok(Parameter { name: name.to_owned(), start, range: (*min, *max) })
    }
}
