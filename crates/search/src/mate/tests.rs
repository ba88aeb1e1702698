//! The solver against brute force, and solvers with an error built in against it.

mod endgames;
mod reference;

use super::solver::{Solver, Verdict};
use super::{Bounds, Flaw, line};
use endgames::{chase, endgame};
use game::random::Random;
use reference::can_mate;
use shogi::Position;

const NODES: Bounds<'_> = Bounds { nodes: Some(200_000), until: None, control: None };

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

/// Answers of `flaw` that differ from brute force, among `count` positions; and how many of those were mates, and no mates.
fn differences(flaw: Flaw, seed: u64, count: usize) -> (Vec<String>, [usize; 2]) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new(1 << 20);
    solver.flaw = flaw;
    let mut most = 0;
    let (mut wrong, mut seen) = (Vec::new(), [0; 2]);
    while seen[0] + seen[1] < count {
        let position = endgame(&mut random);
        let Some(truth) = can_mate(&position, 3_000) else { continue };
        seen[usize::from(!truth)] += 1;
        most = most.max(solver.nodes());
        match (solver.solve(&position, &NODES), truth) {
            (Verdict::Mate(moves), true) => assert!(line::mates(&position, &moves), "{position}"),
            (Verdict::NoMate, false) => {}
            (answer, truth) => wrong.push(format!("{position}: {answer:?}, but {truth:?}")),
        }
    }
    println!("most nodes {most}");
    (wrong, seen)
}

#[test]
fn every_answer_is_that_of_brute_force() {
    let (wrong, seen) = differences(Flaw::None, 1, 300);
    assert!(wrong.is_empty(), "{} of {seen:?}: {wrong:#?}", wrong.len());
    assert!(seen[0] > 50 && seen[1] > 50, "both answers are part of the test: {seen:?}");
}

#[test]
#[ignore = "debugging"]
fn debug_flaws() {
    for flaw in [Flaw::None, Flaw::ForgetsPaths, Flaw::TakesAnyPath, Flaw::SmallerHands] {
        let t = std::time::Instant::now();
        let (wrong, seen) = differences(flaw, 5, 600);
        println!("{flaw:?} {} {seen:?} {:?}", wrong.len(), t.elapsed());
        for w in wrong.iter().take(6) { println!("   {w}"); }
    }
}

#[test]
#[ignore = "debugging"]
fn debug_chase() {
    let mut random = Random::new(9);
    let mut solver = Solver::new(1 << 20);
    let few = Bounds { nodes: Some(5_000), ..NODES };
    let t = std::time::Instant::now();
    let (mut counts, mut shown) = ([0; 4], 0);
    let mut nodes = 0;
    for _ in 0..40_000 {
        let position = chase(&mut random);
        solver.flaw = Flaw::None;
        let truth = solver.solve(&position, &few);
        nodes += solver.nodes();
        counts[match truth { Verdict::Mate(_) => 0, Verdict::NoMate => 1, Verdict::Unknown => { if shown < 10 {shown+=1; println!("unknown {}", position.to_sfen());} 2 } }] += 1;
        if truth == Verdict::Unknown || solver.nodes() < 20 { continue; }
        for flaw in [Flaw::ForgetsPaths, Flaw::TakesAnyPath] {
            solver.flaw = flaw;
            let answer = solver.solve(&position, &NODES);
            if std::mem::discriminant(&answer) != std::mem::discriminant(&truth) {
                println!("{flaw:?} {} {truth:?} {answer:?} {:?}", position.to_sfen(), can_mate(&position, 20_000));
            }
        }
    }
    println!("{counts:?} {nodes} {:?}", t.elapsed());
}
