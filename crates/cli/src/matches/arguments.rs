//! The command line of `yomikiri match`, and what follows from it.

use super::engine::{Patience, Spec};
use super::journal::Save;
use super::limits::{GoStyle, Limit};
use super::outcome::Who;
use super::sprt::Sprt;
use crate::exit::BadInput;
use crate::rule;
use shogi::EnteringKingRule;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use usi::SetOption;

/// Play two USI engines against each other
///
/// Openings are played in pairs with colours swapped. Every move, repetition and declaration is judged by the rules of
/// this program, whatever the engines claim. With `--out` a match that was interrupted or killed goes on when the same
/// command is given again. The one line of `--json` holds games, wins, draws and losses of A, faults, elo, error and llr.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Command of engine A, with its arguments in one word: "gpsusi -N 1"
    a: String,
    /// Command of engine B
    b: String,
    /// Number of games (with --sprt: at most) [default: 100, with --sprt 20000]
    #[arg(long)]
    games: Option<usize>,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    #[command(flatten)]
    both: LimitArguments,
    #[command(flatten)]
    engines: EngineArguments,
    /// How much later than allowed an answer may come, in milliseconds
    #[arg(long, default_value_t = 100, value_name = "MS")]
    grace: u64,
    /// How long to wait for an answer to nodes or depth, in milliseconds
    #[arg(long, default_value_t = 60_000, value_name = "MS")]
    hang: u64,
    /// How long an engine may take to get ready, in milliseconds
    #[arg(long, default_value_t = 60_000, value_name = "MS")]
    ready: u64,
    /// File of openings, USI lines [default: built-in ones]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Cut openings to this many moves
    #[arg(long, value_name = "N")]
    pub(super) opening_plies: Option<usize>,
    /// Play the openings in an order chosen by this seed
    #[arg(long, value_name = "SEED")]
    pub(super) shuffle: Option<u64>,
    /// Draw after this many moves, those of the opening included; 0: no limit
    #[arg(long, default_value_t = 512, value_name = "N")]
    max_moves: usize,
    /// Rule for entering kings: 27, 27-handicap, 24, 24-handicap, try or off
    #[arg(long, default_value = "27", value_name = "RULE", value_parser = rule::or_off)]
    pub(super) entering_king: EnteringKingRule,
    /// Stop as soon as one of two Elo differences is accepted
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Rate of wrongly accepting ELO1
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// Rate of wrongly accepting ELO0
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// Folder for the log, the records and the summary
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// How games are written into the folder
    #[arg(long, value_enum, default_value_t = Save::Csa, requires = "out")]
    pub(super) save: Save,
    /// Start both engines afresh for each game
    #[arg(long)]
    pub(super) restart: bool,
    /// One line of JSON on standard output; the report goes to standard error
    #[arg(long)]
    pub(super) json: bool,
    /// Do not tell each game
    #[arg(long)]
    pub(super) quiet: bool,
}

/// Limits of both engines. [default: movetime 1000]
#[derive(clap::Args)]
#[command(next_help_heading = "Limits of both engines (default: movetime 1000)")]
struct LimitArguments {
    /// Milliseconds for each move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Positions for each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Depth of each search
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Milliseconds for the game
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Milliseconds for each move after that
    #[arg(long, value_name = "MS")]
    byoyomi: Option<u64>,
    /// Milliseconds added for each move
    #[arg(long, value_name = "MS")]
    increment: Option<u64>,
}

#[derive(clap::Args)]
#[command(next_help_heading = "One engine")]
struct EngineArguments {
    /// Limits of A alone, instead of those of both: "nodes=20000", "time=60000,byoyomi=1000" …
    #[arg(long, value_name = "LIMITS")]
    limit_a: Option<Limit>,
    /// Limits of B alone
    #[arg(long, value_name = "LIMITS")]
    limit_b: Option<Limit>,
    /// Option of A; a button is its name alone. May be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_a: Vec<SetOption>,
    /// Option of B
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option_b: Vec<SetOption>,
    /// Name of A, instead of what it calls itself
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// Name of B
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    /// How A is told its limits
    #[arg(long, value_enum, default_value_t, value_name = "STYLE")]
    go_style_a: GoStyle,
    /// How B is told its limits
    #[arg(long, value_enum, default_value_t, value_name = "STYLE")]
    go_style_b: GoStyle,
    /// Grace of A alone
    #[arg(long, value_name = "MS")]
    grace_a: Option<u64>,
    /// Grace of B alone
    #[arg(long, value_name = "MS")]
    grace_b: Option<u64>,
    /// Folder to start A in
    #[arg(long, value_name = "DIR")]
    folder_a: Option<PathBuf>,
    /// Folder to start B in
    #[arg(long, value_name = "DIR")]
    folder_b: Option<PathBuf>,
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let expected = || "expected two Elo differences, the smaller first, as in 0,5".to_owned();
    let (low, high) = text.split_once(',').ok_or_else(expected)?;
    let read = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
    match (read(low), read(high)) {
        (Some(low), Some(high)) if low < high => Ok((low, high)),
        _ => Err(expected()),
    }
}

/// Reads NAME=VALUE.
pub(crate) fn option(text: &str) -> Result<SetOption, String> {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let words: Vec<_> = name.split_whitespace().collect();
    if words.is_empty() || words.contains(&"value") {
        return Err("expected NAME=VALUE, or NAME for a button".to_owned());
    }
    Ok(SetOption { name: words.join(" "), value: value.map(str::to_owned) })
}

impl Arguments {
    /// Number of games at most.
    pub(super) fn games(&self) -> usize {
        self.games.unwrap_or(if self.sprt.is_some() { 20_000 } else { 100 })
    }

    pub(super) fn concurrency(&self) -> anyhow::Result<usize> {
        match self.concurrency {
            0 => Err(BadInput("--concurrency 0: expected at least 1".to_owned()).into()),
            count => Ok(count),
        }
    }

    pub(super) fn max_moves(&self) -> Option<usize> {
        (self.max_moves > 0).then_some(self.max_moves)
    }

    pub(super) fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let rates = [("--alpha", self.alpha), ("--beta", self.beta)];
        for (name, rate) in rates {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(BadInput(format!("{name} {rate}: expected a rate between 0 and 0.5")).into());
            }
        }
        Ok(Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta }))
    }

    /// How A and B are started.
    pub(super) fn specs(&self) -> anyhow::Result<[Arc<Spec>; 2]> {
        Ok([Arc::new(self.spec(Who::A)?), Arc::new(self.spec(Who::B)?)])
    }

    fn spec(&self, who: Who) -> anyhow::Result<Spec> {
        let one = &self.engines;
        let (text, own, options, name, style, grace, folder) = match who {
            Who::A => {
                (&self.a, one.limit_a, &one.option_a, &one.name_a, one.go_style_a, one.grace_a, &one.folder_a)
            }
            Who::B => {
                (&self.b, one.limit_b, &one.option_b, &one.name_b, one.go_style_b, one.grace_b, &one.folder_b)
            }
        };
        let command = shlex::split(text)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| BadInput(format!("engine {who}: {text:?} is no command (quotes closed?)")))?;
        let limit = own.unwrap_or_else(|| self.common_limit());
        limit.check(style).map_err(|reason| BadInput(format!("limits of engine {who}: {reason}")))?;
        Ok(Spec {
            who,
            command,
            folder: folder.clone(),
            name: name.clone(),
            options: options.clone(),
            limit,
            style,
            grace: Duration::from_millis(grace.unwrap_or(self.grace)),
            patience: Patience {
                ready: Duration::from_millis(self.ready),
                answer: Duration::from_millis(self.hang),
                stop: Duration::from_millis(self.hang.min(5000)),
            },
        })
    }

    fn common_limit(&self) -> Limit {
        let LimitArguments { movetime, nodes, depth, time, byoyomi, increment } = self.both;
        let limit = Limit { nodes, depth, movetime, time, byoyomi, increment };
        if limit.is_empty() { Limit { movetime: Some(1000), ..limit } } else { limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn read(words: &[&str]) -> Result<Arguments, String> {
        let all = ["match", "x", "y z"].iter().chain(words);
        Command::try_parse_from(all).map(|command| command.arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn each_engine_has_its_own() {
        let arguments = read(&[
            "--byoyomi",
            "500",
            "--limit-b",
            "nodes=7",
            "--option-a",
            "USI_Hash=16",
            "--option-b",
            "Clear Hash",
            "--option-b",
            "Book=a=b",
            "--name-b",
            "why",
            "--grace-a",
            "5",
        ])
        .unwrap();
        let [a, b] = arguments.specs().unwrap();
        assert_eq!(
            (a.limit.byoyomi, a.limit.nodes, b.limit.byoyomi, b.limit.nodes),
            (Some(500), None, None, Some(7))
        );
        assert_eq!(a.options[0].to_string(), "setoption name USI_Hash value 16");
        assert_eq!(b.options[0].to_string(), "setoption name Clear Hash");
        assert_eq!(b.options[1].to_string(), "setoption name Book value a=b");
        assert_eq!(
            (b.command.as_slice(), b.name.as_deref()),
            (&["y".to_owned(), "z".to_owned()][..], Some("why"))
        );
        assert_eq!((a.grace.as_millis(), b.grace.as_millis()), (5, 100));
        assert_eq!(read(&[]).unwrap().specs().unwrap()[0].limit.movetime, Some(1000));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for words in [
            &["--sprt", "5,0"][..],
            &["--sprt", "0"],
            &["--alpha", "0.1"],
            &["--entering-king", "28"],
            &["--limit-a", "hours=1"],
            &["--option-a", "=x"],
            &["--save", "usi"],
        ] {
            assert!(read(words).is_err(), "{words:?}");
        }
        assert!(read(&["--movetime", "5", "--time", "5"]).unwrap().specs().is_err());
        assert!(read(&["--nodes", "5", "--go-style-b", "clock"]).unwrap().specs().is_err());
        assert!(read(&["--sprt", "0,5", "--beta", "0.7"]).unwrap().sprt().is_err());
        assert!(read(&["--sprt", "-5,0"]).unwrap().sprt().unwrap().is_some());
        assert_eq!(read(&["--sprt", "-5,0"]).unwrap().games(), 20_000);
    }
}
