//! One engine process: started, spoken to in USI, timed, killed and reaped.

mod pipes;
mod process;

use super::limits::{GoStyle, Limit};
use super::outcome::Who;
use pipes::{Heard, Lines, Tail};
use process::Process;
use shogi::{Color, Position};
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use usi::{
    BestMove, Command, DeclaredOption, GameResult, OptionKind, PositionCommand, Reply, Score, SetOption,
};

/// How an engine is started and what it is allowed.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) who: Who,
    /// Program and arguments.
    pub(crate) command: Vec<String>,
    /// The folder to start it in.
    pub(crate) folder: Option<PathBuf>,
    /// Its name if the engine's own is not to be used.
    pub(crate) name: Option<String>,
    pub(crate) options: Vec<SetOption>,
    pub(crate) limit: Limit,
    pub(crate) style: GoStyle,
    /// How much later than allowed an answer may come.
    pub(crate) grace: Duration,
    pub(crate) patience: Patience,
}

/// How long to wait for what has no clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For `usiok` and `readyok`.
    pub(crate) ready: Duration,
    /// For a `bestmove` without a clock.
    pub(crate) answer: Duration,
    /// For a `bestmove` after `stop`.
    pub(crate) stop: Duration,
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine {} ({})", self.who, self.command.join(" "))
    }
}

/// What became of a `go`.
#[derive(Debug)]
pub(crate) enum Answer {
    /// A decision in time.
    Best(BestMove),
    /// A `bestmove` line that is none.
    Malformed { line: String, reason: String },
    /// A `bestmove`, but after its time.
    Late { allowed: Duration },
    /// Nothing, not even after `stop`.
    Silent,
    /// The process ended or closed its output.
    Crashed { status: String },
    /// The match is being stopped.
    Interrupted,
}

/// An answer, the time it took, and the last score that was reported on the way.
#[derive(Debug)]
pub(crate) struct Thought {
    pub(crate) answer: Answer,
    pub(crate) used: Duration,
    pub(crate) score: Option<Score>,
}

/// Why an engine did not get ready.
#[derive(Debug)]
pub(crate) enum NotReady {
    Silent { waited: Duration },
    Crashed { status: String },
    Interrupted,
}

impl fmt::Display for NotReady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent { waited } => write!(f, "no answer within {} ms", waited.as_millis()),
            Self::Crashed { status } => write!(f, "it ended ({status})"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for NotReady {}

/// A running engine.
pub(crate) struct Engine {
    spec: Arc<Spec>,
    process: Process,
    lines: Lines,
    errors: Tail,
    own_name: Option<String>,
    declared: Vec<DeclaredOption>,
}

impl Engine {
    /// Starts the process and gets it through `usi`, `setoption` and the first `isready`.
    pub(crate) fn start(spec: &Arc<Spec>, stop: &AtomicBool) -> anyhow::Result<Self> {
        let failed = |what: &str| format!("{spec} {what}");
        let (process, stdout, stderr) = Process::spawn(&spec.command, spec.folder.as_deref())
            .map_err(|error| anyhow::Error::from(error).context(failed("could not be started")))?;
        let mut engine = Self {
            spec: Arc::clone(spec),
            process,
            lines: Lines::read(stdout),
            errors: Tail::read(stderr),
            own_name: None,
            declared: Vec::new(),
        };
        let told = |error: NotReady, what| anyhow::Error::from(error).context(failed(what));
        engine.introduce(stop).map_err(|error| told(error, "did not answer usi with usiok"))?;
        for option in &spec.options {
            engine.set(option.clone())?;
        }
        engine.get_ready(stop).map_err(|error| told(error, "did not answer isready with readyok"))?;
        Ok(engine)
    }

    /// The name to show.
    pub(crate) fn name(&self) -> String {
        let command = || self.spec.command.join(" ");
        self.spec.name.clone().or_else(|| self.own_name.clone()).unwrap_or_else(command)
    }

    fn introduce(&mut self, stop: &AtomicBool) -> Result<(), NotReady> {
        self.send(&Command::Usi);
        let mut own_name = None;
        let mut declared = Vec::new();
        let result = self.wait_for(stop, |reply| {
            match reply {
                Reply::UsiOk => return true,
                Reply::Name(name) => own_name = Some(name),
                Reply::Option(option) => declared.push(option),
                _ => {}
            }
            false
        });
        (self.own_name, self.declared) = (own_name, declared);
        result
    }

    /// The options that it declares.
    pub(crate) fn declared(&self) -> &[DeclaredOption] {
        &self.declared
    }

    /// Sets an option, once it is known to exist and to take this value.
    pub(crate) fn set(&mut self, option: SetOption) -> anyhow::Result<()> {
        self.check_option(&option)
            .map_err(|reason| crate::exit::BadInput(format!("{} {reason}", self.spec)))?;
        self.send(&Command::SetOption(option));
        Ok(())
    }

    /// `isready`, and waits for `readyok`.
    fn get_ready(&mut self, stop: &AtomicBool) -> Result<(), NotReady> {
        self.send(&Command::IsReady);
        self.wait_for(stop, |reply| reply == Reply::ReadyOk)
    }

    /// Prepares for a game.
    pub(crate) fn new_game(&mut self, stop: &AtomicBool) -> Result<(), NotReady> {
        self.get_ready(stop)?;
        self.send(&Command::UsiNewGame);
        Ok(())
    }

    pub(crate) fn game_over(&mut self, result: GameResult) {
        self.send(&Command::GameOver(result));
    }

    fn wait_for(&mut self, stop: &AtomicBool, mut is_it: impl FnMut(Reply) -> bool) -> Result<(), NotReady> {
        let waited = self.spec.patience.ready;
        let until = Instant::now() + waited;
        loop {
            match self.lines.next(until, stop) {
                Heard::Line { text, .. } => {
                    if self.read(&text).is_some_and(&mut is_it) {
                        return Ok(());
                    }
                }
                Heard::Nothing => return Err(NotReady::Silent { waited }),
                Heard::Closed => return Err(NotReady::Crashed { status: self.status() }),
                Heard::Interrupted => return Err(NotReady::Interrupted),
            }
        }
    }

    /// Reads a line; what is no message is only logged, engines print all kinds of things.
    fn read(&self, text: &str) -> Option<Reply> {
        tracing::trace!("{} > {text}", self.spec.who);
        match Reply::parse_lenient(text) {
            Ok((reply, _)) => Some(reply),
            Err(error) => {
                if !text.trim().is_empty() {
                    tracing::debug!("engine {} said {text:?}: {error}", self.spec.who);
                }
                None
            }
        }
    }

    /// Sends a message. A process that has ended is found out by the answer that does not come.
    fn send(&mut self, command: &Command) {
        tracing::trace!("{} < {command}", self.spec.who);
        if let Err(error) = self.process.stdin().map_or(Ok(()), |pipe| writeln!(pipe, "{command}")) {
            tracing::debug!("engine {}: {error} while sending {command}", self.spec.who);
        }
    }

    /// What it is allowed.
    pub(crate) fn limit(&self) -> Limit {
        self.spec.limit
    }

    /// Has the engine search for a move of `side`, and waits for what comes of it. `left` is the time that both sides have
    /// left for the game, Black first.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        side: Color,
        left: [Duration; 2],
        stop: &AtomicBool,
    ) -> Thought {
        let go = self.spec.limit.go(self.spec.style, side, left);
        let allowed = self.spec.limit.allowed(left[side.index()]);
        // An answer to an earlier question must not count for this one.
        for text in self.lines.drain() {
            if text.trim_start().starts_with("bestmove") {
                tracing::warn!("engine {} sent {text:?} without being asked", self.spec.who);
            }
        }
        self.send(&Command::Position(Box::new(PositionCommand { position: position.clone() })));
        self.send(&Command::Go(Box::new(go)));
        let begun = Instant::now();
        let wait = allowed.map_or(self.spec.patience.answer, |allowed| allowed + self.spec.grace);
        let mut thought = Thought { answer: Answer::Silent, used: Duration::ZERO, score: None };
        let mut stopped = false;
        let mut until = begun + wait;
        loop {
            let (at, answer) = match self.lines.next(until, stop) {
                Heard::Line { at, text } => match self.read_answer(&text, &mut thought) {
                    Some(answer) => (at, answer),
                    None => continue,
                },
                Heard::Nothing if stopped => (Instant::now(), Answer::Silent),
                Heard::Nothing => {
                    self.send(&Command::Stop);
                    stopped = true;
                    until = Instant::now() + self.spec.patience.stop;
                    continue;
                }
                Heard::Closed => (Instant::now(), Answer::Crashed { status: self.status() }),
                Heard::Interrupted => (Instant::now(), Answer::Interrupted),
            };
            thought.used = at.saturating_duration_since(begun);
            let answered = matches!(answer, Answer::Best(_) | Answer::Malformed { .. });
            thought.answer = if answered && thought.used > wait {
                Answer::Late { allowed: allowed.unwrap_or(wait) }
            } else {
                answer
            };
            return thought;
        }
    }

    fn read_answer(&self, text: &str, thought: &mut Thought) -> Option<Answer> {
        // Told apart before it is read: a bestmove that cannot be read is an answer too, a wrong one.
        if text.split_whitespace().next() == Some("bestmove") {
            return Some(match Reply::parse_lenient(text) {
                Ok((Reply::BestMove(best), _)) => Answer::Best(best),
                Ok((other, _)) => Answer::Malformed { line: shortened(text), reason: other.to_string() },
                Err(error) => Answer::Malformed { line: shortened(text), reason: error.to_string() },
            });
        }
        if let Some(Reply::Info(info)) = self.read(text)
            && info.multipv.is_none_or(|rank| rank == 1)
        {
            thought.score = info.score.or(thought.score);
        }
        None
    }

    /// How the process ended, with its last words.
    fn status(&mut self) -> String {
        let status = self.process.wait(Duration::from_secs(2));
        let words = self.errors.last_line(Duration::from_millis(200));
        match words {
            Some(words) => format!("{status}: {}", shortened(&words)),
            None => status,
        }
    }

    /// Whether the value suits the option that the engine declared.
    fn check_option(&self, option: &SetOption) -> Result<(), String> {
        let name = &option.name;
        let declared = self.declared.iter().find(|declared| declared.name.eq_ignore_ascii_case(name));
        let value = option.value.as_deref();
        let expected = match declared.map(|declared| &declared.kind) {
            None if name.starts_with("USI_") => return Ok(()),
            None => {
                tracing::warn!("{} declares no option {name:?}; it is sent all the same", self.spec);
                return Ok(());
            }
            Some(OptionKind::Check { .. }) if matches!(value, Some("true" | "false")) => return Ok(()),
            Some(OptionKind::Check { .. }) => "true or false".to_owned(),
            Some(OptionKind::Spin { min, max, .. }) => {
                if value.is_some_and(|value| value.parse().is_ok_and(|n: i64| n >= *min && n <= *max)) {
                    return Ok(());
                }
                format!("a whole number from {min} to {max}")
            }
            Some(OptionKind::Combo { choices, .. }) => {
                if value.is_some_and(|value| choices.iter().any(|choice| choice == value)) {
                    return Ok(());
                }
                format!("one of {}", choices.join(", "))
            }
            Some(OptionKind::Button) if value.is_none() => return Ok(()),
            Some(OptionKind::Button) => "no value: it is a button".to_owned(),
            Some(OptionKind::String { .. } | OptionKind::Filename { .. }) if value.is_some() => return Ok(()),
            Some(OptionKind::String { .. } | OptionKind::Filename { .. }) => "a text".to_owned(),
        };
        Err(format!("option {name:?}: {:?} is wrong, expected {expected}", value.unwrap_or_default()))
    }
}

/// A text as it may stand in a report: an engine can print anything, of any length.
fn shortened(text: &str) -> String {
    const MOST: usize = 120;
    let clean: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match clean.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &clean[..at]),
        None => clean,
    }
}
