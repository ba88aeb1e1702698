//! The rules against the crate `tokyodoves`, an independent implementation by the author of the published table.

use doves::notation::action_text;
use doves::{Action, ClosedGame, HAND, Kind, Outcome, Position, Side};
use game::solve::RankedGame;
use proptest::prelude::*;
use std::collections::BTreeSet;
use tokyodoves::{Board, BoardBuilder, Color, SurroundedStatus};

fn colour(side: Side) -> Color {
    match side {
        Side::Red => Color::Red,
        Side::Green => Color::Green,
    }
}

/// The same doves on the other crate's board, in the upper left corner of its field.
fn board(position: &Position) -> Board {
    let b = doves::geometry::bounds(position.occupied());
    let mut bits = [[0u64; 6]; 2];
    for side in [Side::Red, Side::Green] {
        for kind in Kind::ALL {
            let place = position.place(side, kind);
            if place != HAND {
                bits[side as usize][kind as usize] = 1 << (u32::from(place) - 8 * b.top - b.left);
            }
        }
    }
    BoardBuilder::from_u64_bits(bits).build().expect("a legal board")
}

fn compare(position: &Position) {
    let board = board(position);
    let me = colour(position.turn());
    let ours: BTreeSet<String> =
        position.legal_actions().into_iter().map(|a| action_text(position, a)).collect();
    let theirs: BTreeSet<String> = board
        .legal_actions(me, true, true, true)
        .into_iter()
        .map(|a| a.try_into_ssn(&board).expect("bosses are on the board"))
        .collect();
    assert_eq!(ours, theirs, "{position}");
    let status = board.surrounded_status();
    let surrounded = (position.is_surrounded(Side::Red), position.is_surrounded(Side::Green));
    let expected = match status {
        SurroundedStatus::Both => (true, true),
        SurroundedStatus::OneSide(Color::Red) => (true, false),
        SurroundedStatus::OneSide(Color::Green) => (false, true),
        SurroundedStatus::None => (false, false),
    };
    assert_eq!(surrounded, expected, "{position}");
    let before: BTreeSet<u64> = position.predecessors().iter().map(Position::key).collect();
    let enemy = colour(position.turn().other());
    let theirs: BTreeSet<u64> = board
        .legal_actions_bwd(enemy, true, true, true)
        .into_iter()
        .map(|a| board.perform_bwd_copied(a).expect("legal backward"))
        .filter(|b| b.surrounded_status() == SurroundedStatus::None)
        .map(|b| b.to_invariant_u64(enemy))
        .collect();
    assert_eq!(before.len(), theirs.len(), "{position}: classes of predecessors");
}

fn play(choices: &[u16], mut visit: impl FnMut(&Position)) {
    let mut position = Position::start();
    for &choice in choices {
        let actions: Vec<Action> = position
            .legal_actions()
            .into_iter()
            .filter(|&a| position.outcome(a) == Outcome::Continues)
            .collect();
        let Some(&action) = actions.get(usize::from(choice) % actions.len().max(1)) else { return };
        position = position.after(action);
        visit(&position);
    }
}

/// Positions spread over all numbers of doves, reachable or not.
#[test]
fn random_positions_have_the_same_actions_and_status() {
    for max_doves in [6, 8, 10, 12] {
        let game = ClosedGame::new(max_doves);
        for i in 1..=1500u64 {
            compare(&game.position(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % game.size()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_play_has_the_same_actions_and_status(choices in prop::collection::vec(any::<u16>(), 1..60)) {
        play(&choices, compare);
    }

    #[test]
    fn canonical_classes_agree(
        first in prop::collection::vec(any::<u16>(), 1..12),
        symmetry in 0u8..8,
        swap in any::<bool>(),
    ) {
        let mut last = Position::start();
        play(&first, |p| last = *p);
        let image = transformed(&last, symmetry, swap);
        prop_assert_eq!(last.key(), image.key());
        let theirs = |p: &Position| board(p).to_invariant_u64(colour(p.turn()));
        prop_assert_eq!(theirs(&last), theirs(&image));
        // Different positions of one walk differ in both or in neither.
        let mut seen = vec![last];
        play(&first, |p| seen.push(*p));
        for a in &seen {
            for b in &seen {
                prop_assert_eq!(a.key() == b.key(), theirs(a) == theirs(b));
            }
        }
    }

    #[test]
    fn forward_and_backward_moves_are_each_others_inverse(choices in prop::collection::vec(any::<u16>(), 1..40)) {
        let mut last = Position::start();
        play(&choices, |p| last = *p);
        for action in last.legal_actions() {
            let next = last.after(action);
            if next.is_free() {
                prop_assert!(next.predecessors().contains(&last), "{} of {}", action_text(&last, action), last);
            }
        }
        for earlier in last.predecessors() {
            let back = earlier.legal_actions().into_iter().any(|a| earlier.after(a) == last);
            prop_assert!(back, "{} before {}", earlier, last);
        }
    }

    #[test]
    fn texts_round_trip(choices in prop::collection::vec(any::<u16>(), 1..60)) {
        play(&choices, |p| {
            assert_eq!(p.to_string().parse::<Position>().as_ref(), Ok(p));
            for action in p.legal_actions() {
                assert_eq!(doves::notation::read_action(p, &action_text(p, action)), Ok(action));
            }
        });
    }
}

/// Mirrors and turns a position, and exchanges the colours together with the turn.
fn transformed(position: &Position, symmetry: u8, swap: bool) -> Position {
    let mut places = [[HAND; 6]; 2];
    for side in [Side::Red, Side::Green] {
        for kind in Kind::ALL {
            let place = position.place(side, kind);
            if place != HAND {
                let (mut row, mut column) = (place / 8, place % 8);
                if symmetry & 1 == 1 {
                    row = 7 - row;
                }
                if symmetry & 2 == 2 {
                    column = 7 - column;
                }
                if symmetry & 4 == 4 {
                    (row, column) = (column, row);
                }
                let to = if swap { side.other() } else { side };
                places[to as usize][kind as usize] = 8 * row + column;
            }
        }
    }
    let turn = if swap { position.turn().other() } else { position.turn() };
    Position::new(places, turn).expect("an image of a position is one")
}
