//! A line of play: the moves from a position to the leaf that gave its value.

use shogi::Move;

/// No line below a move is longer.
pub(crate) const PLIES: usize = 15;

/// Some move, where there is none.
const NONE: Move = match Move::from_bits(1) {
    Some(mv) => mv,
    None => panic!("from 1a to 1b"),
};

/// The moves of a line, first to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    length: u8,
    moves: [Move; PLIES],
}

impl Line {
    /// No moves: the position itself is the leaf.
    pub const EMPTY: Self = Self { length: 0, moves: [NONE; PLIES] };

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..usize::from(self.length)]
    }

    /// This line with a move before it. A line of full length loses its last move; no search makes one.
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let length = usize::from(self.length).min(PLIES - 1);
        let mut moves = [NONE; PLIES];
        moves[0] = mv;
        moves[1..=length].copy_from_slice(&self.moves[..length]);
        Self { length: length as u8 + 1, moves }
    }
}
