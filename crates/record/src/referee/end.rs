//! How a judged game ended: the winner, the reason, and whose fault it was if it was one.

use serde::{Deserialize, Serialize};
use shogi::Color;
use std::fmt;

/// The reason for the end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum End {
    /// The side to move is mated.
    Mate,
    /// The side to move has no legal move and is not in check: it has lost.
    NoMoves,
    /// The side to move gave up.
    Resign,
    /// The side to move claimed the win and the count is right.
    Declaration {
        /// Points counted.
        points: u32,
        /// Pieces in the enemy camp.
        pieces: u32,
    },
    /// The side to move claimed, and its points make a draw (24-point rule).
    DeclarationDraw {
        /// Points counted.
        points: u32,
        /// Pieces in the enemy camp.
        pieces: u32,
    },
    /// The king reached its try square (try rule).
    Try,
    /// Fourth occurrence of a position.
    Repetition,
    /// Fourth occurrence, one side having given check with every move.
    PerpetualCheck,
    /// The agreed number of moves was played.
    MaxMoves,
    /// Fault: a move that the rules do not allow.
    IllegalMove {
        /// The move.
        mv: String,
        /// Why it is illegal.
        reason: String,
    },
    /// Fault: a `bestmove` that is none.
    Malformed {
        /// What came.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Fault: an answer after its time.
    TimeLoss {
        /// Time used.
        used_ms: u64,
        /// Time there was.
        allowed_ms: u64,
    },
    /// Fault: no answer at all.
    NoAnswer {
        /// For how long.
        waited_ms: u64,
    },
    /// Fault: the process ended, or closed its output.
    Crash {
        /// How it ended.
        status: String,
    },
    /// Fault: a declaration without what it takes.
    FalseDeclaration {
        /// What there was.
        reason: String,
    },
    /// Fault: no `readyok` before a game.
    NotReady {
        /// For how long.
        waited_ms: u64,
    },
}

impl End {
    /// Whether the loser's program did something wrong, other than losing.
    pub const fn is_fault(&self) -> bool {
        self.fault_name().is_some()
    }

    /// The name of the fault, as summaries count it.
    pub const fn fault_name(&self) -> Option<&'static str> {
        Some(match self {
            Self::IllegalMove { .. } => "illegal move",
            Self::Malformed { .. } => "malformed bestmove",
            Self::TimeLoss { .. } => "time loss",
            Self::NoAnswer { .. } => "no answer",
            Self::Crash { .. } => "crash",
            Self::FalseDeclaration { .. } => "false declaration",
            Self::NotReady { .. } => "not ready",
            _ => return None,
        })
    }

    /// The reason in two or three words, without particulars: what summaries count.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::NoMoves => "no legal move",
            Self::Resign => "resignation",
            Self::Declaration { .. } => "declaration",
            Self::DeclarationDraw { .. } => "declaration draw",
            Self::Try => "try",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::MaxMoves => "move limit",
            _ => match self.fault_name() {
                Some(name) => name,
                None => "unknown",
            },
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Declaration { points, pieces } | Self::DeclarationDraw { points, pieces } => {
                write!(f, " ({points} points, {pieces} pieces)")
            }
            Self::IllegalMove { mv, reason } => write!(f, " {mv} ({reason})"),
            Self::Malformed { line, reason } => write!(f, " {line:?} ({reason})"),
            Self::TimeLoss { used_ms, allowed_ms } => write!(f, " ({used_ms} ms of {allowed_ms})"),
            Self::NoAnswer { waited_ms } | Self::NotReady { waited_ms } => {
                write!(f, " within {waited_ms} ms")
            }
            Self::Crash { status } => write!(f, " ({status})"),
            Self::FalseDeclaration { reason } => write!(f, " ({reason})"),
            _ => Ok(()),
        }
    }
}

/// The end of a game and who won it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub end: End,
}

impl Outcome {
    /// A draw.
    pub const fn draw(end: End) -> Self {
        Self { winner: None, end }
    }

    /// A win.
    pub const fn won_by(winner: Color, end: End) -> Self {
        Self { winner: Some(winner), end }
    }

    /// A loss.
    pub fn lost_by(loser: Color, end: End) -> Self {
        Self::won_by(!loser, end)
    }
}
