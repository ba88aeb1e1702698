//! The five kinds of pieces.

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Piece {
    /// One step in eight directions; captured, it loses the game.
    Lion,
    /// One step orthogonally.
    Giraffe,
    /// One step diagonally.
    Elephant,
    /// One step forward.
    Chick,
    /// A chick that has reached the last rank: any step but diagonally backward.
    Hen,
}

impl Piece {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Piece; 5] = [Piece::Lion, Piece::Giraffe, Piece::Elephant, Piece::Chick, Piece::Hen];

    /// The kinds that can be in hand, in the order of their numbers there.
    pub const HELD: [Piece; 3] = [Piece::Giraffe, Piece::Elephant, Piece::Chick];

    /// The letter of the kind, upper case.
    pub const fn letter(self) -> char {
        ['L', 'G', 'E', 'C', 'H'][self as usize]
    }

    /// The lowest bit of the kind's lane in a word of pieces. A lion has none.
    pub(crate) const fn shift(self) -> u32 {
        16 * (self as u32 - 1)
    }

    /// The number in hand of what a captured piece becomes. A lion is never held.
    pub(crate) const fn held(self) -> usize {
        match self {
            Piece::Hen => 2,
            other => other as usize - 1,
        }
    }
}
