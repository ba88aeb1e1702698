//! Tokyo Doves, whole or with at most N doves on the board: 120 positions at a time.
//!
//! State is two bitmaps over the free positions: *won* and *lost* so far. A lost position of ply `k` is one all of
//! whose successors are won by ply `k - 1` (AND over the steps of its frame), a won one of ply `k + 1` has a
//! successor that is lost by ply `k` (OR). So each half-ply is a function of the other bitmap alone, and one that
//! was interrupted is simply done again. Positions that win at once are no part of the bitmaps: for them a mask of
//! the mover's assignments for each frame suffices, which packs the whole game into 22.9 GB a bitmap.
//!
//! - a *segment* is one bitmap of one class: the unit of work, of memory and of files;
//! - frames whose successors did not change since the last look are not looked at again;
//! - segments beyond the memory bound are packed, compressed and written out, the least recently used first;
//! - a checkpoint after each ply writes the changed segments under new names, then the manifest by renaming;
//! - several processes share the classes: each works on its own and sends what changed to those that read it.

mod bits;
mod checkpoint;
mod error;
mod flags;
mod history;
mod kernel;
mod layout;
mod peers;
mod segment;
mod share;
mod solver;
mod store;
mod sweep;
mod table;

pub use error::SolveError;
pub use share::{Part, plan};
pub use solver::{Options, Row, Solver, Summary};
