//! All positions that can arise from the start, and the game on them for the dense solver.

use crate::numbering::Numbering;
use crate::rank::is_symmetric;
use crate::squares::HOME;
use crate::{Move, Position, RANKS, rank, unrank};
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

    fn set(&self, rank: u32) {
        self.0[rank as usize / 64].fetch_or(1 << (rank % 64), Relaxed);
    }

    #[inline]
    fn get(&self, rank: u32) -> bool {
        self.0[rank as usize / 64].load(Relaxed) >> (rank % 64) & 1 == 1
    }

    fn count(&self) -> u64 {
        self.0.iter().map(|w| u64::from(w.load(Relaxed).count_ones())).sum()
    }
}

/// The positions reachable from one position, in which the enemy lion cannot be captured, as a [`RankedGame`] that
/// numbers them without a gap.
///
/// Positions in which it can be are won at once and need no place in the table; a move into one is left out, and
/// whoever has no other move has lost in two plies.
pub struct Reachable {
    positions: Numbering,
    census: Census,
    drops: bool,
}

/// Words of a bitmap that a thread takes at a time.
const CHUNK: usize = 1 << 10;

/// Ranks that a thread collects before it looks at the bitmaps: the look-ups of a batch do not wait for each other.
const BATCH: usize = 1 << 11;

/// Marks in a batch a position with a lion to capture.
const CAPTURE: u32 = 1 << 31;
const _: () = assert!(RANKS <= CAPTURE as u64);

/// A search for positions under way.
struct Search {
    /// Positions met that have no lion to capture, and those that have.
    seen: Bits,
    captures: Bits,
    /// Positions whose successors have been met.
    done: Bits,
    tries: AtomicU64,
    drops: bool,
}

impl Reachable {
    /// Finds all positions reachable from the start, with 480 MB of bitmaps. `tell` is called with the number of
    /// positions expanded, now and then, from any thread.
    pub fn find(threads: usize, tell: &(dyn Fn(u64) + Sync)) -> Self {
        Self::search(&Position::start(), true, threads, tell)
    }

    /// The smaller game in which captured pieces are never dropped, from a position in which no lion can be captured:
    /// small enough for brute force.
    ///
    /// # Panics
    /// If the enemy lion can be captured in it.
    pub fn without_drops(start: &Position, threads: usize) -> Self {
        assert!(!start.can_capture_lion(), "{start}: the game is over");
        Self::search(start, false, threads, &|_| {})
    }

    fn search(start: &Position, drops: bool, threads: usize, tell: &(dyn Fn(u64) + Sync)) -> Self {
        let [seen, captures, done] = [(); 3].map(|()| Bits::new());
        let search = Search { seen, captures, done, tries: AtomicU64::new(0), drops };
        search.seen.set(rank(start) as u32);
        let expanded = AtomicU64::new(0);
        let more = AtomicBool::new(true);
        // Sweep after sweep over the bitmap: much of what a position leads to further on is met in the same sweep.
        while more.swap(false, Relaxed) {
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for _ in 0..threads.max(1) {
                    scope.spawn(|| {
                        let mut batch = Batch { ranks: Vec::new(), missing: Vec::new() };
                        loop {
                            let start = next.fetch_add(CHUNK, Relaxed);
                            let end = search.seen.0.len().min(start + CHUNK);
                            if start >= end {
                                break;
                            }
                            let found: u64 = (start..end).map(|word| search.expand(word, &mut batch)).sum();
                            search.mark(&mut batch);
                            if found > 0 {
                                more.store(true, Relaxed);
                                tell(expanded.fetch_add(found, Relaxed) + found);
                            }
                        }
                    });
                }
            });
        }
        let captures = search.captures.count();
        let positions = Numbering::new(search.seen.0.into_iter().map(AtomicU64::into_inner).collect());
        let tries = search.tries.into_inner();
        let others = positions.len() - tries;
        Self { positions, census: Census { captures, tries, others }, drops }
    }

    /// How many positions there are.
    pub fn census(&self) -> Census {
        self.census
    }

    /// The ranks of the positions in order: that of number 0 first.
    pub fn ranks(&self) -> impl Iterator<Item = u64> + '_ {
        self.positions.ranks()
    }

    #[inline]
    fn for_each_safe_successor(&self, position: &Position, mut visit: impl FnMut(&Position)) {
        position.for_each_move(|action| {
            if self.drops || matches!(action, Move::Step { .. }) {
                let next = position.after(action);
                if !next.can_capture_lion() {
                    visit(&next);
                }
            }
        });
    }

    /// The number of a position, if it is one of these.
    pub fn number(&self, position: &Position) -> Option<u64> {
        self.positions.number(rank(position))
    }
}

/// Ranks met by one thread and not marked yet.
struct Batch {
    ranks: Vec<u32>,
    missing: Vec<u32>,
}

impl Search {
    /// Expands the positions of a word that have not been; returns their number.
    fn expand(&self, word: usize, batch: &mut Batch) -> u64 {
        let mut open = self.seen.0[word].load(Relaxed) & !self.done.0[word].load(Relaxed);
        if open == 0 {
            return 0;
        }
        // No other thread has this word in this sweep.
        self.done.0[word].fetch_or(open, Relaxed);
        let count = u64::from(open.count_ones());
        let mut tries = 0;
        while open != 0 {
            let position = unrank(64 * word as u64 + u64::from(open.trailing_zeros()));
            open &= open - 1;
            if position.lions[1] & HOME != 0 {
                tries += 1;
                continue;
            }
            position.for_each_move(|action| {
                if !self.drops && matches!(action, Move::Drop { .. }) {
                    return;
                }
                let next = position.after(action);
                let mark = if next.can_capture_lion() { CAPTURE } else { 0 };
                batch.ranks.push(rank(&next) as u32 | mark);
            });
        }
        if tries > 0 {
            self.tries.fetch_add(tries, Relaxed);
        }
        if batch.ranks.len() > BATCH {
            self.mark(batch);
        }
        count
    }

    /// Marks the positions of a batch. Most have been met before: one pass of loads finds those that have not.
    fn mark(&self, batch: &mut Batch) {
        let Batch { ranks, missing } = batch;
        missing.clear();
        missing.extend(ranks.drain(..).filter(|&r| !self.bits(r).get(r & !CAPTURE)));
        for &r in missing.iter() {
            self.bits(r).set(r & !CAPTURE);
        }
    }

    #[inline]
    fn bits(&self, marked: u32) -> &Bits {
        if marked & CAPTURE == 0 { &self.seen } else { &self.captures }
    }
}

impl RankedGame for Reachable {
    type Position = Position;

    fn size(&self) -> u64 {
        self.positions.len()
    }

    fn rank(&self, position: &Position) -> u64 {
        self.number(position).expect("a position reachable from the start, without a lion to capture")
    }

    fn unrank(&self, number: u64) -> Option<Position> {
        Some(unrank(self.positions.rank(number)))
    }

    fn terminal(&self, position: &Position) -> Option<Value> {
        if position.lions[1] & HOME != 0 {
            return Some(Value::Lose(0));
        }
        (self.degree(position) == 0).then_some(Value::Lose(2))
    }

    fn successors(&self, position: &Position, visit: &mut dyn FnMut(u64)) {
        self.for_each_safe_successor(position, |next| visit(self.rank(next)));
    }

    fn predecessors(&self, position: &Position, visit: &mut dyn FnMut(u64)) {
        position.for_each_predecessor(self.drops, |earlier| {
            if let Some(number) = self.number(&earlier) {
                visit(number);
            }
        });
    }

    fn degree(&self, position: &Position) -> usize {
        let mut count = 0;
        self.for_each_safe_successor(position, |_| count += 1);
        count
    }

    fn images(&self, position: &Position) -> Option<u8> {
        Some(if is_symmetric(position) { 1 } else { 2 })
    }
}
