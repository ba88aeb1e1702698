//! The incremental lower bound on the way back: equal to a computation from scratch, and never above the truth.

use game::Reach;
use game::random::Random;
use shogi::{Bitboard, Color, PieceKind, Position, Square};
use table::ShogiPast;

/// Positions with few pieces, in which random play comes back all the time. Of our own making.
const ENDGAMES: [&str; 6] = [
    "4k4/9/9/9/9/9/9/9/4K4 b RGrg 1",
    "k8/9/1G7/9/9/9/9/9/8K b 2Pr2p 1",
    "4k4/4p4/9/4r4/9/4R4/9/4P4/4K4 w GSgs 1",
    "2sgk4/9/2p6/9/9/6B2/6P2/9/4KGS2 b Nn 1",
    "4k4/1r7/p8/9/8P/9/9/7R1/4K4 b BLbl 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
];

/// The bound from `here` to `there`, from its definition.
fn scratch(here: &Position, there: &Position) -> u32 {
    let moves = |color: Color| {
        let mut misplaced = 0;
        for sq in Square::all() {
            let wanted = there.piece_at(sq).filter(|piece| piece.color() == color);
            misplaced += u32::from(wanted.is_some() && here.piece_at(sq) != wanted);
        }
        let supply: i32 = PieceKind::HAND.into_iter().map(|kind| kind_moves(here, there, color, kind)).sum();
        misplaced.max(supply as u32)
    };
    let (mover, other) = (moves(here.side_to_move()), moves(!here.side_to_move()));
    let least = (2 * mover).saturating_sub(1).max(2 * other);
    least + (least + u32::from(here.side_to_move() != there.side_to_move())) % 2
}

fn count(position: &Position, color: Color, kind: PieceKind) -> i32 {
    position.of_kind(kind).and(position.pieces(color)).count() as i32
}

fn kind_moves(here: &Position, there: &Position, color: Color, kind: PieceKind) -> i32 {
    let board = |position: &Position, color: Color| {
        count(position, color, kind) + kind.promoted().map_or(0, |promoted| count(position, color, promoted))
    };
    let held = |color| there.hand(color).count(kind) as i32 - here.hand(color).count(kind) as i32;
    let placed = |color| board(there, color) - board(here, color);
    let stuck = |color: Color| {
        let pawns = |position: &Position, file: usize| {
            let on_file = Bitboard::file(file).and(position.pieces(color));
            position.of_kind(PieceKind::Pawn).and(on_file).first().map(Square::rank)
        };
        let is_stuck = |file: usize| match (pawns(here, file), pawns(there, file)) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(from), Some(to)) => {
                if color == Color::Black {
                    from < to
                } else {
                    from > to
                }
            }
        };
        if kind == PieceKind::Pawn { (0..9).filter(|&file| is_stuck(file)).count() as i32 } else { 0 }
    };
    let least = |color| (count(there, color, kind) - count(here, color, kind)).max(stuck(color)).max(0);
    // Try the numbers of drops one after another.
    for drops in 0..40 {
        let captures = drops + held(color);
        let other_captures = drops - placed(color);
        let other_drops = captures + placed(!color);
        if drops >= least(color) && captures >= 0 && other_captures >= 0 && other_drops >= least(!color) {
            return drops + captures;
        }
    }
    unreachable!("some number of drops balances the books")
}

/// A walk that likes to go back where it came from.
fn walk(position: &mut Position, random: &mut Random, plies: usize) {
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        let earlier: Vec<_> =
            (0..position.history_len()).filter_map(|at| position.history(at)).map(|past| past.key).collect();
        let back: Vec<_> =
            moves.iter().copied().filter(|&mv| earlier.contains(&position.key_after(mv))).collect();
        let captures: Vec<_> =
            moves.iter().copied().filter(|mv| position.piece_at(mv.to()).is_some()).collect();
        let mv = if !back.is_empty() && random.percent(60) {
            random.pick(&back)
        } else if !captures.is_empty() && random.percent(40) {
            random.pick(&captures)
        } else {
            random.pick(&moves)
        };
        position.apply(mv);
    }
}

#[test]
fn the_walk_equals_a_computation_from_scratch() {
    let mut random = Random::new(5);
    let mut compared = 0;
    for sfen in ENDGAMES.into_iter().cycle().take(120) {
        let mut position = Position::from_sfen(sfen).expect("a legal position");
        walk(&mut position, &mut random, 30);
        let mut found = Vec::new();
        ShogiPast(&position).walk_back(usize::MAX, |back, plies| found.push((back, plies)));
        assert_eq!(found.len(), position.history_len());
        let mut earlier = position.clone();
        for (back, plies) in found {
            earlier.undo();
            let expected = scratch(&position, &earlier).max(4u32.saturating_sub(back as u32)).max(1);
            assert_eq!(plies, expected, "{} back from {}", back, position.to_sfen());
            compared += 1;
        }
    }
    assert!(compared > 3_000);
}

#[test]
fn the_bound_is_never_above_a_way_that_was_taken() {
    // When q, S, q occurred in this order, the second leg is a way from S to q.
    let mut random = Random::new(8);
    let (mut pairs, mut tight) = (0, 0);
    for sfen in ENDGAMES.into_iter().cycle().take(3_000) {
        let mut position = Position::from_sfen(sfen).expect("a legal position");
        walk(&mut position, &mut random, 80);
        let keys: Vec<_> =
            (0..position.history_len()).filter_map(|at| position.history(at)).map(|past| past.key).collect();
        while position.history_len() > 0 {
            let here = position.history_len();
            ShogiPast(&position).walk_back(40, |back, plies| {
                let wanted = keys[here - back];
                if let Some(taken) = keys[here..].iter().position(|&key| key == wanted && here < keys.len()) {
                    if taken == 0 {
                        return;
                    }
                    pairs += 1;
                    tight += usize::from(plies == taken as u32);
                    assert!(
                        plies <= taken as u32,
                        "{plies} > {taken} plies, {} back from {}",
                        back,
                        position.to_sfen()
                    );
                }
            });
            position.undo();
        }
    }
    assert!(pairs > 30_000 && tight > 20_000, "{pairs} pairs, {tight} tight");
}
