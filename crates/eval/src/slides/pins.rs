//! Pieces pinned to their king.
//!
//! `[kind 9][line 5][distance 7]`: the kind of the only piece between the king and an enemy long-range piece, if it is the
//! king's own; the line from the king: forward, diagonally forward, sideways, diagonally backward, backward; its distance
//! from the king, 1 to 7.

use super::view::{KIND, View, code_at, steps};
use super::{PINS, sign};
use crate::Sink;
use shogi::{Bitboard, PieceKind, Position, Square, attacks};

pub(super) fn add(position: &Position, view: &View, king: Square, sink: &mut impl Sink) {
    let none = Bitboard::EMPTY;
    let of = |kind| position.of_kind(kind);
    let snipers = attacks::bishop(king, none) & (of(PieceKind::Bishop) | of(PieceKind::Horse))
        | attacks::rook(king, none) & (of(PieceKind::Rook) | of(PieceKind::Dragon))
        | attacks::lance(view.color, king, none) & of(PieceKind::Lance);
    (snipers & view.enemy).for_each(|sniper| {
        let between = attacks::between(king, sniper) & view.occupied;
        if between.more_than_one() || !between.meets(view.own) {
            return;
        }
        let Some(pinned) = between.first() else { return };
        let (files, ranks) = steps(view.color, king, pinned);
        let line = match (files == 0, ranks.signum()) {
            (true, -1) => 0,
            (false, -1) => 1,
            (_, 0) => 2,
            (false, _) => 3,
            (true, _) => 4,
        };
        let distance = files.abs().max(ranks.abs()) as usize;
        let kind = KIND[code_at(position, pinned) & 15];
        sink.add(PINS + (kind * 5 + line) * 7 + distance - 1, sign(view.color));
    });
}
