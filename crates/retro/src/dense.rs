//! Retrograde analysis with one counter and one value for each rank.
//!
//! A position starts with the number of its distinct successors, or of its moves where the game counts moves both ways.
//! Depth by depth, a lost position wins all its predecessors, a won one takes one off the counter of each; a counter
//! that reaches zero is a loss. What is never reached is a draw. Three bytes a rank.

use crate::progress::{Meter, Observer};
use game::solve::{RankedGame, Value};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// The code of a hole of the numbering.
const HOLE: u16 = u16::MAX;
const CHUNK: u64 = 1 << 14;
/// Predecessors that a thread collects before it looks at their counters.
const BATCH: usize = 1 << 11;

/// Why a game was not solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DenseError {
    /// More successors than a counter holds; where moves are counted, once for each image of the position.
    #[error("rank {rank} has {successors} successors; at most 254 are supported")]
    Successors {
        /// The rank.
        rank: u64,
        /// How many it has.
        successors: usize,
    },
    /// More ranks than 32 bits can tell apart.
    #[error("{0} ranks are too many; fewer than 2^32 are supported")]
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
    /// What is left before an open position is lost; zero for settled ones and holes.
    counters: Vec<AtomicU8>,
}

/// What a thread found: ranks settled, and predecessors that it has not looked at yet.
struct Found {
    settled: Vec<u32>,
    /// Predecessors of lost positions.
    winners: Vec<u32>,
    /// Predecessors of won positions, and how much each takes off the counter.
    losers: Vec<(u32, u8)>,
    before: Vec<u32>,
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
    let size = u32::try_from(game.size()).map_err(|_| DenseError::Size(game.size()))? as usize;
    let codes = std::iter::repeat_with(|| AtomicU16::new(0)).take(size).collect();
    let counters = std::iter::repeat_with(|| AtomicU8::new(0)).take(size).collect();
    let dense = Dense { game, threads: threads.max(1), codes, counters };
    let seeds = dense.count_successors(observer)?;
    dense.propagate(&seeds, observer);
    Ok(Solution { codes: dense.codes })
}

impl<G: RankedGame> Dense<'_, G> {
    /// Runs `work` on all chunks of `0..total`, with what each thread collects, and returns that.
    fn parallel<T: Send>(
        &self,
        total: u64,
        meter: &Meter<'_>,
        collect: impl Fn() -> T + Sync,
        work: impl Fn(std::ops::Range<u64>, &mut T) + Sync,
    ) -> Vec<T> {
        let next = AtomicU64::new(0);
        let joined = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let mut found = collect();
                    loop {
                        let start = next.fetch_add(CHUNK, Relaxed);
                        if start >= total {
                            break;
                        }
                        let end = total.min(start + CHUNK);
                        work(start..end, &mut found);
                        meter.add(end - start);
                    }
                    joined.lock().expect("no thread panics while it holds the lock").push(found);
                });
            }
        });
        joined.into_inner().expect("all threads are done")
    }

    /// First pass: holes, terminal positions and counters. Returns how many positions have each depth already.
    fn count_successors(&self, observer: &dyn Observer) -> Result<Vec<u64>, DenseError> {
        let total = self.codes.len() as u64;
        let none = || (vec![0u64; usize::from(Value::MAX_DEPTH) + 1], None);
        let found = self.parallel(total, &Meter::new(observer, 0, total), none, |ranks, (depths, error)| {
            for rank in ranks {
                match self.first_look(rank) {
                    Ok(Some(Value::Win(k) | Value::Lose(k))) => depths[usize::from(k)] += 1,
                    Ok(_) => {}
                    Err(e) => *error = Some(e),
                }
            }
        });
        let mut sum = vec![0; usize::from(Value::MAX_DEPTH) + 1];
        for (depths, error) in found {
            if let Some(error) = error {
                return Err(error);
            }
            sum.iter_mut().zip(depths).for_each(|(sum, n)| *sum += n);
        }
        Ok(sum)
    }

    /// Sets code and counter of a rank; returns its value if the rules give it.
    fn first_look(&self, rank: u64) -> Result<Option<Value>, DenseError> {
        let code = &self.codes[rank as usize];
        let Some(position) = self.game.unrank(rank) else {
            code.store(HOLE, Relaxed);
            return Ok(None);
        };
        let mut value = self.game.terminal(&position);
        if value.is_none() {
            let successors = if let Some(images) = self.game.images(&position) {
                usize::from(images) * self.game.degree(&position)
            } else {
                let mut after = Vec::new();
                self.game.successors(&position, &mut |s| after.push(s));
                after.sort_unstable();
                after.dedup();
                after.len()
            };
            let counter = u8::try_from(successors).ok().filter(|n| *n < u8::MAX);
            let counter = counter.ok_or(DenseError::Successors { rank, successors })?;
            self.counters[rank as usize].store(counter, Relaxed);
            value = (successors == 0).then_some(Value::Lose(0));
        }
        if let Some(value) = value {
            code.store(value.code(), Relaxed);
        }
        Ok(value)
    }

    fn propagate(&self, seeds: &[u64], observer: &dyn Observer) {
        let last_seed = seeds.iter().rposition(|&n| n > 0).unwrap_or(0);
        let nothing = || Found {
            settled: Vec::new(),
            winners: Vec::with_capacity(2 * BATCH),
            losers: Vec::with_capacity(2 * BATCH),
            before: Vec::new(),
        };
        // What the depth before settled, a list for each thread that found it.
        let mut front: Vec<Vec<u32>> = Vec::new();
        for depth in 0..Value::MAX_DEPTH {
            let seeded = seeds[usize::from(depth)];
            let settled = front.iter().map(|list| list.len() as u64).sum::<u64>();
            observer.ply_done(u32::from(depth), &[settled + seeded]);
            if settled == 0 && usize::from(depth) > last_seed {
                return;
            }
            let (win, lose) = (Value::Win(depth).code(), Value::Lose(depth).code());
            let ply = u32::from(depth) + 1;
            let found = if seeded > 0 {
                // The seeds are not listed anywhere: look for them, and find the others on the way.
                let total = self.codes.len() as u64;
                self.parallel(total, &Meter::new(observer, ply, total), nothing, |ranks, found| {
                    for rank in ranks {
                        let code = self.codes[rank as usize].load(Relaxed);
                        if code == win || code == lose {
                            self.expand(rank, depth, found);
                        }
                    }
                    self.settle(depth + 1, found);
                })
            } else {
                let list: Vec<u32> = front.concat();
                let total = list.len() as u64;
                self.parallel(total, &Meter::new(observer, ply, total), nothing, |places, found| {
                    for place in places {
                        self.expand(u64::from(list[place as usize]), depth, found);
                    }
                    self.settle(depth + 1, found);
                })
            };
            front = found.into_iter().map(|f| f.settled).collect();
        }
    }

    /// Lists the predecessors of a settled position.
    fn expand(&self, rank: u64, depth: u16, found: &mut Found) {
        let lost = self.codes[rank as usize].load(Relaxed) == Value::Lose(depth).code();
        let position = self.game.unrank(rank).expect("a settled rank is no hole");
        let images = self.game.images(&position);
        let Found { winners, losers, before, .. } = found;
        match images {
            Some(_) if lost => self.game.predecessors(&position, &mut |p| winners.push(p as u32)),
            Some(n) => self.game.predecessors(&position, &mut |p| losers.push((p as u32, n))),
            None => {
                before.clear();
                self.game.predecessors(&position, &mut |p| before.push(p as u32));
                before.sort_unstable();
                before.dedup();
                if lost {
                    winners.append(before);
                } else {
                    losers.extend(before.drain(..).map(|p| (p, 1)));
                }
            }
        }
        if winners.len().max(losers.len()) > BATCH {
            self.settle(depth + 1, found);
        }
    }

    /// Hands the values on to the predecessors listed; adds those it settles. Terminal ones have no counter. A pass of
    /// loads goes before: they do not wait for each other, as atomic changes do.
    fn settle(&self, depth: u16, found: &mut Found) {
        let Found { settled, winners, losers, .. } = found;
        winners.retain(|p| self.counters[*p as usize].load(Relaxed) != 0);
        losers.retain(|(p, _)| self.counters[*p as usize].load(Relaxed) != 0);
        for p in winners.drain(..) {
            if self.counters[p as usize].swap(0, Relaxed) != 0 {
                self.codes[p as usize].store(Value::Win(depth).code(), Relaxed);
                settled.push(p);
            }
        }
        for (p, by) in losers.drain(..) {
            let less = |left: u8| (left != 0).then(|| left.saturating_sub(by));
            if self.counters[p as usize].fetch_update(Relaxed, Relaxed, less) == Ok(by) {
                self.codes[p as usize].store(Value::Lose(depth).code(), Relaxed);
                settled.push(p);
            }
        }
    }
}
