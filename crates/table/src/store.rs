//! One lock-free array of entries.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use thiserror::Error;

use crate::entry::{Entry, Slot};
use crate::index::Index;

/// Entries per bucket: a bucket is one cache line.
pub const WAYS: usize = 2;

/// Bytes of a bucket.
pub const BUCKET_BYTES: u64 = 64;

/// Why a table could not be made.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TableError {
    /// The size is below one bucket or beyond the address space.
    #[error("a table of {bytes} bytes is impossible: expected between {BUCKET_BYTES} bytes and 2^47")]
    Size {
        /// The size asked for.
        bytes: u64,
    },
    /// The memory is not there.
    #[error("no memory for a table of {bytes} bytes: choose a smaller one")]
    Memory {
        /// The size asked for.
        bytes: u64,
    },
}

/// One cache line.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub struct Bucket([Slot<AtomicU64>; WAYS]);

/// An array of buckets shared by threads without locks.
#[derive(Debug)]
pub struct Store {
    // What the allocator gave; the buckets begin at the first multiple of their size in it.
    memory: NonNull<u8>,
    buckets: NonNull<Bucket>,
    count: u64,
    index: Index,
}

// SAFETY: the buckets are owned by the store, and all access to them goes through atomics.
unsafe impl Send for Store {}
// SAFETY: as above.
unsafe impl Sync for Store {}

impl Store {
    /// An empty store of at most `bytes` bytes. Pages are touched when they are first written, so that even tens of
    /// GiB are ready at once.
    ///
    /// # Errors
    /// If the size is impossible or the memory is not there.
    pub fn new(bytes: u64, index: Index) -> Result<Self, TableError> {
        if !(BUCKET_BYTES..=1 << 47).contains(&bytes) {
            return Err(TableError::Size { bytes });
        }
        let count = index.buckets(bytes / BUCKET_BYTES);
        let layout = Self::layout(count).ok_or(TableError::Size { bytes })?;
        // SAFETY: the layout is not empty: there is at least one bucket.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(TableError::Memory { bytes })?;
        let skipped = memory.align_offset(align_of::<Bucket>());
        // SAFETY: the layout has room for one bucket more than `count`, and less than that is skipped.
        let buckets = unsafe { memory.add(skipped) }.cast::<Bucket>();
        // Zero bytes are valid atomics: every bucket starts as an empty one.
        Ok(Self { memory, buckets, count, index })
    }

    /// Memory for `count` buckets, and one more because it need not begin at a multiple of their size: for such an alignment
    /// the allocator of the standard library writes all the zeros itself, and a table of tens of GiB would be in memory at
    /// once. Without it, it asks for pages that are zero already.
    fn layout(count: u64) -> Option<Layout> {
        let size = count.checked_add(1)?.checked_mul(BUCKET_BYTES)?;
        Layout::from_size_align(usize::try_from(size).ok()?, align_of::<u64>()).ok()
    }

    /// Number of entries it can hold.
    pub const fn capacity(&self) -> u64 {
        self.count * WAYS as u64
    }

    /// Size in bytes.
    pub const fn bytes(&self) -> u64 {
        self.count * BUCKET_BYTES
    }

    /// Its index scheme.
    pub const fn index(&self) -> Index {
        self.index
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let at = self.index.bucket(key, self.count);
        debug_assert!(at < self.count);
        // SAFETY: every index scheme stays below the number of buckets it was asked for, and `self` owns that many.
        unsafe { self.buckets.add(at as usize).as_ref() }
    }

    /// Asks the processor for the bucket of `key` ahead of use.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        let bucket = std::ptr::from_ref(self.bucket(key));
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch of any address has no effect but on caches; SSE is part of the architecture.
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(bucket.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// The entry of `key`.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| slot.read(key))
    }

    /// Writes the entry of `key`, over an older entry of the key, an empty slot, or the least valuable entry of the
    /// bucket: shallow and of an old generation. Returns the entry of another key that was lost.
    #[inline]
    pub fn put(&self, key: u64, entry: &Entry) -> Option<(u64, Entry)> {
        let bucket = self.bucket(key);
        let mut victim = (&bucket.0[0], i32::MAX, None);
        for slot in &bucket.0 {
            let (held_key, held) = slot.read_any();
            let Some(held) = held else {
                if victim.1 != i32::MIN {
                    victim = (slot, i32::MIN, None);
                }
                continue;
            };
            if held_key == key {
                slot.write(key, entry);
                return None;
            }
            let age = i32::from(entry.generation.wrapping_sub(held.generation));
            let worth = i32::from(held.depth()) - 8 * age;
            if worth < victim.1 {
                victim = (slot, worth, Some((held_key, held)));
            }
        }
        victim.0.write(key, entry);
        victim.2
    }

    /// Empties everything. Needs no other thread to stop, but what they write meanwhile may remain.
    pub fn clear(&self) {
        for bucket in self.all() {
            for slot in &bucket.0 {
                slot.clear();
            }
        }
    }

    fn all(&self) -> &[Bucket] {
        // SAFETY: `new` allocated room for `count` buckets, zeroed and aligned, and they live as long as `self`.
        unsafe { std::slice::from_raw_parts(self.buckets.as_ptr(), self.count as usize) }
    }

    /// Entries of this generation per thousand, over the first 500 buckets.
    pub fn hashfull(&self, generation: u8) -> u32 {
        let sample = &self.all()[..self.count.min(500) as usize];
        let held = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| slot.read_any().1.is_some_and(|entry| entry.generation == generation));
        (held.count() * 1000 / (sample.len() * WAYS)) as u32
    }

    /// Entries of any generation per thousand, over the first 500 buckets.
    pub fn occupancy(&self) -> u32 {
        let sample = &self.all()[..self.count.min(500) as usize];
        let held = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| slot.read_any().1.is_some());
        (held.count() * 1000 / (sample.len() * WAYS)) as u32
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let Some(layout) = Self::layout(self.count) else { handle_alloc_error(Layout::new::<Bucket>()) };
        // SAFETY: `new` allocated the memory with this very layout.
        unsafe { dealloc(self.memory.as_ptr(), layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Bound;

    fn entry(depth: u8) -> Entry {
        Entry { lower: Some(Bound { value: 3, depth, signature: 5 }), mv: 7, ..Entry::default() }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(Store::new(10, Index::MultiplyHigh).err(), Some(TableError::Size { bytes: 10 }));
        assert!(Store::new(u64::MAX, Index::MultiplyHigh).is_err());
    }

    /// Pages of this process in memory.
    #[cfg(target_os = "linux")]
    fn resident() -> Option<u64> {
        std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()
    }

    #[test]
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    fn a_large_table_takes_memory_only_where_it_is_used() {
        let before = resident().expect("Linux tells");
        let store = match Store::new(4 << 30, Index::MultiplyHigh) {
            Ok(store) => store,
            Err(error) => {
                assert_eq!(error, TableError::Memory { bytes: 4 << 30 });
                return;
            }
        };
        for key in 0..1000u64 {
            let key = game::random::mix(key);
            store.put(key, &entry(1));
            assert_eq!(store.get(key), Some(entry(1)));
        }
        assert_eq!(store.buckets.as_ptr().align_offset(64), 0);
        // A page for each entry, or a huge one where the system gives those: never the whole.
        let pages = resident().expect("Linux tells").saturating_sub(before);
        assert!(pages * 4096 < store.bytes() * 3 / 4, "{pages} pages");
    }

    #[test]
    fn a_size_that_is_not_there_is_an_error_that_names_it() {
        // 64 TiB: allowed, and on no machine that runs this test.
        let bytes = 1 << 46;
        if let Err(error) = Store::new(bytes, Index::MultiplyHigh) {
            assert_eq!(error, TableError::Memory { bytes });
            assert!(error.to_string().contains("70368744177664 bytes"));
        }
    }

    #[test]
    fn the_share_in_use_is_told_per_thousand() {
        let store = Store::new(1 << 20, Index::MultiplyHigh).expect("small");
        assert_eq!((store.hashfull(0), store.occupancy()), (0, 0));
        for key in 0..200_000 {
            store.put(game::random::mix(key), &Entry { generation: 3, ..entry(1) });
        }
        assert_eq!((store.hashfull(3), store.hashfull(4), store.occupancy()), (1000, 0, 1000));
        store.clear();
        assert_eq!(store.occupancy(), 0);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_of_their_generation() {
        let store = Store::new(64, Index::MultiplyHigh).expect("one bucket");
        assert_eq!(store.put(1, &entry(9)), None);
        assert_eq!(store.put(2, &entry(2)), None);
        assert_eq!(store.put(3, &entry(4)).expect("one was lost").0, 2);
        assert_eq!(store.get(1), Some(entry(9)));
        let young = Entry { generation: 2, ..entry(1) };
        assert_eq!(store.put(4, &young).expect("one was lost").0, 3);
        assert_eq!(store.put(5, &young).expect("age counts").0, 1);
    }

    #[test]
    fn key_zero_is_not_found_in_an_empty_store() {
        let store = Store::new(1 << 20, Index::PrimeModulus).expect("small");
        assert_eq!(store.get(0), None);
        store.put(0, &entry(1));
        assert_eq!(store.get(0), Some(entry(1)));
        store.clear();
        assert_eq!(store.get(0), None);
    }
}
