//! Tokyo Doves, whole or with at most N doves on the board: 120 positions at a time.
//!
//! State is a bitmap over the free positions, *won* so far, and what the last half-ply settled. A lost position of ply `k` is
//! one all of whose successors are won by ply `k - 1` (AND over the steps of its frame), one of them in that very ply; a won
//! one of ply `k + 1` is not won yet and has a successor that was lost in ply `k` (OR). Each half-ply is a function of what
//! stood before it, and one that was interrupted is simply done again. Positions that win at once begin the bitmap: a mask of
//! the mover's assignments for each frame.
//!
//! While many positions are won in a half-ply, losses are looked for everywhere, and a second bitmap, *lost*, tells which are
//! new. Once they are few the run *follows*: losses are looked for only behind what was won just before, what is lost is not
//! kept any more, and what is won is written to files only every few half-plies.
//!
//! - a *segment* is the bitmap of one class: the unit of work, of memory and of files; of equal rows it keeps one;
//! - frames whose successors did not change in the half-ply before are not looked at;
//! - beyond the memory bound segments are compressed and written out, first those that are not needed for longest;
//! - a checkpoint after each ply writes what it settled, and segments under new names, then the manifest by renaming;
//! - several processes share the classes: each works on its own and sends what it settled to those that read it.

mod bits;
mod checkpoint;
mod distinct;
mod error;
mod flags;
mod follow;
mod fresh;
mod held;
mod kernel;
mod layout;
mod peers;
mod segment;
mod settled;
mod share;
mod solver;
mod store;
mod sweep;
mod table;
mod uses;

pub use error::SolveError;
pub use share::{Part, plan};
pub use solver::{Options, Row, Solver, Summary};
