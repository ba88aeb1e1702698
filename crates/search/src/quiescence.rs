//! Quiescence: captures and pawn promotions until the position is quiet, and every answer to a check.

use crate::history;
use crate::order::Picker;
use crate::score::{DECIDED, INFINITE, MAX_PLY, NONE, from_table, mate_in, mated_in, to_table};
use crate::table::{Claim, Record};
use crate::worker::Worker;

/// What a capture must be able to gain over the evaluation before it is looked at.
const FUTILITY: i32 = 200;
/// Value of a captured piece (board and hand), by kind, for that test.
const PRIZE: [i32; 16] = [0, 200, 700, 800, 1100, 1800, 2100, 1200, 0, 700, 950, 1000, 1150, 2000, 2350, 0];

impl Worker<'_> {
    #[allow(clippy::too_many_lines)]
    /// The value once the captures are played out; `depth` is 0 at the first ply of it and falls.
    pub(crate) fn quiescence<const OPEN: bool>(&mut self, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        let ply = self.ply;
        self.lines.clear(ply);
        self.count_node();
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.ended() {
            return value;
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { self.draw_value() } else { self.evaluate() };
        }
        let key = self.position.key().low();
        let found = self.shared.table.probe(key);
        let table_value = found.map_or(NONE, |record| from_table(record.value, ply));
        let level = if in_check || depth == 0 { 0 } else { -1 };
        if let Some(record) = found
            && !OPEN
            && record.depth >= level
            && record.claim.covers(table_value < beta)
        {
            return table_value;
        }
        let table_move = found.and_then(|record| record.mv).filter(|&mv| self.position.is_legal(mv));

        let (mut raw, mut best, mut hope) = (NONE, -INFINITE, -INFINITE);
        if !in_check {
            if depth == 0 && self.can_declare() {
                return mate_in(ply + 1);
            }
            raw = match found {
                Some(record) if record.eval != NONE => record.eval,
                _ => self.evaluate(),
            };
            best = self.corrected(raw);
            if found.is_some_and(|record| record.claim.covers(table_value < best)) {
                best = table_value;
            }
            if best >= beta {
                if found.is_none() {
                    let claim = Claim::Lower;
                    let value = to_table(best, ply);
                    let record = Record { mv: None, value, eval: raw, depth: -2, claim, pv: false };
                    self.shared.table.store(key, record);
                }
                return best;
            }
            alpha = alpha.max(best);
            hope = best + FUTILITY;
        }

        let old_alpha = alpha;
        let mut picker = Picker::noisy(self, table_move, 0);
        let mut best_move = None;
        let mut count = 0;
        let checks = self.position.check_squares();
        while let Some(mv) = picker.next(self) {
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
            let value = -self.quiescence::<OPEN>(-beta, -alpha, depth - 1);
            self.unmake();
            if self.stopped {
                picker.close(self);
                return 0;
            }
            if value > best {
                best = value;
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
            return mated_in(ply);
        }
        let claim = if best >= beta {
            Claim::Lower
        } else if OPEN && best > old_alpha {
            Claim::Exact
        } else {
            Claim::Upper
        };
        let record =
            Record { mv: best_move, value: to_table(best, ply), eval: raw, depth: level, claim, pv: OPEN };
        self.shared.table.store(key, record);
        best
    }
}
