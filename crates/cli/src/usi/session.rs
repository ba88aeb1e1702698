//! The state of a USI session and what each command does to it.

use super::options::{self, Settings};
use super::work::Work;
use super::writer::Writer;
use super::{answer, inspect};
use game::random::{Random, mix};
use search::mate::{Bounds, Solver};
use search::{Control, Engine, Level};
use shogi::Position;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use usi::{Checkmate, Command, ErrorKind, Go, MateLimit, ParseError, Reply, SetOption};

/// Kept free for the way of the answer to `go mate MS`.
const MATE_MARGIN: Duration = Duration::from_millis(10);
/// `go mate` takes no more memory than this, in MiB.
const MOST_MATE_MIB: usize = 4096;

/// A search under way.
struct Running {
    control: Arc<Control>,
    /// Set before the answer is written: a GUI may send the next command before the thread has ended.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Option<Engine>>,
    /// What to say if the thread fails.
    failed: Reply,
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
    chance: u64,
    /// Chooses among the moves of a book.
    random: Random,
}

impl Session {
    /// A session that begins with the settings of `level`; `constants`: with the numbers of the search among its options.
    pub(crate) fn new(out: Writer, level: Level, constants: bool) -> Self {
        let chance = RandomState::new().hash_one(0);
        let mut settings = Settings::default();
        settings.search.level = level;
        settings.constants = constants;
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
            chance,
            random: Random::new(chance),
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
        self.settings.search.level_seed = mix(if seed == 0 { self.chance } else { seed } ^ self.games << 32);
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
        let before = self.settings.book.book.clone();
        if let Err(error) = self.settings.set(option) {
            self.out.error(error);
        }
        // A book that was just read: what of it cannot be used, and how much can.
        if let Some(book) = &self.settings.book.book
            && before.is_none_or(|before| !Arc::ptr_eq(&before, book))
        {
            book.problems().iter().for_each(|problem| self.out.error(problem));
            let (positions, bad) = (book.len(), book.bad_lines());
            self.out.say(format!("book of {positions} positions, {bad} lines that cannot be used"));
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
        if let Some(limit) = go.mate {
            self.go_mate(limit);
            return;
        }
        if self.play_from_book(go) {
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
        let failed = Reply::BestMove(usi::BestMove::Resign);
        self.run(failed, move |control, answering| {
            let outcome = engine.search(&position, &limits, control, &|info| {
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
            Some(engine)
        });
    }

    /// Answers from the book, where a game is played and the book knows the position.
    fn play_from_book(&mut self, go: &Go) -> bool {
        if go.infinite || go.ponder || !go.searchmoves.is_empty() {
            return false;
        }
        let Some(entry) = self.settings.book.pick(&self.position, &mut self.random) else { return false };
        self.out.line(answer::book_info(&entry));
        self.out.line(Reply::BestMove(usi::BestMove::Move { mv: entry.mv, ponder: entry.reply }));
        true
    }

    /// `go mate`: a solver with memory of its own, half as much as the table may take.
    fn go_mate(&mut self, limit: MateLimit) {
        let until = match limit {
            MateLimit::Infinite => None,
            MateLimit::Time(time) => {
                Instant::now().checked_add(time.saturating_sub(MATE_MARGIN.min(time / 4)))
            }
        };
        let bytes = (self.settings.search.hash_mib / 2).clamp(1, MOST_MATE_MIB) << 20;
        let (out, position, engine) = (self.out.clone(), self.position.clone(), self.engine.take());
        self.run(Reply::Checkmate(Checkmate::Timeout), move |control, answering| {
            let started = Instant::now();
            let mut solver = Solver::new(bytes);
            let bounds = Bounds { nodes: None, until, control: Some(control) };
            let verdict = solver.solve(&position, &bounds);
            out.line(answer::mate_info(&verdict, solver.nodes(), started.elapsed()));
            answering.store(true, Ordering::Release);
            out.line(Reply::Checkmate(answer::checkmate(verdict)));
            engine
        });
    }

    /// Begins a search on a thread of its own; it answers, sets the flag before that, and gives the engine back.
    fn run(
        &mut self,
        failed: Reply,
        search: impl FnOnce(&Control, &AtomicBool) -> Option<Engine> + Send + 'static,
    ) {
        let control = Arc::new(Control::new());
        let answered = Arc::new(AtomicBool::new(false));
        let (handle, answering) = (Arc::clone(&control), Arc::clone(&answered));
        let spawned =
            std::thread::Builder::new().name("search".to_owned()).spawn(move || search(&handle, &answering));
        match spawned {
            Ok(thread) => self.running = Some(Running { control, answered, thread, failed }),
            Err(error) => {
                self.out.error(format!("no thread for the search: {error}"));
                self.out.line(failed);
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
            self.engine = engine;
        } else {
            // Its message went to standard error. The GUI still waits for an answer; the next search gets a new engine.
            self.out.error("the search failed");
            self.out.line(running.failed);
        }
    }
}
