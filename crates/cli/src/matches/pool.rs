//! The workers: each has its own pair of engine processes and plays one game after the other.

use super::engine::{Engine, Spec};
use super::game;
use super::openings::Opening;
use super::outcome::Who;
use super::record::GameRecord;
use ::record::referee::Rules;
use anyhow::Context;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// What is to be played.
pub(crate) struct Plan {
    /// Numbers of the games.
    pub(crate) games: VecDeque<usize>,
    pub(crate) openings: Vec<Opening>,
    pub(crate) rules: Rules,
    /// A and B.
    pub(crate) specs: [Arc<Spec>; 2],
    /// Games at a time.
    pub(crate) concurrency: usize,
    /// Whether every game gets fresh processes.
    pub(crate) restart: bool,
}

/// Whether to begin further games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Further {
    Play,
    /// Only finish those that are running.
    Enough,
}

/// Plays the games and hands each finished one to `finished`, in the order in which they end. `engines` serve the first
/// worker. `stop` ends everything at once; games that are running then are not finished.
pub(crate) fn play(
    plan: &Plan,
    engines: [Engine; 2],
    stop: &AtomicBool,
    mut finished: impl FnMut(GameRecord) -> anyhow::Result<Further>,
) -> anyhow::Result<()> {
    let enough = AtomicBool::new(false);
    let workers = plan.concurrency.clamp(1, plan.games.len().max(1));
    let queue = Mutex::new(plan.games.clone());
    let shared = Shared { plan, queue: &queue, enough: &enough, stop };
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let mut engines = Some(engines);
        for _ in 0..workers {
            let (sender, engines) = (sender.clone(), engines.take());
            scope.spawn(move || shared.work(engines, &sender));
        }
        drop(sender);
        let mut result = Ok(());
        for message in receiver {
            match message.and_then(&mut finished) {
                Ok(Further::Enough) => enough.store(true, Ordering::Relaxed),
                // The first error is the cause; what follows from stopping is not told.
                Err(error) if result.is_ok() => {
                    stop.store(true, Ordering::Relaxed);
                    result = Err(error);
                }
                Ok(Further::Play) | Err(_) => {}
            }
        }
        result
    })
}

#[derive(Clone, Copy)]
struct Shared<'a> {
    plan: &'a Plan,
    queue: &'a Mutex<VecDeque<usize>>,
    enough: &'a AtomicBool,
    stop: &'a AtomicBool,
}

impl Shared<'_> {
    fn next(&self) -> Option<usize> {
        if self.enough.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn work(&self, mut engines: Option<[Engine; 2]>, sender: &Sender<anyhow::Result<GameRecord>>) {
        while let Some(number) = self.next() {
            match self.one_game(number, &mut engines) {
                Ok(Some(record)) => {
                    let _ = sender.send(Ok(record));
                }
                Ok(None) => return,
                Err(error) => {
                    let _ = sender.send(Err(error.context(format!("before game {}", number + 1))));
                    return;
                }
            }
        }
    }

    fn start(&self, who: Who) -> anyhow::Result<Engine> {
        Engine::start(&self.plan.specs[who.index()], self.stop)
    }

    fn one_game(
        &self,
        number: usize,
        engines: &mut Option<[Engine; 2]>,
    ) -> anyhow::Result<Option<GameRecord>> {
        let pair = match engines {
            Some(pair) => pair,
            None => engines.insert([self.start(Who::A)?, self.start(Who::B)?]),
        };
        let count = self.plan.openings.len();
        let index = (number / 2) % count;
        let opening = (index, &self.plan.openings[index]);
        let Ok(record) = game::play(number, opening, pair, &self.plan.rules, self.stop) else {
            return Ok(None);
        };
        if self.plan.restart {
            *engines = None;
        } else if let Some(who) = record.at_fault() {
            // In whatever state it is, the next game begins with a fresh one. If it cannot be started any more, this game
            // still counts: the error comes up when the next one needs it.
            match self.start(who) {
                Ok(engine) => pair[who.index()] = engine,
                Err(error) => {
                    tracing::warn!("after game {}: {error:#}", number + 1);
                    *engines = None;
                }
            }
        }
        Ok(Some(record))
    }
}

/// Starts A and B once, to find out before the first game whether they start, and what they call themselves.
pub(crate) fn start_both(specs: &[Arc<Spec>; 2], stop: &AtomicBool) -> anyhow::Result<[Engine; 2]> {
    let start =
        |who: Who| Engine::start(&specs[who.index()], stop).with_context(|| format!("starting engine {who}"));
    Ok([start(Who::A)?, start(Who::B)?])
}
