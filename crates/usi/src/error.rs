//! What is wrong with a line: which token, at which index, and what was expected.

use shogi::{MoveTextError, SfenError};

/// A token that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("token {index} {token:?}: {kind}")]
pub struct ParseError {
    /// Which token of the line, counted from 0 (the command itself). Where something is missing, the index at which it
    /// was expected.
    pub index: usize,
    /// The token, as it stands in the line; empty where something is missing.
    pub token: String,
    /// What is wrong with it.
    pub kind: ErrorKind,
}

/// What is wrong with a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The line holds no token.
    #[error("the line is empty")]
    Empty,
    /// A control character inside a word.
    #[error(
        "control character as character {at} of the token, expected text with blanks and tabs alone between tokens"
    )]
    Control {
        /// Which character of the token, from 1.
        at: usize,
    },
    /// The first word is no known message.
    #[error("unknown message, expected {0}")]
    UnknownMessage(&'static str),
    /// A word that has no meaning here.
    #[error("unexpected, expected {0}")]
    Unexpected(&'static str),
    /// The line ends where something more was expected.
    #[error("missing: expected {0}")]
    Missing(&'static str),
    /// No number, or one out of range.
    #[error("not a number: expected {0}")]
    Number(&'static str),
    /// No move text.
    #[error(transparent)]
    MoveText(#[from] MoveTextError),
    /// A move that the rules do not allow.
    #[error("illegal as move {number} after the start position: {reason}")]
    IllegalMove {
        /// Which move of the list, from 1.
        number: usize,
        /// The rule that it breaks.
        reason: String,
    },
    /// A start position that cannot be read.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// A start position that was read after a repair.
    #[error("repaired: {0}")]
    Repaired(String),
    /// A start position that no game can be played from.
    #[error("no position to play from: {0}")]
    Unplayable(String),
}
