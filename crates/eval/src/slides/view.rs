//! Squares and pieces as one side sees them.

use shogi::{Bitboard, Color, PieceKind, Position, Square};

/// By kind index: P L N S G (gold and what moves like it) B R H D K.
pub(super) const KIND: [usize; 16] = [0, 0, 1, 2, 3, 5, 6, 4, 9, 4, 4, 4, 4, 7, 8, 0];

/// By viewer and piece code: own kinds 0 to 9, enemy kinds 10 to 19.
pub(super) static OWNED: [[u8; 32]; 2] = {
    let mut table = [[0; 32]; 2];
    let mut code = 0;
    while code < 32 {
        let (enemy, kind) = (code / 16, KIND[code % 16] as u8);
        table[0][code] = kind + 10 * enemy as u8;
        table[1][code] = kind + 10 * (1 - enemy as u8);
        code += 1;
    }
    table
};

/// By square index: file and rank, without a division.
pub(super) static FILE_RANK: [(i8, i8); 81] = {
    let mut table = [(0, 0); 81];
    let mut index = 0;
    while index < 81 {
        table[index] = ((index / 9) as i8, (index % 9) as i8);
        index += 1;
    }
    table
};

/// By square index: its file as a set.
pub(super) static FILE: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        table[index] = Bitboard::file(index / 9);
        index += 1;
    }
    table
};

/// The nine squares of the file of `sq`, rank 一 in bit 0.
#[inline]
pub(super) fn file_of(sq: Square, set: Bitboard) -> u32 {
    let (low, high) = set.lanes();
    let file = FILE_RANK[sq.index()].0 as u32;
    (if file < 7 { low >> (9 * file) } else { high >> (9 * (file - 7)) }) as u32 & 511
}

/// Steps from one square to another as `color` sees them: (files to its left, ranks backward).
#[inline]
pub(super) fn steps(color: Color, from: Square, to: Square) -> (i8, i8) {
    let (from, to) = (FILE_RANK[from.index()], FILE_RANK[to.index()]);
    match color {
        Color::Black => (to.0 - from.0, to.1 - from.1),
        Color::White => (from.0 - to.0, from.1 - to.1),
    }
}

/// Which half of the board a king is on, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// Files 1 to 4: as it stands.
    Right = 0,
    /// File 5: what is to the left of the king is seen as if to its right.
    Middle = 1,
    /// Files 6 to 9: seen in a mirror.
    Left = 2,
}

impl Half {
    #[inline]
    pub(super) fn of(color: Color, king: Square) -> Self {
        let file = FILE_RANK[king.index()].0;
        let file = if color == Color::Black { file } else { 8 - file };
        match file {
            0..4 => Self::Right,
            4 => Self::Middle,
            _ => Self::Left,
        }
    }
}

/// The sets that most families look at.
pub(super) struct View {
    pub(super) color: Color,
    pub(super) occupied: Bitboard,
    pub(super) own: Bitboard,
    pub(super) enemy: Bitboard,
    pub(super) own_pawns: Bitboard,
    pub(super) enemy_pawns: Bitboard,
}

impl View {
    #[inline]
    pub(super) fn new(position: &Position, color: Color) -> Self {
        let (own, enemy) = (position.pieces(color), position.pieces(!color));
        let pawns = position.of_kind(PieceKind::Pawn);
        let occupied = position.occupied();
        Self { color, occupied, own, enemy, own_pawns: pawns & own, enemy_pawns: pawns & enemy }
    }
}

/// The code of the piece on a square, 0 for none.
#[inline]
pub(super) fn code_at(position: &Position, sq: Square) -> usize {
    position.piece_at(sq).map_or(0, shogi::Piece::index)
}
