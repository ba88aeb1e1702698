//! Pieces on the board by kind, and pieces in hand by kind and number.

use super::{HANDS, MATERIAL, sign};
use crate::Sink;
use shogi::{Color, PieceKind, Position};

/// By kind index: place among the thirteen values 歩香桂銀角飛金 と杏圭全馬竜; kings have none.
pub(super) const PLACE: [usize; 16] = [0, 0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12, 0];
/// By kind index: where the row of a kind in hand begins; its n-th weight is for holding n of them, from 1.
const HELD: [usize; 8] = [0, 0, 18, 22, 26, 30, 32, 34];

/// The weight for holding `count` pieces of `kind`, at least one. More than a set has count as what a set has.
#[inline]
pub(super) fn held(kind: PieceKind, count: u32) -> usize {
    HANDS + HELD[kind.index()] + count.min(kind.set_size()) as usize - 1
}

pub(super) fn add(position: &Position, sink: &mut impl Sink) {
    add_pieces(position, MATERIAL, sink);
    for color in Color::ALL {
        let hand = position.hand(color);
        for kind in PieceKind::HAND {
            let count = hand.count(kind);
            if count > 0 {
                sink.add(held(kind, count), sign(color));
            }
        }
    }
}

/// The pieces of each kind, those in hand with those on the board; the thirteen weights begin at `offset`.
pub(super) fn add_pieces(position: &Position, offset: usize, sink: &mut impl Sink) {
    for color in Color::ALL {
        let own = position.pieces(color);
        for kind in PieceKind::ALL {
            if kind != PieceKind::King {
                let count = (position.of_kind(kind) & own).count() as i16;
                if count > 0 {
                    sink.add(offset + PLACE[kind.index()], sign(color) * count);
                }
            }
        }
        let hand = position.hand(color);
        for kind in PieceKind::HAND {
            let count = hand.count(kind);
            if count > 0 {
                sink.add(offset + PLACE[kind.index()], sign(color) * count as i16);
            }
        }
    }
}
