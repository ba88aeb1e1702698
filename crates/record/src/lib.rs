//! Game records: KIF, KI2, CSA, USI lines, PSV and hcpe, read and written as streams.
//!
//! Everything is read into one model, [`Game`], by [`read_any`], which tells the format and the character set from the
//! content. One bad game never loses the others: each comes as a [`Result`] of its own.
//!
//! ```
//! let text = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n/\nV2.2\nPI\n+\n-7776FU\n";
//! let games: Vec<_> = record::read_any(text.as_bytes(), "two.csa").collect();
//! let first = games[0].as_ref().unwrap();
//! assert_eq!(first.main.plies.len(), 2);
//! assert_eq!(first.outcome(), record::Outcome::Win(shogi::Color::White));
//! let error = games[1].as_ref().unwrap_err();
//! assert_eq!(error.to_string(), "two.csa:11:1: it is black's turn, but the move is marked as white's");
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod any;
mod bits;
pub mod book;
mod charset;
mod comment;
pub mod csa;
mod detect;
mod doubt;
mod ending;
mod error;
mod format;
mod game;
mod hcp;
mod headers;
pub mod kifu;
mod lines;
mod notation;
mod packed;
mod position_text;
pub mod referee;
mod setup;
mod training;
mod usi;

pub use any::{Games, read_any, read_as};
pub use charset::Charset;
pub use detect::detect;
pub use ending::{Ending, EndingKind, Outcome};
pub use error::{Cut, Note, Place, RecordError, WriteError};
pub use format::{Format, GameWriter, LeftOut};
pub use game::{Branch, Game, Line, Ply};
pub use headers::{Headers, Key};
pub use notation::{Misread, read_japanese};
pub use position_text::{PositionError, PositionText, read_position, refuse_unplayable, refuse_unplayed};
pub use training::{
    BadRecord, HCPE_BYTES, PSV_BYTES, TrainingPosition, read_hcpe, read_psv, write_hcpe, write_psv,
};
pub use usi::usi_line;

/// The pages of the book whose code is about this crate, compiled and run with its tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/records.md")]
struct Book;
