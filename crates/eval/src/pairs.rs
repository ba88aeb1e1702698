//! The set `pairs`: every two things on the board or in the hands, kings included.
//!
//! A *thing* is a piece on a square, or how many pieces of a kind a side holds ([`element`]). The evaluation is material,
//! the place of each thing, and one weight for each two things; king and piece, two kings, two pieces of a castle and a
//! piece in hand with the king that it threatens are all cases of it. Nothing is relative to a king, so a king's move costs
//! no more than another. Pairs that are each other's mirror image share a weight, and pairs that are each other's image with
//! the colours swapped share it with opposite sign ([`canonical`]).

mod canonical;
mod element;
mod state;

pub(crate) use state::{State, Tables};

use crate::{Coefficients, FRACTION, Layout};
use canonical::Canonical;
use element::{ELEMENTS, Elements};
use shogi::{Color, Position};

const MATERIAL: usize = 0;
const TURN: usize = MATERIAL + 13;
const PLACE: usize = TURN + 1;

pub(crate) fn layout() -> Layout {
    let (places, pairs) = shapes();
    Layout::new(&[
        ("material", &[13], FRACTION),
        ("turn", &[1], 1),
        ("place", &[places], 1),
        ("pair", &[pairs], 1),
    ])
}

/// How many weights things and pairs of things have.
pub(crate) fn shapes() -> (usize, usize) {
    let canonical = Canonical::get();
    (canonical.places, canonical.pairs)
}

pub(crate) fn coefficients(position: &Position, out: &mut Coefficients) {
    crate::slides::material_only(position, MATERIAL, out);
    out.add(TURN, if position.side_to_move() == Color::Black { 1 } else { -1 });
    add_things(position, PLACE, out);
}

/// Things and pairs of them; their weights begin at `offset`.
pub(crate) fn add_things(position: &Position, offset: usize, out: &mut Coefficients) {
    let canonical = Canonical::get();
    let pair = offset + canonical.places;
    let elements = Elements::of(position);
    let list = elements.list();
    for (place, &a) in list.iter().enumerate() {
        let code = canonical.place(a);
        add(offset, code, out);
        for &b in &list[..place] {
            add(pair, canonical.pair(a, b), out);
        }
    }
}

/// A code is 0 for no weight, else the weight's number from 1, negative where the image has the colours swapped.
#[inline]
fn add(offset: usize, code: i32, out: &mut Coefficients) {
    if code != 0 {
        out.add(offset + code.unsigned_abs() as usize - 1, code.signum() as i16);
    }
}

const _: () = assert!(ELEMENTS == 1696);
