//! What bounds one search.

use shogi::Move;
use std::time::Duration;

/// The clocks of both sides, Black first, as `go btime … wtime … byoyomi … binc … winc …` gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Main time left.
    pub time: [Duration; 2],
    /// Time per move once the main time is used up.
    pub byoyomi: Duration,
    /// Time added for each move.
    pub increment: [Duration; 2],
}

/// The bounds of one search. Without any, the search runs until it is stopped or has reached its greatest depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes, over all threads. Exact with one thread.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Clocks from which the time for this move is derived.
    pub clock: Option<Clock>,
    /// Answer only when stopped.
    pub infinite: bool,
    /// Think on the opponent's time: clocks and move time count from [`crate::Control::ponder_hit`], and there is no answer
    /// before it or a stop.
    pub ponder: bool,
    /// Only these moves at the root; empty: all.
    pub search_moves: Vec<Move>,
}
