//! The features of the slides: one file for each family, and the walk over a position that finds them.

mod adjacent;
mod advance;
mod bears_on;
mod bishop_pawns;
mod effects;
mod king_adjacent;
mod king_piece;
mod material;
mod mobility;
mod nearest_pawns;
mod pins;
mod sums;
mod view;
mod walk;

use crate::{Coefficients, FRACTION, Layout};
use shogi::{Color, Position};
pub(crate) use sums::{Sums, Tables};

const MATERIAL: usize = 0;
const HANDS: usize = MATERIAL + 13;
const TURN: usize = HANDS + 38;
const KING_PIECE: usize = TURN + 1;
const KING_ADJACENT: usize = KING_PIECE + 45 * 2 * 9 * 81;
const ADJACENT: usize = KING_ADJACENT + 8 * 5 * 24 * 5;
const BEARS_ON: usize = ADJACENT + 4 * 20 * 20;
const MOBILITY: usize = BEARS_ON + 12 * 20;
const PINS: usize = MOBILITY + 83;
const BISHOP_PAWNS: usize = PINS + 9 * 5 * 7;
const ADVANCE: usize = BISHOP_PAWNS + 2 * 10;
const NEAREST_PAWNS: usize = ADVANCE + 3 * 3 * 9;
const EFFECTS: usize = NEAREST_PAWNS + 3 * 3 * 3;
pub(crate) const END: usize = EFFECTS + 25 * 17;

pub(crate) fn layout() -> Layout {
    let layout = Layout::new(&[
        ("material", &[13], FRACTION),
        ("hands", &[38], FRACTION),
        ("turn", &[1], 1),
        ("king-piece", &[45, 2, 9, 81], 1),
        ("king-adjacent", &[8, 5, 24, 5], 1),
        ("adjacent", &[4, 20, 20], 1),
        ("bears-on", &[12, 20], 1),
        ("mobility", &[83], 1),
        ("pins", &[9, 5, 7], 1),
        ("bishop-pawns", &[2, 10], 1),
        ("advance", &[3, 3, 9], 1),
        ("nearest-pawns", &[3, 3, 3], 1),
        ("effects", &[25, 17], 1),
    ]);
    assert_eq!(layout.len(), END, "the offsets above and the shapes go together");
    layout
}

pub(crate) fn coefficients(position: &Position, out: &mut Coefficients) {
    material::add(position, out);
    out.add(TURN, sign(position.side_to_move()));
    king_piece::add(position, out);
    adjacent::add(position, out);
    let effects = walk::walk(position, out);
    for color in Color::ALL {
        if let Some(king) = position.king(color) {
            effects::add(color, king, &effects, out);
        }
    }
}

#[inline]
const fn sign(color: Color) -> i16 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// The family `material` alone, for other sets.
pub(crate) fn material_only(position: &Position, offset: usize, out: &mut Coefficients) {
    material::add_pieces(position, offset, out);
}

/// Place of a kind's value in the family `material` (kings have none).
#[inline]
pub(crate) const fn material_place(kind: shogi::PieceKind) -> usize {
    material::PLACE[kind.index()]
}
