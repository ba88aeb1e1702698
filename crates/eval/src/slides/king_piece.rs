//! Where a piece stands, seen from a king.

use super::sign;
use crate::Coefficients;
use shogi::{Color, PieceKind, Position, Square};

/// By kind index: P L N S G (gold and what moves like it) B R H D.
pub(super) const KIND: [usize; 16] = [0, 0, 1, 2, 3, 5, 6, 4, 0, 4, 4, 4, 4, 7, 8, 0];

/// A king square and a piece square as one side sees them, folded: the king on files 1 to 5, and, where the king is on
/// the middle file, the piece too.
pub(super) fn fold(king: Square, sq: Square) -> (usize, usize) {
    let (king, sq) = if king.file() > 4 { (king.mirror(), sq.mirror()) } else { (king, sq) };
    if king.file() == 4 && sq.file() > 4 {
        (king.index(), sq.mirror().index())
    } else {
        (king.index(), sq.index())
    }
}

pub(super) fn add(position: &Position, offset: usize, out: &mut Coefficients) {
    for color in Color::ALL {
        let Some(king) = position.king(color) else { continue };
        let king = king.relative(color);
        let others = position.occupied().and_not(position.of_kind(PieceKind::King));
        others.for_each(|sq| {
            let Some(piece) = position.piece_at(sq) else { return };
            let (king, at) = fold(king, sq.relative(color));
            let enemy = usize::from(piece.color() != color);
            out.add(offset + ((king * 2 + enemy) * 9 + KIND[piece.kind().index()]) * 81 + at, sign(color));
        });
    }
}
