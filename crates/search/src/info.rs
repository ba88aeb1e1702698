//! What a search tells while it runs and when it is done.

use crate::Score;
use shogi::Move;
use std::time::Duration;

/// How a score is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// One line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Score for the side to move at the root.
    pub score: Score,
    /// How to read it.
    pub bound: Bound,
    /// Depth of the iteration.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// The moves, at least one.
    pub pv: Vec<Move>,
    /// Whether the score rests on a repetition: the line runs into one, or the bounds that prove the score rely on
    /// positions of the game before the root.
    pub rests_on_repetition: bool,
}

/// A report from a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Rank of the line among the asked ones, from 1.
    pub multi_pv: usize,
    /// The line.
    pub line: Line,
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is with entries of this search, in thousandths.
    pub hashfull: u32,
}

impl Info {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Play this move.
    Play(Move),
    /// Declare the win by entering king.
    Declare,
    /// There is no legal move (or none of the asked ones is legal).
    NoMove,
}

/// Everything that a finished search knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What to do.
    pub decision: Decision,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The lines found, best first: as many as `multi_pv` asks for where there are so many moves, none without a move.
    pub lines: Vec<Line>,
    /// Nodes, over all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Outcome {
    /// The move to play, if the answer is a move.
    pub const fn best_move(&self) -> Option<Move> {
        match self.decision {
            Decision::Play(mv) => Some(mv),
            _ => None,
        }
    }

    /// The score of the best line; of a declared win `mate 1`, without a legal move `mate 0`; 0 where no line was searched.
    pub fn score(&self) -> Score {
        match (self.decision, self.lines.first()) {
            (Decision::Declare, _) => Score::Mate(1),
            (_, Some(line)) => line.score,
            (Decision::NoMove, None) => Score::Mate(0),
            (Decision::Play(_), None) => Score::Cp(0),
        }
    }
}
