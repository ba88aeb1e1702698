//! Relaxed reorderings and interleavings (up to two preemptions) of two writers and a reader on one slot.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;
use table::entry::Slot;
use table::word::Word;
use table::{Bound, Entry};

/// A word whose accesses loom permutes.
#[derive(Debug)]
struct LoomWord(AtomicU64);

impl Default for LoomWord {
    fn default() -> Self {
        Self(AtomicU64::new(0))
    }
}

impl Word for LoomWord {
    fn load(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn store(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }
}

const fn entry(value: i16, depth: u8) -> Entry {
    let bound = Bound { value, depth, signature: depth as u64 };
    Entry {
        lower: Some(bound),
        upper: Some(bound),
        lower_checks: false,
        twin: false,
        pv: false,
        mv: 7,
        eval: None,
        generation: 0,
    }
}

const LEFT: Entry = entry(10, 3);
const RIGHT: Entry = entry(-4, 5);

fn writers_and_a_reader(keys: [u64; 2]) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(move || {
        let slot = Arc::new(Slot::<LoomWord>::default());
        let writers: Vec<_> = [(keys[0], LEFT), (keys[1], RIGHT)]
            .into_iter()
            .map(|(key, entry)| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.write(key, &entry))
            })
            .collect();
        for key in keys {
            let found = slot.read(key);
            let honest = found.is_none()
                || (found == Some(LEFT) && key == keys[0])
                || (found == Some(RIGHT) && key == keys[1]);
            assert!(honest, "key {key} gave {found:?}");
        }
        for writer in writers {
            writer.join().expect("writers do not panic");
        }
    });
}

#[test]
fn two_writers_of_one_key() {
    writers_and_a_reader([11, 11]);
}

#[test]
fn two_writers_of_two_keys() {
    writers_and_a_reader([11, 12]);
}
