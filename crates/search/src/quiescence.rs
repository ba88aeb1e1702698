//! Quiescence: captures and pawn promotions until the position is quiet, and every answer to a check.

use crate::claims::{Judged, Told};
use crate::history;
use crate::order::Picker;
use crate::score::{DECIDED, INFINITE, MAX_PLY, NONE, mate_in, mated_in};
use crate::worker::Worker;
use table::{Evidence, Gather, Proof};

/// Value of a captured piece (board and hand), by kind, for that test.
const PRIZE: [i32; 16] = [0, 200, 700, 800, 1100, 1800, 2100, 1200, 0, 700, 950, 1000, 1150, 2000, 2350, 0];

impl Worker<'_> {
    #[allow(clippy::too_many_lines)]
    /// The value once the captures are played out; `depth` is 0 at the first ply of it and falls.
    pub(crate) fn quiescence<const OPEN: bool>(&mut self, mut alpha: i32, beta: i32, depth: i32) -> Judged {
        let ply = self.ply;
        self.lines.clear(ply);
        self.count_node();
        if self.stopped {
            return Judged::STOPPED;
        }
        let key = self.key();
        if let Some(judged) = self.ended(key) {
            return judged;
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY - 1 {
            return Judged::leaf(if in_check { self.draw_value() } else { self.evaluate() }, key);
        }
        let level = if in_check || depth == 0 { 0 } else { -1 };
        let known = if OPEN { self.look(key) } else { self.ask(key, alpha, beta, level) };
        if let Some(answer) = known.and_then(|known| known.answer) {
            return answer;
        }
        let table_move = known.and_then(|known| known.mv()).filter(|&mv| self.position.is_legal(mv));

        let (mut raw, mut best, mut hope) = (NONE, -INFINITE, -INFINITE);
        let mut gather = Gather::new();
        if !in_check {
            if depth == 0 && self.can_declare() {
                return Judged::leaf(mate_in(ply + 1), key);
            }
            raw = known.map_or(NONE, |known| known.eval());
            if raw == NONE {
                raw = self.evaluate();
            }
            best = self.corrected(raw);
            let mut quiet = Proof::leaf(key);
            if let Some((value, seen)) = known.and_then(|known| known.refine(best)) {
                best = value;
                quiet.signature |= seen;
            }
            if best >= beta {
                let judged = Judged::by(best, quiet);
                if known.is_none() {
                    let told = Told {
                        judged,
                        lower: true,
                        upper: false,
                        checks: false,
                        mv: None,
                        eval: raw,
                        pv: false,
                    };
                    self.tell(key, -2, &told);
                }
                return judged;
            }
            gather.child(Evidence::both(quiet), true);
            alpha = alpha.max(best);
            hope = best + self.constants().quiescence_margin;
        }

        let old_alpha = alpha;
        let mut picker = Picker::noisy(self, table_move, 0);
        let (mut best_move, mut checks_best) = (None, false);
        let mut count = 0;
        let checks = self.position.check_squares();
        while let Some(mv) = picker.next(self) {
            if self.overlooks(mv, in_check) {
                continue;
            }
            count += 1;
            let check = checks.gives_check(&self.position, mv);
            if best > -DECIDED {
                if !in_check && !check {
                    let taken = self.position.piece_at(mv.to()).map_or(0, |piece| piece.kind().index());
                    let gain = hope + PRIZE[taken] + if mv.is_promotion() { 450 } else { 0 };
                    if gain <= alpha {
                        best = best.max(gain);
                        continue;
                    }
                }
                // One answer to a check that holds is enough of quiet ones.
                if in_check && count > 3 && self.position.piece_at(mv.to()).is_none() {
                    break;
                }
            }
            let row = history::row(&self.position, mv);
            self.make(mv, row, check);
            let child = self.quiescence::<OPEN>(-beta, -alpha, depth - 1);
            let value = -child.value;
            self.unmake();
            if self.stopped {
                picker.close(self);
                return Judged::STOPPED;
            }
            gather.child(self.taken_over(mv, child), value > best);
            if value > best {
                (best, checks_best) = (value, check);
                if value > alpha {
                    best_move = Some(mv);
                    if OPEN {
                        self.lines.set(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        picker.close(self);
        if in_check && count == 0 {
            return Judged::leaf(mated_in(ply), key);
        }
        let judged = Judged { value: best, evidence: gather.finish(key, self.position.history_len()) };
        let told = Told {
            judged,
            lower: best > old_alpha,
            upper: best < beta,
            checks: checks_best,
            mv: best_move,
            eval: raw,
            pv: OPEN,
        };
        self.tell(key, level, &told);
        judged
    }
}
