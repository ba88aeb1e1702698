//! The frames against the rules: counts of positions, and every step against the legal actions it stands for.

use doves::frames::{COUNT, Frames};
use doves::{ClosedGame, Kind, Outcome, Position};
use game::solve::{RankedGame, reference};
use std::collections::BTreeSet;

/// SOURCE: counts of free positions (side to move normalised, up to symmetry and translation) from an independent
/// implementation with other tables; the test below recounts the first three by the rules alone.
const FREE: [u64; 11] = [
    2,
    180,
    28_620,
    1_546_560,
    49_596_120,
    824_251_680,
    7_453_026_000,
    36_496_656_000,
    92_253_168_000,
    106_693_977_600,
    41_154_220_800,
];

#[test]
fn free_positions_for_every_number_of_doves() {
    assert_eq!(Frames::new(12).free_positions()[2..], FREE);
}

/// Every position reached from the start by the rules alone has a number of its own. Sixty positions of four doves
/// are reached only with the help of a fifth.
#[test]
fn the_positions_of_at_most_four_doves_are_numbered_one_by_one() {
    let game = ClosedGame::new(4);
    let mut seen = BTreeSet::from([Position::start().key()]);
    let mut open = vec![Position::start()];
    let mut by_count = [0u64; 5];
    while let Some(position) = open.pop() {
        by_count[position.count() as usize] += 1;
        let rank = game.rank(&position);
        assert_eq!(game.unrank(rank).expect("not a hole").key(), position.key());
        for action in position.legal_actions() {
            let next = position.after(action);
            if next.count() <= 4 && next.is_free() && seen.insert(next.key()) {
                open.push(next);
            }
        }
    }
    assert_eq!(by_count[2..], [FREE[0], FREE[1], FREE[2] - 60]);
    let numbered: Vec<Position> = (0..game.size()).filter_map(|r| game.unrank(r)).collect();
    assert_eq!(numbered.len() as u64, FREE[..3].iter().sum::<u64>());
    let missed: Vec<_> = numbered.into_iter().filter(|p| !seen.contains(&p.key())).collect();
    assert_eq!(missed.len(), 60);
    for position in missed {
        for earlier in position.predecessors().into_iter().filter(|p| p.count() <= 4) {
            assert!(!seen.contains(&earlier.key()), "{position} is reached from {earlier}");
        }
    }
}

#[test]
fn the_laws_of_a_ranked_game_hold() {
    let game = ClosedGame::new(7);
    for i in 0..3000u64 {
        let rank = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % game.size();
        reference::check_laws(&game, rank).unwrap();
    }
}

/// For sampled frames of every class: the steps, position by position, are the legal actions.
#[test]
fn steps_are_the_legal_actions() {
    let game = ClosedGame::new(12);
    let frames = game.frames();
    let mut checked = 0;
    for class in (0..frames.classes.len()).filter(|c| c % 7 == 3 || *c < 60) {
        let pairs = frames.classes[class].pairs().len();
        let colourings = frames.colourings(class).len();
        for sample in 0..3usize.min(pairs) {
            let seed = class * 31 + sample * 17;
            let (pair, colouring) = (seed * 7 % pairs, seed * 13 % colourings);
            let frame = frames.frame(class, pair, colouring);
            let mut steps = Vec::new();
            frames.steps(&frame, &frames.pair_steps(class, pair), &mut steps);
            let winning = frames.winning(&frame, &steps);
            for k in 0..3 {
                let t = (seed * 5 + k * 41) % COUNT[frame.mine];
                let u = (seed * 3 + k * 67) % COUNT[frame.theirs];
                let position = game.place(&frame, u, t);
                let ours: Vec<u64> = {
                    let mut list = Vec::new();
                    for step in steps.iter().filter(|s| s.outcome == Outcome::Continues) {
                        let (tables, target) = (&frames.assignments, usize::from(step.class));
                        step.rows_after(tables, frame.mine, 1 << t, |from, row| {
                            assert_eq!(from, t);
                            let mut back = Vec::new();
                            step.rows_before(tables, frame.mine).each(row, |t| back.push(t));
                            assert!(back.contains(&t), "{step:?} row {row}");
                            let column = usize::from(tables.permute(frame.theirs, step.columns)[u]);
                            let n = frames.colourings(target).len();
                            let after =
                                frames.frame(target, step.frame as usize / n, step.frame as usize % n);
                            list.push(game.place(&after, row, column).key());
                        });
                    }
                    list.sort_unstable();
                    list
                };
                let mut theirs: Vec<u64> = position
                    .legal_actions()
                    .into_iter()
                    .map(|a| (position.outcome(a), position.after(a)))
                    .filter(|(o, _)| *o == Outcome::Continues)
                    .map(|(_, p)| p.key())
                    .collect();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "{position}");
                assert_eq!(winning >> t & 1 == 1, position.is_win_in_one(), "{position}");
                assert!(position.place(doves::Side::Red, Kind::Boss) < 64);
                checked += 1;
            }
        }
    }
    assert!(checked > 6000, "{checked}");
}
