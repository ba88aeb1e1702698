//! A transposition table that is exact under repetition, and costs nothing for it.
//!
//! A value found by search may rest on positions that occurred before the one it belongs to. This crate keeps track
//! of that reliance ([`Proof`]): what is true without any past goes under the plain key, all else under a twin key. A
//! reader first looks for positions of its own game that the search below could run into once more ([`Danger`]).
//! `docs/book/src/repetition.md` has the definitions and the proof.
//!
//! The pieces, from the outside in: [`Table`] is what a search holds; [`Store`] is one lock-free array of
//! [`Entry`]s; [`Index`] maps keys to buckets.

pub mod audit;
pub mod clear;
pub mod danger;
pub mod entry;
pub mod evidence;
pub mod index;
pub mod prime;
pub mod shogi_past;
pub mod store;
pub mod transposition;
pub mod word;

pub use danger::{Danger, Member};
pub use entry::{Bound, Entry};
pub use evidence::{Claim, Evidence, Gather, NEVER, Proof};
pub use index::Index;
pub use shogi_past::ShogiPast;
pub use store::{Store, TableError};
pub use transposition::{Ask, DepthTest, Found, Options, Reading, Report, Table};
