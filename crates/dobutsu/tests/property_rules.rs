//! Rules, numbering and texts over random play.

use dobutsu::{Move, Position, RANKS, notation, rank, unrank};
use proptest::prelude::*;

/// Plays pseudo-random moves until somebody could capture a lion, and visits each position.
fn play(choices: &[u16], mut visit: impl FnMut(&Position)) {
    let mut position = Position::start();
    visit(&position);
    for &choice in choices {
        if position.is_tried() {
            return;
        }
        let mut moves = Vec::new();
        position.for_each_safe_successor(|next| moves.push(next));
        let Some(next) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
        position = *next;
        visit(&position);
    }
}

#[test]
fn the_start_has_four_moves() {
    let mut moves: Vec<String> = Vec::new();
    Position::start().for_each_move(|m: Move| moves.push(m.to_string()));
    moves.sort();
    assert_eq!(moves, ["b1a2", "b1c2", "b2b3", "c1c2"]);
    assert_eq!(Position::start().to_string(), "gle/.c./.C./ELG -");
}

#[test]
fn every_number_is_a_position_and_back() {
    for i in 0..200_000u64 {
        let number = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % RANKS;
        let position = unrank(number);
        let back = rank(&position);
        // Another number stands for the mirror image; both lions are on the middle file then.
        assert!(
            back == number || unrank(back) == position.mirror() && rank(&position.mirror()) == back,
            "{number}: {position}"
        );
        assert_eq!(position.to_string().parse(), Ok(position));
    }
}

#[test]
fn bad_texts_are_named() {
    let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        error("gle/.c./.C./ELG"),
        "character 16: None where a space before the pieces in hand was expected"
    );
    assert!(error("gle/.x./.C./ELG -").starts_with("character 6: Some('x')"));
    assert_eq!(
        error("gle/.c./.C./E.G -"),
        "0 lions of the side to move on the board and in hand, expected 1"
    );
    assert_eq!(error("gle/.c./.C./ELG C"), "3 chicks and hens on the board and in hand, expected 2");
    assert!(notation::read_move(&Position::start(), "b1b2").is_err());
}

proptest! {
    #[test]
    fn forward_and_backward_are_each_others_inverse(choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let mut last = Position::start();
        play(&choices, |p| last = *p);
        if !last.is_tried() {
            last.for_each_move(|action| {
                let next = last.after(action);
                let mut back = false;
                next.for_each_predecessor(true, |earlier| back |= earlier == last);
                assert!(back, "{action} in {last}");
            });
        }
        last.for_each_predecessor(true, |earlier| {
            if !earlier.can_capture_lion() {
                let mut forth = false;
                earlier.for_each_move(|action| forth |= earlier.after(action) == last);
                assert!(forth, "{earlier} before {last}");
            }
        });
    }

    #[test]
    fn mirrored_positions_have_one_number(choices in prop::collection::vec(any::<u16>(), 0..60)) {
        play(&choices, |p| {
            let number = rank(p);
            assert_eq!(rank(&p.mirror()), number);
            let back = unrank(number);
            assert!(back == *p || back == p.mirror());
            assert_eq!(p.to_string().parse::<Position>().as_ref(), Ok(p));
            p.for_each_move(|m| assert_eq!(notation::read_move(p, &m.to_string()), Ok(m)));
        });
    }
}
