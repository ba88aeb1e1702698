//! Learns the weights of an evaluation from game records: the moves of a record are compared with all others by one move
//! and quiescence, and the weights are moved so that the record's move comes out best.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod adaptive;
mod agreement;
mod checkpoint;
mod corpus;
mod error;
mod files;
mod game;
mod gradient;
mod line;
mod log;
mod margins;
mod network;
mod objective;
mod observer;
mod options;
mod parallel;
mod quiescence;
mod random;
mod rows;
mod run;
mod select;
mod sign_step;
mod slides;
mod source;
mod spool;
mod variations;

pub use adaptive::Adaptive;
pub use agreement::{Agreement, measure};
pub use corpus::{Corpus, Counts, is_held_out};
pub use error::LearnError;
pub use files::write_whole;
pub use game::{Game, Result as GameResult, Score};
pub use gradient::ValueTerm;
pub use line::Line;
pub use log::{Row, csv, csv_header};
pub use margins::{CLASSES, Margins, QUANTILES, Quantiles};
pub use network::{NetworkOptions, NetworkOutcome, NetworkRow, learn_network};
pub use objective::{Objective, PAWN_EXCHANGE, TOP, Totals, WIDTH, WINDOW};
pub use observer::{Observer, Silent};
pub use options::{Method, Options};
pub use quiescence::Prepared;
pub use run::{Outcome, learn, read_run};
pub use select::LeftOut;
pub use slides::{Constraint, Penalty, Slides};
pub use source::{FileFacts, Found, read_file};
pub use spool::Chosen;

/// The names of the thirteen piece values, in the order of the family `material`.
pub const MATERIAL_NAMES: [&str; 13] = [
    "pawn",
    "lance",
    "knight",
    "silver",
    "bishop",
    "rook",
    "gold",
    "promoted_pawn",
    "promoted_lance",
    "promoted_knight",
    "promoted_silver",
    "horse",
    "dragon",
];

/// The page of the book about learning; its code is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/learning.md")]
struct Book;
