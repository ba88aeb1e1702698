//! `bestmove` and `checkmate`: what an engine decided.

use crate::error::{ErrorKind, ParseError};
use crate::tokens::Tokens;
use shogi::Move;
use std::fmt;

/// The answer to `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BestMove {
    /// Play this move.
    Move {
        /// The move.
        mv: Move,
        /// The reply that the engine would like to think about.
        ponder: Option<Move>,
    },
    /// Give up.
    Resign,
    /// Claim the win by declaration (宣言勝ち).
    Win,
}

/// The answer to `go mate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checkmate {
    /// A mate in these moves.
    Moves(Vec<Move>),
    /// There is none.
    NoMate,
    /// Not decided in the time given.
    Timeout,
    /// The engine does not solve mate problems.
    NotImplemented,
}

impl BestMove {
    /// Reads what follows `bestmove`. Only the decision itself must be right: a ponder move that cannot be read is
    /// handed back.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<(Self, Vec<ParseError>), ParseError> {
        let mut problems = Vec::new();
        let token = tokens.expect("a move, resign or win")?;
        let mv = match token.text {
            "resign" => return Ok((Self::Resign, problems)),
            "win" => return Ok((Self::Win, problems)),
            _ => token.mv()?,
        };
        let mut ponder = None;
        if tokens.accept("ponder") {
            match tokens.expect("a move").and_then(|token| token.mv()) {
                Ok(mv) => ponder = Some(mv),
                Err(problem) => problems.push(problem),
            }
        }
        Ok((Self::Move { mv, ponder }, problems))
    }
}

impl Checkmate {
    /// Reads what follows `checkmate`.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<Self, ParseError> {
        const EXPECTED: &str = "moves, nomate, timeout or notimplemented";
        let first = tokens.expect(EXPECTED)?;
        Ok(match first.text {
            "nomate" => Self::NoMate,
            "timeout" => Self::Timeout,
            "notimplemented" => Self::NotImplemented,
            text if text.parse::<Move>().is_err() => return Err(first.error(ErrorKind::Unexpected(EXPECTED))),
            _ => {
                let all = std::iter::once(first).chain(tokens.by_ref());
                Self::Moves(all.map(|token| token.mv()).collect::<Result<_, _>>()?)
            }
        })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { mv, ponder: None } => write!(f, "bestmove {mv}"),
            Self::Move { mv, ponder: Some(ponder) } => write!(f, "bestmove {mv} ponder {ponder}"),
            Self::Resign => f.write_str("bestmove resign"),
            Self::Win => f.write_str("bestmove win"),
        }
    }
}

impl fmt::Display for Checkmate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")?;
        match self {
            Self::Moves(moves) => moves.iter().try_for_each(|mv| write!(f, " {mv}")),
            Self::NoMate => f.write_str(" nomate"),
            Self::Timeout => f.write_str(" timeout"),
            Self::NotImplemented => f.write_str(" notimplemented"),
        }
    }
}
