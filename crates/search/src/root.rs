//! The root: iterative deepening, aspiration windows, several lines, and when to be content.

use crate::claims::Judged;
use crate::node::ROOT;
use crate::score::{DECIDED, INFINITE, MATE_IN_MAX, MAX_PLY};
use crate::slides::{self, At, PLY};
use crate::worker::Worker;
use crate::{Bound, Info, Line, Method, Score};
use shogi::Move;
use std::time::Duration;

/// From this time on windows that failed are reported too.
const REPORT_FAILS_FROM: Duration = Duration::from_secs(2);

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Value in this iteration, minus infinity until it has one.
    pub(crate) value: i32,
    /// Value in the last iteration.
    pub(crate) previous: i32,
    /// The value in the window before, while a wider one is searched.
    held: i32,
    /// Moving average of the values.
    average: Option<i32>,
    pub(crate) bound: Bound,
    pub(crate) seldepth: usize,
    pub(crate) pv: Vec<Move>,
    /// [`Line::rests_on_repetition`].
    repeats: bool,
    nodes: u64,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> Self {
        let mut pv = Vec::with_capacity(MAX_PLY + 1);
        pv.push(mv);
        Self {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            held: -INFINITE,
            average: None,
            bound: Bound::Exact,
            seldepth: 0,
            pv,
            repeats: false,
            nodes: 0,
        }
    }

    /// The latest value: of this window, of the window before, of the depth before; `-INFINITE` where there is none yet.
    pub(crate) fn worth(&self) -> i32 {
        let known = [self.value, self.held, self.previous].into_iter().find(|&value| value != -INFINITE);
        known.unwrap_or(-INFINITE)
    }

    pub(crate) fn line(&self, depth: i32) -> Line {
        let value = self.worth();
        Line {
            // Stopped before anything was known of the move: no claim is better than a false mate.
            score: if value == -INFINITE { Score::Cp(0) } else { Score::from_value(value) },
            bound: self.bound,
            depth: depth.max(1) as u32,
            seldepth: self.seldepth as u32,
            pv: self.pv.clone(),
            rests_on_repetition: self.repeats,
        }
    }
}

/// Sorts by value, best first. Stable: moves without a value keep the order of the last iteration. In place, as the
/// stable sort of the library allocates.
fn rank_moves(moves: &mut [RootMove]) {
    for next in 1..moves.len() {
        let value = moves[next].value;
        let place = moves[..next].partition_point(|earlier| earlier.value >= value);
        moves[place..=next].rotate_right(1);
    }
}

impl Worker<'_> {
    /// Notes the result of a root move. Only the first move and those that beat alpha have a value; the others are just not
    /// better.
    pub(crate) fn note_root_move(
        &mut self,
        mv: Move,
        child: Judged,
        window: (i32, i32),
        first: bool,
        nodes: u64,
    ) {
        let (value, (alpha, beta)) = (-child.value, window);
        let seldepth = self.seldepth;
        // A loop that lies below the root leaves no trace in the evidence, but then the line runs into it.
        let open = value > alpha && !child.evidence.upper.is_closed()
            || value < beta && !child.evidence.lower.is_closed();
        let repeats = (first || value > alpha) && (open || self.ends_in_repetition(mv));
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        if first || value > alpha {
            root_move.value = value;
            root_move.seldepth = seldepth;
            root_move.average = Some(root_move.average.map_or(value, |old| i32::midpoint(old, value)));
            root_move.repeats = repeats;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend(self.lines.line(1));
        } else {
            root_move.value = -INFINITE;
        }
    }

    /// Whether the line that begins with `mv` ends in a position that repeats an earlier one.
    fn ends_in_repetition(&mut self, mv: Move) -> bool {
        self.position.apply(mv);
        let mut made = 1;
        for mv in self.lines.line(1) {
            self.position.apply(mv);
            made += 1;
        }
        let repeats = self.position.repetition_after(self.root).is_some();
        for _ in 0..made {
            self.position.undo();
        }
        repeats
    }

    /// Searches deeper and deeper until a limit is met. `report` is called by the first thread only.
    pub(crate) fn deepen(&mut self, report: &dyn Fn(&Info)) {
        let limit = self.shared.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, 127) as i32);
        let lines = self.shared.options.multi_pv.clamp(1, self.root_moves.len().max(1));
        let mut changes = 0.0_f64;
        let mut best_before = None;
        for depth in 1..=limit {
            // Helpers go through the depths at their own pace, so that they do not all do the same.
            if self.index > 0 && depth > 3 && (depth + self.index as i32) % 3 == 0 && depth < limit {
                continue;
            }
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                if root_move.value != -INFINITE {
                    root_move.previous = root_move.value;
                }
                root_move.held = -INFINITE;
                root_move.nodes = 0;
            }
            for rank in 0..lines {
                self.rank = rank;
                self.seldepth = 0;
                self.aspire(depth, report);
                rank_moves(&mut self.root_moves[..=rank]);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed = depth;
            if self.index > 0 {
                continue;
            }
            for rank in 0..lines {
                self.report(rank, report);
            }
            changes = changes * 0.6
                + f64::from(u8::from(best_before.is_some_and(|mv| mv != self.root_moves[0].mv)));
            best_before = Some(self.root_moves[0].mv);
            if self.content(depth, changes) {
                break;
            }
        }
    }

    /// Searches the rank's line with a window around its last value, widened until the value lies inside.
    fn aspire(&mut self, depth: i32, report: &dyn Fn(&Info)) {
        let rank = self.rank;
        let centre = self.root_moves[rank].average.filter(|value| value.abs() < DECIDED);
        let constants = self.constants();
        let (mut width, from) = match self.shared.options.method {
            Method::Today => (constants.window, 4),
            Method::Slides(slides) if slides.aspiration => (slides::WINDOW, 2),
            Method::Slides(_) => (constants.window, i32::MAX),
        };
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if let Some(centre) = centre.filter(|_| depth >= from) {
            width += centre.abs() / constants.window_slope;
            (alpha, beta) = ((centre - width).max(-INFINITE), (centre + width).min(INFINITE));
        }
        let mut fails = 0;
        loop {
            for root_move in &mut self.root_moves[rank..] {
                // A move that has just failed high leads now: if the limit is met before it comes back, that is its value.
                if root_move.value != -INFINITE {
                    root_move.held = root_move.value;
                }
                root_move.value = -INFINITE;
            }
            let value = self.root_value(alpha, beta, depth, fails);
            rank_moves(&mut self.root_moves[rank..]);
            if self.stopped {
                return;
            }
            let best = &mut self.root_moves[rank];
            if value <= alpha {
                best.bound = Bound::Upper;
                beta = i32::midpoint(alpha, beta);
                alpha = (value - width).max(-INFINITE);
                fails = 0;
            } else if value >= beta {
                best.bound = Bound::Lower;
                beta = (value + width).min(INFINITE);
                fails = (fails + 1).min(3);
            } else {
                best.bound = Bound::Exact;
                return;
            }
            width += width / 2;
            if width > 1500 {
                (alpha, beta) = if value <= alpha { (-INFINITE, beta) } else { (alpha, INFINITE) };
            }
            if self.index == 0 && rank == 0 && self.shared.started.elapsed() >= REPORT_FAILS_FROM {
                self.report(rank, report);
            }
        }
    }

    /// Searches the root in a window; `fails`: how often it failed high at this depth so far.
    fn root_value(&mut self, alpha: i32, beta: i32, depth: i32, fails: i32) -> i32 {
        let options = self.shared.options;
        match &options.method {
            // A move that is better than thought need not be searched as deeply to know that it is.
            Method::Today => self.search::<ROOT>(alpha, beta, (depth - fails).max(1), false).value,
            Method::Slides(slides) => self.slides(slides, alpha, beta, depth * PLY, At::Root).value,
        }
    }

    fn report(&self, rank: usize, report: &dyn Fn(&Info)) {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, std::sync::atomic::Ordering::Relaxed);
        report(&Info {
            multi_pv: rank + 1,
            line: self.root_moves[rank].line(self.root_depth),
            nodes: shared.nodes(),
            time: shared.started.elapsed(),
            hashfull: shared.table.hashfull(),
        });
    }

    /// Whether the first thread has seen enough after an iteration.
    fn content(&mut self, depth: i32, changes: f64) -> bool {
        let shared = self.shared;
        if shared.limits.infinite {
            return false;
        }
        let best = &self.root_moves[0];
        // A mate that was searched well beyond its length will not become shorter.
        if best.value.abs() >= MATE_IN_MAX {
            let distance = crate::score::MATE - best.value.abs();
            if depth > 2 * distance + 4 && shared.limits.depth.is_none() && shared.limits.nodes.is_none() {
                return true;
            }
        }
        let (Some(budget), Some(elapsed)) = (&self.budget, shared.on_clock()) else { return false };
        if shared.limits.move_time.is_some() {
            return elapsed >= budget.optimum;
        }
        if self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        let share = best.nodes as f64 / self.root_moves.iter().map(|m| m.nodes).sum::<u64>().max(1) as f64;
        let falling = f64::from((best.previous - best.value).clamp(-100, 400)) / 400.0;
        let factor = (0.7 + 0.5 * changes + 0.6 * falling + 0.5 * (0.8 - share)).clamp(0.4, 2.5);
        // An iteration takes longer than all before it together: one begun past the half would hardly end in time.
        let wanted = budget.optimum.mul_f64(factor);
        if elapsed >= wanted.mul_f64(0.6).min(budget.maximum) {
            let deadline = budget.stop_at(elapsed);
            self.deadline = Some(self.deadline.map_or(deadline, |earlier| earlier.min(deadline)));
        }
        self.deadline.is_some_and(|deadline| elapsed >= deadline)
    }
}
