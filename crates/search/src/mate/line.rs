//! The line of a mate, read off the proofs.

use super::node::hand_after;
use super::proofs::Proofs;
use shogi::{Color, Move, MoveList, Position};

/// The attacker's shortest and the defender's longest way, as far as the proofs know; `None` if a proof is missing.
pub(super) fn line(root: &Position, proofs: &Proofs, attacker: Color) -> Option<Vec<Move>> {
    let mut position = root.clone();
    let mut moves = Vec::new();
    // Lengths shrink from proof to proof.
    let longest = proofs.get(root.board_key().low(), root.hand(attacker))?.length as usize;
    while moves.len() <= longest {
        let attacking = position.side_to_move() == attacker;
        let mv = if attacking {
            mating(&position, proofs, attacker)?
        } else {
            let answers = position.legal_moves();
            if answers.is_empty() {
                return Some(moves);
            }
            slowest(&position, &answers, proofs, attacker)?
        };
        position.apply(mv);
        moves.push(mv);
    }
    None
}

fn mating(position: &Position, proofs: &Proofs, attacker: Color) -> Option<Move> {
    if let Some(mv) = position.mate_in_one() {
        return Some(mv);
    }
    let held = position.hand(attacker);
    let checks = position.checks();
    let length = |mv: Move| {
        let hand = hand_after(position, mv, held);
        proofs.get(position.board_key_after(mv).low(), hand).map(|proof| proof.length)
    };
    let known = checks.iter().filter_map(|&mv| Some((length(mv)?, mv)));
    known.min_by_key(|&(length, _)| length).map(|(_, mv)| mv)
}

fn slowest(position: &Position, answers: &MoveList, proofs: &Proofs, attacker: Color) -> Option<Move> {
    let hand = position.hand(attacker);
    let mut best: Option<(u32, Move)> = None;
    for &mv in answers {
        let length = proofs.get(position.board_key_after(mv).low(), hand)?.length;
        if best.is_none_or(|(longest, _)| length > longest) {
            best = Some((length, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Whether the moves are legal from `root` on, checks on every one of the attacker's, and end in mate, none of the
/// positions occurring twice or for the fourth time in the game.
pub(super) fn mates(root: &Position, moves: &[Move]) -> bool {
    let mut position = root.clone();
    let start = root.history_len();
    for (index, &mv) in moves.iter().enumerate() {
        if position.try_apply(mv).is_err()
            || index % 2 == 0 && !position.in_check()
            || position.repetition_after(start).is_some()
        {
            return false;
        }
    }
    moves.len() % 2 == 1 && !position.has_legal_move()
}
