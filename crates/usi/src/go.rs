//! `go`: what to search and how long.

use crate::error::{ErrorKind, ParseError};
use crate::tokens::{Tokens, note};
use shogi::{Color, Move};
use std::fmt;
use std::time::Duration;

/// The clocks of both sides. Absent fields were not sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left: `btime`, `wtime`.
    pub time: [Option<Duration>; 2],
    /// Added for each move: `binc`, `winc`.
    pub increment: [Option<Duration>; 2],
    /// Given for each move once the time is used up: `byoyomi`.
    pub byoyomi: Option<Duration>,
}

impl Clock {
    /// Time left of a side, 0 where none was sent.
    pub fn time_of(&self, color: Color) -> Duration {
        self.time[color.index()].unwrap_or_default()
    }

    /// Increment of a side, 0 where none was sent.
    pub fn increment_of(&self, color: Color) -> Duration {
        self.increment[color.index()].unwrap_or_default()
    }

    /// Whether no clock was sent at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Takes one of the clock arguments, `word` being taken already; `false` if it is none.
    pub(crate) fn read(&mut self, word: &str, tokens: &mut Tokens<'_>) -> Result<bool, ParseError> {
        let field = match word {
            "btime" => &mut self.time[0],
            "wtime" => &mut self.time[1],
            "binc" => &mut self.increment[0],
            "winc" => &mut self.increment[1],
            "byoyomi" => &mut self.byoyomi,
            _ => return Ok(false),
        };
        *field = Some(milliseconds(tokens)?);
        Ok(true)
    }
}

impl fmt::Display for Clock {
    /// The arguments that are there, each with a blank before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            ("btime", self.time[0]),
            ("wtime", self.time[1]),
            ("binc", self.increment[0]),
            ("winc", self.increment[1]),
            ("byoyomi", self.byoyomi),
        ];
        for (name, value) in named {
            if let Some(value) = value {
                write!(f, " {name} {}", value.as_millis())?;
            }
        }
        Ok(())
    }
}

/// How long to look for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateLimit {
    /// Until `stop`.
    Infinite,
    /// For this long.
    Time(Duration),
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search only these moves; empty: all.
    pub searchmoves: Vec<Move>,
    /// Search in the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The clocks.
    pub clock: Clock,
    /// Moves until the next time control.
    pub movestogo: Option<u32>,
    /// Search no deeper, in plies.
    pub depth: Option<u32>,
    /// Search no more positions.
    pub nodes: Option<u64>,
    /// Search exactly this long.
    pub movetime: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Solve a mate problem instead of playing; the answer is `checkmate`.
    pub mate: Option<MateLimit>,
}

/// Every word that begins an argument of `go`.
const ARGUMENTS: [&str; 13] = [
    "ponder",
    "infinite",
    "searchmoves",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "winc",
];

/// Milliseconds. GUIs send negative clocks to an engine that has overstepped: no time is left, so 0.
fn milliseconds(tokens: &mut Tokens<'_>) -> Result<Duration, ParseError> {
    let value: i64 = tokens.number("milliseconds")?;
    Ok(Duration::from_millis(u64::try_from(value).unwrap_or(0)))
}

impl Go {
    /// Reads what follows `go`. An argument that cannot be used is left out and handed back: an engine that is asked to
    /// search must answer, whatever else it was told.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> (Self, Vec<ParseError>) {
        let (mut go, mut problems) = (Self::default(), Vec::new());
        while let Some(token) = tokens.next() {
            if let Err(problem) = go.read_argument(token.text, tokens) {
                let kind = ErrorKind::Unexpected("an argument of go");
                note(&mut problems, problem.unwrap_or_else(|| token.error(kind)));
            }
        }
        (go, problems)
    }

    /// `Err(None)`: no such argument.
    fn read_argument(&mut self, word: &str, tokens: &mut Tokens<'_>) -> Result<(), Option<ParseError>> {
        match word {
            "ponder" => self.ponder = true,
            "infinite" => self.infinite = true,
            "searchmoves" => {
                // What is no move is named once, and the moves behind it still count.
                let mut bad = None;
                while let Some(token) = tokens.peek() {
                    match token.text.parse() {
                        Ok(mv) => self.searchmoves.push(mv),
                        Err(_) if ARGUMENTS.contains(&token.text) => break,
                        Err(_) => {
                            let error = || token.error(ErrorKind::Unexpected("a move to search"));
                            bad = bad.or_else(|| Some(error()));
                        }
                    }
                    tokens.next();
                }
                if bad.is_some() {
                    return Err(bad);
                }
                if self.searchmoves.is_empty() {
                    return Err(Some(tokens.missing("moves to search")));
                }
            }
            "movestogo" => self.movestogo = Some(tokens.number("a number of moves")?),
            "depth" => self.depth = Some(tokens.number("a number of plies")?),
            "nodes" => self.nodes = Some(tokens.number("a number of positions")?),
            "movetime" => self.movetime = Some(Duration::from_millis(tokens.number("milliseconds")?)),
            "mate" => self.mate = Some(Self::read_mate(tokens)?),
            _ if self.clock.read(word, tokens)? => {}
            _ => return Err(None),
        }
        Ok(())
    }

    /// `mate infinite`, `mate MS`, and `mate` alone, which some GUIs send for infinite.
    fn read_mate(tokens: &mut Tokens<'_>) -> Result<MateLimit, ParseError> {
        if tokens.peek().is_none() || tokens.accept("infinite") {
            return Ok(MateLimit::Infinite);
        }
        milliseconds(tokens).map(MateLimit::Time)
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write!(f, "{}", self.clock)?;
        if let Some(moves) = self.movestogo {
            write!(f, " movestogo {moves}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(time) = self.movetime {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        match self.mate {
            Some(MateLimit::Infinite) => f.write_str(" mate infinite")?,
            Some(MateLimit::Time(time)) => write!(f, " mate {}", time.as_millis())?,
            None => {}
        }
        // Last, because it takes everything that looks like a move.
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
            for mv in &self.searchmoves {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}
