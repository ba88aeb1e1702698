//! Threads that write and read the same few entries never see a mixture.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use game::random::{Random, mix};
use table::{Bound, Entry, Index, Store};

/// An entry whose every field follows from `code`, so that a mixture gives itself away.
fn entry(code: u64) -> Entry {
    let part = |salt: u64| mix(code ^ salt << 56);
    let bound = |salt| Bound {
        value: part(salt) as i16,
        depth: part(salt + 1) as u8,
        signature: part(salt + 2) & ((1 << 48) - 1),
    };
    Entry {
        lower: Some(bound(1)),
        upper: Some(bound(5)),
        mv: code as u16,
        eval: Some((part(9) as i16).max(-32_767)),
        generation: 0,
        ..Entry::default()
    }
}

#[test]
fn no_torn_entry_is_ever_accepted() {
    // Two buckets, four slots, eight keys, sixteen contents: every write collides with another.
    let store = Store::new(128, Index::MultiplyHigh).expect("two buckets");
    let keys: Vec<u64> = (0..8).map(|at| mix(at + 1)).collect();
    let stop = AtomicBool::new(false);
    let checked: u64 = thread::scope(|scope| {
        for seed in 0..3 {
            let (store, keys, stop) = (&store, &keys, &stop);
            scope.spawn(move || {
                let mut random = Random::new(seed);
                while !stop.load(Ordering::Relaxed) {
                    let code = random.below(16) as u64;
                    store.put(random.pick(keys), &entry(code));
                }
            });
        }
        let reader = scope.spawn(|| {
            let mut hits = 0;
            for round in 0..6_000_000 {
                if let Some(found) = store.get(keys[round % keys.len()]) {
                    if found != entry(u64::from(found.mv)) {
                        stop.store(true, Ordering::Relaxed);
                        panic!("a torn entry was accepted: {found:?}");
                    }
                    hits += 1;
                }
            }
            stop.store(true, Ordering::Relaxed);
            hits
        });
        reader.join().expect("the reader saw whole entries only")
    });
    assert!(checked > 100_000, "only {checked} hits: the test has not tested anything");
}
