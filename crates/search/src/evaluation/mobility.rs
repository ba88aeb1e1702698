//! Freedom of the pieces that slide.

use shogi::{Color, PieceKind, Position, attacks};

/// What each square is worth that a piece of the kind reaches. (Horses and dragons reach enough: fitted with the other
/// weights, their freedom came out as nothing.)
const FREEDOM: [(PieceKind, i32); 3] =
    [(PieceKind::Bishop, 13), (PieceKind::Rook, 15), (PieceKind::Lance, 25)];

/// What the sliders of a side gain by the squares that they reach, own pieces not counted.
pub(super) fn freedom(position: &Position, color: Color) -> i32 {
    let (own, occupied) = (position.pieces(color), position.occupied());
    let mut sum = 0;
    for (kind, worth) in FREEDOM {
        (position.of_kind(kind) & own).for_each(|sq| {
            let reach = match kind {
                PieceKind::Bishop => attacks::bishop(sq, occupied),
                PieceKind::Rook => attacks::rook(sq, occupied),
                _ => attacks::lance(color, sq, occupied),
            };
            sum += reach.and_not(own).count() as i32 * worth;
        });
    }
    sum
}
