//! A position, seen by the side to move.

use crate::Piece;
use crate::squares::{HOME, mirrored, sources, turned};

/// Where the pieces are; index 0 is the side to move, which plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// For each side and kind the squares.
    pub(crate) sets: [[u16; 5]; 2],
    /// For each side how many giraffes, elephants and chicks it holds.
    pub(crate) hands: [[u8; 3]; 2],
}

impl Position {
    /// The start.
    pub fn start() -> Self {
        let mine = [1 << 10, 1 << 11, 1 << 9, 1 << 7, 0];
        Self { sets: [mine, mine.map(turned)], hands: [[0; 3]; 2] }
    }

    /// The squares of one kind of a side (0: to move), bit `3 * row + column` from the upper left.
    pub fn set(&self, side: usize, piece: Piece) -> u16 {
        self.sets[side][piece as usize]
    }

    /// How many giraffes, elephants and chicks a side (0: to move) holds.
    pub fn hand(&self, side: usize) -> [u8; 3] {
        self.hands[side]
    }

    /// All squares of a side.
    #[inline]
    pub(crate) fn occupied(&self, side: usize) -> u16 {
        self.sets[side].iter().fold(0, |all, set| all | set)
    }

    /// The same position with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        let [mine, theirs] = self.sets;
        Self { sets: [theirs.map(turned), mine.map(turned)], hands: [self.hands[1], self.hands[0]] }
    }

    /// The position mirrored left to right.
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self { sets: self.sets.map(|s| s.map(mirrored)), hands: self.hands }
    }

    /// Whether the side to move can capture the enemy lion.
    #[inline]
    pub fn can_capture_lion(&self) -> bool {
        let lion = self.sets[1][0].trailing_zeros() as u8;
        Piece::ALL.into_iter().any(|piece| self.sets[0][piece as usize] & sources(piece, lion) != 0)
    }

    /// Whether the enemy lion has reached its last rank and cannot be captured: the side to move has lost.
    pub fn is_tried(&self) -> bool {
        self.sets[1][0] & HOME != 0 && !self.can_capture_lion()
    }
}
