//! All positions that can arise from the start, and the game on them for the dense solver.

use crate::squares::HOME;
use crate::{Position, RANKS, rank, unrank};
use game::solve::{RankedGame, Value};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How many reachable positions there are of each sort, up to mirroring and exchange of the sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Census {
    /// The side to move can capture the enemy lion.
    pub captures: u64,
    /// The enemy lion has reached its last rank and cannot be captured.
    pub tries: u64,
    /// All others.
    pub others: u64,
}

impl Census {
    /// All positions.
    pub const fn total(&self) -> u64 {
        self.captures + self.tries + self.others
    }
}

struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new() -> Self {
        Self((0..RANKS.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn set(&self, rank: u64) {
        let (word, bit) = ((rank / 64) as usize, 1 << (rank % 64));
        // Most positions are met many times: a plain look first spares the cache line.
        if self.0[word].load(Relaxed) & bit == 0 {
            self.0[word].fetch_or(bit, Relaxed);
        }
    }

    fn get(&self, rank: u64) -> bool {
        self.0[(rank / 64) as usize].load(Relaxed) >> (rank % 64) & 1 == 1
    }

    fn count(&self) -> u64 {
        self.0.iter().map(|w| u64::from(w.load(Relaxed).count_ones())).sum()
    }
}

/// The positions reachable from the start in which the enemy lion cannot be captured, as a [`RankedGame`].
///
/// Positions in which it can be are won at once and need no place in the table; a move into one is left out, and
/// whoever has no other move has lost in two plies.
pub struct Reachable {
    positions: Bits,
    census: Census,
}

/// Words of a bitmap that a thread takes at a time.
const CHUNK: usize = 1 << 10;

impl Reachable {
    /// Finds all reachable positions, with 400 MB of bitmaps. `tell` is called with the number of positions expanded,
    /// now and then, from any thread.
    pub fn find(threads: usize, tell: &(dyn Fn(u64) + Sync)) -> Self {
        let (seen, done, captures) = (Bits::new(), Bits::new(), Bits::new());
        seen.set(rank(&Position::start()));
        let expanded = AtomicU64::new(0);
        let more = AtomicBool::new(true);
        // Sweep after sweep over the bitmap: what a position leads to further on is met in the same sweep.
        while more.swap(false, Relaxed) {
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for _ in 0..threads.max(1) {
                    scope.spawn(|| {
                        loop {
                            let start = next.fetch_add(CHUNK, Relaxed);
                            let end = seen.0.len().min(start + CHUNK);
                            if start >= end {
                                break;
                            }
                            let found: u64 =
                                (start..end).map(|word| expand(word, &seen, &done, &captures)).sum();
                            if found > 0 {
                                more.store(true, Relaxed);
                                tell(expanded.fetch_add(found, Relaxed) + found);
                            }
                        }
                    });
                }
            });
        }
        let captures = captures.count();
        let tries = count_tries(&seen, threads);
        let others = seen.count() - tries;
        Self { positions: seen, census: Census { captures, tries, others } }
    }

    /// How many positions there are.
    pub fn census(&self) -> Census {
        self.census
    }
}

/// Expands the positions of a word that have not been; returns their number.
fn expand(word: usize, seen: &Bits, done: &Bits, captures: &Bits) -> u64 {
    let mut count = 0;
    loop {
        let open = seen.0[word].load(Relaxed) & !done.0[word].load(Relaxed);
        if open == 0 {
            return count;
        }
        done.0[word].fetch_or(open, Relaxed);
        count += u64::from(open.count_ones());
        for bit in (0..64).filter(|bit| open >> bit & 1 == 1) {
            let position = unrank(64 * word as u64 + bit);
            if position.sets[1][0] & HOME != 0 {
                continue;
            }
            position.for_each_move(|action| {
                let next = position.after(action);
                let set = if next.can_capture_lion() { captures } else { seen };
                set.set(rank(&next));
            });
        }
    }
}

fn count_tries(seen: &Bits, threads: usize) -> u64 {
    let next = AtomicUsize::new(0);
    let total = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut count = 0;
                loop {
                    let start = next.fetch_add(CHUNK, Relaxed);
                    let end = seen.0.len().min(start + CHUNK);
                    if start >= end {
                        break;
                    }
                    for word in start..end {
                        let bits = seen.0[word].load(Relaxed);
                        for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                            let position = unrank(64 * word as u64 + bit);
                            count += u64::from(position.sets[1][0] & HOME != 0);
                        }
                    }
                }
                total.fetch_add(count, Relaxed);
            });
        }
    });
    total.into_inner()
}

impl RankedGame for Reachable {
    type Position = Position;

    fn size(&self) -> u64 {
        RANKS
    }

    fn rank(&self, position: &Position) -> u64 {
        rank(position)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        self.positions.get(rank).then(|| unrank(rank))
    }

    fn terminal(&self, position: &Position) -> Option<Value> {
        if position.sets[1][0] & HOME != 0 {
            return Some(Value::Lose(0));
        }
        let mut safe = false;
        position.for_each_move(|action| safe = safe || !position.after(action).can_capture_lion());
        (!safe).then_some(Value::Lose(2))
    }

    fn successors(&self, position: &Position, visit: &mut dyn FnMut(u64)) {
        position.for_each_safe_successor(|next| visit(rank(&next)));
    }

    fn predecessors(&self, position: &Position, visit: &mut dyn FnMut(u64)) {
        position.for_each_predecessor(|earlier| {
            if !earlier.can_capture_lion() {
                let rank = rank(&earlier);
                if self.positions.get(rank) {
                    visit(rank);
                }
            }
        });
    }
}
