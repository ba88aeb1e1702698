//! Lists of USI moves, right and wrong, on random positions.

use crate::properties::usi_moves;
use crate::runs::for_each_bytes;
use crate::scenario::{self, Bytes};
use shogi::Position;

/// Words that are legal moves, moves and nonsense, mixed.
fn words(bytes: &mut Bytes<'_>, position: &Position) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    for _ in 0..bytes.below(12) {
        match bytes.below(4) {
            0 => {
                let letters = b"123456789abcdefghi*+PLNSGBRK";
                text.extend((0..bytes.below(6)).map(|_| char::from(letters[bytes.below(letters.len())])));
            }
            1 => {
                let any = shogi::Move::from_bits(bytes.below(1 << 15) as u16);
                text += &any.map_or_else(|| "win".to_owned(), |mv| mv.to_string());
            }
            _ => {
                if let Some(mv) = scenario::choose(bytes, &position) {
                    text += &mv.to_string();
                    position.apply(mv);
                }
            }
        }
        text.push(' ');
    }
    text
}

#[test]
fn refused_moves_change_nothing() {
    for_each_bytes(6000, 240, |bytes| {
        let mut position = scenario::position(bytes);
        let text = words(bytes, &position);
        usi_moves(&mut position, &text);
    });
}
