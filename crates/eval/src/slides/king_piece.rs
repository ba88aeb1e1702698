//! Where a piece stands, seen from a king.

use super::view::{KIND, code_at};
use super::{KING_PIECE, sign};
use crate::Sink;
use shogi::{Color, Piece, PieceKind, Position, Square};

/// A king square and a piece square as one side sees them, folded: the king on files 1 to 5, and, where the king is on
/// the middle file, the piece too.
fn fold(king: Square, sq: Square) -> (usize, usize) {
    let (king, sq) = if king.file() > 4 { (king.mirror(), sq.mirror()) } else { (king, sq) };
    if king.file() == 4 && sq.file() > 4 {
        (king.index(), sq.mirror().index())
    } else {
        (king.index(), sq.index())
    }
}

/// The weight of a piece that `color`'s king sees; no piece here is a king.
pub(super) fn cell(color: Color, king: Square, piece: Piece, sq: Square) -> usize {
    let (king, at) = fold(king.relative(color), sq.relative(color));
    let enemy = usize::from(piece.color() != color);
    KING_PIECE + ((king * 2 + enemy) * 9 + KIND[piece.kind().index()]) * 81 + at
}

pub(super) fn add(position: &Position, sink: &mut impl Sink) {
    let others = position.occupied().and_not(position.of_kind(PieceKind::King));
    for color in Color::ALL {
        let Some(king) = position.king(color) else { continue };
        others.for_each(|sq| {
            if let Some(piece) = Piece::from_index(code_at(position, sq)) {
                sink.add(cell(color, king, piece, sq), sign(color));
            }
        });
    }
}
