//! Move counts of well-known positions, by all three ways of counting.

use crate::perft_data::rows;
use shogi::{Perft, Position, divide, perft};

const WAYS: [Perft; 3] = [Perft::List, Perft::Count, Perft::Leaves];

/// Counts that are checked with every run; the larger ones take `cargo test -p yomikiri-shogi --release -- --ignored`.
const SHALLOW: u64 = 3_000_000;

fn check(wanted: impl Fn(u64) -> bool) {
    let mut checked = 0;
    for row in rows() {
        let mut position = Position::from_sfen(row.sfen).unwrap();
        let before = position.clone();
        for (depth, known) in row.counts.iter().enumerate() {
            let depth = depth as u32 + 1;
            let Some(known) = known.filter(|&known| wanted(known)) else { continue };
            assert_eq!(row.count(depth), Some(known));
            for way in WAYS {
                assert_eq!(perft(&mut position, depth, way), known, "{} at depth {depth}, {way:?}", row.id);
            }
            let parts = divide(&mut position, depth, Perft::Count);
            assert_eq!(parts.iter().map(|&(_, leaves)| leaves).sum::<u64>(), known, "{}", row.id);
            checked += 1;
        }
        assert_eq!(position, before, "{}", row.id);
    }
    assert!(checked > 0);
}

#[test]
fn shallow_counts() {
    check(|count| count <= SHALLOW);
}

#[test]
#[ignore = "half a minute in the release profile"]
fn deep_counts() {
    check(|count| count > SHALLOW);
}

#[test]
fn the_speed_set_has_eight_positions_with_known_counts() {
    let set: Vec<_> = rows().into_iter().filter(|row| row.speed_depth.is_some()).collect();
    assert_eq!(set.len(), 8);
    assert!(set.iter().all(|row| row.count(row.speed_depth.unwrap()).is_some()));
}

#[test]
fn depth_zero_is_one_leaf() {
    for way in WAYS {
        assert_eq!(perft(&mut Position::startpos(), 0, way), 1);
    }
}
