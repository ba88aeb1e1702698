//! The transposition table, shared by all threads.
//!
//! Interim: its reads know nothing of repetition. The crate `table` takes its place; the search touches it only through
//! [`Table::probe`], [`Table::store`] and [`Table::next_search`].

use crate::score::NONE;
use shogi::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nothing (only the move and the evaluation are of use).
    Nothing = 0,
    /// The value is at most this.
    Upper = 1,
    /// The value is at least this.
    Lower = 2,
    /// The value is this.
    Exact = 3,
}

impl Claim {
    /// Whether a value at least (`upper` false) or at most (`upper` true) the stored one is claimed.
    pub(crate) const fn covers(self, upper: bool) -> bool {
        self as u8 & if upper { 1 } else { 2 } != 0
    }
}

/// One entry, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) mv: Option<Move>,
    pub(crate) value: i32,
    /// Static evaluation, [`NONE`] in check.
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) claim: Claim,
    /// Whether the node was once part of a principal variation.
    pub(crate) pv: bool,
}

/// Depths from here on up fit into a byte.
const LOWEST_DEPTH: i32 = -8;
const GENERATIONS: u8 = 32;
/// Sizes beyond this are taken for this.
const MOST_MIB: usize = 1 << 22;

/// Two words that are written one after the other by several threads: `check` is the key xor the data, so a mixture of two
/// writes fits no key (Hyatt and Mann, A lock-less transposition-table implementation, ICGA Journal 25/1, 2002).
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

const fn pack(record: &Record, generation: u8) -> u64 {
    let mv = match record.mv {
        Some(mv) => mv.bits(),
        None => 0,
    };
    let eval = if record.eval == NONE { i16::MAX } else { record.eval as i16 };
    let flags = record.claim as u8 | (record.pv as u8) << 2 | generation << 3;
    mv as u64
        | (record.value as i16 as u16 as u64) << 16
        | (eval as u16 as u64) << 32
        | ((record.depth - LOWEST_DEPTH) as u8 as u64) << 48
        | (flags as u64) << 56
}

const fn unpack(data: u64) -> Record {
    let eval = (data >> 32) as i16;
    Record {
        mv: Move::from_bits(data as u16),
        value: (data >> 16) as i16 as i32,
        eval: if eval == i16::MAX { NONE } else { eval as i32 },
        depth: depth(data),
        claim: match data >> 56 & 3 {
            1 => Claim::Upper,
            2 => Claim::Lower,
            3 => Claim::Exact,
            _ => Claim::Nothing,
        },
        pv: data >> 58 & 1 != 0,
    }
}

const fn depth(data: u64) -> i32 {
    (data >> 48) as u8 as i32 + LOWEST_DEPTH
}

const fn generation(data: u64) -> u8 {
    (data >> 59) as u8
}

impl Table {
    /// A table of `mib` MiB (at least one), or of as much as can be had: half of it, a quarter …
    pub(crate) fn new(mib: usize) -> Self {
        let mut buckets = Vec::new();
        let mut count = mib.clamp(1, MOST_MIB) * (1 << 20) / size_of::<Bucket>();
        while buckets.try_reserve_exact(count).is_err() && count > 1 << 14 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets, generation: AtomicU8::new(0) }
    }

    /// Its size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = AtomicU8::new(0);
    }

    /// A new search begins: entries of earlier ones give way first.
    pub(crate) fn next_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Record> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Keeps a record, in the place of an older one of the same position or of the least valuable one of its bucket.
    pub(crate) fn store(&self, key: u64, mut record: Record) {
        let now = self.generation.load(Ordering::Relaxed);
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                record.mv = record.mv.or(old.mv);
                // A deep bound of this search outlives a shallow one.
                if record.claim != Claim::Exact && record.depth + 3 < old.depth && generation(data) == now {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let age = i32::from((now + GENERATIONS - generation(data)) % GENERATIONS);
            let worth = if data == 0 { i32::MIN } else { depth(data) - 8 * age };
            if worth < least {
                least = worth;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            let data = pack(&record, now);
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// How full the table is with entries of the current search, in thousandths, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let now = self.generation.load(Ordering::Relaxed);
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && generation(data) == now
        };
        self.buckets[..250].iter().flat_map(|bucket| &bucket.0).filter(used).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(depth: i32) -> Record {
        Record { mv: "7g7f".parse().ok(), value: -31_990, eval: NONE, depth, claim: Claim::Lower, pv: true }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        for (key, depth) in [(0, 0), (1, -3), (u64::MAX, 200)] {
            assert_eq!(table.probe(key), None);
            table.store(key, record(depth));
            assert_eq!(table.probe(key), Some(record(depth)));
        }
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = Table::new(1);
        for key in 0..4 {
            table.store(key, record(10 + key as i32));
        }
        table.store(4, record(5));
        assert_eq!(table.probe(0), None, "the shallowest of the bucket");
        table.store(1, record(3));
        assert_eq!(
            table.probe(1),
            Some(record(11)),
            "a deep bound outlives a shallow one of the same search"
        );
        table.next_search();
        table.store(1, record(3));
        assert_eq!(table.probe(1), Some(record(3)), "but not one of a later search");
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::new(1);
        table.store(7, record(4));
        let slot = &table.bucket(7).0[0];
        slot.data.store(slot.data.load(Ordering::Relaxed) ^ 1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn threads_never_read_a_mixture() {
        let table = Table::new(1);
        // One bucket, two keys, values that belong to the key: a mixture would show.
        let write = |key: u64| {
            for round in 0..200_000 {
                let depth = round % 100;
                table.store(
                    key,
                    Record { value: key as i32 * 1000 + depth, depth, claim: Claim::Exact, ..record(0) },
                );
                if let Some(found) = table.probe(key ^ 3) {
                    assert_eq!(found.value, (key ^ 3) as i32 * 1000 + found.depth);
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| write(1));
            scope.spawn(|| write(2));
        });
    }
}
