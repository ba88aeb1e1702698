//! Finding the best move of a shogi position: iterative deepening, principal variation search with a shared table,
//! quiescence, time management.
//!
//! [`Engine::search`] blocks until there is an answer; a [`Control`] stops it from another thread, and a callback
//! receives an [`Info`] after every finished line. The library prints nothing.
//!
//! ```
//! use search::{Control, Engine, Limits, Options};
//! let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let outcome = engine.search(&shogi::Position::startpos(), &limits, &Control::new(), &|_| {});
//! assert!(outcome.best_move().is_some());
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bench;
mod claims;
mod constants;
mod control;
mod engine;
mod evaluation;
mod history;
mod info;
mod iterations;
mod level;
mod limits;
pub mod mate;
mod node;
mod options;
mod order;
mod quiescence;
mod root;
mod score;
pub mod slides;
mod time;
mod variation;
mod vote;
mod worker;

/// The book's page on the engine; its examples are tests.
#[doc = include_str!("../../../docs/book/src/engine.md")]
#[cfg(doctest)]
pub struct BookEngine;

/// The book's page on mate problems; its examples are tests.
#[doc = include_str!("../../../docs/book/src/mate.md")]
#[cfg(doctest)]
pub struct BookMate;

pub use claims::TableMode;
pub use constants::{CONSTANTS, Constant, Constants};
pub use control::Control;
pub use engine::Engine;
pub use evaluation::{Evaluation, Terms, evaluate};
pub use info::{Bound, Decision, Info, Line, Outcome};
pub use iterations::Iterations;
pub use level::Level;
pub use limits::{Clock, Limits};
pub use options::{Method, Options};
pub use score::{MAX_PLY, Score};
pub use slides::Slides;
