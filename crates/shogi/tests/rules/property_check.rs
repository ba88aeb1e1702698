//! Checks, pins and mate in one against what playing the moves shows.

use crate::reference::Mailbox;
use crate::runs::{for_each_bytes, for_each_position, for_each_scenario};
use crate::scenario;
use shogi::attacks::attacks;
use shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// `gives_check` says before the move what `in_check` says after it, and `checks` lists just those moves.
fn checks_are_foreseen(position: &mut Position) {
    let mut giving = Vec::new();
    for &mv in &position.legal_moves() {
        let foreseen = position.gives_check(mv);
        position.apply(mv);
        assert_eq!(foreseen, position.in_check(), "{position}: after {mv}");
        assert_eq!(
            foreseen,
            Mailbox::of(position).in_check(position.side_to_move()),
            "{position}: after {mv}"
        );
        position.undo();
        if foreseen {
            giving.push(mv);
        }
        let before = position.clone();
        position.apply_knowing_check(mv, foreseen);
        assert_eq!(position.in_check(), foreseen);
        position.undo();
        assert_eq!(*position, before);
    }
    let mut listed = position.checks().to_vec();
    listed.sort_unstable();
    giving.sort_unstable();
    assert_eq!(listed, giving, "{position}");
}

#[test]
fn checks_are_foreseen_in_random_positions_and_games() {
    for_each_scenario(1500, checks_are_foreseen);
    for_each_position(8, checks_are_foreseen);
}

fn mates(position: &mut Position, mv: Move) -> bool {
    position.apply(mv);
    let mated = position.in_check() && !position.has_legal_move();
    position.undo();
    mated
}

#[test]
fn mate_in_one_is_exact() {
    let found = std::cell::Cell::new([0, 0]);
    let check = |position: &mut Position| {
        let mating: Vec<Move> =
            position.legal_moves().iter().copied().filter(|&mv| mates(position, mv)).collect();
        match position.mate_in_one() {
            Some(mv) => assert!(mating.contains(&mv), "{position}: {mv} is no mate, {mating:?} are"),
            None => assert!(mating.is_empty(), "{position}: {mating:?} mate"),
        }
        let mut counts = found.get();
        counts[usize::from(position.in_check())] += usize::from(!mating.is_empty());
        found.set(counts);
    };
    for_each_bytes(4000, 240, |bytes| {
        let mut position = scenario::siege(bytes);
        check(&mut position);
        if position.mate_in_one().is_some() {
            checked_variants(&position).iter_mut().for_each(check);
        }
    });
    for_each_scenario(2000, check);
    for_each_position(8, check);
    // The test says little unless there were mates to find, also by a side that is in check itself.
    let [free, in_check] = found.get();
    assert!(free > 200 && in_check > 20, "{free} mates, {in_check} out of check");
}

/// The position with one sliding piece out of the opponent's hand put where it gives check.
fn checked_variants(position: &Position) -> Vec<Position> {
    let us = position.side_to_move();
    let mut variants = Vec::new();
    for kind in [PieceKind::Lance, PieceKind::Bishop, PieceKind::Rook] {
        let piece = Piece::new(!us, kind);
        for sq in Square::all() {
            let bears =
                position.king(us).is_some_and(|king| attacks(piece, sq, position.occupied()).has(king));
            if bears && position.piece_at(sq).is_none() && position.hand(!us).has(kind) {
                variants.push(scenario::with_piece_from_hand(position, piece, sq));
            }
        }
    }
    variants
}

#[test]
fn pinned_pieces_are_those_whose_absence_is_a_check() {
    for_each_scenario(4000, |position| {
        for color in Color::ALL {
            let Some(king) = position.king(color) else { continue };
            let mailbox = Mailbox::of(position);
            let attackers = mailbox.attackers(!color, king).len();
            for sq in position.pieces(color) {
                let without = mailbox.without(sq).attackers(!color, king).len();
                let pinned = sq != king && without > attackers;
                assert_eq!(position.pinned(color).has(sq), pinned, "{position}: {sq}");
            }
        }
    });
}
