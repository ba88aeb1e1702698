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

    /// All bits, frames first.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let classes = self.classes.iter().map(|c| u8::from(c.load(Relaxed)));
        self.bits.iter().flat_map(|b| b.load(Relaxed).to_le_bytes()).chain(classes).collect()
    }

    /// Takes over what [`Flags::to_bytes`] gave; false if it is of another size.
    pub(crate) fn set_from_bytes(&self, bytes: &[u8]) -> bool {
        if bytes.len() != 8 * self.bits.len() + self.classes.len() {
            return false;
        }
        let (bits, classes) = bytes.split_at(8 * self.bits.len());
        for (word, eight) in self.bits.iter().zip(bits.chunks_exact(8)) {
            word.store(u64::from_le_bytes(eight.try_into().expect("eight bytes")), Relaxed);
        }
        self.classes.iter().zip(classes).for_each(|(c, b)| c.store(*b != 0, Relaxed));
        true
    }
}
