//! The practical and the plain way to read the table, side by side in one run.

use report::{Align, Table};
use search::{Control, Engine, Limits, Options, TableMode};
use shogi::Position;
use std::fmt::Display;
use std::time::{Duration, Instant};

/// Processor time of the program, so that a busy machine does not disturb the ratio.
#[cfg(unix)]
fn on_cpu(_: Instant) -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn on_cpu(started: Instant) -> Duration {
    started.elapsed()
}

/// What one way to read the table took.
#[derive(Clone, Copy, Default)]
struct Taken {
    nodes: u64,
    time: Duration,
}

/// Searches every position of the bench in turn in both modes, `rounds` times, and tells nodes and time. Of a position's
/// rounds the fastest counts; nodes are the same in each.
pub(super) fn compare(depth: u32, options: &Options, rounds: u32, tell: &mut dyn FnMut(&dyn Display)) {
    let modes = [("plain", TableMode::Plain), ("practical", TableMode::Practical)];
    let mut engines = modes.map(|(_, table_mode)| Engine::new(Options { table_mode, ..options.clone() }));
    let started = Instant::now();
    let mut totals = [Taken::default(); 2];
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    for &sfen in search::bench::POSITIONS {
        let Ok(position) = Position::from_sfen(sfen) else { continue };
        let mut best = [Taken { nodes: 0, time: Duration::MAX }; 2];
        for round in 0..rounds {
            for turn in 0..modes.len() {
                // Each mode goes first in every other round.
                let mode = (turn + round as usize) % modes.len();
                engines[mode].new_game();
                let before = on_cpu(started);
                let outcome = engines[mode].search(&position, &limits, &Control::new(), &|_| {});
                let time = on_cpu(started).saturating_sub(before);
                best[mode] = Taken { nodes: outcome.nodes, time: time.min(best[mode].time) };
            }
        }
        for (total, best) in totals.iter_mut().zip(best) {
            total.nodes += best.nodes;
            total.time += best.time;
        }
    }
    let columns = ["nodes", "seconds", "ns per node"].map(|name| (name, Align::Right));
    let mut table = Table::new([("table", Align::Left)].into_iter().chain(columns));
    let per_node = totals.map(|taken| taken.time.as_nanos() as f64 / taken.nodes.max(1) as f64);
    for (((name, _), taken), per_node) in modes.iter().zip(totals).zip(per_node) {
        let seconds = format!("{:.2}", taken.time.as_secs_f64());
        table.row([(*name).to_owned(), taken.nodes.to_string(), seconds, format!("{per_node:.0}")]);
    }
    let ratio = |practical: f64, plain: f64| format!("{:.3}", practical / plain);
    table.row([
        "practical / plain".to_owned(),
        ratio(totals[1].nodes as f64, totals[0].nodes as f64),
        ratio(totals[1].time.as_secs_f64(), totals[0].time.as_secs_f64()),
        ratio(per_node[1], per_node[0]),
    ]);
    tell(&table);
}
