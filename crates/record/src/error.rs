//! Places in a file, and what can be wrong there: refusals, cuts and notes.

use crate::Game;
use std::fmt;
use std::sync::Arc;

/// Where in an input something stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The name that the caller gave to the input, usually a path.
    pub file: Arc<str>,
    /// Line, from 1; of a binary file the number of the entry, from 1.
    pub line: u64,
    /// Column in characters, from 1; of a binary file the byte within the entry, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    /// `file:line:column`, as compilers write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Why a game was refused. The reader goes on with the next game.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct RecordError {
    /// Where reading had to stop.
    pub place: Place,
    /// What is wrong, and what was expected.
    pub reason: String,
    /// What had been read before that place, for callers who want it; never counted as a game.
    pub prefix: Option<Box<Game>>,
}

impl RecordError {
    pub(crate) fn new(place: Place, reason: impl Into<String>) -> Self {
        Self { place, reason: reason.into(), prefix: None }
    }
}

/// Where and why a line of moves was cut before its first illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where the illegal move stands.
    pub place: Place,
    /// The move as it is written there.
    pub text: String,
    /// Why it is illegal.
    pub reason: String,
    /// Moves left out, the illegal one included.
    pub left_out: usize,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = if self.left_out == 1 { "move" } else { "moves" };
        write!(f, "{}: {}: {}; {} {moves} left out", self.place, self.text, self.reason, self.left_out)
    }
}

/// Something that was read leniently, or that a reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it stands.
    pub place: Place,
    /// What was done about it.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// Why a game could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The destination refused it.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The format has no way to say it.
    #[error("{format} cannot hold the game: {reason}")]
    CannotHold {
        /// The format's name.
        format: &'static str,
        /// What it cannot hold.
        reason: String,
    },
}
