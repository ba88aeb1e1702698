//! The shared memory words a store is made of.

use std::sync::atomic::{AtomicU64, Ordering};

/// A 64-bit word that threads read and write without ordering. `loom` checks the store with its own.
pub trait Word: Default {
    /// Reads the word.
    fn load(&self) -> u64;
    /// Writes the word.
    fn store(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn store(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}
