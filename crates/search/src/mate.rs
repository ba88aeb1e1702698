//! Mate by continuous checks: a df-pn solver that is exact under repetition.
//!
//! Depth-first proof-number search (Nagai 2002) with thresholds that leave room of one part in four (Pawlewicz and Lew 2007),
//! on an explicit stack, so that a mate may be as long as memory allows.
//!
//! **What is solved.** The side to move checks with every move; the other side plays any legal move; who has no legal move is
//! mated. A line that comes to a position a second time is no mate: whoever can mate at all can do so without repeating,
//! and the fourth occurrence by continuous checks loses. Positions that the game before the root has seen three times are
//! closed to both sides, as the game would end there.
//!
//! **Why a table is exact here.** A mate is a fact about a position, whatever the path: a proof is a finite tree. A failure
//! may rest on the path, where a line was given up because it came back to a position of it. A failure found under a path
//! that holds the positions `R` it was given up for is one under every path that holds `R`: more positions on the path only
//! forbid more. So each failure is kept with the stretch of the path from the first position of `R` on, and is answered
//! where the path ends in the same stretch; with an empty `R` it is final. (Kishimoto and Müller 2004 keep such results
//! under the whole path.)

mod closed;
mod line;
mod node;
mod path;
mod proofs;
mod solver;
mod table;

pub use solver::{Solver, Verdict};

use crate::Control;
use std::time::Instant;

/// What bounds the search for a mate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds<'a> {
    /// Positions expanded; exact, so that a search bounded by them alone gives the same answer every time.
    pub nodes: Option<u64>,
    /// When to give up.
    pub until: Option<Instant>,
    /// Gives up when it is stopped.
    pub control: Option<&'a Control>,
}

/// What a solver that is wrong on purpose gets wrong: tests show that each of these is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// None.
    None,
    /// Failures that rest on the path are kept as if they did not.
    ForgetsPaths,
    /// Failures that rest on the path are answered wherever a stretch of the same length could be.
    TakesAnyPath,
    /// A smaller hand is taken to mate where a larger one does.
    SmallerHands,
}

#[cfg(test)]
mod tests;
