//! Whether pawns, silvers and knights can advance.
//!
//! `[pawn, silver, knight][state 3][rank 9]`, ranks from the far side as the owner sees it. State of pawn and silver: the
//! square in front is empty, an enemy's, or own (or off the board). State of a knight: how many of its two targets it can
//! move to, that is, are on the board and not own.

use super::view::{FILE_RANK, View};
use super::{ADVANCE, sign};
use crate::Sink;
use shogi::{Bitboard, Color, Piece, PieceKind, Position, Square};

const PAWN: usize = 0;
const SILVER: usize = 1;
const KNIGHT: usize = 2;

/// States of pawn and silver.
const FREE: usize = 0;
const ENEMY: usize = 1;
const OWN: usize = 2;

const fn cell(row: usize, state: usize, rank: usize) -> usize {
    ADVANCE + (row * 3 + state) * 9 + rank
}

#[inline]
fn rank(color: Color, sq: Square) -> usize {
    let rank = FILE_RANK[sq.index()].1 as usize;
    if color == Color::Black { rank } else { 8 - rank }
}

/// Of pawns and silvers.
pub(super) fn add_steps(position: &Position, sink: &mut impl Sink) {
    for color in Color::ALL {
        for (row, kind) in [(PAWN, PieceKind::Pawn), (SILVER, PieceKind::Silver)] {
            (position.of_kind(kind) & position.pieces(color)).for_each(|sq| {
                let front = Bitboard::of(sq).forward(color);
                let state = if front.is_empty() || front.meets(position.pieces(color)) {
                    OWN
                } else if front.meets(position.pieces(!color)) {
                    ENEMY
                } else {
                    FREE
                };
                sink.add(cell(row, state, rank(color, sq)), sign(color));
            });
        }
    }
}

/// Row, owner and rank, as the owner sees it, if the piece is one that steps forward.
fn stepping(code: usize, rank: usize) -> Option<(usize, Color, usize)> {
    let piece = Piece::from_index(code)?;
    let row = match piece.kind() {
        PieceKind::Pawn => PAWN,
        PieceKind::Silver => SILVER,
        _ => return None,
    };
    Some((row, piece.color(), if piece.color() == Color::Black { rank } else { 8 - rank }))
}

/// What a piece on a rank counts for with nothing in front of it.
pub(super) fn free(weights: &[i16], code: usize, at: usize) -> i32 {
    stepping(code, at).map_or(0, |(row, color, rank)| {
        let state = if rank == 0 { OWN } else { FREE };
        i32::from(weights[cell(row, state, rank)]) * i32::from(sign(color))
    })
}

/// What it changes in that when `upper` on rank `at` and `lower` on the next stand one before the other.
pub(super) fn blocked(weights: &[i16], upper: usize, lower: usize, at: usize) -> i32 {
    let change = |code, at, other: usize, forward| match stepping(code, at) {
        Some((row, color, rank)) if color == forward => {
            let state = if other / 16 == color.index() { OWN } else { ENEMY };
            i32::from(weights[cell(row, state, rank)]) * i32::from(sign(color)) - free(weights, code, at)
        }
        _ => 0,
    };
    change(lower, at + 1, upper, Color::Black) + change(upper, at, lower, Color::White)
}

#[inline]
pub(super) fn add_knight(view: &View, sq: Square, reach: Bitboard, sink: &mut impl Sink) {
    let state = reach.and_not(view.own).count() as usize;
    sink.add(cell(KNIGHT, state, rank(view.color, sq)), sign(view.color));
}
