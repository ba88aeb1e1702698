//! `yomikiri serve`: a page in the browser, and the HTTP interface behind it, which scripts can use as well.
//!
//! All rules are those of the other crates: the page never decides what is legal. The interface is described in the book.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod analyses;
mod assets;
mod body;
mod client;
mod connections;
mod error;
mod feed;
mod folder;
mod games;
mod guard;
mod id;
mod lines;
mod moves;
mod options;
mod pictures;
mod pool;
mod position;
mod reason;
mod records;
mod registry;
mod reviews;
mod routes;
mod rules;
mod running;
mod runs;
mod solved;
mod state;
mod turns;
mod version;

pub use options::{Limits, Options};
pub use running::Bound;
