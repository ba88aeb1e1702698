//! Pieces on the board by kind, and pieces in hand by kind and number.

use super::sign;
use crate::Coefficients;
use shogi::{Color, PieceKind, Position};

/// By kind index: place among the thirteen values; kings have none.
pub(super) const PLACE: [usize; 16] = [0, 0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12, 0];
/// By kind index: where the row of a kind in hand begins; its n-th weight is for holding n + 1 of them.
const HELD: [usize; 8] = [0, 0, 18, 22, 26, 30, 32, 34];

pub(super) fn add(position: &Position, material: usize, hands: usize, out: &mut Coefficients) {
    add_material(position, material, out);
    for color in Color::ALL {
        let hand = position.hand(color);
        for kind in PieceKind::HAND {
            let count = hand.count(kind) as usize;
            if count > 0 {
                out.add(hands + HELD[kind.index()] + count - 1, sign(color));
            }
        }
    }
}

/// The pieces of each kind, those in hand with those on the board.
pub(super) fn add_material(position: &Position, material: usize, out: &mut Coefficients) {
    for color in Color::ALL {
        let own = position.pieces(color);
        for kind in PieceKind::ALL {
            if kind != PieceKind::King {
                let count = (position.of_kind(kind) & own).count() as i16;
                if count > 0 {
                    out.add(material + PLACE[kind.index()], sign(color) * count);
                }
            }
        }
        let hand = position.hand(color);
        for kind in PieceKind::HAND {
            let count = hand.count(kind) as usize;
            if count > 0 {
                out.add(material + PLACE[kind.index()], sign(color) * count as i16);
            }
        }
    }
}
