//! Pieces that move a fixed step: one table by piece and square.

use crate::{Bitboard, Color, PieceKind, Square};

/// Offsets (file, rank) as Black moves: rank -1 is forward.
const fn offsets(kind: usize) -> &'static [(isize, isize)] {
    const GOLD: &[(isize, isize)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
    const ROUND: &[(isize, isize)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    match kind {
        1 => &[(0, -1)],
        3 => &[(-1, -2), (1, -2)],
        4 => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        7 | 9..=12 => GOLD,
        8 => ROUND,
        _ => &[],
    }
}

const fn row(piece: usize) -> [Bitboard; 81] {
    let mut row = [Bitboard::EMPTY; 81];
    let list = offsets(piece & 15);
    let sign = if piece & 16 == 0 { 1 } else { -1 };
    let mut index = 0;
    while index < 81 {
        let mut i = 0;
        while i < list.len() {
            let file = index as isize / 9 + list[i].0;
            let rank = index as isize % 9 + sign * list[i].1;
            if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
                let one = crate::bitboard::SQUARE_MASKS_CONST[(file * 9 + rank) as usize];
                row[index] = row[index].or(one);
            }
            i += 1;
        }
        index += 1;
    }
    row
}

/// By piece code and square: where a step piece bears. Rows of sliding pieces are empty.
pub(crate) static STEP: [[Bitboard; 81]; 32] = {
    let mut table = [[Bitboard::EMPTY; 81]; 32];
    let mut piece = 0;
    while piece < 32 {
        table[piece] = row(piece);
        piece += 1;
    }
    table
};

/// The eight neighbours of each square.
pub(crate) static KING: [Bitboard; 81] = row(PieceKind::King as usize);

#[inline]
fn of(color: Color, kind: PieceKind, sq: Square) -> Bitboard {
    STEP[kind as usize | color.index() << 4][sq.index()]
}

/// The square in front of a pawn.
#[inline]
pub fn pawn(color: Color, sq: Square) -> Bitboard {
    of(color, PieceKind::Pawn, sq)
}

/// The two squares of a knight.
#[inline]
pub fn knight(color: Color, sq: Square) -> Bitboard {
    of(color, PieceKind::Knight, sq)
}

/// The five squares of a silver.
#[inline]
pub fn silver(color: Color, sq: Square) -> Bitboard {
    of(color, PieceKind::Silver, sq)
}

/// The six squares of a gold, and of everything that moves like one.
#[inline]
pub fn gold(color: Color, sq: Square) -> Bitboard {
    of(color, PieceKind::Gold, sq)
}

/// The eight squares of a king.
#[inline]
pub fn king(sq: Square) -> Bitboard {
    KING[sq.index()]
}
