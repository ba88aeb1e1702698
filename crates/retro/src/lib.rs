//! Retrograde analysis: every position of a game won, lost or drawn, with the plies to the end.
//!
//! [`dense`] solves any [`game::solve::RankedGame`] that fits in memory by counting successors. [`factored`] solves
//! Tokyo Doves a machine word of positions at a time, in bounded memory, with checkpoints. [`solved`] answers questions from
//! the tables.
#![forbid(unsafe_code)]

pub mod dense;
pub mod factored;
mod progress;
pub mod solved;

pub use progress::{Observer, Progress, Silent};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/solver.md")]
mod book {}
