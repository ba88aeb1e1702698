//! Moves in 16 and in 32 bits, and their USI text.

use crate::{Color, Piece, PieceKind, Square};
use std::fmt;
use std::str::FromStr;

/// A move in 16 bits: target in bits 0-6, origin (0-80) or 80 + dropped kind in bits 7-13, promotion in bit 14.
///
/// It says nothing of legality: a move has a meaning only with a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(u16);

/// The promotion bit of a [`Move`].
pub(crate) const PROMOTION: u16 = 1 << 14;

impl Move {
    /// A move on the board without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from.index() << 7 | to.index()) as u16)
    }

    /// A move on the board with promotion.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self((from.index() << 7 | to.index()) as u16 | PROMOTION)
    }

    /// A drop; `None` for a kind that cannot be held in hand.
    #[inline]
    pub const fn drop(kind: PieceKind, to: Square) -> Option<Self> {
        if kind.is_hand_kind() { Some(Self(((80 + kind as usize) << 7 | to.index()) as u16)) } else { None }
    }

    #[inline]
    pub(crate) const fn from_raw(bits: u16) -> Self {
        Self(bits)
    }

    /// The 16-bit form. Never 0.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of a 16-bit form, or `None` where no move has it.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (to, origin) = ((bits & 127) as usize, (bits >> 7 & 127) as usize);
        let known = to < 81 && origin < 88 && to != origin && bits >> 15 == 0;
        if known && (origin < 81 || bits & PROMOTION == 0) { Some(Self(bits)) } else { None }
    }

    /// The target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::at((self.0 & 127) as usize)
    }

    /// The origin, or `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        Square::from_index((self.0 >> 7 & 127) as usize)
    }

    /// The dropped kind, or `None` for a move on the board.
    #[inline]
    pub const fn dropped(self) -> Option<PieceKind> {
        if self.is_drop() { PieceKind::from_index((self.0 >> 7 & 127) as usize - 80) } else { None }
    }

    /// Whether the move is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 >> 7 & 127 > 80
    }

    /// Whether the move promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// Origin 0 to 80, or 80 + dropped kind.
    #[inline]
    pub(crate) const fn origin(self) -> usize {
        (self.0 >> 7 & 127) as usize
    }
}

/// A move in 32 bits: the [`Move`] below, the piece as it stands after the move in bits 16-20, the captured piece (0: none)
/// in bits 24-28.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move32(u32);

impl Move32 {
    #[inline]
    pub(crate) const fn pack(mv: Move, after: usize, captured: usize) -> Self {
        Self(mv.0 as u32 | (after as u32) << 16 | (captured as u32) << 24)
    }

    /// The 32-bit form.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The 16-bit move.
    #[inline]
    pub const fn mv(self) -> Move {
        Move(self.0 as u16)
    }

    /// The moving piece as it stands after the move.
    #[inline]
    pub const fn after(self) -> Option<Piece> {
        Piece::from_index((self.0 >> 16 & 31) as usize)
    }

    /// The moving piece before the move (of a drop: the dropped piece).
    pub fn before(self) -> Option<Piece> {
        let after = self.after()?;
        let kind = if self.mv().is_promotion() { after.kind().unpromoted() } else { after.kind() };
        Some(Piece::new(after.color(), kind))
    }

    /// The captured piece.
    #[inline]
    pub const fn captured(self) -> Option<Piece> {
        Piece::from_index((self.0 >> 24 & 31) as usize)
    }
}

impl fmt::Display for Move {
    /// USI form: `7g7f`, `8h2b+`, `P*5e`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                write!(f, "{from}{}{}", self.to(), if self.is_promotion() { "+" } else { "" })
            }
            (None, Some(kind)) => write!(f, "{}*{}", kind.letter(), self.to()),
            (None, None) => f.write_str("none"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Move32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.mv(), f)
    }
}

impl fmt::Debug for Move32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?} x {:?})", self.mv(), self.after(), self.captured())
    }
}

/// Text that is not a USI move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError(pub String);

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a USI move: expected the form 7g7f, 8h2b+ or P*5e", self.0)
    }
}

impl std::error::Error for MoveTextError {}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let error = || MoveTextError(text.to_owned());
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(error());
        }
        let to: Square = text[2..4].parse().map_err(|_| error())?;
        let bytes = text.as_bytes();
        if bytes[1] == b'*' {
            let kind = PieceKind::from_letter(bytes[0] as char).ok_or_else(error)?;
            return if text.len() == 4 { Self::drop(kind, to).ok_or_else(error) } else { Err(error()) };
        }
        let from: Square = text[..2].parse().map_err(|_| error())?;
        match (from == to, bytes.get(4)) {
            (false, None) => Ok(Self::new(from, to)),
            (false, Some(b'+')) => Ok(Self::promotion(from, to)),
            _ => Err(error()),
        }
    }
}

/// What a move did, as evaluators that update incrementally need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    /// The side that moved.
    pub color: Color,
    /// The origin; `None` for a drop.
    pub from: Option<Square>,
    /// The target.
    pub to: Square,
    /// The piece before the move (of a drop: the dropped piece).
    pub before: Piece,
    /// The piece after the move.
    pub after: Piece,
    /// The captured piece, with its owner and promotion.
    pub captured: Option<Piece>,
    /// Both hands before the move, Black first.
    pub hands_before: [crate::Hand; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_round_trips() {
        let mut known = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                known += 1;
                assert_eq!(mv.bits(), bits);
                assert_eq!(mv.to_string().parse(), Ok(mv));
            }
        }
        assert_eq!(known, 81 * 80 * 2 + 7 * 81);
    }

    #[test]
    fn bad_text_is_refused() {
        for bad in ["", "7g", "7g7g", "7g7f++", "7g7f-", "K*5e", "P*5e+", "p*5e", "resign", "７g7f", "0a1a"]
        {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }
}
