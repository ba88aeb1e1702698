//! The messages of the Universal Shogi Interface (USI), both ways, as types: text in, types out, and back.
//!
//! [`Command`] is what a GUI says to an engine, [`Reply`] what an engine says to a GUI. Each is read from one line and
//! written as one line without its line end. Nothing here reads, writes, waits or decides.
//!
//! Reading is strict (`parse`: the first thing wrong is the answer) or lenient (`parse_lenient`: what can be used is
//! used, and everything left out is handed back as [`ParseError`]s, so that a caller can report it). A token that is
//! wrong is named with its index; index 0 is the first word of the line.
//!
//! Blanks and tabs separate tokens, any number of them; line ends may stand around the line. Any other control character,
//! a line end inside the line included, is an error wherever it stands, in names, values and free text too, and to the
//! lenient reader as well ([`ErrorKind::Control`]). What is written never holds one: a blank takes its place.
//!
//! Source of the protocol: the USI page of Tord Romstad's Glaurung and its Japanese revision for 将棋所
//! (<https://shogidokoro2.stars.ne.jp/usi.html>).
//!
//! ```
//! use usi::{Command, Go};
//!
//! let Command::Position(start) = Command::parse("position startpos moves 7g7f 3c3d")? else { unreachable!() };
//! assert_eq!(start.position.history_len(), 2);
//!
//! let error = Command::parse("position startpos moves 7g7f win").unwrap_err();
//! assert_eq!((error.index, error.token.as_str()), (4, "win"));
//!
//! let (command, problems) = Command::parse_lenient("go byoyomi 1000 hurry")?;
//! assert_eq!(command.to_string(), "go byoyomi 1000");
//! assert_eq!(problems[0].token, "hurry");
//! # Ok::<(), usi::ParseError>(())
//! ```
#![forbid(unsafe_code)]

mod best;
mod command;
mod declared;
mod error;
mod go;
mod info;
mod position;
mod reply;
mod score;
mod tokens;

pub use best::{BestMove, Checkmate};
pub use command::{Command, GameResult, SetOption};
pub use declared::{DeclaredOption, OptionKind};
pub use error::{ErrorKind, ParseError};
pub use go::{Clock, Go, MateLimit};
pub use info::Info;
pub use position::{PositionCommand, position_text};
pub use reply::Reply;
pub use score::{Bound, Score, ScoreValue};
