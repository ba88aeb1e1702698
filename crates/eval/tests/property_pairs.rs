//! The sets `pairs` and `full`: the sums that follow a game equal those taken afresh, and images have the same value.

use eval::{Coefficients, Evaluator, Model, Set, Weights};
use shogi::{Color, Hand, Piece, Position, Square};
use std::sync::Arc;

/// Deterministic pseudo-random numbers (xorshift).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 11
}

fn random_weights(set: Set, state: &mut u64, bound: i16) -> Weights {
    let mut weights = Weights::zero(set);
    for value in weights.values_mut() {
        *value = ((next(state) % (2 * bound as u64 + 1)) as i32 - i32::from(bound)) as i16;
    }
    weights
}

fn afresh(weights: &Weights, position: &Position) -> i32 {
    let mut row = Coefficients::new();
    weights.set().coefficients(position, &mut row);
    let black = weights.value(&row);
    let side = if position.side_to_move() == Color::Black { black } else { -black };
    side.clamp(-eval::LIMIT, eval::LIMIT)
}

/// The SFEN of the position with every square and piece mapped.
fn image(position: &Position, map: impl Fn(Square) -> Square, swap: bool) -> Position {
    let mut text = String::new();
    for rank in 0..9 {
        let mut empty = 0;
        for file in (0..9).rev() {
            let sq = Square::new(file, rank).unwrap();
            // Both maps are their own inverse.
            match position.piece_at(map(sq)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    let color = if swap { !piece.color() } else { piece.color() };
                    text.push_str(&Piece::new(color, piece.kind()).to_string());
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank < 8 {
            text.push('/');
        }
    }
    let hand = |color: Color| -> Hand { position.hand(if swap { !color } else { color }) };
    let mut hands = String::new();
    for color in Color::ALL {
        for kind in shogi::PieceKind::HAND_ORDER {
            let count = hand(color).count(kind);
            if count > 1 {
                hands += &count.to_string();
            }
            if count > 0 {
                hands += &Piece::new(color, kind).to_string();
            }
        }
    }
    let side = if (position.side_to_move() == Color::Black) ^ swap { 'b' } else { 'w' };
    let hands = if hands.is_empty() { "-" } else { &hands };
    Position::from_sfen(&format!("{text} {side} {hands} 1")).unwrap()
}

#[test]
fn the_sums_follow_a_game_and_images_are_worth_the_same() {
    let mut state = 0x2545_F491_4F6C_DD1D;
    for game in 0..30 {
        let set = [Set::Pairs, Set::Full][game / 3 % 2];
        let weights = random_weights(set, &mut state, if game % 3 == 0 { i16::MAX } else { 60 });
        let model = Arc::new(Model::new(weights.clone()));
        let mut position = Position::startpos();
        let mut evaluator = Evaluator::new(Arc::clone(&model), &position, 300);
        for _ in 0..250 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[next(&mut state) as usize % moves.len()];
            evaluator.push(&position, mv);
            position.apply(mv);
            evaluator.settle(&position, mv);
            let value = evaluator.evaluate(&position);
            assert_eq!(value, afresh(&weights, &position), "{position}");
            assert_eq!(value, afresh(&weights, &image(&position, Square::mirror, false)), "{position}");
            assert_eq!(value, afresh(&weights, &image(&position, Square::flip, true)), "{position}");
        }
        while position.undo().is_some() {
            evaluator.pop();
            assert_eq!(evaluator.evaluate(&position), afresh(&weights, &position));
        }
    }
}

#[test]
fn any_weights_stay_within_the_limit() {
    for (set, value) in
        [(Set::Pairs, i16::MIN), (Set::Pairs, i16::MAX), (Set::Full, i16::MIN), (Set::Full, i16::MAX)]
    {
        let mut weights = Weights::zero(set);
        weights.values_mut().fill(value);
        for sfen in [
            shogi::STARTPOS,
            "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
            "9/9/9/9/9/9/9/9/9 b - 1",
            "4k4/9/4P4/9/9/9/9/9/9 b G 1",
        ] {
            let position = Position::from_sfen(sfen).unwrap();
            let evaluator = Evaluator::new(Arc::new(Model::new(weights.clone())), &position, 0);
            assert!(evaluator.evaluate(&position).abs() <= eval::LIMIT, "{sfen}");
        }
    }
}
