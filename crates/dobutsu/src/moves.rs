//! Moves forward and backward.

use crate::squares::{ALL, LAST, STEPS, sources, squares};
use crate::{Piece, Position};

/// A move of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A piece steps; a chick that reaches the last rank becomes a hen.
    Step {
        /// Which piece.
        piece: Piece,
        /// From where.
        from: u8,
        /// To where.
        to: u8,
    },
    /// A piece in hand is dropped.
    Drop {
        /// Which piece.
        piece: Piece,
        /// To where.
        to: u8,
    },
}

impl Position {
    /// Calls `visit` with every move; those that leave the own lion to be captured are among them.
    #[inline]
    pub fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let mine = self.occupied(0);
        let empty = ALL & !(mine | self.occupied(1));
        for piece in Piece::ALL {
            for from in squares(self.sets[0][piece as usize]) {
                squares(STEPS[piece as usize][usize::from(from)] & !mine)
                    .for_each(|to| visit(Move::Step { piece, from, to }));
            }
        }
        for (held, piece) in Piece::HELD.into_iter().enumerate() {
            if self.hands[0][held] > 0 {
                squares(empty).for_each(|to| visit(Move::Drop { piece, to }));
            }
        }
    }

    /// The position after a move that captures no lion, with the other side to move.
    #[must_use]
    #[inline]
    pub fn after(&self, action: Move) -> Self {
        let mut next = *self;
        match action {
            Move::Drop { piece, to } => {
                next.hands[0][piece.held()] -= 1;
                next.sets[0][piece as usize] |= 1 << to;
            }
            Move::Step { piece, from, to } => {
                let there = 1u16 << to;
                for captured in Piece::ALL {
                    if self.sets[1][captured as usize] & there != 0 {
                        debug_assert!(captured != Piece::Lion, "the game is over");
                        next.sets[1][captured as usize] &= !there;
                        next.hands[0][captured.held()] += 1;
                    }
                }
                next.sets[0][piece as usize] &= !(1 << from);
                let grown = piece == Piece::Chick && there & LAST != 0;
                let piece = if grown { Piece::Hen } else { piece };
                next.sets[0][piece as usize] |= there;
            }
        }
        next.passed()
    }

    /// Calls `visit` with every position after a move that does not leave the own lion to be captured. Asked of
    /// positions in which the enemy lion cannot be captured.
    pub fn for_each_safe_successor(&self, mut visit: impl FnMut(Position)) {
        self.for_each_move(|action| {
            let next = self.after(action);
            if !next.can_capture_lion() {
                visit(next);
            }
        });
    }

    /// Calls `visit` with every position from which a move leads here, whether or not it was a sensible one and
    /// whether or not the game had ended there.
    pub fn for_each_predecessor(&self, mut visit: impl FnMut(Position)) {
        // The side that moved is now side 0.
        let now = self.passed();
        let empty = ALL & !(now.occupied(0) | now.occupied(1));
        for (held, piece) in Piece::HELD.into_iter().enumerate() {
            for at in squares(now.sets[0][piece as usize]) {
                let mut earlier = now;
                earlier.sets[0][piece as usize] &= !(1 << at);
                earlier.hands[0][held] += 1;
                visit(earlier);
            }
        }
        for piece in Piece::ALL {
            for at in squares(now.sets[0][piece as usize]) {
                let here = 1u16 << at;
                // A chick on the last rank was dropped there: moving there it would have grown.
                if piece == Piece::Chick && here & LAST != 0 {
                    continue;
                }
                let mut back = |before: Piece| {
                    for from in squares(sources(before, at) & empty) {
                        let mut earlier = now;
                        earlier.sets[0][piece as usize] &= !here;
                        earlier.sets[0][before as usize] |= 1 << from;
                        visit(earlier);
                        for captured in [Piece::Giraffe, Piece::Elephant, Piece::Chick, Piece::Hen] {
                            if now.hands[0][captured.held()] > 0 {
                                let mut earlier = earlier;
                                earlier.hands[0][captured.held()] -= 1;
                                earlier.sets[1][captured as usize] |= here;
                                visit(earlier);
                            }
                        }
                    }
                };
                back(piece);
                if piece == Piece::Hen && here & LAST != 0 {
                    back(Piece::Chick);
                }
            }
        }
    }
}
