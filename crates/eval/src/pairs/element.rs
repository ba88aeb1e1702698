//! The things that make up a position, numbered.

use shogi::{Color, Piece, PieceKind, Position, Square};

/// Kinds apart: P L N S G (gold and what moves like it) B R H D K.
const KINDS: usize = 10;
/// Things on the board: colour, kind, square.
const ON_BOARD: usize = 2 * KINDS * 81;
/// Things in one hand: a kind and how many of it.
const IN_HAND: usize = 38;
/// How many things there are.
pub(super) const ELEMENTS: usize = ON_BOARD + 2 * IN_HAND;
/// No position has more of them at once: pieces of the two hands stand together by kind.
pub(super) const MOST: usize = 40;

/// By kind index.
const KIND: [usize; 16] = [0, 0, 1, 2, 3, 5, 6, 4, 9, 4, 4, 4, 4, 7, 8, 0];
/// By kind index: where the row of a kind in hand begins.
const HELD: [usize; 8] = [0, 0, 18, 22, 26, 30, 32, 34];

/// A piece on a square.
#[inline]
pub(super) fn on_board(piece: Piece, sq: Square) -> u16 {
    ((piece.color().index() * KINDS + KIND[piece.kind().index()]) * 81 + sq.index()) as u16
}

/// `count` (at least 1) pieces of a kind in hand.
#[inline]
pub(super) fn in_hand(color: Color, kind: PieceKind, count: u32) -> u16 {
    (ON_BOARD + color.index() * IN_HAND + HELD[kind.index()] + count as usize - 1) as u16
}

/// The same thing on the board mirrored left to right.
pub(super) fn mirrored(element: usize) -> usize {
    if element >= ON_BOARD {
        return element;
    }
    let (piece, sq) = (element / 81, element % 81);
    piece * 81 + (8 - sq / 9) * 9 + sq % 9
}

/// The same thing with the colours swapped and the board turned.
pub(super) fn swapped(element: usize) -> usize {
    if element >= ON_BOARD {
        let at = element - ON_BOARD;
        return ON_BOARD + (at + IN_HAND) % (2 * IN_HAND);
    }
    let (piece, sq) = (element / 81, element % 81);
    (piece + KINDS) % (2 * KINDS) * 81 + 80 - sq
}

/// The things of a position, in no order.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    list: [u16; MOST],
    len: u8,
}

impl Elements {
    pub(super) fn of(position: &Position) -> Self {
        let mut elements = Self { list: [0; MOST], len: 0 };
        position.occupied().for_each(|sq| {
            if let Some(piece) = position.piece_at(sq) {
                elements.push(on_board(piece, sq));
            }
        });
        for color in Color::ALL {
            let hand = position.hand(color);
            if !hand.is_empty() {
                for kind in PieceKind::HAND {
                    let count = hand.count(kind);
                    if count > 0 {
                        elements.push(in_hand(color, kind, count));
                    }
                }
            }
        }
        elements
    }

    #[inline]
    pub(super) fn list(&self) -> &[u16] {
        &self.list[..self.len as usize]
    }

    /// Adds one; beyond [`MOST`] (a position with more than one set of pieces) it is left out.
    #[inline]
    pub(super) fn push(&mut self, element: u16) {
        if let Some(place) = self.list.get_mut(self.len as usize) {
            *place = element;
            self.len += 1;
        }
    }

    /// Takes one out; the last one takes its place.
    #[inline]
    pub(super) fn remove(&mut self, element: u16) {
        if let Some(at) = self.list().iter().position(|&other| other == element) {
            self.len -= 1;
            self.list[at] = self.list[self.len as usize];
        }
    }
}
