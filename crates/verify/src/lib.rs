//! The verification campaign: searches that use the transposition table in every mode, compared with brute force at
//! the root and at every node, over synthetic games and real shogi.
#![forbid(unsafe_code)]

pub mod bundled;
pub mod campaign;
pub mod case;
pub mod collisions;
pub mod counters;
pub mod cpu_time;
pub mod indexes;
pub mod mode;
pub mod searcher;
pub mod shogi_game;
pub mod shogi_set;
pub mod shrink;
mod source;
mod text;

pub use campaign::{CampaignOptions, Progress, Report, run};
pub use case::{Case, Failure, Verdict, WindowKind};
pub use counters::Counters;
pub use mode::{Mode, Mutation};
pub use searcher::{Bounds, Searcher, Setup};

/// The book's page on the method: its code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/repetition.md")]
pub struct BookPage;
