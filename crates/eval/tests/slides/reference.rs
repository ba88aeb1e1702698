//! The features of the slides equal a slow reference written from their definitions.

use crate::board::{Board, Random, games, rubble};
use crate::naive;
use eval::{Coefficients, Evaluator, Model, Set, Weights};
use shogi::{Color, Position};
use std::sync::Arc;

struct Check {
    row: Coefficients,
    model: Arc<Model>,
    positions: usize,
    /// By family: in how many positions it had a coefficient.
    seen: Vec<usize>,
}

impl Check {
    fn new() -> Self {
        let layout = Set::Slides.layout();
        let weights = Weights::new(Set::Slides, Random(7).small_weights(layout.len())).unwrap();
        let seen = vec![0; layout.families().len()];
        Self { row: Coefficients::new(), model: Arc::new(Model::new(weights)), positions: 0, seen }
    }

    fn position(&mut self, position: &Position) {
        Set::Slides.coefficients(position, &mut self.row);
        self.row.combine();
        let expected = naive::coefficients(&Board::of(position));
        let families = Set::Slides.layout().families();
        for (index, family) in families.iter().enumerate() {
            let ours = self.row.entries().iter().map(|&(at, count)| (at as usize, i32::from(count)));
            let ours: Vec<_> = ours.filter(|entry| family.range().contains(&entry.0)).collect();
            let theirs: Vec<_> = expected.range(family.range()).map(|(&at, &count)| (at, count)).collect();
            assert_eq!(ours, theirs, "{} of {}", family.name, position.to_sfen());
            self.seen[index] += usize::from(!theirs.is_empty());
        }
        let black = self.model.weights().value(&self.row).clamp(-eval::LIMIT, eval::LIMIT);
        let value = Evaluator::new(Arc::clone(&self.model), position, 0).evaluate(position);
        let own = if position.side_to_move() == Color::Black { black } else { -black };
        assert_eq!(value, own, "{}", position.to_sfen());
        self.positions += 1;
    }

    fn every_family_was_seen(&self, least: usize) {
        assert!(self.positions >= least, "{} positions", self.positions);
        for (family, &seen) in Set::Slides.layout().families().iter().zip(&self.seen) {
            assert!(seen * 50 > self.positions, "{}: in {seen} of {} only", family.name, self.positions);
        }
    }
}

#[test]
fn random_games() {
    let mut check = Check::new();
    games(&mut Random(1), 20, 250, |position| check.position(position));
    check.every_family_was_seen(3000);
}

#[test]
fn rubble_with_two_one_and_no_kings_and_full_hands() {
    let mut check = Check::new();
    let mut random = Random(2);
    for round in 0..4000 {
        let board =
            rubble(&mut random, if round % 2 == 0 { 3 } else { round / 2 % 4 }, 1 + round % 13, false);
        check.position(&board.position());
    }
    check.every_family_was_seen(4000);
}

#[test]
fn more_pieces_than_a_set_has() {
    let mut check = Check::new();
    let mut random = Random(3);
    for round in 0..1000 {
        check.position(&rubble(&mut random, round % 4, 3 + round % 14, true).position());
    }
    check.every_family_was_seen(1000);
}
