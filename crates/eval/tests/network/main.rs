//! Networks of both shapes: values that follow a game equal those of a reference that knows the file and the position only.

mod reference;

use eval::{LIMIT, Network, NetworkEvaluator, Shape};
use proptest::prelude::*;
use reference::Reference;
use shogi::Position;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

struct Pair {
    network: Arc<Network>,
    reference: Reference,
}

/// Ordinary weights and weights of any size, of either shape; made once.
fn networks() -> &'static [Pair; 4] {
    static NETWORKS: OnceLock<[Pair; 4]> = OnceLock::new();
    NETWORKS.get_or_init(|| {
        [
            Network::random(Shape::KingPiece, 7),
            Network::random(Shape::HalfKingPiece, 8),
            Network::random_extreme(Shape::KingPiece, 9),
            Network::random_extreme(Shape::HalfKingPiece, 10),
        ]
        .map(|network| {
            let mut file = Vec::new();
            network.write(&mut file).unwrap();
            Pair { network: Arc::new(network), reference: Reference::new(&file) }
        })
    })
}

/// Even games, a handicap, hands full of pieces, kings in the open, a side without a king, no king at all.
const STARTS: [&str; 6] = [
    shogi::STARTPOS,
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "9/4p4/9/9/9/9/4P4/9/9 b RGr2b 1",
];

/// A walk: each number says what to do next. Values are asked for now and then only, so that sums are made late, over several
/// moves; moves are taken back, and passes made, on the way.
fn walk(pair: &Pair, start: &str, steps: &[u16], scale: u16) -> Result<BTreeSet<i32>, TestCaseError> {
    let mut position = Position::from_sfen(start).unwrap();
    // Room for fewer moves than are made: it grows.
    let mut evaluator = NetworkEvaluator::new(Arc::clone(&pair.network), scale, &position, 20);
    let mut seen = BTreeSet::new();
    let mut passes = Vec::new();
    let mut check = |evaluator: &mut NetworkEvaluator, position: &Position| {
        let expected = pair.reference.output(position);
        prop_assert_eq!(evaluator.output(position), expected, "{}", position);
        let value = (expected / i32::from(scale)).clamp(-LIMIT, LIMIT);
        prop_assert_eq!(evaluator.evaluate(position), value);
        seen.insert(value);
        Ok(())
    };
    check(&mut evaluator, &position)?;
    for &step in steps {
        let moves = position.legal_moves();
        match step % 8 {
            0 if position.history_len() > 0 => {
                if passes.last() == Some(&position.history_len()) {
                    passes.pop();
                } else {
                    evaluator.pop();
                }
                position.undo();
            }
            1 if !position.in_check() => {
                position.apply_null();
                passes.push(position.history_len());
            }
            _ if moves.is_empty() => break,
            _ => {
                // Captures are rare among all moves; every other step prefers one, and promotions and king moves come by themselves.
                let captures: Vec<_> =
                    moves.iter().copied().filter(|mv| position.piece_at(mv.to()).is_some()).collect();
                let choice: &[_] = if step & 16 != 0 && !captures.is_empty() { &captures } else { &moves };
                let mv = choice[usize::from(step >> 5) % choice.len()];
                evaluator.push(&position, mv);
                position.apply(mv);
            }
        }
        if step & 8 != 0 {
            check(&mut evaluator, &position)?;
        }
    }
    check(&mut evaluator, &position)?;
    Ok(seen)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        rng_seed: proptest::test_runner::RngSeed::Fixed(16),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn values_that_follow_a_game_are_those_of_the_position(
        steps in proptest::collection::vec(any::<u16>(), 120),
        start in 0..STARTS.len(),
        scale in 1..30_u16,
    ) {
        for pair in networks() {
            walk(pair, STARTS[start], &steps, scale)?;
        }
    }
}

/// Were all values near 0, the comparison above would say little.
#[test]
fn random_networks_tell_positions_apart() {
    let steps: Vec<u16> = (0..300_u32).map(|n| ((n * 40_503) >> 3) as u16 | 0b1010).collect();
    for pair in &networks()[..2] {
        let seen = walk(pair, STARTS[0], &steps, 16).unwrap();
        let (low, high) = (*seen.first().unwrap(), *seen.last().unwrap());
        assert!(seen.len() > 60 && high - low > 200 && high.abs().max(low.abs()) < LIMIT, "{seen:?}");
    }
}
