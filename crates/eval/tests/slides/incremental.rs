//! An evaluator that follows moves equals one made anew, after every move and after every move taken back.

use crate::board::{Board, Random, rubble};
use eval::{Evaluator, Model, Set, Weights};
use shogi::{Color, Level, PieceKind, Position};
use std::sync::Arc;

fn model(seed: u64) -> Arc<Model> {
    let count = Set::Slides.layout().len();
    Arc::new(Model::new(Weights::new(Set::Slides, Random(seed).small_weights(count)).unwrap()))
}

fn anew(model: &Arc<Model>, position: &Position) -> i32 {
    Evaluator::new(Arc::clone(model), position, 0).evaluate(position)
}

/// Plays at random, tries other moves on the way, and takes everything back. Returns how many king moves, captures, drops
/// and promotions there were.
fn play(model: &Arc<Model>, mut position: Position, plies: usize, random: &mut Random) -> [usize; 4] {
    let mut evaluator = Evaluator::new(Arc::clone(model), &position, plies);
    let mut values = vec![evaluator.evaluate(&position)];
    let mut kinds = [0; 4];
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        for round in 0..4 {
            let mv = moves[random.below(moves.len())];
            let moved = mv.from().and_then(|from| position.piece_at(from));
            let facts = [
                moved.is_some_and(|piece| piece.kind() == PieceKind::King),
                position.piece_at(mv.to()).is_some(),
                mv.is_drop(),
                mv.is_promotion(),
            ];
            evaluator.push(&position, mv);
            position.apply(mv);
            evaluator.settle(&position, mv);
            let value = evaluator.evaluate(&position);
            assert_eq!(value, anew(model, &position), "{mv} to {}", position.to_sfen());
            if round < 3 {
                position.undo();
                evaluator.pop();
                assert_eq!(Some(&evaluator.evaluate(&position)), values.last(), "{mv} taken back");
            } else {
                values.push(value);
            }
            for (count, fact) in kinds.iter_mut().zip(facts) {
                *count += usize::from(fact);
            }
        }
    }
    while position.undo().is_some() {
        evaluator.pop();
        values.pop();
        assert_eq!(Some(&evaluator.evaluate(&position)), values.last());
    }
    kinds
}

#[test]
fn random_games_of_both_colours() {
    let model = model(11);
    let mut random = Random(12);
    let mut kinds = [0; 4];
    for _ in 0..25 {
        let counts = play(&model, Position::startpos(), 200, &mut random);
        for (sum, count) in kinds.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}");
}

#[test]
fn from_rubble_also_where_kings_are_missing() {
    let model = model(13);
    let mut random = Random(14);
    let mut played = 0;
    for round in 0..600 {
        // Both kings, one, or none; with both, the side that could take one must not be to move.
        let mut board = rubble(&mut random, round % 4, 1 + round % 12, false);
        let least = if round % 4 == 3 { Level::Playable } else { Level::Parseable };
        if board.position().validate().level < least {
            board.side = !board.side;
        }
        let position = board.position();
        if position.validate().level < least {
            continue;
        }
        played += 1;
        play(&model, position, 20, &mut random);
    }
    assert!(played > 400, "{played}");
}

#[test]
fn a_null_move_needs_no_push() {
    let model = model(15);
    let mut position = Position::startpos();
    let evaluator = Evaluator::new(Arc::clone(&model), &position, 0);
    position.apply_null();
    assert_eq!(evaluator.evaluate(&position), anew(&model, &position));
    assert_eq!(Board::of(&position).side, Color::White);
}
