//! Moves forward and backward.

use crate::lanes::{CHICKS, EACH, HELD, HENS, SOURCES_OF, STEPS_OF};
use crate::squares::{ALL, LAST, STEPS, squares};
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

/// The bits of a word, lowest first.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}

impl Position {
    /// Calls `visit` with every move; those that leave the own lion to be captured are among them.
    #[inline]
    pub fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let mine = self.occupied(0);
        let empty = ALL & !(mine | self.occupied(1));
        let from = self.lions[0].trailing_zeros() as u8;
        for to in squares(STEPS[0][usize::from(from & 15)] & !mine) {
            visit(Move::Step { piece: Piece::Lion, from, to });
        }
        for bit in bits(self.sets[0]) {
            let (piece, from) = (Piece::ALL[bit as usize / 16 + 1], bit as u8 % 16);
            squares(STEPS_OF[bit as usize & 63] & !mine).for_each(|to| visit(Move::Step { piece, from, to }));
        }
        for piece in Piece::HELD {
            if self.hands[0] >> (8 * piece.held()) & 3 != 0 {
                squares(empty).for_each(|to| visit(Move::Drop { piece, to }));
            }
        }
    }

    /// The position after a move that captures no lion, with the other side to move.
    #[must_use]
    #[inline]
    pub fn after(&self, action: Move) -> Self {
        self.made(action).passed()
    }

    /// The position after a move, with the side that made it still to move.
    #[inline]
    fn made(&self, action: Move) -> Self {
        let mut next = *self;
        match action {
            Move::Drop { piece, to } => {
                next.hands[0] -= 1 << (8 * piece.held());
                next.sets[0] |= 1 << (piece.shift() + u32::from(to));
            }
            Move::Step { piece, from, to } => {
                let hit = self.sets[1] & EACH << to;
                next.sets[1] &= !hit;
                next.hands[0] += HELD[(hit.trailing_zeros() / 16) as usize];
                if piece == Piece::Lion {
                    next.lions[0] = 1 << to;
                } else {
                    let grown = piece == Piece::Chick && LAST >> to & 1 == 1;
                    let shift = piece.shift() + if grown { HENS - CHICKS } else { 0 };
                    next.sets[0] &= !(1 << (piece.shift() + u32::from(from)));
                    next.sets[0] |= 1 << (shift + u32::from(to));
                }
            }
        }
        next
    }

    /// Calls `visit` with every position after a move that does not leave the own lion to be captured. Asked of
    /// positions in which the enemy lion cannot be captured.
    #[inline]
    pub fn for_each_safe_successor(&self, mut visit: impl FnMut(Position)) {
        self.for_each_move(|action| {
            let next = self.after(action);
            if !next.can_capture_lion() {
                visit(next);
            }
        });
    }

    /// Calls `visit` with every position without a lion to capture from which a move leads here, whether or not it was
    /// a sensible one and whether or not the game had ended there. `drops`: whether drops are among the moves.
    #[inline]
    pub fn for_each_predecessor(&self, drops: bool, mut visit: impl FnMut(Position)) {
        // The side that moved is now side 0.
        let now = self.passed();
        let empty = ALL & !(now.occupied(0) | now.occupied(1));
        // Drops undone; a hen was never dropped.
        let dropped = if drops { now.sets[0] & !(0xfff << HENS) } else { 0 };
        for bit in bits(dropped) {
            let mut earlier = now;
            earlier.sets[0] &= !(1 << bit);
            earlier.hands[0] += HELD[bit as usize / 16];
            if !earlier.can_capture_lion() {
                visit(earlier);
            }
        }
        let mut back = |earlier: Position, left: u64| {
            // What the enemy has on the square left captures nothing of the mover's lion before its turn comes.
            if earlier.can_capture_lion() {
                return;
            }
            visit(earlier);
            for (lane, held) in HELD.into_iter().enumerate().take(4) {
                if now.hands[0] & (3 * held) != 0 {
                    let mut earlier = earlier;
                    earlier.hands[0] -= held;
                    earlier.sets[1] |= left << (16 * lane);
                    visit(earlier);
                }
            }
        };
        let at = now.lions[0].trailing_zeros() as usize & 15;
        for from in squares(STEPS[0][at] & empty) {
            let mut earlier = now;
            earlier.lions[0] = 1 << from;
            back(earlier, u64::from(now.lions[0]));
        }
        for bit in bits(now.sets[0]) {
            let (shift, at) = (bit & !15, bit & 15);
            let last = LAST >> at & 1 == 1;
            // A chick on the last rank was dropped there: moving there it would have grown.
            if shift == CHICKS && last {
                continue;
            }
            let mut from_lane = |shift: u32| {
                for from in squares(SOURCES_OF[(shift + at) as usize & 63] & empty) {
                    let mut earlier = now;
                    earlier.sets[0] = earlier.sets[0] & !(1 << bit) | 1 << (shift + u32::from(from));
                    back(earlier, 1 << at);
                }
            };
            from_lane(shift);
            if shift == HENS && last {
                from_lane(CHICKS);
            }
        }
    }
}
