//! The state of a USI session and what each command does to it.

use super::options::{self, Settings};
use super::work::Work;
use super::writer::Writer;
use super::{answer, inspect};
use game::random::mix;
use search::{Control, Engine, Level};
use shogi::Position;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use usi::{Checkmate, Command, ErrorKind, Go, ParseError, Reply, SetOption};

/// A search under way.
struct Running {
    control: Arc<Control>,
    /// Set before the answer is written: a GUI may send the next command before the thread has ended.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Engine>,
}

/// A session with a GUI.
pub(crate) struct Session {
    out: Writer,
    settings: Settings,
    position: Position,
    /// Made at the first `isready` or `go`, away while a search has it.
    engine: Option<Engine>,
    running: Option<Running>,
    /// perft and bench.
    work: Work,
    /// Whether the engine has learnt something from a game that is over.
    stale: bool,
    /// Whether it has learnt anything since it was last emptied.
    used: bool,
    /// Games begun in this session.
    games: u64,
    /// Names the players of the levels where no seed is set.
    random: RandomState,
}

impl Session {
    /// A session that begins with the settings of `level`.
    pub(crate) fn new(out: Writer, level: Level) -> Self {
        let mut settings = Settings::default();
        settings.search.level = level;
        Self {
            out,
            settings,
            position: Position::startpos(),
            engine: None,
            running: None,
            work: Work::default(),
            stale: false,
            used: false,
            games: 0,
            random: RandomState::new(),
        }
    }

    /// Carries out one line; `false` ends the session.
    pub(crate) fn take(&mut self, line: &str) -> bool {
        self.collect();
        match Command::parse_lenient(line) {
            Ok((command, problems)) => {
                for problem in problems {
                    match problem.kind {
                        ErrorKind::Repaired(_) => self.out.say(problem),
                        _ => self.out.error(problem),
                    }
                }
                self.carry_out(command)
            }
            // A blank line asks for nothing.
            Err(ParseError { kind: ErrorKind::Empty, .. }) => true,
            Err(error) => {
                self.out.error(error);
                true
            }
        }
    }

    /// No command follows. A search is stopped, as nobody is there to play its move; `perft` and `bench` are finished, as a
    /// script that pipes its commands wants their results.
    pub(crate) fn end_of_input(&mut self) {
        self.stop();
        self.work.wait();
    }

    /// Ends the session: whatever runs is stopped and answered.
    pub(crate) fn close(&mut self) {
        self.work.stop();
        self.stop();
    }

    fn carry_out(&mut self, command: Command) -> bool {
        match command {
            Command::Usi => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::SetOption(option) => self.set(&option),
            Command::UsiNewGame => self.new_game(),
            Command::Position(position) => self.position = position.position,
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.stop();
                self.work.stop();
            }
            Command::PonderHit(clock) => self.ponder_hit(&clock),
            Command::GameOver(_) => {
                // A search may still be running, on the opponent's time.
                self.stop();
                self.stale = self.used;
            }
            Command::Quit => return false,
            Command::Show => inspect::show(&self.position, &self.out),
            Command::Eval => inspect::eval(&self.position, &self.settings.search.evaluation, &self.out),
            Command::Moves => inspect::moves(&self.position, &self.out),
            Command::Perft(depth) => inspect::perft(&self.position, depth, &self.out, &mut self.work),
            Command::Bench(arguments) => inspect::bench(&arguments, &self.out, &mut self.work),
        }
        true
    }

    fn introduce(&self) {
        self.out.line(Reply::Name(format!("yomikiri {}", env!("CARGO_PKG_VERSION"))));
        self.out.line(Reply::Author("the yomikiri developers".to_owned()));
        for option in options::declared(&self.settings) {
            self.out.line(Reply::Option(option));
        }
        self.out.line(Reply::UsiOk);
    }

    /// Does everything that takes time, then says so. During a search everything is loaded already.
    fn get_ready(&mut self) {
        if self.running.is_none() {
            let stale = std::mem::take(&mut self.stale);
            let engine = self.engine();
            if stale {
                engine.new_game();
                self.used = false;
            }
        }
        self.out.line(Reply::ReadyOk);
    }

    /// The engine with the present settings; there must be no search running.
    fn engine(&mut self) -> &mut Engine {
        let seed = self.settings.level_seed;
        self.settings.search.level_seed =
            if seed == 0 { self.random.hash_one(self.games) } else { mix(seed ^ self.games << 32) };
        let wanted = &self.settings.search;
        let engine = match self.engine.take() {
            Some(mut engine) => {
                if engine.options() != wanted {
                    engine.set_options(wanted.clone());
                }
                engine
            }
            None => Engine::new(wanted.clone()),
        };
        let (size, asked) = (engine.hash_mib(), wanted.hash_mib);
        if size < asked {
            self.out.error(format!("USI_Hash: {asked} MiB cannot be had, going on with {size}"));
            self.settings.search.hash_mib = size;
        }
        self.engine.insert(engine)
    }

    /// Options take effect at the next `isready` or `go`.
    fn set(&mut self, option: &SetOption) {
        if let Err(error) = self.settings.set(option) {
            self.out.error(error);
        }
    }

    fn new_game(&mut self) {
        self.stop();
        self.stale = false;
        self.games += 1;
        if std::mem::take(&mut self.used) {
            self.engine().new_game();
        }
    }

    fn go(&mut self, go: &Go) {
        if self.running.is_some() {
            self.out.error("go during a search: the search is stopped first");
            self.stop();
        }
        if go.mate.is_some() {
            self.out.line(Reply::Checkmate(Checkmate::NotImplemented));
            return;
        }
        let mut limits = answer::limits(go);
        // An illegal one is told and left out; if none is left, all moves are searched, as if none had been asked for.
        limits.search_moves.retain(|mv| match self.position.legality(*mv) {
            Ok(()) => true,
            Err(reason) => {
                self.out.error(format!("searchmoves {mv}: {reason}"));
                false
            }
        });
        self.engine();
        let Some(mut engine) = self.engine.take() else { return };
        self.used = true;
        let (out, position) = (self.out.clone(), self.position.clone());
        let several = self.settings.search.multi_pv > 1;
        // Who analyses wants to see the best defence, not a resignation.
        let resign_value = (!limits.infinite).then_some(self.settings.resign_value);
        let control = Arc::new(Control::new());
        let handle = Arc::clone(&control);
        let answered = Arc::new(AtomicBool::new(false));
        let answering = Arc::clone(&answered);
        let search = move || {
            let outcome = engine.search(&position, &limits, &handle, &|info| {
                out.line(answer::info(info, several));
                if let Some(remark) = answer::remark(info, several) {
                    out.line(remark);
                }
            });
            if let Some(info) = answer::verdict(&outcome) {
                out.line(info);
            }
            answering.store(true, Ordering::Release);
            out.line(Reply::BestMove(answer::best_move(&outcome, resign_value)));
            engine
        };
        match std::thread::Builder::new().name("search".to_owned()).spawn(search) {
            Ok(thread) => self.running = Some(Running { control, answered, thread }),
            Err(error) => {
                self.out.error(format!("no thread for the search: {error}"));
                self.out.line(Reply::BestMove(usi::BestMove::Resign));
            }
        }
    }

    fn ponder_hit(&mut self, clock: &usi::Clock) {
        match &self.running {
            Some(running) => running.control.ponder_hit((!clock.is_empty()).then(|| answer::clock(clock))),
            None => self.out.error("ponderhit without go ponder"),
        }
    }

    /// Stops a search and waits for its answer, which its thread writes.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
        self.join();
    }

    /// Takes the engine back from a search that has answered by itself.
    fn collect(&mut self) {
        let done =
            |running: &Running| running.answered.load(Ordering::Acquire) || running.thread.is_finished();
        if self.running.as_ref().is_some_and(done) {
            self.join();
        }
    }

    fn join(&mut self) {
        let Some(running) = self.running.take() else { return };
        if let Ok(engine) = running.thread.join() {
            self.engine = Some(engine);
        } else {
            // Its message went to standard error. The GUI still waits for an answer; the next search gets a new engine.
            self.out.error("the search failed");
            self.out.line(Reply::BestMove(usi::BestMove::Resign));
        }
    }
}
