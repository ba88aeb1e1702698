//! One node of the slides' search.

use super::{Futility, Slides};
use crate::claims::{Judged, Told};
use crate::history::{self, NO_ROW};
use crate::order::is_noisy;
use crate::score::{DECIDED, INFINITE, MAX_PLY, NONE, mate_in, mated_in};
use crate::worker::Worker;
use shogi::Move;
use table::Gather;

/// Half plies in a ply.
pub(crate) const PLY: i32 = 2;

/// What the node above decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// The root.
    Root,
    /// Behind a move.
    Move,
    /// Behind a pass: no second one.
    Pass,
}

impl Worker<'_> {
    /// The value of the position for the side to move, searched `half` half plies deep; fail-soft.
    #[allow(clippy::too_many_lines)] // One node, top to bottom, in the order of the slides' list.
    pub(crate) fn slides(
        &mut self,
        slides: &Slides,
        mut alpha: i32,
        mut beta: i32,
        mut half: i32,
        at: At,
    ) -> Judged {
        let root = at == At::Root;
        if half < PLY && !root {
            if slides.quiescence {
                return self.settle_down(slides, alpha, beta, 0);
            }
            self.count_node();
            self.lines.clear(self.ply);
            let key = self.key();
            return self.ended(key).unwrap_or_else(|| Judged::leaf(self.evaluate(), key));
        }
        let ply = self.ply;
        self.lines.clear(ply);
        self.count_node();
        if self.stopped {
            return Judged::STOPPED;
        }
        let in_check = self.position.in_check();
        let key = self.key();
        if !root {
            if let Some(judged) = self.ended(key) {
                return judged;
            }
            if self.can_declare() {
                return Judged::leaf(mate_in(ply + 1), key);
            }
            if ply >= MAX_PLY - 1 {
                return Judged::leaf(self.evaluate(), key);
            }
        }
        if !slides.beta_cut {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        let open = beta - alpha > 1;
        let known = match slides.table {
            false => None,
            true if open || root => self.look(key),
            // A bound counts for the depth that it was searched to, rounded down.
            true => self.ask(key, alpha, beta, (half + 1) / PLY),
        };
        if let Some(answer) = known.and_then(|known| known.answer) {
            return answer;
        }
        if !root
            && slides.mate_in_one
            && !in_check
            && let Some(mv) = self.mating_move()
        {
            self.lines.clear(ply + 1);
            self.lines.set(ply, mv);
            return Judged::leaf(mate_in(ply + 1), key);
        }
        let eval = if in_check { NONE } else { self.evaluate() };
        if !in_check {
            self.note_rest(eval);
        }
        if !open
            && slides.null_move
            && at == At::Move
            && !in_check
            && half >= 2 * PLY
            && eval >= beta
            && beta > -DECIDED
        {
            let reduction = if half < 6 * PLY { 2 * PLY } else { 3 * PLY };
            self.make_null();
            let child = self.slides(slides, -beta, 1 - beta, half - PLY - reduction, At::Pass);
            self.unmake_null();
            if self.stopped {
                return Judged::STOPPED;
            }
            if -child.value >= beta {
                let value = if -child.value >= DECIDED { beta } else { -child.value };
                let mut gather = Gather::new();
                gather.child(child.evidence, true);
                return Judged { value, evidence: gather.finish(key, self.position.history_len()) };
            }
        }
        let mut first = known.and_then(|known| known.mv()).filter(|&mv| self.position.is_legal(mv));
        if slides.internal_deepening && slides.table && open && !root && first.is_none() && half >= 3 * PLY {
            self.slides(slides, alpha, beta, half - 2 * PLY, At::Pass);
            if self.stopped {
                return Judged::STOPPED;
            }
            first = self.look(key).and_then(|known| known.mv()).filter(|&mv| self.position.is_legal(mv));
            self.lines.clear(ply);
        }
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.killers = [None; 2];
        }
        let taken_at = self.taken_before();
        let start = if root { self.moves.len() } else { self.list_moves(slides, first) };
        if slides.one_reply_extension && in_check && self.moves.len() == start + 1 {
            half += PLY / 2;
        }
        // Extensions end where a line is twice as long as the search was meant to be deep.
        let extend = ply < 2 * self.root_depth as usize;
        let old_alpha = alpha;
        let (mut best, mut best_move, mut checks_best) = (-INFINITE, None, false);
        let mut gather = Gather::new();
        let mut count = 0;
        loop {
            let next = if root {
                self.root_moves.get(self.rank + count).map(|root_move| root_move.mv)
            } else {
                self.pick(start + count)
            };
            let Some(mv) = next else { break };
            count += 1;
            let check = self.position.gives_check(mv);
            let mut deeper = half - PLY;
            if extend {
                if slides.check_extension && check {
                    deeper += PLY;
                }
                if slides.recapture_extension && taken_at == Some(mv.to()) {
                    deeper += PLY / 2;
                }
            }
            if !root && !check && !in_check && deeper < PLY && slides.futility != Futility::Off {
                self.counts.frontier += 1;
                let hope = self.hope(slides, eval, mv);
                if hope <= alpha {
                    self.counts.pruned += 1;
                    best = best.max(hope.min(DECIDED - 1));
                    continue;
                }
            }
            let before = self.nodes;
            self.make(mv, NO_ROW, check);
            let mut child = Judged::STOPPED;
            let narrow = slides.pvs && open && count > 1 && alpha > -INFINITE;
            if narrow {
                child = self.slides(slides, -alpha - 1, -alpha, deeper, At::Move);
            }
            if !narrow || -child.value > alpha && -child.value < beta && !self.stopped {
                child = self.slides(slides, -beta, -alpha, deeper, At::Move);
            }
            self.unmake();
            if self.stopped {
                break;
            }
            let value = -child.value;
            if root {
                self.note_root_move(mv, child, (alpha, beta), count == 1, self.nodes - before);
            }
            gather.child(child.evidence, value > best);
            if value > best {
                (best, checks_best) = (value, check);
                if value > alpha {
                    best_move = Some(mv);
                    self.lines.set(ply, mv);
                    if slides.beta_cut {
                        alpha = value;
                        if value >= beta {
                            break;
                        }
                    }
                }
            }
        }
        self.moves.truncate(start);
        if self.stopped {
            return Judged::STOPPED;
        }
        if count == 0 {
            return Judged::leaf(mated_in(ply), key);
        }
        if let Some(mv) = best_move.filter(|&mv| best >= beta && !is_noisy(&self.position, mv)) {
            self.praise(mv, half / PLY);
        }
        let judged = Judged { value: best, evidence: gather.finish(key, self.position.history_len()) };
        if slides.table && !(root && self.rank > 0) {
            let told = Told {
                judged,
                lower: best > old_alpha && !root,
                upper: best < beta && !root,
                checks: checks_best,
                mv: best_move,
                eval,
                pv: open,
            };
            self.tell(key, half / PLY, &told);
        }
        judged
    }

    /// The most that a move at the frontier is hoped to bring.
    fn hope(&self, slides: &Slides, eval: i32, mv: Move) -> i32 {
        let gain = self.material_gain(mv);
        match slides.futility {
            Futility::Chess(most) => self.material() + gain + most,
            Futility::Shogi | Futility::Off => eval + gain + self.frontier(mv),
        }
    }

    fn note_rest(&mut self, eval: i32) {
        let mut counts = std::mem::take(&mut self.counts);
        counts.note_rest(|| eval - self.material());
        self.counts = counts;
    }

    /// Where the last move captured.
    fn taken_before(&self) -> Option<shogi::Square> {
        let past = self.position.history(self.position.history_len().checked_sub(1)?)?;
        past.captured.and(past.mv).map(Move::to)
    }

    /// A quiet move cut.
    fn praise(&mut self, mv: Move, depth: i32) {
        let killers = &mut self.frames[self.ply].killers;
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        let row = history::row(&self.position, mv);
        let us = self.position.side_to_move();
        self.history.reward_quiet(us, mv, row, [NO_ROW; 2], (depth * depth * 8).clamp(8, 1200));
    }
}
