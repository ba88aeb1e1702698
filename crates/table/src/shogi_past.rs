//! How soon an earlier position of a game of shogi could come back: a lower bound, step by step backwards.
//!
//! Going from the current position S to an earlier one q, each side has to bring its pieces to the squares where q
//! has them, at most one square per move; and it has to make the drops and captures that the numbers of pieces on
//! the board and in both hands require, at most one per move. The walk goes back one move at a time and updates both
//! counts for what that move changed, so that each earlier position costs a few nanoseconds.

mod supply;

use game::Reach;
use shogi::{Color, Move, Piece, PieceKind, Position, Square};

use supply::Supply;

/// The past of a position, as an exact table asks about it.
#[derive(Clone, Copy, Debug)]
pub struct ShogiPast<'a>(pub &'a Position);

/// The length of the shortest cycle in shogi.
pub const SHORTEST_CYCLE: u32 = 4;

/// A lower bound on plies, from the least numbers of moves of the side to move and of the other side, for a way of the
/// parity of `back`.
#[inline]
fn plies(mover: u32, other: u32, back: usize) -> u32 {
    let least = (2 * mover).saturating_sub(1).max(2 * other);
    least + ((least ^ back as u32) & 1)
}

/// The earlier position q, as its differences from the current one.
struct Walk<'a> {
    position: &'a Position,
    // What q has on a square, by piece code; UNTOUCHED where it has what the current position has.
    cells: [u8; Square::COUNT],
    // By side: squares of q with one of its pieces where the current position has something else.
    misplaced: [u32; 2],
    supply: Supply,
}

const UNTOUCHED: u8 = u8::MAX;

fn code(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| piece.index() as u8)
}

impl<'a> Walk<'a> {
    fn new(position: &'a Position) -> Self {
        Self { position, cells: [UNTOUCHED; Square::COUNT], misplaced: [0; 2], supply: Supply::new() }
    }

    #[inline]
    fn cell(&self, sq: Square) -> Option<Piece> {
        match self.cells[sq.index()] {
            UNTOUCHED => self.position.piece_at(sq),
            code => Piece::from_index(usize::from(code)),
        }
    }

    /// Gives q another content of a square, as far as pieces in their places go.
    #[inline]
    fn place(&mut self, sq: Square, old: Option<Piece>, new: Option<Piece>) {
        let current = self.position.piece_at(sq);
        if let Some(piece) = old {
            self.misplaced[piece.color().index()] -= u32::from(old != current);
        }
        if let Some(piece) = new {
            self.misplaced[piece.color().index()] += u32::from(new != current);
        }
        self.cells[sq.index()] = code(new);
    }

    /// Goes back over a move of `side`.
    #[inline]
    fn take_back(&mut self, mv: Move, captured: Option<Piece>, side: Color) {
        let to = mv.to();
        let Some(after) = self.cell(to) else { return };
        let Some(from) = mv.from() else {
            self.place(to, Some(after), None);
            self.supply.board(self.position, after, to, -1);
            self.supply.hand(side, after.kind(), 1);
            return;
        };
        let before = if mv.is_promotion() { Piece::new(side, after.kind().unpromoted()) } else { after };
        self.place(to, Some(after), captured);
        self.place(from, self.cell(from), Some(before));
        if captured.is_none() && before == after && before.kind() != PieceKind::Pawn {
            // The piece only moved: no number changes.
            return;
        }
        self.supply.board(self.position, after, to, -1);
        self.supply.board(self.position, before, from, 1);
        if let Some(piece) = captured {
            self.supply.board(self.position, piece, to, 1);
            self.supply.hand(side, piece.kind().unpromoted(), -1);
        }
    }

    /// The least number of moves `side` needs.
    #[inline]
    fn moves(&self, side: Color) -> u32 {
        self.misplaced[side.index()].max(self.supply.moves(side))
    }
}

impl Reach for ShogiPast<'_> {
    fn shortest_cycle(&self) -> u32 {
        SHORTEST_CYCLE
    }

    #[inline]
    fn walk_back(&self, most: usize, mut visit: impl FnMut(usize, u32)) {
        let position = self.0;
        let length = position.history_len();
        let mover = position.side_to_move();
        let mut walk = Walk::new(position);
        for back in 1..=most.min(length) {
            let Some(past) = position.history(length - back) else { return };
            let Some(mv) = past.mv else { return };
            walk.take_back(mv, past.captured, past.side);
            let bound = plies(walk.moves(mover), walk.moves(!mover), back);
            visit(back, bound.max(SHORTEST_CYCLE.saturating_sub(back as u32)).max(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_and_turn_order_count() {
        // One move of the side to move: one ply on odd distances, two on even ones.
        assert_eq!(plies(1, 0, 3), 1);
        assert_eq!(plies(1, 0, 4), 2);
        assert_eq!(plies(0, 1, 4), 2);
        assert_eq!(plies(0, 1, 5), 3);
        assert_eq!(plies(2, 1, 3), 3);
    }
}
