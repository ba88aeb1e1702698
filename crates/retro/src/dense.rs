//! Retrograde analysis with one counter and one value for each rank.
//!
//! A position starts with the number of its distinct successors. Depth by depth, a lost position wins all
//! its predecessors, a won one takes one off the counter of each; a counter that reaches zero is a loss. What is
//! never reached is a draw. Three bytes a rank.

use crate::progress::{Meter, Observer};
use game::solve::{RankedGame, Value};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// The code of a hole of the numbering.
const HOLE: u16 = u16::MAX;
const CHUNK: u64 = 1 << 14;

/// Why a game was not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DenseError {
    /// More successors than a counter holds.
    #[error("rank {rank} has {successors} distinct successors; at most 254 are supported")]
    Successors {
        /// The rank.
        rank: u64,
        /// How many it has.
        successors: usize,
    },
    /// More ranks than this machine can address.
    #[error("{0} ranks do not fit in memory")]
    Size(u64),
}

/// The solved game.
pub struct Solution {
    codes: Vec<AtomicU16>,
}

impl Solution {
    /// The value of a rank; `None` for a hole.
    pub fn value(&self, rank: u64) -> Option<Value> {
        match self.codes[rank as usize].load(Relaxed) {
            HOLE => None,
            code => Some(Value::from_code(code).expect("the solver writes codes of values only")),
        }
    }

    /// The number of ranks.
    pub fn len(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Whether there is no rank.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The values of all ranks in order.
    pub fn values(&self) -> impl Iterator<Item = Option<Value>> + '_ {
        (0..self.len()).map(|rank| self.value(rank))
    }
}

struct Dense<'a, G> {
    game: &'a G,
    threads: usize,
    codes: Vec<AtomicU16>,
    counters: Vec<AtomicU8>,
}

/// Solves a game.
///
/// # Errors
/// If it does not fit, or a position has more than 254 successors.
pub fn solve<G: RankedGame>(
    game: &G,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Solution, DenseError> {
    let size = usize::try_from(game.size()).map_err(|_| DenseError::Size(game.size()))?;
    let codes = std::iter::repeat_with(|| AtomicU16::new(0)).take(size).collect();
    let counters = std::iter::repeat_with(|| AtomicU8::new(0)).take(size).collect();
    let dense = Dense { game, threads: threads.max(1), codes, counters };
    let seeds = dense.count_successors(observer)?;
    dense.propagate(&seeds, observer);
    Ok(Solution { codes: dense.codes })
}

impl<G: RankedGame> Dense<'_, G> {
    /// Runs `work` on all chunks of `0..total` and joins what the threads collected.
    fn parallel<T: Send>(
        &self,
        total: u64,
        meter: &Meter<'_>,
        work: impl Fn(u64, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        let next = AtomicU64::new(0);
        let joined = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let mut found = Vec::new();
                    loop {
                        let start = next.fetch_add(CHUNK, Relaxed);
                        if start >= total {
                            break;
                        }
                        let end = total.min(start + CHUNK);
                        (start..end).for_each(|i| work(i, &mut found));
                        meter.add(end - start);
                    }
                    joined.lock().expect("no thread panics while it holds the lock").append(&mut found);
                });
            }
        });
        joined.into_inner().expect("all threads are done")
    }

    /// First pass: holes, terminal positions and counters. Returns how many positions have each depth already.
    fn count_successors(&self, observer: &dyn Observer) -> Result<Vec<u64>, DenseError> {
        let depths: Vec<AtomicU64> = (0..=Value::MAX_DEPTH).map(|_| AtomicU64::new(0)).collect();
        let total = self.codes.len() as u64;
        let errors = self.parallel(total, &Meter::new(observer, 0, total), |rank, errors| {
            let code = &self.codes[rank as usize];
            let Some(position) = self.game.unrank(rank) else { return code.store(HOLE, Relaxed) };
            let value = self.game.terminal(&position).or_else(|| {
                let mut after = Vec::new();
                self.game.successors(&position, &mut |s| after.push(s));
                after.sort_unstable();
                after.dedup();
                match u8::try_from(after.len()) {
                    Ok(n) if n < 255 => self.counters[rank as usize].store(n, Relaxed),
                    _ => errors.push(DenseError::Successors { rank, successors: after.len() }),
                }
                after.is_empty().then_some(Value::Lose(0))
            });
            if let Some(value) = value {
                code.store(value.code(), Relaxed);
                if let Value::Win(k) | Value::Lose(k) = value {
                    depths[usize::from(k)].fetch_add(1, Relaxed);
                }
            }
        });
        match errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(depths.into_iter().map(AtomicU64::into_inner).collect()),
        }
    }

    fn propagate(&self, seeds: &[u64], observer: &dyn Observer) {
        let last_seed = seeds.iter().rposition(|&n| n > 0).unwrap_or(0);
        let mut front: Vec<u64> = Vec::new();
        for depth in 0..Value::MAX_DEPTH {
            let seeded = seeds[usize::from(depth)];
            observer.ply_done(u32::from(depth), &[front.len() as u64 + seeded]);
            if front.is_empty() && usize::from(depth) > last_seed {
                return;
            }
            let (win, lose) = (Value::Win(depth).code(), Value::Lose(depth).code());
            let ply = u32::from(depth) + 1;
            front = if seeded > 0 {
                // The seeds are not listed anywhere: look for them, and find the others on the way.
                let total = self.codes.len() as u64;
                self.parallel(total, &Meter::new(observer, ply, total), |rank, found| {
                    let code = self.codes[rank as usize].load(Relaxed);
                    if code == win || code == lose {
                        self.expand(rank, depth, found);
                    }
                })
            } else {
                let total = front.len() as u64;
                self.parallel(total, &Meter::new(observer, ply, total), |i, found| {
                    self.expand(front[i as usize], depth, found);
                })
            };
        }
    }

    /// Hands the value of a settled position on to its predecessors; adds those it settles. The counter of one that
    /// is terminal may wrap: its code is set, so nothing comes of it.
    fn expand(&self, rank: u64, depth: u16, found: &mut Vec<u64>) {
        let lost = self.codes[rank as usize].load(Relaxed) == Value::Lose(depth).code();
        let position = self.game.unrank(rank).expect("a settled rank is no hole");
        let mut before = Vec::new();
        self.game.predecessors(&position, &mut |p| before.push(p));
        before.sort_unstable();
        before.dedup();
        for p in before {
            let code = &self.codes[p as usize];
            let value = if lost {
                Value::Win(depth + 1)
            } else if self.counters[p as usize].fetch_sub(1, Relaxed) == 1 {
                Value::Lose(depth + 1)
            } else {
                continue;
            };
            if code.compare_exchange(0, value.code(), Relaxed, Relaxed).is_ok() {
                found.push(p);
            }
        }
    }
}
