//! The traits a game implements to be searched.

use std::fmt::Debug;

use crate::Value;

/// The side to move: 0 for the side that moves first from the start position, 1 for the other.
pub type Side = u8;

/// A game of perfect information between two sides that move in turn.
///
/// A value of this type is a game in progress: it can play and take back moves. Equal positions have equal keys;
/// the position includes the side to move and excludes the history.
pub trait Game {
    /// A move, meaningful in the position it was generated for.
    type Move: Copy + Eq + Debug;

    /// Replaces the contents of `list` by the legal moves, in an order that depends on the position only.
    ///
    /// No legal move means that the side to move has lost.
    fn moves(&self, list: &mut Vec<Self::Move>);

    /// Plays one of [`Game::moves`].
    fn play(&mut self, mv: Self::Move);

    /// Takes back the last move played.
    fn undo(&mut self);

    /// Identity of the position: board, hands, side to move.
    fn key(&self) -> u64;

    /// The side to move.
    fn side(&self) -> Side;

    /// Whether the side to move is in check, that is whether the last move, whoever made it, gave check.
    fn in_check(&self) -> bool;

    /// Static value for the side to move: a pure function of the position, inside the range of
    /// [`crate::value::is_static`].
    fn evaluate(&self) -> Value;

    /// Whether the piece moved could simply go back: false for moves, as captures and drops, after which the position
    /// before can come back only by way of other such moves. True where the game does not know better.
    fn is_reversible(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// A compact name of a move for a transposition table; 0 means none and must not be returned.
    fn pack(&self, mv: Self::Move) -> u16;
}

/// A game that can bound how soon an earlier position could come back.
///
/// An exact transposition table asks this question before it trusts an entry: which positions of the history could
/// still be reached within the depth of the entry?
pub trait Reach {
    /// A lower bound on the length in plies of any cycle of positions (4 in shogi).
    fn shortest_cycle(&self) -> u32;

    /// Walks back through the positions passed on the way here, nearest first, at most `most` of them.
    ///
    /// `visit(back, plies)` gets how many plies ago the position occurred (from 1) and a lower bound on the plies
    /// needed to reach it again from the current one. The bound must never be too large.
    fn walk_back(&self, most: usize, visit: impl FnMut(usize, u32));
}
