//! The incremental history against a direct reading of the definitions.

use game::random::Random;
use game::{History, Outcome, Rule};
use proptest::prelude::*;

/// `(key, side, check)` of every position, and the index of the root.
type Line = (Vec<(u64, u8, bool)>, usize);

fn slow(line: &Line, rule: Rule) -> Option<(usize, Outcome)> {
    let (visits, root) = line;
    let here = visits.len() - 1;
    let (key, side, _) = visits[here];
    let earlier: Vec<usize> = (0..here).filter(|&at| visits[at].0 == key).collect();
    if here == *root {
        return None;
    }
    let below = earlier.iter().copied().find(|at| at > root);
    let first = match rule {
        Rule::Free => None,
        Rule::Fold(n) => (earlier.len() + 1 >= usize::from(n)).then(|| earlier[0]),
        Rule::Engine(n) => below.or_else(|| (earlier.len() + 1 >= usize::from(n)).then(|| earlier[0])),
    }?;
    // The move into a position was made by the side that is not to move there.
    let all = |mover: u8| visits[first + 1..].iter().filter(|visit| visit.1 != mover).all(|visit| visit.2);
    Some((first, Outcome::of_checks(all(side), all(1 - side))))
}

proptest! {
    #[test]
    fn repetition_agrees_with_its_definition(seed: u64, length in 1usize..40, keys in 1usize..6, checks in 0u32..100) {
        let mut random = Random::new(seed);
        let mut visits = vec![(0u64, 0u8, false)];
        let mut history = History::new(0, 0, false);
        let mut root = 0;
        for index in 1..length {
            let side = (index % 2) as u8;
            let visit = (u64::from(side) << 40 | random.below(keys) as u64, side, random.percent(checks));
            visits.push(visit);
            history.push(visit.0, visit.1, visit.2);
            if random.percent(15) {
                // Moves taken back leave no trace.
                history.push(99, 1 - side, true);
                history.pop();
            }
            if random.percent(10) {
                root = index;
                history.root_here();
            }
            let line = (visits.clone(), root);
            for rule in [Rule::Free, Rule::Fold(2), Rule::Fold(3), Rule::FOURFOLD, Rule::ENGINE] {
                // An engine stops at the first repetition below the root: longer lines do not arise.
                let found = history.repetition(rule).map(|found| (found.first, found.outcome));
                let expected = slow(&line, rule);
                let reached = !rule.is_engine() || expected.is_none_or(|(first, _)| {
                    first <= root || visits[..index].iter().filter(|earlier| earlier.0 == visit.0).count() == 1
                });
                if reached {
                    prop_assert_eq!(found, expected, "rule {:?} at {}", rule, index);
                }
            }
        }
    }
}
