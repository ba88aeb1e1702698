//! `yomikiri tune`: numbers of an engine set by games.

mod arguments;
mod pairs;
mod spsa;

pub(crate) use arguments::Arguments;

use crate::json_lines::{Content, JsonLines};
use crate::matches::engine::Engine;
use crate::matches::openings;
use crate::matches::outcome::Who;
use indicatif::{ProgressBar, ProgressStyle};
use pairs::{Pair, Plan};
use record::referee::Rules;
use serde_json::json;
use shogi::EnteringKingRule;
use spsa::Spsa;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const CONTENT: Content = Content { of: "tune", result: "pair" };

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let schedule = arguments.schedule()?;
    let openings = openings::load(arguments.openings.as_deref(), arguments.opening_plies)?;
    let max_moves = (arguments.max_moves > 0).then_some(arguments.max_moves);
    let rules = Rules { entering_king: EnteringKingRule::Points27, max_moves };
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))?;
    let specs = [Arc::new(arguments.spec(Who::A)?), Arc::new(arguments.spec(Who::B)?)];
    let first = Engine::start(&specs[0], &stop)?;
    let parameters = arguments.parameters(&first)?;
    drop(first);
    let settings = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "engine": arguments.engine,
        "option": specs[0].options.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "numbers": parameters,
        "limit": specs[0].limit.to_string(),
        "iterations": schedule.iterations,
        "rate": schedule.rate,
        "seed": schedule.seed,
        "max-moves": arguments.max_moves,
        "openings": openings::digest(&openings),
    });
    let mut spsa = Spsa::new(parameters, schedule);
    let mut missing: BTreeSet<usize> = (0..schedule.iterations).collect();
    let mut journal = JsonLines::open(&arguments.out, &CONTENT, &settings, |pair: Pair, _| {
        if !missing.remove(&pair.iteration) {
            return Err(format!("iteration {} again, or beyond the last one", pair.iteration));
        }
        spsa.learn(pair.iteration, pair.balance);
        Ok(())
    })?;
    let bar = bar(schedule.iterations, missing.len());
    let plan = Plan { specs, openings, rules, concurrency: arguments.concurrency };
    let result = pairs::play(&plan, &mut spsa, missing.iter().copied().collect(), &stop, |pair| {
        journal.append(pair)?;
        missing.remove(&pair.iteration);
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    report(&spsa, schedule.iterations - missing.len(), arguments, out)?;
    result?;
    if !missing.is_empty() {
        let done = schedule.iterations - missing.len();
        anyhow::bail!("interrupted after {done} pairs; the same command goes on from here");
    }
    Ok(())
}

fn bar(all: usize, missing: usize) -> ProgressBar {
    let bar = ProgressBar::new(all as u64).with_position((all - missing) as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} pairs of games  ({eta} left)") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn report(spsa: &Spsa, pairs: usize, arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let rows = || spsa.parameters().iter().zip(spsa.values());
    let mut text = format!("{pairs} pairs of games\n{:<24}{:>8}{:>10}\n", "number", "before", "after");
    text.extend(
        rows()
            .map(|(parameter, value)| format!("{:<24}{:>8}{value:>10.1}\n", parameter.name, parameter.start)),
    );
    if arguments.json {
        eprint!("{text}");
        let numbers: serde_json::Map<_, _> =
            rows().map(|(parameter, value)| (parameter.name.clone(), json!(value))).collect();
        serde_json::to_writer(&mut *out, &json!({ "pairs": pairs, "numbers": numbers }))?;
        writeln!(out)?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(())
}
