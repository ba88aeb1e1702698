//! Kinds of piece, and pieces with an owner.

use crate::Color;
use std::fmt;
use std::num::NonZeroU8;

/// What a piece is, promoted kinds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 1,
    /// 香
    Lance = 2,
    /// 桂
    Knight = 3,
    /// 銀
    Silver = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 金
    Gold = 7,
    /// 玉
    King = 8,
    /// と
    ProPawn = 9,
    /// 成香
    ProLance = 10,
    /// 成桂
    ProKnight = 11,
    /// 成銀
    ProSilver = 12,
    /// 馬
    Horse = 13,
    /// 龍
    Dragon = 14,
}

use PieceKind::{
    Bishop, Dragon, Gold, Horse, King, Knight, Lance, Pawn, ProKnight, ProLance, ProPawn, ProSilver, Rook,
    Silver,
};

impl PieceKind {
    /// All fourteen kinds, by index from 1.
    pub const ALL: [Self; 14] = [
        Pawn, Lance, Knight, Silver, Bishop, Rook, Gold, King, ProPawn, ProLance, ProKnight, ProSilver,
        Horse, Dragon,
    ];

    /// The seven kinds that can be held in hand, by index from 1.
    pub const HAND: [Self; 7] = [Pawn, Lance, Knight, Silver, Bishop, Rook, Gold];

    /// The same seven in the order in which SFEN and diagrams list a hand: the most valuable first.
    pub const HAND_ORDER: [Self; 7] = [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn];

    /// How many pieces of the unpromoted kind a set has (0 for promoted kinds).
    pub const fn set_size(self) -> u32 {
        match self {
            Pawn => 18,
            Lance | Knight | Silver | Gold => 4,
            Bishop | Rook | King => 2,
            _ => 0,
        }
    }

    /// 1 to 14.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index, if it is 1 to 14.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index == 0 || index > 14 { None } else { Some(Self::ALL[index - 1]) }
    }

    /// The promoted kind, for the six kinds that promote.
    #[inline]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Pawn => Some(ProPawn),
            Lance => Some(ProLance),
            Knight => Some(ProKnight),
            Silver => Some(ProSilver),
            Bishop => Some(Horse),
            Rook => Some(Dragon),
            _ => None,
        }
    }

    /// The kind without its promotion.
    #[inline]
    pub const fn unpromoted(self) -> Self {
        match self {
            ProPawn => Pawn,
            ProLance => Lance,
            ProKnight => Knight,
            ProSilver => Silver,
            Horse => Bishop,
            Dragon => Rook,
            other => other,
        }
    }

    /// Whether the kind is a promoted one.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as u8 > King as u8
    }

    /// Whether the kind can be held in hand (unpromoted and not the king).
    #[inline]
    pub const fn is_hand_kind(self) -> bool {
        (self as u8) < King as u8
    }

    /// Whether the kind moves like a gold.
    #[inline]
    pub const fn is_gold_like(self) -> bool {
        matches!(self, Gold | ProPawn | ProLance | ProKnight | ProSilver)
    }

    /// One kanji: 歩香桂銀角飛金玉と杏圭全馬龍.
    pub const fn kanji(self) -> char {
        match self {
            Pawn => '歩',
            Lance => '香',
            Knight => '桂',
            Silver => '銀',
            Bishop => '角',
            Rook => '飛',
            Gold => '金',
            King => '玉',
            ProPawn => 'と',
            ProLance => '杏',
            ProKnight => '圭',
            ProSilver => '全',
            Horse => '馬',
            Dragon => '龍',
        }
    }

    /// The name used in a written move: 歩 … と 成香 成桂 成銀 馬 龍.
    pub const fn name(self) -> &'static str {
        match self {
            Pawn => "歩",
            Lance => "香",
            Knight => "桂",
            Silver => "銀",
            Bishop => "角",
            Rook => "飛",
            Gold => "金",
            King => "玉",
            ProPawn => "と",
            ProLance => "成香",
            ProKnight => "成桂",
            ProSilver => "成銀",
            Horse => "馬",
            Dragon => "龍",
        }
    }

    /// The SFEN letter of the unpromoted kind, in upper case.
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            Pawn => 'P',
            Lance => 'L',
            Knight => 'N',
            Silver => 'S',
            Bishop => 'B',
            Rook => 'R',
            Gold => 'G',
            _ => 'K',
        }
    }

    /// The unpromoted kind of an upper-case SFEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Pawn,
            'L' => Lance,
            'N' => Knight,
            'S' => Silver,
            'B' => Bishop,
            'R' => Rook,
            'G' => Gold,
            'K' => King,
            _ => return None,
        })
    }
}

/// A piece on the board: a kind and its owner. `Option<Piece>` is one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Number of codes: indices from [`Piece::index`] are below this.
    pub const CODES: usize = 32;

    /// The piece of this kind and owner.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        match NonZeroU8::new(kind as u8 | (color as u8) << 4) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// The piece with this code: kind index plus 16 for White.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index >= Self::CODES || !matches!(index % 16, 1..=14) {
            return None;
        }
        match NonZeroU8::new(index as u8) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// Kind index plus 16 for White: 1 to 14 or 17 to 30.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The owner.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 16 == 0 { Color::Black } else { Color::White }
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind::ALL[((self.0.get() & 15) - 1) as usize]
    }
}

impl fmt::Display for Piece {
    /// SFEN form: `P`, `+p`, `k`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind().is_promoted() {
            f.write_str("+")?;
        }
        let letter = self.kind().letter();
        match self.color() {
            Color::Black => write!(f, "{letter}"),
            Color::White => write!(f, "{}", letter.to_ascii_lowercase()),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_pairs() {
        for kind in PieceKind::ALL {
            assert_eq!(PieceKind::from_index(kind.index()), Some(kind));
            if let Some(promoted) = kind.promoted() {
                assert_eq!(promoted.unpromoted(), kind);
                assert_eq!(promoted.index(), kind.index() + 8);
            }
        }
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }

    #[test]
    fn codes_round_trip() {
        let mut seen = 0;
        for index in 0..Piece::CODES {
            if let Some(piece) = Piece::from_index(index) {
                assert_eq!(piece, Piece::new(piece.color(), piece.kind()));
                seen += 1;
            }
        }
        assert_eq!(seen, 28);
    }
}
