//! The engine: what outlasts a search, and how one is carried out by its threads.

use crate::control::Control;
use crate::level::player::Player;
use crate::mate::{Bounds, Solver, Verdict};
use crate::root::RootMove;
use crate::time::Budget;
use crate::vote::{Finding, elect};
use crate::worker::{Memory, Shared, Worker};
use crate::{Bound, Decision, Info, Iterations, Limits, Line, Options, Outcome, Score, claims};
use shogi::{Color, Declaration, Move, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use table::Table;

/// Stack of a searching thread: a node of the main search takes about a kilobyte, generating moves five more.
const STACK: usize = 16 << 20;
/// How long a search that is done sleeps between two looks for the message that ends it (it is woken by it, too).
const IDLE: Duration = Duration::from_secs(1);

/// Memory of the solver that looks for mates at the root.
const MATE_BYTES: usize = 16 << 20;
/// In less time than this the solver would hardly have its memory ready.
const LEAST_MATE_TIME: Duration = Duration::from_millis(5);
/// From this size on, a table is made anew instead of cleared.
const LARGE_MIB: usize = 1024;

/// An engine with its table and its statistics.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    table: Table,
    memories: Vec<Memory>,
    /// Whether the latest search was one below full strength: what its statistics say is of no use to others.
    leveled: bool,
    /// Looks for mates at the root; made when it is first needed.
    solver: Option<Solver>,
}

impl Engine {
    /// An engine with these options; allocates the table.
    pub fn new(options: Options) -> Self {
        let table = allocate(options.hash_mib);
        let mut engine = Self { options, table, memories: Vec::new(), leveled: false, solver: None };
        engine.fit_memories();
        engine
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The size of the table in MiB: less than asked for where memory is short.
    pub fn hash_mib(&self) -> usize {
        ((self.table.main().bytes() + self.table.twins().bytes()) >> 20) as usize
    }

    /// Takes over changed options. A changed table size makes a new, empty table.
    pub fn set_options(&mut self, options: Options) {
        if options.hash_mib.max(1) != self.options.hash_mib.max(1) {
            // The old table goes first, so that both are never in memory together.
            self.table = allocate(1);
            self.table = allocate(options.hash_mib);
        } else if options.draw_value != self.options.draw_value
            || options.entering_king != self.options.entering_king
            || options.max_moves_to_draw != self.options.max_moves_to_draw
            || options.table_mode != self.options.table_mode
            || options.evaluation != self.options.evaluation
            || options.method != self.options.method
            || options.constants != self.options.constants
        {
            // Stored values were earned under other rules.
            self.table.clear();
        }
        self.options = options;
        self.fit_memories();
    }

    fn fit_memories(&mut self) {
        self.memories.resize_with(self.options.threads.max(1), Memory::new);
    }

    /// Forgets everything learnt in earlier searches, as at the beginning of a game.
    pub fn new_game(&mut self) {
        if self.options.hash_mib < LARGE_MIB {
            self.table.clear();
        } else {
            // Looking through so much memory takes seconds; fresh memory is empty, and takes room only as it is used.
            self.table = allocate(1);
            self.table = allocate(self.options.hash_mib);
        }
        for memory in &mut self.memories {
            memory.clear();
        }
    }

    /// Searches `position`, whose history counts in full. Blocks until a limit is met or `control` stops it; with
    /// [`Limits::infinite`] and while pondering, until `control` says so. `report` is called from the first searching thread
    /// after every line; a slow callback slows the search down.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
    ) -> Outcome {
        let started = Instant::now();
        let mut outcome = self.think(position, limits, control, report, started);
        while !control.is_stopped() && (limits.infinite || limits.ponder && control.hit().is_none()) {
            control.wait(limits.ponder && !limits.infinite, IDLE);
        }
        outcome.time = started.elapsed();
        outcome
    }

    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
        started: Instant,
    ) -> Outcome {
        let declaration = match self.settled(position) {
            Ok(declaration) => declaration,
            Err(outcome) => return outcome,
        };
        let mut root_moves = root_moves(position, &limits.search_moves);
        if root_moves.is_empty() {
            return nothing(Decision::NoMove);
        }
        let player = Player::new(&self.options, limits, position);
        if std::mem::replace(&mut self.leveled, player.is_some()) != player.is_some() {
            self.memories.iter_mut().for_each(Memory::clear);
        }
        if player.is_none()
            && let Some(outcome) = self.mate(position, limits, control, report, started)
        {
            return outcome;
        }
        let bounds = player.as_ref().map(|player| player.bounds(&self.options, limits));
        let (options, limits) =
            bounds.as_ref().map_or((&self.options, limits), |(options, limits)| (options, limits));
        if let Some(player) = &player {
            player.narrow(position, &mut root_moves, |root_move| root_move.mv);
        }
        let threads = options.threads.max(1);
        let iterations = Iterations::new(options.multi_pv.clamp(1, root_moves.len()));
        self.table.new_search();
        let side = position.side_to_move();
        let shared = Shared {
            table: &self.table,
            salt: self.salt(side) ^ player.as_ref().map_or(0, Player::salt),
            options,
            limits,
            control,
            started,
            done: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        };
        let run = |memory, index| {
            let mut worker = Worker::new(&shared, memory, index, position, root_moves.clone());
            worker.player = player.as_ref();
            if player.is_some() {
                worker.deepen(&|info| iterations.note(info));
            } else {
                worker.deepen(report);
            }
            shared.nodes[index].store(worker.nodes, Ordering::Relaxed);
            if index == 0 {
                shared.done.store(true, Ordering::Relaxed);
            }
            Finding { completed: worker.completed, moves: worker.root_moves }
        };
        let mut findings: Vec<Finding> = std::thread::scope(|scope| {
            let spawn = |(index, memory)| {
                let builder = std::thread::Builder::new().stack_size(STACK);
                let run = &run;
                builder.spawn_scoped(scope, move || run(memory, index))
            };
            // A helper that cannot be started is done without.
            let threads: Vec<_> = self.memories.iter_mut().take(threads).enumerate().map(spawn).collect();
            threads.into_iter().flatten().filter_map(|thread| thread.join().ok()).collect()
        });
        let Some(best) = elect(&findings, options.multi_pv) else {
            // Not even one thread could be started; any move is better than none.
            return nothing(Decision::Play(root_moves[0].mv));
        };
        let Finding { completed, mut moves } = findings.swap_remove(best);
        let chosen = player.as_ref().and_then(|player| player.choose(&iterations.latest()));
        if let Some(place) = chosen.and_then(|mv| moves.iter().position(|root_move| root_move.mv == mv)) {
            moves[..=place].rotate_right(1);
        }
        let lines: Vec<_> =
            moves.iter().take(self.options.multi_pv.max(1)).map(|mv| mv.line(completed)).collect();
        let first = &moves[0];
        let worth = lines[0].score.centipawns();
        let decision = if declaration == Declaration::Draw && worth < self.options.draw_value[side.index()] {
            Decision::Declare
        } else {
            Decision::Play(first.mv)
        };
        if player.is_some() {
            // What was weighed is the player's own affair; the move that it plays comes first.
            for (rank, line) in lines.iter().enumerate() {
                let (nodes, time, hashfull) = (shared.nodes(), started.elapsed(), self.table.hashfull());
                report(&Info { multi_pv: rank + 1, line: line.clone(), nodes, time, hashfull });
            }
        }
        let ponder = first.pv.get(1).copied().or_else(|| self.reply(position, first.mv));
        Outcome { decision, ponder, lines, nodes: shared.nodes(), time: started.elapsed() }
    }

    /// What ends a search before it begins; otherwise what may be declared.
    fn settled(&self, position: &Position) -> Result<Declaration, Outcome> {
        // Without a legal move the game is lost, also for a side that could have declared.
        if !position.has_legal_move() {
            return Err(nothing(Decision::NoMove));
        }
        match position.declaration(self.options.entering_king) {
            Declaration::Win => Err(nothing(Decision::Declare)),
            Declaration::Try(mv) => {
                let line = Line {
                    score: Score::Mate(1),
                    bound: Bound::Exact,
                    depth: 1,
                    seldepth: 1,
                    pv: vec![mv],
                    rests_on_repetition: false,
                };
                Err(Outcome { lines: vec![line], ..nothing(Decision::Play(mv)) })
            }
            declaration => Ok(declaration),
        }
    }

    /// A mate by checks, if one is found in the share of the time that is set aside for it.
    fn mate(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(&Info) + Sync),
        started: Instant,
    ) -> Option<Outcome> {
        let options = &self.options;
        let timed = !(limits.infinite || limits.ponder || limits.depth.is_some() || limits.nodes.is_some());
        if !timed || options.mate_share == 0 || options.multi_pv > 1 || !limits.search_moves.is_empty() {
            return None;
        }
        let (side, ply) = (position.side_to_move(), position.ply());
        let budget = Budget::new(limits.move_time, limits.clock.as_ref(), options, side, ply)?;
        let share = budget.optimum * options.mate_share.min(100) / 100;
        if share < LEAST_MATE_TIME {
            return None;
        }
        let until = started + share;
        let bounds = Bounds { nodes: None, until: Some(until), control: Some(control) };
        let solver = self.solver.get_or_insert_with(|| Solver::new(MATE_BYTES));
        let Verdict::Mate(pv) = solver.solve(position, &bounds) else { return None };
        let length = pv.len() as u32;
        // The last move that may be played still mates.
        let most = self.options.max_moves_to_draw;
        if most > 0 && ply + length - 1 > most {
            return None;
        }
        let mv = *pv.first()?;
        let line = Line {
            score: Score::Mate(length as i32),
            bound: Bound::Exact,
            depth: length,
            seldepth: length,
            pv,
            rests_on_repetition: false,
        };
        let (nodes, time) = (solver.nodes(), started.elapsed());
        report(&Info { multi_pv: 1, line: line.clone(), nodes, time, hashfull: 0 });
        let ponder = line.pv.get(1).copied();
        Some(Outcome { decision: Decision::Play(mv), ponder, lines: vec![line], nodes, time })
    }

    /// The table's answer to `mv`.
    fn reply(&self, position: &Position, mv: Move) -> Option<Move> {
        let salt = self.salt(position.side_to_move());
        let mut after = position.without_history();
        after.apply(mv);
        let entry = self.table.main().get(after.key().low() ^ salt)?;
        Move::from_bits(entry.mv).filter(|&reply| after.is_legal(reply))
    }

    /// What keys are combined with when `side` is to move at the root: a draw is worth its value to that side, and the
    /// negative of it to the other.
    fn salt(&self, side: Color) -> u64 {
        let own = self.options.draw_value[side.index()];
        claims::salt(if side == Color::Black { own } else { -own })
    }
}

/// A decision without a search.
const fn nothing(decision: Decision) -> Outcome {
    Outcome { decision, ponder: None, lines: Vec::new(), nodes: 0, time: Duration::ZERO }
}

fn root_moves(position: &Position, asked: &[Move]) -> Vec<RootMove> {
    let legal = position.legal_moves();
    legal.iter().filter(|mv| asked.is_empty() || asked.contains(mv)).map(|&mv| RootMove::new(mv)).collect()
}

/// Sizes beyond this are taken for this.
const MOST_MIB: usize = 1 << 22;

/// A table of so many MiB (at least one), or of as much as can be had: half of it, a quarter …
fn allocate(mib: usize) -> Table {
    let mut mib = mib.clamp(1, MOST_MIB);
    loop {
        let bytes = (mib as u64) << 20;
        match Table::new(table::Options { bytes, ..table::Options::default() }) {
            Ok(table) => return table,
            Err(_) if mib > 1 => mib /= 2,
            Err(error) => panic!("{error}"),
        }
    }
}
