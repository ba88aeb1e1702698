//! What a GUI says to an engine.

use crate::error::{ErrorKind, ParseError};
use crate::go::{Clock, Go};
use crate::position::PositionCommand;
use crate::tokens::{Tokens, note, one_line, strict};
use std::fmt;
use std::str::FromStr;

/// How a game ended, as `gameover` tells it to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The engine won.
    Win,
    /// The engine lost.
    Lose,
    /// Neither.
    Draw,
}

/// `setoption`: a name and, except for buttons, a value. Both may hold blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetOption {
    /// The name, single blanks between its words.
    pub name: String,
    /// The value with its inner blanks untouched; the empty string is sent as `<empty>`.
    pub value: Option<String>,
}

/// One message from a GUI, or one of the debugging commands that engines offer on a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself: answered by `id`, `option` and `usiok`.
    Usi,
    /// Get ready: answered by `readyok` once everything is loaded.
    IsReady,
    /// Set an option.
    SetOption(SetOption),
    /// A new game begins.
    UsiNewGame,
    /// The position to work on.
    Position(Box<PositionCommand>),
    /// Search.
    Go(Box<Go>),
    /// Stop searching: answered by `bestmove` if a search was running.
    Stop,
    /// The opponent played the expected move. Some GUIs send the clocks only now.
    PonderHit(Clock),
    /// The game is over.
    GameOver(GameResult),
    /// End.
    Quit,
    /// `d`: show the position.
    Show,
    /// `eval`: show its evaluation.
    Eval,
    /// `perft N`: count the legal games of N plies.
    Perft(u32),
    /// `moves`: show the legal moves.
    Moves,
    /// `bench …`: a search with a fixed number of positions; its arguments are the engine's business.
    Bench(Vec<String>),
}

const KNOWN: &str = "usi, isready, setoption, usinewgame, position, go, stop, ponderhit, gameover, quit, d, eval, \
                     perft, moves or bench";

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// The first thing wrong.
    pub fn parse(line: &str) -> Result<Self, ParseError> {
        strict(Self::parse_lenient(line)?)
    }

    /// Reads a line; what can be left out without changing the meaning of the rest is left out and handed back.
    ///
    /// # Errors
    /// The first thing wrong without which the line means nothing, or something else. A control character anywhere in the
    /// line is such a thing.
    pub fn parse_lenient(line: &str) -> Result<(Self, Vec<ParseError>), ParseError> {
        let mut tokens = Tokens::new(line)?;
        let mut problems = Vec::new();
        let Some(first) = tokens.next() else {
            return Err(ParseError { index: 0, token: String::new(), kind: ErrorKind::Empty });
        };
        let command = match first.text {
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "setoption" => return Ok((Self::SetOption(SetOption::read(tokens)?), problems)),
            "usinewgame" => Self::UsiNewGame,
            "position" => {
                let (position, repairs) = PositionCommand::read(&mut tokens)?;
                problems = repairs;
                Self::Position(Box::new(position))
            }
            "go" => {
                let (go, left_out) = Go::read(&mut tokens);
                problems = left_out;
                Self::Go(Box::new(go))
            }
            "stop" => Self::Stop,
            "ponderhit" => Self::read_ponderhit(&mut tokens, &mut problems),
            "gameover" => Self::GameOver(read_result(&mut tokens)?),
            "quit" => Self::Quit,
            "d" => Self::Show,
            "eval" => Self::Eval,
            "perft" => Self::Perft(tokens.number("a number of plies")?),
            "moves" => Self::Moves,
            "bench" => Self::Bench(tokens.by_ref().map(|token| token.text.to_owned()).collect()),
            _ => return Err(first.error(ErrorKind::UnknownMessage(KNOWN))),
        };
        tokens.leftovers("the end of the line", &mut problems);
        Ok((command, problems))
    }

    fn read_ponderhit(tokens: &mut Tokens<'_>, problems: &mut Vec<ParseError>) -> Self {
        let mut clock = Clock::default();
        while let Some(token) = tokens.next() {
            match clock.read(token.text, tokens) {
                Ok(true) => {}
                Ok(false) => {
                    note(problems, token.error(ErrorKind::Unexpected("a clock or the end of the line")));
                }
                Err(problem) => note(problems, problem),
            }
        }
        Self::PonderHit(clock)
    }
}

fn read_result(tokens: &mut Tokens<'_>) -> Result<GameResult, ParseError> {
    const EXPECTED: &str = "win, lose or draw";
    let token = tokens.expect(EXPECTED)?;
    match token.text {
        "win" => Ok(GameResult::Win),
        "lose" => Ok(GameResult::Lose),
        "draw" => Ok(GameResult::Draw),
        _ => Err(token.error(ErrorKind::Unexpected(EXPECTED))),
    }
}

impl SetOption {
    fn read(mut tokens: Tokens<'_>) -> Result<Self, ParseError> {
        const NAME: &str = "name and the option's name";
        let keyword = tokens.expect(NAME)?;
        if keyword.text != "name" {
            return Err(keyword.error(ErrorKind::Unexpected(NAME)));
        }
        let mut name = String::new();
        while tokens.peek().is_some_and(|token| token.text != "value") {
            let Some(token) = tokens.next() else { break };
            if !name.is_empty() {
                name.push(' ');
            }
            name += token.text;
        }
        if name.is_empty() {
            return Err(tokens.missing("the option's name"));
        }
        let value = tokens.next().map(|_| match tokens.rest() {
            "<empty>" => String::new(),
            value => value.to_owned(),
        });
        Ok(Self { name, value })
    }
}

impl FromStr for Command {
    type Err = ParseError;

    /// The strict reader, [`Command::parse`].
    fn from_str(line: &str) -> Result<Self, ParseError> {
        Self::parse(line)
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", one_line(&self.name))?;
        match self.value.as_deref().map(one_line) {
            Some(value) if value.is_empty() => f.write_str(" value <empty>"),
            Some(value) => write!(f, " value {value}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usi => f.write_str("usi"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption(option) => option.fmt(f),
            Self::UsiNewGame => f.write_str("usinewgame"),
            Self::Position(position) => position.fmt(f),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit(clock) => write!(f, "ponderhit{clock}"),
            Self::GameOver(GameResult::Win) => f.write_str("gameover win"),
            Self::GameOver(GameResult::Lose) => f.write_str("gameover lose"),
            Self::GameOver(GameResult::Draw) => f.write_str("gameover draw"),
            Self::Quit => f.write_str("quit"),
            Self::Show => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Moves => f.write_str("moves"),
            Self::Bench(arguments) => {
                f.write_str("bench")?;
                arguments.iter().try_for_each(|argument| write!(f, " {}", one_line(argument)))
            }
        }
    }
}
