//! What an engine says to a GUI.

use crate::best::{BestMove, Checkmate};
use crate::declared::DeclaredOption;
use crate::error::{ErrorKind, ParseError};
use crate::info::Info;
use crate::tokens::{Tokens, one_line, strict};
use std::fmt;
use std::str::FromStr;

/// One message from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// A declared option.
    Option(DeclaredOption),
    /// The end of the introduction.
    UsiOk,
    /// Everything is loaded.
    ReadyOk,
    /// A report of the search.
    Info(Box<Info>),
    /// The answer to `go`.
    BestMove(BestMove),
    /// The answer to `go mate`.
    Checkmate(Checkmate),
}

const KNOWN: &str = "id, option, usiok, readyok, info, bestmove or checkmate";

impl Reply {
    /// Reads a line.
    ///
    /// # Errors
    /// The first thing wrong.
    pub fn parse(line: &str) -> Result<Self, ParseError> {
        strict(Self::parse_lenient(line)?)
    }

    /// Reads a line; fields of `info` that cannot be used, a ponder move that is none and words behind a complete
    /// message are left out and handed back.
    ///
    /// # Errors
    /// The first thing wrong without which the line means nothing.
    pub fn parse_lenient(line: &str) -> Result<(Self, Vec<ParseError>), ParseError> {
        let mut tokens = Tokens::new(line)?;
        let mut problems = Vec::new();
        let Some(first) = tokens.next() else {
            return Err(ParseError { index: 0, token: String::new(), kind: ErrorKind::Empty });
        };
        let reply = match first.text {
            "id" => {
                let token = tokens.expect("name or author")?;
                let text = tokens.rest().to_owned();
                return match token.text {
                    "name" => Ok((Self::Name(text), problems)),
                    "author" => Ok((Self::Author(text), problems)),
                    _ => Err(token.error(ErrorKind::Unexpected("name or author"))),
                };
            }
            "option" => Self::Option(DeclaredOption::read(&mut tokens)?),
            "usiok" => Self::UsiOk,
            "readyok" => Self::ReadyOk,
            "info" => {
                let (info, problems) = Info::read(tokens);
                return Ok((Self::Info(Box::new(info)), problems));
            }
            "bestmove" => {
                let (best, found) = BestMove::read(&mut tokens)?;
                problems = found;
                Self::BestMove(best)
            }
            "checkmate" => Self::Checkmate(Checkmate::read(&mut tokens)?),
            _ => return Err(first.error(ErrorKind::UnknownMessage(KNOWN))),
        };
        tokens.leftovers("the end of the line", &mut problems);
        Ok((reply, problems))
    }
}

impl FromStr for Reply {
    type Err = ParseError;

    /// The strict reader, [`Reply::parse`].
    fn from_str(line: &str) -> Result<Self, ParseError> {
        Self::parse(line)
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {}", one_line(name)),
            Self::Author(author) => write!(f, "id author {}", one_line(author)),
            Self::Option(option) => option.fmt(f),
            Self::UsiOk => f.write_str("usiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(best) => best.fmt(f),
            Self::Checkmate(checkmate) => checkmate.fmt(f),
        }
    }
}
