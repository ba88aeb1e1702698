//! What is counted against the bound on memory, for as long as it lives.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The bytes in use.
#[derive(Clone, Default)]
pub(crate) struct Meter(Arc<AtomicU64>);

impl Meter {
    pub(crate) fn bytes(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Counts bytes until what is returned is dropped.
    pub(crate) fn hold(&self, bytes: usize) -> Held {
        self.0.fetch_add(bytes as u64, Relaxed);
        Held { bytes: bytes as u64, meter: self.clone() }
    }
}

/// Bytes that are counted.
pub(crate) struct Held {
    bytes: u64,
    meter: Meter,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.meter.0.fetch_sub(self.bytes, Relaxed);
    }
}
