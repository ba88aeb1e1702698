//! One searching thread: its position, its statistics, and the questions that every node asks.

use crate::claims::{Judged, RULE};
use crate::control::Control;
use crate::evaluation::Sums;
use crate::history::{History, NO_ROW};
use crate::level::player::Player;
use crate::order::Scored;
use crate::root::RootMove;
use crate::score::{self, MAX_PLY, NONE};
use crate::time::Budget;
use crate::variation::Variations;
use crate::{Constants, Limits, Options, TableMode};
use shogi::{Color, Declaration, Move, Position, Repetition};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use table::{Proof, Table};

/// Room for moves of all open nodes; a node of a real game has at most 593.
const OPEN_MOVES: usize = 64 * 600;
/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// Nodes that the first iteration may take although the search was told to stop.
const FIRST_ITERATION: u64 = 4096;

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    /// Combined with keys: [`crate::claims::salt`].
    pub(crate) salt: u64,
    pub(crate) options: &'a Options,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    pub(crate) started: Instant,
    /// Tells the helpers that the first thread is done.
    pub(crate) done: AtomicBool,
    /// Nodes of each thread, for sums; each thread writes its own now and then.
    pub(crate) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Time on the clock, if it runs: not while pondering.
    pub(crate) fn on_clock(&self) -> Option<Duration> {
        if self.limits.ponder {
            self.control.hit().map(|hit| hit.at.elapsed())
        } else {
            Some(self.started.elapsed())
        }
    }
}

/// What a node leaves for its descendants to read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Static evaluation with its correction, [`NONE`] in check.
    pub(crate) eval: i32,
    /// Row of the move made from here.
    pub(crate) row: usize,
    pub(crate) mv: Option<Move>,
    /// A move that this node must not try, as it is being compared with the others.
    pub(crate) excluded: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    /// Cut-offs among the children so far.
    pub(crate) cutoffs: u32,
}

impl Frame {
    const EMPTY: Self =
        Self { eval: NONE, row: NO_ROW, mv: None, excluded: None, killers: [None; 2], cutoffs: 0 };
}

/// What a thread keeps from one search to the next.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) history: History,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { history: History::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.history.clear();
    }
}

/// One searching thread.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) index: usize,
    pub(crate) position: Position,
    /// All positions from the start of the game; kept in the practical mode only.
    pub(crate) path: game::History,
    /// [`TableMode::Practical`].
    pub(crate) practical: bool,
    /// Length of the history at the root.
    pub(crate) root: usize,
    pub(crate) ply: usize,
    pub(crate) frames: Box<[Frame; MAX_PLY + 2]>,
    pub(crate) sums: Sums,
    /// Who plays below full strength.
    pub(crate) player: Option<&'a Player>,
    /// [`crate::Evaluation::frontier`].
    frontier: [i32; 3],
    pub(crate) moves: Vec<Scored>,
    pub(crate) lines: Variations,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    pub(crate) root_moves: Vec<RootMove>,
    /// The first root move that is still to be ranked (several lines).
    pub(crate) rank: usize,
    pub(crate) root_depth: i32,
    pub(crate) completed: i32,
    /// The time for this move; `None`: time does not matter.
    pub(crate) budget: Option<Budget>,
    /// When to stop, once an iteration was good enough.
    pub(crate) deadline: Option<Duration>,
    pub(crate) reductions: Box<[i32; 256]>,
    /// What the slides' search counts.
    pub(crate) counts: crate::slides::Counts,
    clock_taken: bool,
    /// Side to move and move number at the root.
    start: (Color, u32),
    /// Value of a draw for the side to move at the root.
    draw: i32,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        index: usize,
        position: &Position,
        root_moves: Vec<RootMove>,
    ) -> Self {
        let mut position = position.clone();
        position.reserve(MAX_PLY + 2);
        let practical = shared.options.table_mode == TableMode::Practical;
        let path = path_to(&position, practical);
        let side = position.side_to_move();
        let budget = Budget::new(
            shared.limits.move_time,
            shared.limits.clock.as_ref(),
            shared.options,
            side,
            position.ply(),
        );
        let scale = f64::from(shared.options.constants.reduction_scale) / 10.0;
        let reductions: [i32; 256] =
            std::array::from_fn(|n| if n == 0 { 0 } else { ((n as f64).ln() * scale) as i32 });
        Self {
            shared,
            history: &mut memory.history,
            index,
            path,
            practical,
            root: position.history_len(),
            ply: 0,
            frames: Box::new([Frame::EMPTY; MAX_PLY + 2]),
            sums: Sums::new(&shared.options.evaluation, &position, MAX_PLY + 2),
            player: None,
            frontier: shared.options.evaluation.frontier(),
            moves: Vec::with_capacity(OPEN_MOVES),
            lines: Variations::new(),
            nodes: 0,
            seldepth: 0,
            stopped: false,
            root_moves,
            rank: 0,
            root_depth: 0,
            completed: 0,
            budget,
            deadline: None,
            reductions: Box::new(reductions),
            counts: crate::slides::Counts::default(),
            clock_taken: false,
            start: (side, position.ply()),
            draw: shared.options.draw_value[side.index()],
            position,
        }
    }

    /// The numbers to search by.
    #[inline]
    pub(crate) fn constants(&self) -> &'a Constants {
        let shared: &'a Shared<'a> = self.shared;
        &shared.options.constants
    }

    /// What a quiet move may gain where nothing but quiescence follows it.
    #[inline]
    pub(crate) fn frontier(&self, mv: Move) -> i32 {
        let [king, other, drop] = self.frontier;
        if mv.is_drop() {
            drop
        } else if mv.from() == self.position.king(self.position.side_to_move()) {
            king
        } else {
            other
        }
    }

    /// Plays `mv` and goes one ply down.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move, row: usize, gives_check: bool) {
        let frame = &mut self.frames[self.ply];
        (frame.mv, frame.row) = (Some(mv), row);
        self.sums.push(&self.position, mv);
        self.position.apply_knowing_check(mv, gives_check);
        let key = self.key();
        self.shared.table.prefetch(key ^ self.shared.salt);
        if self.practical {
            self.path.push(key, self.position.side_to_move() as u8, gives_check);
        }
        self.sums.settle(&self.position, mv);
        self.ply += 1;
    }

    /// Takes back what [`Worker::make`] did.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.ply -= 1;
        self.position.undo();
        if self.practical {
            self.path.pop();
        }
        self.sums.pop();
    }

    /// Passes. The sums stay: a pass changes no piece.
    pub(crate) fn make_null(&mut self) {
        let frame = &mut self.frames[self.ply];
        (frame.mv, frame.row) = (None, NO_ROW);
        self.position.apply_null();
        if self.practical {
            self.path.push_pass(self.key(), self.position.side_to_move() as u8);
        }
        self.ply += 1;
    }

    pub(crate) fn unmake_null(&mut self) {
        self.ply -= 1;
        self.position.undo();
        if self.practical {
            self.path.pop();
        }
    }

    /// Rows of the opponent's latest move and of our move before it.
    #[inline]
    pub(crate) fn rows_before(&self) -> [usize; 2] {
        let row = |back: usize| self.ply.checked_sub(back).map_or(NO_ROW, |ply| self.frames[ply].row);
        [row(1), row(2)]
    }

    /// Counts a node and looks whether to stop. Once stopped, nothing is counted any more: the open nodes wind up.
    #[inline]
    pub(crate) fn count_node(&mut self) {
        if self.stopped {
            // On the way up: what is begun here is given up at once.
            return;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(self.ply);
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) || self.shared.limits.nodes.is_some() {
            self.look_at_limits();
        }
    }

    fn look_at_limits(&mut self) {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        // Whatever the hurry, one iteration makes the move a considered one; it takes well under a millisecond.
        let hurried = self.completed > 0 || self.nodes > FIRST_ITERATION;
        if hurried && (shared.control.is_stopped() || shared.done.load(Ordering::Relaxed)) {
            self.stopped = true;
            return;
        }
        if let Some(limit) = shared.limits.nodes {
            let nodes = if shared.nodes.len() == 1 { self.nodes } else { shared.nodes() };
            if nodes >= limit {
                self.stopped = true;
                return;
            }
        }
        if hurried && self.index == 0 && self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.take_late_clock();
            if let (Some(budget), Some(elapsed)) = (&self.budget, shared.on_clock()) {
                self.stopped = elapsed >= self.deadline.unwrap_or(budget.maximum);
            }
        }
    }

    /// Some GUIs tell the clocks only when the expected move was played.
    fn take_late_clock(&mut self) {
        let shared = self.shared;
        if self.clock_taken || !shared.limits.ponder {
            return;
        }
        if let Some(hit) = shared.control.hit() {
            self.clock_taken = true;
            if let Some(clock) = &hit.clock {
                let (side, ply) = self.start;
                self.budget = Budget::new(shared.limits.move_time, Some(clock), shared.options, side, ply);
            }
        }
    }

    /// The value of a draw for the side to move.
    #[inline]
    pub(crate) fn draw_value(&self) -> i32 {
        if self.ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// Whether the game is over here by repetition or by the number of moves, and with what value.
    #[inline]
    pub(crate) fn ended(&self, key: u64) -> Option<Judged> {
        if let Some((first, meaning)) = self.position.repetition_after(self.root) {
            let value = match meaning {
                Repetition::Win => score::RULE_WIN - self.ply as i32,
                Repetition::Loss => self.ply as i32 - score::RULE_WIN,
                Repetition::Draw | Repetition::None => self.draw_value(),
            };
            // A plain search does as if the position had this value whatever came before.
            let proof = if self.practical { Proof::repetition(key, first) } else { Proof::leaf(key) };
            return Some(Judged::by(value, proof));
        }
        debug_assert!(!self.practical || self.path.repetition(RULE).is_none(), "two views of one history");
        let most = self.shared.options.max_moves_to_draw;
        if most > 0 && self.position.ply() > most {
            // A mate by the last move still counts.
            let mated = self.position.in_check() && !self.position.has_legal_move();
            let value = if mated { score::mated_in(self.ply) } else { self.draw_value() };
            return Some(Judged::leaf(value, key));
        }
        None
    }

    /// Whether the side to move may end the game at once by the rule of entering kings.
    #[inline]
    pub(crate) fn can_declare(&self) -> bool {
        matches!(
            self.position.declaration(self.shared.options.entering_king),
            Declaration::Win | Declaration::Try(_)
        )
    }

    /// The static evaluation, without correction; with what a player below full strength misjudges.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> i32 {
        let value = self.sums.evaluate(&self.position);
        match self.player {
            None => value,
            Some(player) => {
                (value + player.misjudges(&self.position)).clamp(-score::DECIDED / 2, score::DECIDED / 2)
            }
        }
    }

    /// Whether a player below full strength does not see `mv` here. In check every answer is seen.
    #[inline]
    pub(crate) fn overlooks(&self, mv: Move, in_check: bool) -> bool {
        self.player.is_some_and(|player| !in_check && player.overlooks(&self.position, mv))
    }

    /// The evaluation with what experience says it is off by.
    #[inline]
    pub(crate) fn corrected(&self, eval: i32) -> i32 {
        (eval + self.history.correction(&self.position)).clamp(1 - score::DECIDED, score::DECIDED - 1)
    }
}

/// The positions of a game, with its last one as the root of a search, and room for the search.
fn path_to(position: &Position, whole: bool) -> game::History {
    let length = position.history_len();
    let now = (position.key().low(), position.side_to_move() as u8, position.in_check());
    let at =
        |index| position.history(index).map_or(now, |past| (past.key.low(), past.side as u8, past.in_check));
    let (key, side, check) = at(if whole { 0 } else { length });
    let mut path = game::History::new(key, side, check);
    if whole {
        path.reserve(length + MAX_PLY + 2);
        for index in 1..=length {
            let (key, side, check) = at(index);
            if position.history(index - 1).is_some_and(|past| past.mv.is_none()) {
                path.push_pass(key, side);
            } else {
                path.push(key, side, check);
            }
        }
        path.root_here();
    }
    path
}
