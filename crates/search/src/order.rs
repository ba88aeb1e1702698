//! The order in which a node tries its moves, generated stage by stage so that an early cut-off saves the rest.

use crate::history;
use crate::worker::Worker;
use shogi::{Bitboard, Move, MoveSet, PieceKind, Position};

/// A move with what its place in the order depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// What taking a piece is worth for the order: its value on the board and in hand, by kind.
const PRIZE: [i32; 16] = [0, 200, 700, 800, 1100, 1800, 2100, 1200, 0, 700, 950, 1000, 1150, 2000, 2350, 0];
/// What a promotion gains, by kind before it.
const PROMOTION: [i32; 16] = [0, 450, 200, 150, 30, 250, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    MakeCaptures,
    Captures,
    Killers,
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeEvasions,
    Evasions,
    Done,
}

/// Hands out the moves of one node. Its moves lie on the worker's stack of moves from `start` on.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    /// Only captures and pawn promotions (quiescence, `ProbCut`).
    noisy_only: bool,
    table: Option<Move>,
    /// Killers and counter move, none of them equal to another.
    killers: [Option<Move>; 3],
    killer: usize,
    start: usize,
    /// Losing captures are kept from `start` to here.
    bad: usize,
    next: usize,
    /// The exchange must be worth this much for a capture to come early.
    threshold: i32,
}

/// The moves of pawns into or within the zone that capture nothing.
fn quiet_promotions(position: &Position, mut found: impl FnMut(Move)) {
    let us = position.side_to_move();
    let pawns = position.of_kind(PieceKind::Pawn) & position.pieces(us);
    let zone = Bitboard::far_ranks(us, 3);
    let targets = pawns.forward(us) & zone & !position.occupied();
    targets.for_each(|to| {
        let back = Bitboard::of(to).forward(!us).first();
        if let Some(mv) = back.map(|from| Move::promotion(from, to))
            && position.is_legal(mv)
        {
            found(mv);
        }
    });
}

/// Whether `mv` captures, or is a pawn that promotes.
#[inline]
pub(crate) fn is_noisy(position: &Position, mv: Move) -> bool {
    let Some(from) = mv.from() else { return false };
    position.piece_at(mv.to()).is_some()
        || mv.is_promotion() && position.piece_at(from).is_some_and(|piece| piece.kind() == PieceKind::Pawn)
}

impl Picker {
    /// For a node of the main search; `table` is the move to try first.
    pub(crate) fn new(worker: &Worker, table: Option<Move>) -> Self {
        let mut picker = Self::with(worker, table, Stage::MakeCaptures, false, 0);
        if !worker.position.in_check() {
            let [first, second] = worker.frames[worker.ply].killers;
            let counter = worker.history.counter(worker.rows_before()[0]);
            picker.killers = [first, second, counter];
            if counter == first || counter == second {
                picker.killers[2] = None;
            }
        }
        picker
    }

    /// Captures and pawn promotions whose exchange is worth at least `threshold`; all moves in check.
    pub(crate) fn noisy(worker: &Worker, table: Option<Move>, threshold: i32) -> Self {
        let table = table.filter(|&mv| worker.position.in_check() || is_noisy(&worker.position, mv));
        Self::with(worker, table, Stage::MakeCaptures, true, threshold)
    }

    fn with(worker: &Worker, table: Option<Move>, then: Stage, noisy_only: bool, threshold: i32) -> Self {
        let then = if worker.position.in_check() { Stage::MakeEvasions } else { then };
        let start = worker.moves.len();
        Self {
            stage: if table.is_some() { Stage::Table } else { then },
            noisy_only,
            table,
            killers: [None; 3],
            killer: 0,
            start,
            bad: start,
            next: start,
            threshold,
        }
    }

    /// Gives the worker its room back. To be called when the node is done.
    #[inline]
    pub(crate) fn close(&self, worker: &mut Worker) {
        worker.moves.truncate(self.start);
    }

    /// No further quiet moves, please.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Killers | Stage::MakeQuiets | Stage::Quiets) {
            self.stage = Stage::BadCaptures;
            self.next = self.start;
        }
    }

    /// The best of the moves not yet handed out, moved to the front of them.
    #[inline]
    fn select(&mut self, worker: &mut Worker) -> Option<Scored> {
        let rest = worker.moves.get_mut(self.next..)?;
        let mut best = 0;
        let mut score = rest.first()?.score;
        for (index, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.score > score {
                (best, score) = (index, candidate.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn is_special(&self, mv: Move) -> bool {
        self.table == Some(mv) || self.killers.contains(&Some(mv))
    }

    /// The next move, `None` when there is none left. All of them are legal.
    pub(crate) fn next(&mut self, worker: &mut Worker) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    let in_check = worker.position.in_check();
                    self.stage = if in_check { Stage::MakeEvasions } else { Stage::MakeCaptures };
                    return self.table;
                }
                Stage::MakeCaptures => {
                    Self::make_captures(worker);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => {
                    if let Some(Scored { mv, .. }) = self.select(worker) {
                        if self.table == Some(mv) {
                            continue;
                        }
                        if worker.position.see_at_least(mv, self.threshold) {
                            return Some(mv);
                        }
                        worker.moves[self.bad].mv = mv;
                        self.bad += 1;
                        continue;
                    }
                    self.stage = if self.noisy_only { Stage::Done } else { Stage::Killers };
                }
                Stage::Killers => {
                    let Some(&candidate) = self.killers.get(self.killer) else {
                        self.stage = Stage::MakeQuiets;
                        continue;
                    };
                    let usable = candidate.filter(|&mv| {
                        self.table != Some(mv)
                            && !is_noisy(&worker.position, mv)
                            && worker.position.is_legal(mv)
                    });
                    // What is not handed out here must not be left out later.
                    self.killers[self.killer] = usable;
                    self.killer += 1;
                    if usable.is_some() {
                        return usable;
                    }
                }
                Stage::MakeQuiets => {
                    self.make_quiets(worker);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.select(worker) {
                    Some(Scored { mv, .. }) if self.is_special(mv) => {}
                    Some(Scored { mv, .. }) => return Some(mv),
                    None => {
                        self.stage = Stage::BadCaptures;
                        self.next = self.start;
                    }
                },
                Stage::BadCaptures => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(worker.moves[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::MakeEvasions => {
                    Self::make_evasions(worker);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.select(worker) {
                    Some(Scored { mv, .. }) if self.table == Some(mv) => {}
                    Some(Scored { mv, .. }) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    #[inline(never)]
    fn make_captures(worker: &mut Worker) {
        let Worker { position, moves, history, .. } = worker;
        for &mv in &position.considered_moves(MoveSet::Captures) {
            let packed = position.move32(mv);
            let kind = |piece: Option<shogi::Piece>| piece.map_or(0, |piece| piece.kind().index());
            let (taken, mover) = (kind(packed.captured()), kind(packed.before()));
            let promotion = if mv.is_promotion() { PROMOTION[mover] } else { 0 };
            let learnt = history.capture(history::row(position, mv), taken) / 8;
            let score = (PRIZE[taken] + promotion) * 8 - PRIZE[mover] + learnt;
            moves.push(Scored { mv, score });
        }
        quiet_promotions(position, |mv| {
            let learnt = history.capture(history::row(position, mv), 0) / 8;
            moves.push(Scored { mv, score: PROMOTION[PieceKind::Pawn.index()] * 8 + learnt });
        });
    }

    #[inline(never)]
    fn make_quiets(&mut self, worker: &mut Worker) {
        worker.moves.truncate(self.bad);
        self.next = self.bad;
        let before = worker.rows_before();
        let Worker { position, moves, history, .. } = worker;
        let us = position.side_to_move();
        for &mv in &position.considered_moves(MoveSet::Quiets) {
            let mut bonus = 0;
            if mv.is_promotion() {
                let mover = position.move32(mv).before().map_or(0, |piece| piece.kind().index());
                if mover == PieceKind::Pawn.index() {
                    // Handed out among the captures.
                    continue;
                }
                bonus = PROMOTION[mover] * 30;
            }
            let score = history.quiet(us, mv, history::row(position, mv), before) + bonus;
            moves.push(Scored { mv, score });
        }
    }

    #[inline(never)]
    fn make_evasions(worker: &mut Worker) {
        let before = worker.rows_before();
        let Worker { position, moves, history, .. } = worker;
        let us = position.side_to_move();
        for &mv in &position.considered_moves(MoveSet::All) {
            let packed = position.move32(mv);
            let kind = |piece: Option<shogi::Piece>| piece.map_or(0, |piece| piece.kind().index());
            let (taken, mover) = (kind(packed.captured()), kind(packed.before()));
            let score = if taken != 0 {
                (1 << 20) + PRIZE[taken] * 8 - PRIZE[mover]
            } else {
                history.quiet(us, mv, history::row(position, mv), before)
            };
            moves.push(Scored { mv, score });
        }
    }
}
