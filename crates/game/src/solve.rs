//! What a solver asks of a game: a numbering of its positions, their successors and predecessors.
//!
//! A game enters the dense solver by one implementation of [`RankedGame`]. Depths are plies to the end under
//! best play: the winner hurries, the loser delays.

mod code;
pub mod reference;

pub use code::{BadCode, Value};

/// A finite game whose positions are numbered `0..size()`.
///
/// Laws, each checked by [`reference::check_laws`] on any sample of ranks:
/// - `rank(unrank(i)) == i` wherever `unrank(i)` is some; other numbers are holes and never appear as neighbours;
/// - `j` is a successor of `i` exactly when `i` is a predecessor of `j`, for `i` not terminal;
/// - both enumerations may repeat a rank (two moves may lead to one class of symmetric positions).
pub trait RankedGame: Sync {
    /// A position with the side to move.
    type Position;

    /// One more than the largest rank.
    fn size(&self) -> u64;

    /// The number of the position, the same for all positions the game takes as equal by symmetry.
    fn rank(&self, position: &Self::Position) -> u64;

    /// The position of a rank, or `None` for a hole of the numbering.
    fn unrank(&self, rank: u64) -> Option<Self::Position>;

    /// The value that the rules give without looking at a successor: the game is over here, or the mover ends it
    /// with this very move. `None` asks the solver. A position without successors that is not terminal is
    /// `Lose(0)`: whoever cannot move has lost.
    fn terminal(&self, position: &Self::Position) -> Option<Value>;

    /// Calls `visit` with the rank of every position one move ahead. Asked of non-terminal positions only.
    fn successors(&self, position: &Self::Position, visit: &mut dyn FnMut(u64));

    /// Calls `visit` with the rank of every non-terminal position from which one move leads here. Terminal ones may
    /// be among them; they are passed over.
    fn predecessors(&self, position: &Self::Position, visit: &mut dyn FnMut(u64));

    /// How many times `successors` would call `visit`.
    fn degree(&self, position: &Self::Position) -> usize {
        let mut count = 0;
        self.successors(position, &mut |_| count += 1);
        count
    }

    /// How many positions equal by symmetry the rank stands for, if both enumerations call `visit` once for each move
    /// of this position: then from all images of `i` to those of `j` there are as many moves forward as backward, and
    /// a solver may count moves instead of distinct successors, which it would have to sort. At most 8.
    ///
    /// The law: `images(i)` times the calls with `j` among the successors of `i` equals `images(j)` times the calls
    /// with `i` among the predecessors of `j`.
    fn images(&self, position: &Self::Position) -> Option<u8> {
        let _ = position;
        None
    }
}
