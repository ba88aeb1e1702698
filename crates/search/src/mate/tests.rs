//! The solver against brute force, and solvers with an error built in against it.

mod endgames;
mod reference;

use super::solver::{Solver, Verdict};
use super::{Bounds, Flaw, line};
use crate::Control;
use endgames::endgame;
use game::random::Random;
use reference::can_mate;
use shogi::{Move, Position};
use std::time::Instant;

const NODES: Bounds<'_> = Bounds { nodes: Some(300_000), until: None, control: None };
/// Positions that brute force looks at.
const MOST: usize = 8_000;

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

fn solve(position: &Position) -> Verdict {
    Solver::new(1 << 20).solve(position, &NODES)
}

/// Whether the answer is a mate that holds when it is played, or the right denial of one.
fn is_right(position: &Position, answer: &Verdict, truth: bool) -> bool {
    match answer {
        Verdict::Mate(moves) => truth && line::mates(position, moves),
        Verdict::NoMate => !truth,
        Verdict::Unknown => false,
    }
}

/// Positions that `next` gives and on which the answer with `flaw` is not that of brute force, and how many there were with
/// and without a mate.
fn differences(flaw: Flaw, count: usize, mut next: impl FnMut() -> Position) -> (Vec<String>, [usize; 2]) {
    let mut solver = Solver::new(1 << 20);
    solver.flaw = flaw;
    let (mut wrong, mut seen) = (Vec::new(), [0; 2]);
    while seen[0] + seen[1] < count {
        let position = next();
        let Some(truth) = can_mate(&position, MOST) else { continue };
        seen[usize::from(!truth)] += 1;
        let answer = solver.solve(&position, &NODES);
        if !is_right(&position, &answer, truth) {
            wrong.push(format!("{position}: {answer:?}, but {truth}"));
        }
    }
    (wrong, seen)
}

#[test]
fn every_answer_is_that_of_brute_force() {
    let mut random = Random::new(1);
    let (wrong, seen) = differences(Flaw::None, 250, || endgame(&mut random));
    assert!(wrong.is_empty(), "{} of {seen:?}: {wrong:#?}", wrong.len());
    assert!(seen[0] > 40 && seen[1] > 40, "both answers are part of the test: {seen:?}");
}

/// SOURCE: found by random play of this solver with and without the error; the mate was played out on the board.
const ROUND_AND_ROUND: &str = "7k1/9/9/1n7/1+R7/9/9/9/9 b G 1";

/// Checks go round and round, and what fails on one way round succeeds on another. A table that forgets which, or that takes
/// any way for the same, denies a mate that is there.
#[test]
fn a_table_that_forgets_the_path_is_found_out() {
    let position = read(ROUND_AND_ROUND);
    let Verdict::Mate(moves) = solve(&position) else { panic!("there is a mate") };
    assert!(line::mates(&position, &moves) && moves.len() > 10);
    for flaw in [Flaw::ForgetsPaths, Flaw::TakesAnyPath] {
        let mut solver = Solver::new(1 << 20);
        solver.flaw = flaw;
        assert_eq!(solver.solve(&position, &NODES), Verdict::NoMate, "{flaw:?}");
    }
}

#[test]
fn a_table_that_confuses_hands_is_found_out() {
    let mut random = Random::new(5);
    let (wrong, seen) = differences(Flaw::SmallerHands, 150, || endgame(&mut random));
    assert!(!wrong.is_empty(), "of {seen:?}");
}

/// `root` as the position of a game that has been there, and after the check `mv`, three times; `None` if it cannot go to and
/// fro. After the check the defender plays `answer`, and both go back.
fn thrice(root: &Position, mv: Move, answer: Move) -> Option<Position> {
    let back = |mv: Move| Some(Move::new(mv.to(), mv.from()?));
    let mut checked = root.clone();
    checked.apply(mv);
    let mut game = checked.without_history();
    for round in 0..3 {
        for (index, mv) in [answer, back(mv)?, back(answer)?, mv].into_iter().enumerate() {
            if (round, index) == (2, 3) {
                break;
            }
            game.try_apply(mv).ok()?;
        }
    }
    (game.key() == root.key()).then_some(game)
}

/// A mate that would have to go through a position for the fourth time is none, and this is what brute force says.
#[test]
fn the_game_before_the_root_counts() {
    let mut random = Random::new(3);
    let (mut lost, mut kept) = (0, 0);
    for _ in 0..20_000 {
        let position = endgame(&mut random);
        let Verdict::Mate(moves) = solve(&position) else { continue };
        let [mv, answer, _, ..] = moves[..] else { continue };
        let Some(game) = thrice(&position, mv, answer) else { continue };
        let Some(truth) = can_mate(&game, MOST) else { continue };
        let answer = solve(&game);
        assert!(is_right(&game, &answer, truth), "{position} {mv}: {answer:?}, but {truth}");
        *(if truth { &mut kept } else { &mut lost }) += 1;
        if lost >= 2 && kept >= 2 {
            return;
        }
    }
    panic!("both answers are part of the test: {lost} {kept}");
}

#[test]
fn the_rules_of_mate_problems() {
    let mates = |sfen: &str| match solve(&read(sfen)) {
        Verdict::Mate(moves) => {
            assert!(line::mates(&read(sfen), &moves), "{sfen}");
            Some(moves.len())
        }
        Verdict::NoMate => None,
        Verdict::Unknown => panic!("{sfen}"),
    };
    // A gold at the head of the king; a pawn there would be the forbidden pawn-drop mate; a pawn that moves there is not.
    assert_eq!(mates("4k4/9/4P4/9/9/9/9/9/9 b G 1"), Some(1));
    assert_eq!(mates("8k/9/8G/9/9/9/9/9/9 b P 1"), None);
    assert_eq!(mates("7nk/9/7G1/9/9/9/9/9/9 b P 1"), None, "{}", "pawn-drop mate");
    assert_eq!(mates("7nk/9/7GP/9/9/9/9/9/9 b - 1"), Some(1));
    // The defender has something to put between and nothing helps, or it has not and is mated from afar.
    assert_eq!(mates("lpk6/lp7/9/9/9/9/9/9/9 b R 1"), mates("lpk6/lp7/9/9/9/9/9/9/9 b Rg 1"));
    // The attacker stands in check itself, and may only answer with a check.
    assert_eq!(mates("4k4/9/4P4/9/9/9/9/9/r3K4 b G 1"), None);
    // Nobody to mate; nobody to attack.
    assert_eq!(mates("9/9/9/9/9/9/9/9/4K4 b G 1"), None);
    assert_eq!(mates("4k4/9/9/9/9/9/9/9/4K4 b - 1"), None);
}

#[test]
fn bounds_are_kept() {
    let position = read(ROUND_AND_ROUND);
    let mut solver = Solver::new(1 << 20);
    let few = Bounds { nodes: Some(20), ..Bounds::default() };
    assert_eq!((solver.solve(&position, &few), solver.nodes()), (Verdict::Unknown, 20));
    let stopped = Control::new();
    stopped.stop();
    let stop = Bounds { control: Some(&stopped), ..Bounds::default() };
    assert_eq!(solver.solve(&position, &stop), Verdict::Unknown);
    let late = Bounds { until: Some(Instant::now()), ..Bounds::default() };
    assert_eq!(solver.solve(&position, &late), Verdict::Unknown);
    assert!(solver.nodes() < 200);
    // And what was left unfinished does not linger.
    let whole = solver.solve(&position, &NODES);
    assert_eq!((whole, solver.nodes()), (solve(&position), solver.nodes()));
}

/// However small the memory, no answer is wrong.
#[test]
fn a_tiny_table_only_takes_longer() {
    let mut random = Random::new(8);
    let (mut tiny, mut solver) = (Solver::new(0), Solver::new(1 << 20));
    for _ in 0..300 {
        let position = endgame(&mut random);
        let (small, large) = (tiny.solve(&position, &NODES), solver.solve(&position, &NODES));
        let same = matches!(
            (&small, &large),
            (Verdict::Mate(_), Verdict::Mate(_)) | (Verdict::NoMate, Verdict::NoMate) | (Verdict::Unknown, _)
        );
        assert!(same, "{position}: {small:?} {large:?}");
    }
}
