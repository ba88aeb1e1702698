//! The features of the slides.

mod king_piece;
mod material;

use crate::{Coefficients, FRACTION, Layout};
use shogi::{Color, Position};

const MATERIAL: usize = 0;
const HANDS: usize = MATERIAL + 13;
const TURN: usize = HANDS + 38;
const KING_PIECE: usize = TURN + 1;

pub(crate) fn layout() -> Layout {
    Layout::new(&[
        ("material", &[13], FRACTION),
        ("hands", &[38], FRACTION),
        ("turn", &[1], 1),
        ("king-piece", &[45, 2, 9, 81], 1),
    ])
}

pub(crate) fn coefficients(position: &Position, out: &mut Coefficients) {
    material::add(position, MATERIAL, HANDS, out);
    out.add(TURN, sign(position.side_to_move()));
    king_piece::add(position, KING_PIECE, out);
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
    material::add_material(position, offset, out);
}

/// Place of a kind's value in the family `material` (kings have none).
#[inline]
pub(crate) const fn material_place(kind: shogi::PieceKind) -> usize {
    material::PLACE[kind.index()]
}
