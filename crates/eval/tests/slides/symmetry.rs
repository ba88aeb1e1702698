//! Mirror images are worth the same, swapped colours the opposite, exactly and for all weights; nothing overflows.

use crate::board::{Board, Random, games, rubble};
use eval::{Coefficients, Evaluator, LIMIT, Model, Set, Weights};
use proptest::prelude::*;
use shogi::{Color, Position};
use std::sync::Arc;

fn model(values: Vec<i16>) -> Arc<Model> {
    Arc::new(Model::new(Weights::new(Set::Slides, values).unwrap()))
}

fn evaluate(model: &Arc<Model>, position: &Position) -> i32 {
    Evaluator::new(Arc::clone(model), position, 0).evaluate(position)
}

/// The sum from Black's view without clamping.
fn sum(model: &Arc<Model>, position: &Position) -> i32 {
    let mut row = Coefficients::new();
    Set::Slides.coefficients(position, &mut row);
    model.weights().value(&row)
}

fn symmetric(model: &Arc<Model>, position: &Position) {
    let board = Board::of(position);
    let (mirrored, turned) = (board.mirrored().position(), board.turned().position());
    let black = sum(model, position);
    assert_eq!(sum(model, &mirrored), black, "{}", position.to_sfen());
    assert_eq!(sum(model, &turned), -black, "{}", position.to_sfen());
    // For the side to move swapped colours change nothing.
    let value = evaluate(model, position);
    assert_eq!(evaluate(model, &mirrored), value, "{}", position.to_sfen());
    assert_eq!(evaluate(model, &turned), value, "{}", position.to_sfen());
    let sign = if position.side_to_move() == Color::Black { 1 } else { -1 };
    assert_eq!(value, (sign * black).clamp(-LIMIT, LIMIT));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_261_130),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn symmetry(seed: u64, full_range: bool) {
        let mut random = Random(seed);
        let count = Set::Slides.layout().len();
        let values = if full_range {
            (0..count).map(|_| random.below(1 << 16) as u16 as i16).collect()
        } else {
            random.small_weights(count)
        };
        let model = model(values);
        games(&mut random, 1, 150, |position| symmetric(&model, position));
        for round in 0..100 {
            let board = rubble(&mut random, if round % 2 == 0 { 3 } else { round / 2 % 4 }, 1 + round % 16, round % 5 == 0);
            symmetric(&model, &board.position());
        }
    }
}

/// Tests are built with checks of overflow: a sum that would wrap is a panic here.
#[test]
fn extreme_weights_stay_within_the_limits() {
    let count = Set::Slides.layout().len();
    let patterns: [fn(usize) -> i16; 4] = [
        |_| i16::MIN,
        |_| i16::MAX,
        |index| if index % 2 == 0 { i16::MIN } else { i16::MAX },
        |index| if index < 51 { i16::MIN } else { i16::MAX },
    ];
    let mut reached = false;
    for pattern in patterns {
        let model = model((0..count).map(pattern).collect());
        let mut random = Random(5);
        let mut check = |position: &Position| {
            let value = evaluate(&model, position);
            assert!((-LIMIT..=LIMIT).contains(&value), "{value}");
            reached |= value.abs() == LIMIT;
            assert!(sum(&model, position).abs() < i32::MAX / 8);
        };
        for round in 0..400 {
            check(&rubble(&mut random, round % 4, 3 + round % 14, round % 2 == 0).position());
        }
        // All on one side, all in one hand, a board full of golds.
        for sfen in [
            "+P+P+P+P+P+P+P+P+P/+P+P+P+P+P+P+P+P+P/+N+N+N+N+L+L+L+L1/+S+S+S+S5/GGGG1K3/RRBB5/9/9/8k b - 1",
            "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
            "GGGGGGGGG/GGGGGGGGG/GGGGGGGGG/GGGGGGGGG/GGGGKGGGG/GGGGGGGGG/GGGGGGGGG/GGGGGGGGG/GGGGGGGGk w - 1",
            "DDDDDDDDD/9/9/9/9/9/9/9/9 b - 1",
        ] {
            let sfen = sfen.replace('D', "+R");
            check(&Position::from_sfen(&sfen).unwrap());
        }
    }
    assert!(reached, "no evaluation reached the limit");
}
