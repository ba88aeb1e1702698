//! The pairs of games of the iterations: each worker has two engine processes, and tells them their numbers before a pair.

use super::spsa::{Parameter, Spsa};
use crate::matches::engine::{Engine, Spec};
use crate::matches::game;
use crate::matches::openings::Opening;
use crate::matches::outcome::Who;
use anyhow::Context;
use record::referee::Rules;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use usi::SetOption;

/// What an iteration brought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Pair {
    /// From 0.
    pub(super) iteration: usize,
    /// Games won less games lost by the first side.
    pub(super) balance: i32,
    /// The numbers after it, for those who want to see how they went.
    values: Vec<f64>,
}

/// What is played.
pub(super) struct Plan {
    pub(super) specs: [Arc<Spec>; 2],
    pub(super) openings: Vec<Opening>,
    pub(super) rules: Rules,
    /// Pairs at a time.
    pub(super) concurrency: usize,
}

/// Plays the iterations and hands each to `finished` in the order in which they end. `stop` ends everything at once; pairs
/// that are running then are not finished.
pub(super) fn play(
    plan: &Plan,
    spsa: &mut Spsa,
    iterations: VecDeque<usize>,
    stop: &AtomicBool,
    mut finished: impl FnMut(&Pair) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let workers = plan.concurrency.clamp(1, iterations.len().max(1));
    let (spsa, queue) = (Mutex::new(spsa), Mutex::new(iterations));
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let sender = sender.clone();
            let (spsa, queue) = (&spsa, &queue);
            scope.spawn(move || {
                let mut engines = None;
                while !stop.load(Ordering::Relaxed)
                    && let Some(iteration) = lock(queue).pop_front()
                    && let Some(balance) = plan.pair(iteration, spsa, &mut engines, stop).transpose()
                    && sender.send(balance.map(|balance| (iteration, balance))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut result = Ok(());
        for message in receiver {
            if result.is_err() {
                continue;
            }
            result = message.and_then(|(iteration, balance)| {
                let mut spsa = lock(&spsa);
                spsa.learn(iteration, balance);
                finished(&Pair { iteration, balance, values: spsa.values().to_vec() })
            });
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        result
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Plan {
    /// Plays both games of an iteration; `None`: everything is being stopped.
    fn pair(
        &self,
        iteration: usize,
        spsa: &Mutex<&mut Spsa>,
        engines: &mut Option<[Engine; 2]>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<i32>> {
        let (parameters, sides) = {
            let spsa = lock(spsa);
            (spsa.parameters().to_vec(), spsa.sides(iteration))
        };
        let engines = if let Some(engines) = engines {
            engines
        } else {
            let start = |who: Who| Engine::start(&self.specs[who.index()], stop);
            engines.insert([start(Who::A)?, start(Who::B)?])
        };
        for who in Who::BOTH {
            set(&mut engines[who.index()], &parameters, &sides[who.index()])
                .with_context(|| format!("iteration {iteration}"))?;
        }
        let index = iteration % self.openings.len();
        let opening = (index, &self.openings[index]);
        let mut balance = 0;
        for game in [2 * iteration, 2 * iteration + 1] {
            let Ok(record) = game::play(game, opening, engines, &self.rules, stop) else { return Ok(None) };
            if let Some(who) = record.at_fault() {
                let command = self.specs[who.index()].command.join(" ");
                // A fault says nothing about the numbers; going on would tune by chance.
                anyhow::bail!("iteration {iteration}: fault of {command}: {}", record.end);
            }
            balance += match record.winner {
                Some(Who::A) => 1,
                Some(Who::B) => -1,
                None => 0,
            };
        }
        Ok(Some(balance))
    }
}

fn set(engine: &mut Engine, parameters: &[Parameter], values: &[i64]) -> anyhow::Result<()> {
    for (parameter, value) in parameters.iter().zip(values) {
        engine.set(SetOption { name: parameter.name.clone(), value: Some(value.to_string()) })?;
    }
    Ok(())
}
