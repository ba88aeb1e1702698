//! `yomikiri match`: two USI engines play each other under our rules.

mod arguments;
mod csa;
mod elo;
pub(crate) mod engine;
pub(crate) mod game;
pub(crate) mod journal;
pub(crate) mod limits;
pub(crate) mod openings;
pub(crate) mod outcome;
mod pool;
mod record;
mod sprt;
mod tally;

pub(crate) use arguments::{Arguments, option};

use ::record::referee::Rules;
use engine::Engine;
use indicatif::{ProgressBar, ProgressStyle};
use journal::Journal;
use openings::Opening;
use outcome::Who;
use pool::{Further, Plan};
use record::GameRecord;
use serde_json::json;
use shogi::Color;
use sprt::{Sprt, Verdict};
use std::collections::HashSet;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tally::{Summary, Tally};

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let sprt = arguments.sprt()?;
    let specs = arguments.specs()?;
    let rules = Rules { entering_king: arguments.entering_king, max_moves: arguments.max_moves() };
    let mut openings = openings::load(arguments.openings.as_deref(), arguments.opening_plies)?;
    if let Some(seed) = arguments.shuffle {
        openings::shuffle(&mut openings, seed);
    }
    let concurrency = arguments.concurrency()?;
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    // Engines have process groups of their own, so a Ctrl-C reaches them through us.
    ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))?;
    let engines = pool::start_both(&specs, &stop)?;
    let names = names(&engines);
    let (mut journal, mut tally) = (None, Tally::default());
    let mut played = HashSet::new();
    if let Some(folder) = &arguments.out {
        let settings = settings(&specs, &names, &openings, &rules);
        let (opened, games) = Journal::open(folder, &settings, arguments.save, &names)?;
        for game in &games {
            played.insert(game.game);
            tally.add(game);
        }
        journal = Some(opened);
    }
    let games = (0..arguments.games()).filter(|game| !played.contains(game)).collect();
    let plan = Plan { games, openings, rules, specs, concurrency, restart: arguments.restart };
    let mut match_ = Match { names, sprt, journal, tally, bar: bar(arguments), quiet: arguments.quiet };
    let result = match_.play(&plan, engines, &stop);
    match_.bar.finish_and_clear();
    match_.report(arguments.json, out)?;
    result?;
    if stop.load(Ordering::Relaxed) {
        let advice = if arguments.out.is_some() { "; the same command goes on from here" } else { "" };
        anyhow::bail!("interrupted after {} games{advice}", match_.tally.games());
    }
    Ok(())
}

struct Match {
    names: [String; 2],
    sprt: Option<Sprt>,
    journal: Option<Journal>,
    tally: Tally,
    bar: ProgressBar,
    quiet: bool,
}

impl Match {
    fn play(&mut self, plan: &Plan, engines: [Engine; 2], stop: &AtomicBool) -> anyhow::Result<()> {
        self.show();
        if plan.games.is_empty() || self.further() == Further::Enough {
            return Ok(());
        }
        pool::play(plan, engines, stop, |record| {
            if let Some(journal) = &mut self.journal {
                journal.add(&record)?;
            }
            self.tally.add(&record);
            if let Some(journal) = &self.journal {
                journal.summarise(&Summary::of(&self.tally, &self.names, self.sprt.as_ref()))?;
            }
            self.tell(&record);
            self.show();
            Ok(self.further())
        })
    }

    fn further(&self) -> Further {
        match &self.sprt {
            Some(sprt) if sprt.verdict(&self.tally.pairs) != Verdict::Continue => Further::Enough,
            _ => Further::Play,
        }
    }

    fn show(&self) {
        self.bar.set_position(self.tally.games());
        self.bar.set_message(self.tally.short(self.sprt.as_ref()));
    }

    /// One line for a finished game; faults are told also where nothing else is.
    fn tell(&self, record: &GameRecord) {
        if self.quiet && !record.end.is_fault() {
            return;
        }
        let [black, white] = Color::ALL.map(|color| &self.names[record.who(color).index()]);
        let result = match record.winner {
            None => "draw".to_owned(),
            Some(winner) => format!("{} wins", record.color(winner)),
        };
        let fault = record.at_fault().map_or_else(String::new, |who| format!("fault of {who}: "));
        let line = format!(
            "game {}: {black} (black) - {white}: {result}, {fault}{}, {} plies",
            record.game + 1,
            record.end,
            record.plies()
        );
        if self.bar.is_hidden() {
            eprintln!("{line}   {}", self.tally.short(self.sprt.as_ref()));
        } else {
            self.bar.println(line);
        }
    }

    fn report(&self, with_json: bool, out: &mut impl Write) -> anyhow::Result<()> {
        let report = self.tally.report(&self.names, self.sprt.as_ref());
        if with_json {
            eprint!("{report}");
            serde_json::to_writer(&mut *out, &Summary::of(&self.tally, &self.names, self.sprt.as_ref()))?;
            writeln!(out)?;
        } else {
            write!(out, "{report}")?;
        }
        Ok(())
    }
}

fn bar(arguments: &Arguments) -> ProgressBar {
    let bar = ProgressBar::new(arguments.games() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} games  {msg}  ({eta} left)") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// The names to show, told apart if both engines call themselves the same.
fn names(engines: &[Engine; 2]) -> [String; 2] {
    let names = [engines[0].name(), engines[1].name()];
    if names[0] != names[1] {
        return names;
    }
    Who::BOTH.map(|who| format!("{} ({who})", names[who.index()]))
}

/// What makes a match this one and no other: games of different settings never share a folder.
fn settings(
    specs: &[Arc<engine::Spec>; 2],
    names: &[String; 2],
    openings: &[Opening],
    rules: &Rules,
) -> serde_json::Value {
    let engine = |who: Who| {
        let spec = &specs[who.index()];
        json!({
            "name": names[who.index()],
            "command": spec.command,
            "options": spec.options.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "limit": spec.limit.to_string(),
            "go_style": spec.style,
            "grace_ms": spec.grace.as_millis() as u64,
        })
    };
    json!({
        "a": engine(Who::A),
        "b": engine(Who::B),
        "openings": openings.len(),
        "openings_digest": openings::digest(openings),
        "entering_king": format!("{:?}", rules.entering_king),
        "max_moves": rules.max_moves,
    })
}

/// Fowler, Noll and Vo's hash, variant 1a: the same in every build.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
