//! One node of the main search: principal variation search with what prunes, reduces and extends.

use crate::claims::{Judged, Told};
use crate::history;
use crate::order::{Picker, is_noisy};
use crate::score::{DECIDED, INFINITE, MAX_PLY, NONE, mate_in, mated_in};
use crate::worker::Worker;
use shogi::Move;
use table::{Gather, Proof};

/// The root, where the moves are fixed and nothing is cut.
pub(crate) const ROOT: u8 = 0;
/// A node with an open window.
pub(crate) const OPEN: u8 = 1;
/// A node with a null window.
pub(crate) const NULL: u8 = 2;

/// Quiet moves and captures whose failure is remembered at a cut-off.
const REMEMBERED: usize = 48;

/// Moves tried before the one that cut, for the statistics.
struct Tried {
    moves: [Option<Move>; REMEMBERED],
    len: usize,
}

impl Tried {
    const fn new() -> Self {
        Self { moves: [None; REMEMBERED], len: 0 }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        if self.len < REMEMBERED {
            self.moves[self.len] = Some(mv);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied().flatten()
    }
}

impl Worker<'_> {
    /// The value of the position for the side to move, searched to `depth` in the window; fail-soft.
    #[allow(clippy::too_many_lines)]
    pub(crate) fn search<const KIND: u8>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut: bool,
    ) -> Judged {
        let open = KIND != NULL;
        let root = KIND == ROOT;
        if depth <= 0 {
            return if open {
                self.quiescence::<true>(alpha, beta, 0)
            } else {
                self.quiescence::<false>(alpha, beta, 0)
            };
        }
        let constants = self.constants();
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
            if ply >= MAX_PLY - 1 {
                return Judged::leaf(if in_check { self.draw_value() } else { self.evaluate() }, key);
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return Judged::leaf(alpha, key);
            }
        }
        self.frames[ply + 1].cutoffs = 0;
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.killers = [None; 2];
        }
        let excluded = self.frames[ply].excluded;
        let known = match excluded {
            Some(_) => None,
            None if open => self.look(key),
            None => self.ask(key, alpha, beta, depth),
        };
        let table_move = if root {
            self.root_moves.get(self.rank).map(|root_move| root_move.mv)
        } else {
            known.and_then(|known| known.mv()).filter(|&mv| self.position.is_legal(mv))
        };
        let was_open = open || known.is_some_and(|known| known.pv());

        if let Some(answer) = known.and_then(|known| known.answer) {
            if let Some(mv) = table_move.filter(|_| answer.value >= beta)
                && !is_noisy(&self.position, mv)
            {
                self.reward(mv, self.bonus(depth), true);
            }
            // Close to the move limit a stored value knows nothing of the coming draw.
            let most = self.shared.options.max_moves_to_draw;
            if most == 0 || self.position.ply() + depth as u32 <= most {
                return answer;
            }
        }

        if !root && excluded.is_none() {
            if self.can_declare() {
                return Judged::leaf(mate_in(ply + 1), key);
            }
            // Once per position: what has been searched before needs no second look.
            if !in_check
                && (open || known.is_none_or(|known| known.depth() < 1))
                && let Some(mv) = self.mating_move()
            {
                let value = mate_in(ply + 1);
                // What is stored relies on nothing but the position mated, which no game has gone through.
                let told = Told {
                    judged: Judged::by(value, Proof::EMPTY),
                    lower: true,
                    upper: true,
                    checks: true,
                    mv: Some(mv),
                    eval: NONE,
                    pv: was_open,
                };
                self.tell(key, MAX_PLY as i32, &told);
                if open {
                    self.lines.clear(ply + 1);
                    self.lines.set(ply, mv);
                }
                return Judged::leaf(value, key);
            }
        }

        // What the position seems worth.
        let raw;
        let mut eval;
        if in_check {
            (raw, eval) = (NONE, NONE);
        } else {
            let stored = known.map_or(NONE, |known| known.eval());
            raw = if stored == NONE { self.evaluate() } else { stored };
            eval = self.corrected(raw);
        }
        self.frames[ply].eval = eval;
        let improving = !in_check && self.eval_before(2).or(self.eval_before(4)).is_none_or(|old| eval > old);
        let mut quiet = Proof::leaf(key);
        if !in_check && let Some((value, seen)) = known.and_then(|known| known.refine(eval)) {
            eval = value;
            quiet.signature |= seen;
        }

        if !open && !in_check && excluded.is_none() {
            // So far above beta that even a bad reply does not matter.
            let lead = constants.reverse_margin * (depth - i32::from(improving));
            if depth <= constants.reverse_depth && eval - lead >= beta && eval < DECIDED && beta > -DECIDED {
                return Judged::by(i32::midpoint(eval, beta), quiet);
            }
            // So far below alpha that only a tactical stroke could help.
            if depth <= 3 && eval + constants.razor_margin + constants.razor_slope * depth <= alpha {
                let judged = self.quiescence::<false>(alpha, alpha + 1, 0);
                if self.stopped {
                    return Judged::STOPPED;
                }
                if judged.value <= alpha {
                    return judged;
                }
            }
            // If passing is still good enough, a move will be too.
            let passed = ply > 0 && self.frames[ply - 1].mv.is_none();
            if depth >= 3 && !passed && eval >= beta && beta > -DECIDED {
                let reduction = constants.null_base
                    + depth / constants.null_divisor
                    + ((eval - beta) / constants.null_lead).min(3);
                self.make_null();
                let child = self.search::<NULL>(-beta, 1 - beta, depth - reduction, !cut);
                self.unmake_null();
                if self.stopped {
                    return Judged::STOPPED;
                }
                if -child.value >= beta {
                    let value = if -child.value >= DECIDED { beta } else { -child.value };
                    return self.judged_by_child(value, child, key);
                }
            }
        }
        // Without a move to try first a shallower search is worth more.
        if depth >= 4 && table_move.is_none() && (open || cut) && excluded.is_none() {
            depth -= 1;
        }
        // A capture that stays well above beta in a shallow search will do so in a deep one.
        if !open
            && !in_check
            && depth >= 5
            && excluded.is_none()
            && beta.abs() < DECIDED
            && let Some(judged) = self.probe_cut(beta + constants.probcut_margin, depth, table_move, key, raw)
        {
            return judged;
        }

        let mut picker = Picker::new(self, table_move);
        let checks = self.position.check_squares();
        let start = (alpha, self.nodes);
        let mut best = -INFINITE;
        let (mut best_move, mut checks_best) = (None, false);
        let mut gather = Gather::new();
        let (mut count, mut overlooked) = (0, false);
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let us = self.position.side_to_move();
        let before = self.rows_before();
        let noisy_table = table_move.is_some_and(|mv| is_noisy(&self.position, mv));

        loop {
            let next = if root {
                self.root_moves.get(self.rank + count as usize).map(|root_move| root_move.mv)
            } else {
                picker.next(self)
            };
            let Some(mv) = next else { break };
            if excluded == Some(mv) {
                continue;
            }
            // The moves of the root have been looked through already.
            if !root && self.overlooks(mv, in_check) {
                overlooked = true;
                continue;
            }
            count += 1;
            let noisy = is_noisy(&self.position, mv);
            let row = history::row(&self.position, mv);
            let check = checks.gives_check(&self.position, mv);
            let learnt = if noisy { 0 } else { self.history.quiet(us, mv, row, before) };

            let mut reduction = self.reduction(depth, count, improving);
            if !root && best > -DECIDED && !check {
                let reduced = (depth - 1 - reduction / 64 + learnt / 12_000).max(0);
                if noisy {
                    if depth <= 7 && !self.position.see_at_least(mv, -constants.capture_exchange * depth) {
                        continue;
                    }
                } else {
                    if count > (constants.late_base - 4 + depth * depth) / if improving { 1 } else { 2 } + 4 {
                        picker.skip_quiets();
                        continue;
                    }
                    if !in_check {
                        // At the frontier the futility pruning of the slides, by margins that were measured.
                        let hope = eval
                            + if reduced == 0 {
                                self.frontier(mv)
                            } else {
                                constants.futility_margin + constants.futility_slope * reduced
                            };
                        if reduced <= 7 && hope <= alpha {
                            best = best.max(hope.min(DECIDED - 1));
                            continue;
                        }
                    }
                    if depth <= 5 && learnt < -constants.history_prune * depth {
                        continue;
                    }
                    let least = -constants.quiet_exchange * reduced * reduced;
                    if reduced <= 7 && !self.position.see_at_least(mv, least) {
                        continue;
                    }
                }
            }

            let mut extension = 0;
            if !root && ply < 2 * self.root_depth as usize {
                if depth >= 7 && table_move == Some(mv) && excluded.is_none() {
                    if let Some((table_value, table_depth)) = known.and_then(|known| known.lower_hint())
                        && table_depth >= depth - 3
                        && table_value.abs() < DECIDED
                    {
                        // Is this move much better than all others? Then it deserves a closer look.
                        let target = table_value - constants.singular_margin * depth;
                        self.frames[ply].excluded = Some(mv);
                        let others = self.search::<NULL>(target - 1, target, (depth - 1) / 2, cut);
                        self.frames[ply].excluded = None;
                        if self.stopped {
                            picker.close(self);
                            return Judged::STOPPED;
                        }
                        if others.value < target {
                            extension = 1;
                            if !open && others.value < target - constants.singular_double {
                                extension = 2;
                            }
                        } else if target >= beta {
                            // Without this move it is enough already.
                            picker.close(self);
                            return Judged { value: target, evidence: others.evidence };
                        } else if table_value >= beta || cut {
                            extension = -1;
                        }
                        self.lines.clear(ply);
                    }
                } else if check && depth <= 9 && self.position.see_at_least(mv, 0) {
                    extension = 1;
                }
            }

            let deeper = depth - 1 + extension;
            let before_nodes = self.nodes;
            self.make(mv, row, check);
            let mut child = Judged { value: INFINITE, ..Judged::STOPPED };
            if depth >= 2 && count > 1 + i32::from(root) && (!noisy || count > 6) {
                if was_open {
                    reduction -= constants.reduction_open;
                }
                if cut {
                    reduction += constants.reduction_cut;
                }
                if noisy_table && !noisy {
                    reduction += constants.reduction_noisy;
                }
                if check {
                    reduction -= constants.reduction_check;
                }
                if self.frames[ply + 1].cutoffs > 3 {
                    reduction += constants.reduction_cutoffs;
                }
                reduction -= learnt / constants.reduction_history;
                let reduced = (deeper - reduction.max(0) / 64).clamp(1, deeper.max(1));
                child = self.search::<NULL>(-alpha - 1, -alpha, reduced, true);
                if -child.value > alpha && reduced < deeper {
                    child = self.search::<NULL>(-alpha - 1, -alpha, deeper, !cut);
                }
            } else if !open || count > 1 {
                child = self.search::<NULL>(-alpha - 1, -alpha, deeper, !cut);
            }
            if open && (count == 1 || -child.value > alpha) {
                child = self.search::<OPEN>(-beta, -alpha, deeper, false);
            }
            self.unmake();
            if self.stopped {
                picker.close(self);
                return Judged::STOPPED;
            }

            let value = -child.value;
            if root {
                self.note_root_move(mv, child, (alpha, beta), count == 1, self.nodes - before_nodes);
            }
            gather.child(self.taken_over(mv, child), value > best);
            if value > best {
                (best, checks_best) = (value, check);
                if value > alpha {
                    best_move = Some(mv);
                    if open {
                        self.lines.set(ply, mv);
                    }
                    if value >= beta {
                        self.frames[ply].cutoffs += 1;
                        break;
                    }
                    alpha = value;
                }
            }
            if best_move != Some(mv) {
                if noisy {
                    captures.push(mv);
                } else {
                    quiets.push(mv);
                }
            }
        }
        picker.close(self);

        if count == 0 && overlooked {
            return Judged::leaf(eval, key);
        }
        if count == 0 {
            return Judged::leaf(if excluded.is_some() { alpha } else { mated_in(ply) }, key);
        }
        let (alpha, _) = start;
        if let Some(mv) = best_move {
            self.learn(mv, depth + i32::from(best > beta + 120), &quiets, &captures);
        }
        let judged = Judged { value: best, evidence: gather.finish(key, self.position.history_len()) };
        if excluded.is_none() && !(root && self.rank > 0) {
            let (lower, upper) = (best > alpha, best < beta);
            // The root is not the position with an empty history: it may occur again without an end. Its bounds stay out.
            let told = Told {
                judged,
                lower: lower && !root,
                upper: upper && !root,
                checks: checks_best,
                mv: best_move,
                eval: raw,
                pv: was_open,
            };
            self.tell(key, depth, &told);
            // The evaluation is at fault only where quiet play led away from it, and only as far as is known.
            let eval = self.frames[ply].eval;
            if !in_check
                && best.abs() < DECIDED
                && best_move.is_none_or(|mv| !is_noisy(&self.position, mv))
                && if best < eval { upper } else { lower }
            {
                self.history.note_error(&self.position, best - raw, depth);
            }
        }
        judged
    }

    /// A value that rests on one child: what is known of the child's upper side holds as a lower bound here.
    #[inline]
    fn judged_by_child(&self, value: i32, child: Judged, key: u64) -> Judged {
        let mut gather = Gather::new();
        gather.child(child.evidence, true);
        Judged { value, evidence: gather.finish(key, self.position.history_len()) }
    }

    /// The static evaluation `back` plies before, if there was one.
    #[inline]
    fn eval_before(&self, back: usize) -> Option<i32> {
        let eval = self.frames[self.ply.checked_sub(back)?].eval;
        (eval != NONE).then_some(eval)
    }

    /// How much shallower the `count`-th move is searched, in 64ths of a ply.
    #[inline]
    fn reduction(&self, depth: i32, count: i32, improving: bool) -> i32 {
        let of = |n: i32| self.reductions[n.clamp(0, 255) as usize];
        let constants = self.constants();
        of(depth) * of(count) * 64 / 1024 + if improving { 0 } else { constants.reduction_worsening }
            - constants.reduction_base
    }

    /// A move that mates at once.
    #[inline]
    pub(crate) fn mating_move(&self) -> Option<Move> {
        self.position.mate_in_one().filter(|&mv| !self.overlooks(mv, false))
    }

    fn probe_cut(
        &mut self,
        beta: i32,
        depth: i32,
        table: Option<Move>,
        key: u64,
        raw: i32,
    ) -> Option<Judged> {
        let threshold = beta - self.frames[self.ply].eval;
        let mut picker = Picker::noisy(self, table, threshold.max(0));
        let mut answer = None;
        let checks = self.position.check_squares();
        while let Some(mv) = picker.next(self) {
            if !self.position.see_at_least(mv, threshold) {
                continue;
            }
            let row = history::row(&self.position, mv);
            let check = checks.gives_check(&self.position, mv);
            self.make(mv, row, check);
            let mut child = self.quiescence::<false>(-beta, 1 - beta, 0);
            if -child.value >= beta {
                child = self.search::<NULL>(-beta, 1 - beta, depth - 4, true);
            }
            self.unmake();
            if self.stopped {
                answer = Some(Judged::STOPPED);
                break;
            }
            if -child.value >= beta {
                let judged = self.judged_by_child(-child.value, child, key);
                let told = Told {
                    judged,
                    lower: true,
                    upper: false,
                    checks: check,
                    mv: Some(mv),
                    eval: raw,
                    pv: false,
                };
                self.tell(key, depth - 3, &told);
                answer = Some(judged);
                break;
            }
        }
        picker.close(self);
        answer
    }

    /// A quiet move did well (or not): remember it.
    fn reward(&mut self, mv: Move, bonus: i32, good: bool) {
        let us = self.position.side_to_move();
        let row = history::row(&self.position, mv);
        let before = self.rows_before();
        self.history.reward_quiet(us, mv, row, before, if good { bonus } else { -bonus });
    }

    /// Updates the statistics after `best` proved best: it is praised, what was tried before it is blamed.
    fn learn(&mut self, best: Move, depth: i32, quiets: &Tried, captures: &Tried) {
        let bonus = self.bonus(depth);
        if is_noisy(&self.position, best) {
            self.reward_noisy(best, bonus);
        } else {
            let killers = &mut self.frames[self.ply].killers;
            if killers[0] != Some(best) {
                killers[1] = killers[0];
                killers[0] = Some(best);
            }
            let answered = self.rows_before()[0];
            if answered != history::NO_ROW {
                self.history.set_counter(answered, best);
            }
            self.reward(best, bonus, true);
            for mv in quiets.iter() {
                self.reward(mv, bonus, false);
            }
        }
        for mv in captures.iter() {
            self.reward_noisy(mv, -bonus);
        }
    }

    fn reward_noisy(&mut self, mv: Move, bonus: i32) {
        let row = history::row(&self.position, mv);
        let taken = self.position.piece_at(mv.to()).map_or(0, |piece| piece.kind().index());
        self.history.reward_capture(row, taken, bonus);
    }

    /// How much a result of this depth counts for the statistics.
    #[inline]
    fn bonus(&self, depth: i32) -> i32 {
        let constants = self.constants();
        (constants.bonus_slope * depth - constants.bonus_offset).clamp(40, constants.bonus_most)
    }
}
