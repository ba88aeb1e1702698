//! A position, seen by the side to move.

use crate::Piece;
use crate::lanes::{ATTACKERS, lane, mirrored, turned, union};
use crate::squares::{HOME, STEPS};

/// Where the pieces are; index 0 is the side to move, which plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// For each side the square of its lion, as a set.
    pub(crate) lions: [u16; 2],
    /// For each side its other pieces, a lane for each kind.
    pub(crate) sets: [u64; 2],
    /// For each side a byte each for the number of giraffes, elephants and chicks it holds.
    pub(crate) hands: [u32; 2],
}

impl Position {
    /// A board without any piece: no position yet.
    pub(crate) const EMPTY: Position = Position { lions: [0; 2], sets: [0; 2], hands: [0; 2] };

    /// The start.
    pub fn start() -> Self {
        let mut start = Self::EMPTY;
        for (piece, square) in
            [(Piece::Lion, 10), (Piece::Giraffe, 11), (Piece::Elephant, 9), (Piece::Chick, 7)]
        {
            start.put(0, piece, square);
            start.put(1, piece, 11 - square);
        }
        start
    }

    /// Adds a piece on a square.
    pub(crate) fn put(&mut self, side: usize, piece: Piece, square: u8) {
        match piece {
            Piece::Lion => self.lions[side] |= 1 << square,
            other => self.sets[side] |= 1 << (other.shift() + u32::from(square)),
        }
    }

    /// The squares of one kind of a side (0: to move), bit `3 * row + column` from the upper left.
    pub fn set(&self, side: usize, piece: Piece) -> u16 {
        match piece {
            Piece::Lion => self.lions[side],
            other => lane(self.sets[side], other.shift()),
        }
    }

    /// How many giraffes, elephants and chicks a side (0: to move) holds.
    pub fn hand(&self, side: usize) -> [u8; 3] {
        let [g, e, c, _] = self.hands[side].to_le_bytes();
        [g, e, c]
    }

    /// All squares of a side.
    #[inline]
    pub(crate) fn occupied(&self, side: usize) -> u16 {
        self.lions[side] | union(self.sets[side])
    }

    /// The same position with the other side to move.
    #[must_use]
    #[inline]
    pub fn passed(&self) -> Self {
        let lions = turned(u64::from(self.lions[0]) << 16 | u64::from(self.lions[1]));
        Self {
            lions: [lane(lions, 0), lane(lions, 16)],
            sets: [turned(self.sets[1]), turned(self.sets[0])],
            hands: [self.hands[1], self.hands[0]],
        }
    }

    /// The position mirrored left to right.
    #[must_use]
    #[inline]
    pub fn mirror(&self) -> Self {
        let lions = mirrored(u64::from(self.lions[1]) << 16 | u64::from(self.lions[0]));
        Self { lions: [lane(lions, 0), lane(lions, 16)], sets: self.sets.map(mirrored), hands: self.hands }
    }

    /// Whether the side to move can capture the enemy lion.
    #[inline]
    pub fn can_capture_lion(&self) -> bool {
        let square = self.lions[1].trailing_zeros() as usize & 15;
        self.sets[0] & ATTACKERS[square] != 0 || STEPS[0][square] & self.lions[0] != 0
    }

    /// Whether the enemy lion has reached its last rank and cannot be captured: the side to move has lost.
    pub fn is_tried(&self) -> bool {
        self.lions[1] & HOME != 0 && !self.can_capture_lion()
    }
}
