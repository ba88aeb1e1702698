//! The solver against brute force, and solvers with an error built in against it.

mod endgames;
mod reference;

use super::solver::{Solver, Verdict};
use super::{Bounds, Flaw, line};
use crate::Control;
use endgames::{chase, endgame};
use game::random::Random;
use reference::{can_mate, can_mate_with};
use shogi::{Move, PieceKind, Position};
use std::time::{Duration, Instant};

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

#[test]
#[ignore = "debugging"]
fn debug_find() {
    let mut random = Random::new(78);
    let mut solver = Solver::new(1 << 20);
    let few = Bounds { nodes: Some(3_000), ..NODES };
    let plain = |position: &Position, mv: Move| {
        mv.is_drop()
            || mv.is_promotion()
            || !matches!(
                position.piece_at(mv.from().unwrap()).map(|p| p.kind()),
                Some(PieceKind::Rook | PieceKind::Bishop | PieceKind::Pawn | PieceKind::Lance)
            )
            || !(mv.from().unwrap().in_zone(shogi::Color::Black) || mv.to().in_zone(shogi::Color::Black))
    };
    let mut found = 0;
    let t = Instant::now();
    let mut n = 0;
    while t.elapsed() < Duration::from_secs(150) && found < 8 {
        n += 1;
        let Some(position) = endgames::pawn(&mut random) else { continue };
        let Verdict::Mate(moves) = solver.solve(&position, &few) else { continue };
        let mut p = position.clone();
        let mut odd = false;
        for (i, &mv) in moves.iter().enumerate() {
            if i % 2 == 0 && !plain(&p, mv) {
                odd = true;
            }
            p.apply(mv);
        }
        if odd && can_mate_with(&position, MOST, plain) == Some(false) {
            found += 1;
            println!(
                "odd {} {} {:?}",
                position.to_sfen(),
                moves.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" "),
                can_mate(&position, MOST)
            );
        }
    }
    println!("{n}");
}
