//! `yomikiri selfplay`: our own engine against itself, for training data that needs nothing from elsewhere.

mod arguments;
mod choice;
mod game;
mod journal;
mod place;
mod played;
mod pool;
mod tally;
mod written;

pub(crate) use arguments::Arguments;

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use journal::Journal;
use played::Played;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tally::Tally;

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let (place, kind) = arguments.place()?;
    let plan = arguments.plan(kind)?;
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))?;
    let mut tally = Tally::new(place.games.display().to_string(), kind.name());
    let mut journal = Journal::open(&place.journal, &plan.settings, arguments.games, |game| tally.add(game))?;
    tally.resumed = tally.games;
    let missing: Vec<_> = (1..=arguments.games).filter(|&game| !journal.has(game)).collect();
    let progress = Progress::new(arguments, &tally);
    let result = pool::play(&plan, &missing, arguments.concurrency, &stop, |played| {
        journal.add(played)?;
        tally.add(played);
        progress.tell(played, &tally);
        Ok(())
    });
    tally.games_per_second = progress.games_per_second(&tally);
    progress.bar.finish_and_clear();
    result?;
    // After an interruption, too: the games so far are a whole file.
    written::write_file(&place.games, kind, plan.settings.seed, &mut journal)?;
    if arguments.json {
        eprint!("{}", tally.report());
        serde_json::to_writer(&mut *out, &tally)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", tally.report())?;
    }
    if tally.games < arguments.games {
        anyhow::bail!("interrupted after {} games; the same command goes on from here", tally.games);
    }
    Ok(())
}

struct Progress {
    bar: ProgressBar,
    begun: Instant,
    quiet: bool,
}

impl Progress {
    fn new(arguments: &Arguments, tally: &Tally) -> Self {
        let bar = if arguments.quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(arguments.games as u64).with_position(tally.games as u64)
        };
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} games  {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, begun: Instant::now(), quiet: arguments.quiet }
    }

    fn games_per_second(&self, tally: &Tally) -> f64 {
        (tally.games - tally.resumed) as f64 / self.begun.elapsed().as_secs_f64().max(1e-9)
    }

    fn tell(&self, game: &Played, tally: &Tally) {
        if self.quiet {
            return;
        }
        let rate = self.games_per_second(tally);
        let missing = self.bar.length().unwrap_or_default().saturating_sub(tally.games as u64);
        let left = HumanDuration(Duration::from_secs_f64(missing as f64 / rate.max(1e-9)));
        self.bar.set_position(tally.games as u64);
        self.bar.set_message(format!("{rate:.2} games/s, {left} left"));
        tracing::info!("game {}: {} after {} plies", game.game, game.end, game.plies());
    }
}
