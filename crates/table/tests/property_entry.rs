//! Entries keep what is put into them, and a slot gives out nothing else.

use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use table::entry::Slot;
use table::{Bound, Entry};

prop_compose! {
    fn bounds()(value: i16, depth: u8, signature in 0u64..1 << 48) -> Bound {
        Bound { value, depth, signature }
    }
}

prop_compose! {
    fn entries()(
        lower in prop::option::of(bounds()),
        upper in prop::option::of(bounds()),
        flags: [bool; 3],
        mv: u16,
        eval in prop::option::of(-32_767i16..),
        generation: u8,
    ) -> Entry {
        Entry { lower, upper, lower_checks: flags[0], twin: flags[1], pv: flags[2], mv, eval, generation }
    }
}

proptest! {
    #[test]
    fn encoding_is_lossless(entry in entries()) {
        prop_assert_eq!(Entry::decode(entry.encode()), Some(entry));
    }

    #[test]
    fn a_slot_answers_its_own_key_only(entry in entries(), key: u64, other: u64) {
        let slot = Slot::<AtomicU64>::default();
        prop_assert_eq!(slot.read(key), None);
        slot.write(key, &entry);
        prop_assert_eq!(slot.read(key), Some(entry));
        prop_assert_eq!(slot.read(other).is_some(), other == key);
    }

    #[test]
    fn any_mixture_of_two_writes_is_refused(
        first in entries(), second in entries(), keys in any::<[u64; 2]>(), same_key: bool, mask in 0u8..16,
    ) {
        let key = |turn: usize| keys[if same_key { 0 } else { turn }];
        let words = |turn: usize, entry: &Entry| {
            let slot = Slot::<AtomicU64>::default();
            slot.write(key(turn), entry);
            [0, 1, 2, 3].map(|at: usize| slot.words()[at].load(Ordering::Relaxed))
        };
        let (left, right) = (words(0, &first), words(1, &second));
        let slot = Slot::<AtomicU64>::default();
        for (at, word) in slot.words().iter().enumerate() {
            word.store(if mask >> at & 1 == 1 { left[at] } else { right[at] }, Ordering::Relaxed);
        }
        for turn in 0..2 {
            let found = slot.read(key(turn));
            let honest = [Some(first), Some(second), None];
            prop_assert!(honest.contains(&found), "mask {:04b} gave {:?}", mask, found);
        }
    }
}
