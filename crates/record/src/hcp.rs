//! The codes of `HuffmanCodedPos` (Apery, dlshogi, cshogi).

use crate::packed::{Code, Codec, Codes};
use shogi::{Color, Piece, PieceKind};
use std::sync::LazyLock;

/// The codec of `HuffmanCodedPos`.
pub(crate) static HUFFMAN: LazyLock<Codec> = LazyLock::new(|| Codec::new(CODES));

const CODES: Codes = Codes {
    board: |piece: Piece| {
        let (code, bits, color, promotion) = match piece.kind().unpromoted() {
            PieceKind::Pawn => (0x01, 4, 2, 3),
            PieceKind::Lance => (0x03, 6, 4, 5),
            PieceKind::Knight => (0x07, 6, 4, 5),
            PieceKind::Silver => (0x0b, 6, 4, 5),
            // A gold does not promote: the bit for that is part of its code.
            PieceKind::Gold => (0x0f, 6, 5, 5),
            PieceKind::Bishop => (0x1f, 8, 6, 7),
            _ => (0x3f, 8, 6, 7),
        };
        let color = piece.color().index() << color;
        let promoted = usize::from(piece.kind().is_promoted()) << promotion;
        (code | color | promoted, bits)
    },
    hand: |color, kind| {
        let (code, bits, color_bit) = match kind {
            PieceKind::Pawn => (0x00, 3, 2),
            PieceKind::Lance => (0x01, 5, 4),
            PieceKind::Knight => (0x03, 5, 4),
            PieceKind::Silver => (0x05, 5, 4),
            PieceKind::Gold => (0x07, 5, 4),
            PieceKind::Bishop => (0x1f, 7, 6),
            _ => (0x3f, 7, 6),
        };
        (code | if color == Color::White { 1 << color_bit } else { 0 }, bits)
    },
    boxed: |kind| -> Code {
        match kind {
            PieceKind::Pawn => (0x02, 3),
            PieceKind::Lance => (0x09, 5),
            PieceKind::Knight => (0x0b, 5),
            PieceKind::Silver => (0x0d, 5),
            PieceKind::Gold => (0x1d, 5),
            PieceKind::Bishop => (0x0f, 7),
            _ => (0x2f, 7),
        }
    },
};
