//! Which frames changed in a half-ply.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A bit for each frame of the game, and one for each class with any bit set.
pub(crate) struct Flags {
    bits: Vec<AtomicU64>,
    classes: Vec<AtomicBool>,
}

impl Flags {
    pub(crate) fn new(frames: usize, classes: usize) -> Self {
        let bits = (0..frames.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Self { bits, classes: (0..classes).map(|_| AtomicBool::new(false)).collect() }
    }

    pub(crate) fn set(&self, class: usize, frame: usize) {
        self.bits[frame / 64].fetch_or(1 << (frame % 64), Relaxed);
        self.classes[class].store(true, Relaxed);
    }

    pub(crate) fn get(&self, frame: usize) -> bool {
        self.bits[frame / 64].load(Relaxed) >> (frame % 64) & 1 == 1
    }

    pub(crate) fn class(&self, class: usize) -> bool {
        self.classes[class].load(Relaxed)
    }

    pub(crate) fn clear(&self) {
        self.bits.iter().for_each(|b| b.store(0, Relaxed));
        self.classes.iter().for_each(|c| c.store(false, Relaxed));
    }
}
