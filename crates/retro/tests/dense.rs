//! The dense solver on games with known answers, and against the plain reference.

use game::solve::{RankedGame, Value, reference};
use retro::{Silent, dense};

#[path = "games/krk.rs"]
mod krk;
#[path = "games/nim.rs"]
mod nim;
#[path = "games/tictactoe.rs"]
mod tictactoe;

fn agrees_with_reference<G: RankedGame>(game: &G) -> dense::Solution {
    let solution = dense::solve(game, 2, &Silent).unwrap();
    assert!(solution.values().eq(reference::by_passes(game)));
    solution
}

#[test]
fn nim_is_lost_when_the_heaps_cancel() {
    let solution = agrees_with_reference(&nim::Nim);
    for rank in 0..512 {
        let Some(heaps) = nim::Nim.unrank(rank) else { continue };
        reference::check_laws(&nim::Nim, rank).unwrap();
        let cancel = heaps[0] ^ heaps[1] ^ heaps[2] == 0;
        assert_eq!(matches!(solution.value(rank), Some(Value::Lose(_))), cancel, "{heaps:?}");
    }
}

/// SOURCE: 5,478 positions reachable, folklore; 958 ends of the game, of which 626 won by the first player, 316 by
/// the second, 16 drawn (up to no symmetry).
#[test]
fn tic_tac_toe_is_a_draw() {
    let game = tictactoe::TicTacToe;
    let solution = agrees_with_reference(&game);
    assert_eq!(solution.value(game.rank(&[0, 0])), Some(Value::Draw));
    let positions: Vec<_> = (0..game.size()).filter_map(|r| game.unrank(r)).collect();
    assert_eq!(positions.len(), 5478);
    let ends: Vec<_> = positions.iter().filter_map(|p| game.terminal(p)).collect();
    assert_eq!((ends.len(), ends.iter().filter(|v| **v == Value::Draw).count()), (958, 16));
    (0..game.size()).for_each(|rank| reference::check_laws(&game, rank).unwrap());
}

/// SOURCE: UCI Machine Learning Repository, data set 23 (chess, king-rook against king): 28,056 positions with
/// black to move, by the moves white needs.
#[test]
fn king_and_rook_have_the_published_depths() {
    let published =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    let game = krk::Krk;
    let solution = agrees_with_reference(&game);
    let mut black = [0; 17];
    let mut draws = 0;
    let mut white = 0;
    for rank in 0..game.size() - 1 {
        match (game.unrank(rank), solution.value(rank)) {
            (Some(Some(p)), Some(Value::Lose(k))) if !p.white => black[usize::from(k / 2)] += 1,
            (Some(Some(p)), Some(Value::Draw)) if !p.white => draws += 1,
            (Some(Some(p)), Some(Value::Win(_))) if p.white => white += 1,
            (None, None) => {}
            other => panic!("rank {rank}: {:?}", other.1),
        }
    }
    assert_eq!((black, draws, white), (published, 2796, 21_959));
}
