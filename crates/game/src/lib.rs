//! Two-player games of perfect information: what a search and what a solver ask of a game, the repetition rules,
//! the scale of values, brute-force references, and small synthetic games to test searches on.
//!
//! Nothing here knows shogi, does I/O or starts a thread.
#![forbid(unsafe_code)]

pub mod history;
pub mod play;
pub mod random;
pub mod reference;
pub mod rule;
pub mod solve;
pub mod synthetic;
pub mod value;

pub use history::{History, Repetition};
pub use play::{Game, Reach, Side};
pub use rule::{Outcome, Rule};
pub use value::Value;
