//! A position in 256 bits by prefix codes: what `PackedSfen` (`YaneuraOu`) and `HuffmanCodedPos` (Apery) have in common.
//!
//! Both write the side to move, the squares of both kings in 7 bits each, the other squares in order (file 1 first, rank 一
//! first), then the pieces in hand and then, of a handicap game, the pieces that are in nobody's hand (駒箱): the codes are
//! made so that one set of pieces always fills 256 bits. They differ in the codes.

use crate::bits::{BitReader, BitWriter};
use crate::setup::Setup;
use shogi::{Color, Piece, PieceKind, Position, Square};
use std::sync::LazyLock;

/// A code: its bits, the first one lowest, and their number.
pub(crate) type Code = (usize, usize);

/// Pieces in hand and in the box, in the order in which both programs write them.
const ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
];

/// The codes of one of the two programs.
pub(crate) struct Codes {
    pub(crate) board: fn(Piece) -> Code,
    pub(crate) hand: fn(Color, PieceKind) -> Code,
    pub(crate) boxed: fn(PieceKind) -> Code,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symbol {
    Empty,
    Board(Piece),
    Hand(Color, PieceKind),
    Boxed,
}

/// Codes with the symbols that any 8 bits begin with.
pub(crate) struct Codec {
    codes: Codes,
    board: [Option<(Symbol, usize)>; 256],
    rest: [Option<(Symbol, usize)>; 256],
}

/// The codec of `PackedSfen`.
pub(crate) static PACKED_SFEN: LazyLock<Codec> = LazyLock::new(|| Codec::new(PACKED_SFEN_CODES));

const PACKED_SFEN_CODES: Codes = Codes {
    board: |piece| {
        let (code, bits) = sfen_base(piece.kind().unpromoted());
        let promoted = usize::from(piece.kind().is_promoted());
        with_color(with_promotion((code, bits), piece.kind(), promoted), piece.color())
    },
    hand: |color, kind| {
        let (code, bits) = sfen_base(kind);
        with_color(with_promotion((code >> 1, bits - 1), kind, 0), color)
    },
    boxed: |kind| {
        let code = match kind {
            PieceKind::Pawn => (0x02, 2),
            PieceKind::Lance => (0x09, 4),
            PieceKind::Knight => (0x0d, 4),
            PieceKind::Silver => (0x0b, 4),
            PieceKind::Bishop => (0x2f, 6),
            PieceKind::Rook => (0x3f, 6),
            _ => (0x1b, 5),
        };
        if kind == PieceKind::Gold { code } else { (code.0, code.1 + 1) }
    },
};

const fn sfen_base(kind: PieceKind) -> Code {
    match kind {
        PieceKind::Pawn => (0x01, 2),
        PieceKind::Lance => (0x03, 4),
        PieceKind::Knight => (0x0b, 4),
        PieceKind::Silver => (0x07, 4),
        PieceKind::Bishop => (0x1f, 6),
        PieceKind::Rook => (0x3f, 6),
        _ => (0x0f, 5),
    }
}

fn with_promotion((code, bits): Code, kind: PieceKind, promoted: usize) -> Code {
    if kind == PieceKind::Gold { (code, bits) } else { (code | promoted << bits, bits + 1) }
}

fn with_color((code, bits): Code, color: Color) -> Code {
    (code | color.index() << bits, bits + 1)
}

impl Codec {
    pub(crate) fn new(codes: Codes) -> Self {
        let mut codec = Self { board: [None; 256], rest: [None; 256], codes };
        let mut fill = |on_board: bool, symbol, (code, bits): Code| {
            let table = if on_board { &mut codec.board } else { &mut codec.rest };
            for value in (0..256).filter(|value| value & ((1 << bits) - 1) == code) {
                debug_assert!(table[value].is_none(), "{symbol:?}: not a prefix code");
                table[value] = Some((symbol, bits));
            }
        };
        fill(true, Symbol::Empty, (0, 1));
        for color in Color::ALL {
            for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
                let piece = Piece::new(color, kind);
                fill(true, Symbol::Board(piece), (codec.codes.board)(piece));
            }
            for kind in ORDER {
                fill(false, Symbol::Hand(color, kind), (codec.codes.hand)(color, kind));
            }
        }
        for kind in ORDER {
            fill(false, Symbol::Boxed, (codec.codes.boxed)(kind));
        }
        codec
    }

    /// Packs a position; an error where it does not fit: kings missing, more than one set of pieces.
    pub(crate) fn pack(&self, position: &Position) -> Result<[u8; 32], String> {
        let mut writer = BitWriter::default();
        writer.put(position.side_to_move().index(), 1);
        for color in Color::ALL {
            let king = position.king(color).ok_or_else(|| format!("{color} has no king"))?;
            writer.put(king.index(), 7);
        }
        let setup = Setup::of(position);
        for sq in Square::all() {
            match position.piece_at(sq) {
                None => writer.put(0, 1),
                Some(piece) if piece.kind() == PieceKind::King => {}
                Some(piece) => {
                    let (code, bits) = (self.codes.board)(piece);
                    writer.put(code, bits);
                }
            }
        }
        for color in Color::ALL {
            for kind in ORDER {
                let (code, bits) = (self.codes.hand)(color, kind);
                (0..position.hand(color).count(kind)).for_each(|_| writer.put(code, bits));
            }
        }
        for kind in ORDER {
            let (code, bits) = (self.codes.boxed)(kind);
            (setup.count(kind)..kind.set_size()).for_each(|_| writer.put(code, bits));
        }
        if writer.at == 256 { Ok(writer.bytes) } else { Err("more pieces than one set has".to_owned()) }
    }

    /// Unpacks a position with the given move number; on error the byte (from 0) and what is wrong.
    pub(crate) fn unpack(&self, bytes: &[u8; 32], ply: u32) -> Result<Position, (usize, String)> {
        let mut reader = BitReader::new(bytes);
        let mut setup = Setup::empty();
        setup.ply = ply;
        setup.side = Color::ALL[reader.take(1)];
        for color in Color::ALL {
            let byte = reader.position() / 8;
            let king = Square::from_index(reader.take(7));
            let king = king.ok_or_else(|| (byte, format!("{color}'s king is on no square")))?;
            if setup.get(king).is_some() {
                return Err((byte, "both kings stand on one square".to_owned()));
            }
            setup.set(king, Some(Piece::new(color, PieceKind::King)));
        }
        for sq in Square::all() {
            if setup.get(sq).is_some() {
                continue;
            }
            let byte = reader.position() / 8;
            match self.board[reader.peek()] {
                Some((Symbol::Board(piece), bits)) => {
                    setup.set(sq, Some(piece));
                    reader.skip(bits);
                }
                Some((Symbol::Empty, bits)) => reader.skip(bits),
                _ => return Err((byte.min(31), "no code of a piece".to_owned())),
            }
        }
        while reader.position() < 256 {
            let byte = reader.position() / 8;
            match self.rest[reader.peek()] {
                Some((Symbol::Hand(color, kind), bits)) => {
                    setup.hold(color, kind, 1);
                    reader.skip(bits);
                }
                Some((Symbol::Boxed, bits)) => reader.skip(bits),
                _ => return Err((byte, "no code of a piece in hand".to_owned())),
            }
        }
        if reader.position() != 256 {
            return Err((31, "the codes do not end with the 32 bytes".to_owned()));
        }
        let (position, _) = setup.position().map_err(|reason| (0, reason))?;
        Ok(position)
    }
}
