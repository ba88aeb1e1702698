//! Dobutsu shogi without drops and with few pieces: small enough for brute force, and every part at work that solves the
//! whole game.

use dobutsu::{Move, Position, Reachable};
use game::solve::{RankedGame, Value, reference};
use retro::{Silent, dense};
use std::collections::HashSet;

/// A position up to mirroring, without the numbering.
fn name(position: &Position) -> String {
    position.to_string().min(position.mirror().to_string())
}

/// Every position without a capture that steps alone lead to, one by one.
fn met(start: &Position) -> (HashSet<String>, HashSet<String>) {
    let (mut seen, mut captures, mut open) = (HashSet::new(), HashSet::new(), vec![*start]);
    while let Some(position) = open.pop() {
        if position.can_capture_lion() {
            captures.insert(name(&position));
        } else if seen.insert(name(&position)) && !position.is_tried() {
            position.for_each_move(|action| {
                if matches!(action, Move::Step { .. }) {
                    open.push(position.after(action));
                }
            });
        }
    }
    (seen, captures)
}

#[test]
fn a_game_without_drops_has_the_positions_and_values_of_brute_force() {
    let start: Position = "gl./.c./.C./.L. GEe".parse().unwrap();
    let game = Reachable::without_drops(&start, 2);
    let (seen, captures) = met(&start);
    let census = game.census();
    assert_eq!((census.tries + census.others, census.captures), (seen.len() as u64, captures.len() as u64));
    assert_eq!(game.size(), seen.len() as u64);
    for number in 0..game.size() {
        let position = game.unrank(number).unwrap();
        assert!(seen.contains(&name(&position)), "{position}");
        assert_eq!(game.number(&position.mirror()), Some(number));
    }
    (0..game.size()).step_by(7).for_each(|number| reference::check_laws(&game, number).unwrap());
    let solution = dense::solve(&game, 2, &Silent).unwrap();
    let expected = reference::by_passes(&game);
    assert!(solution.values().eq(expected.iter().copied()));
    let count = |of: fn(&Value) -> bool| expected.iter().flatten().filter(|v| of(v)).count();
    let wins = count(|v| matches!(v, Value::Win(k) if *k > 3));
    let losses = count(|v| matches!(v, Value::Lose(k) if *k > 4));
    assert!(wins > 100 && losses > 100 && count(|v| *v == Value::Draw) > 100, "too small to prove anything");
}
