//! What a node asks the table and tells it: values from the root's view outside, claims from the node's view inside.
//!
//! Two ways to read (`docs/book/src/repetition.md`): [`TableMode::Practical`] takes a stored bound only where no
//! repetition with the history at hand can contradict it; [`TableMode::Plain`] takes every bound. Both run the same
//! code: in the plain mode no value relies on the history, and the history never meets a proof.

use crate::score::{MAX_PLY, NONE, from_table, to_table};
use crate::worker::Worker;
use shogi::Move;
use table::transposition::Found;
use table::{Ask, Bound, Claim, Danger, DepthTest, Entry, Evidence, Proof, ShogiPast};

/// How bounds from the table are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableMode {
    /// Only bounds that hold with the history at hand.
    #[default]
    Practical,
    /// Every bound of enough depth, as if no position ever repeated: unsound, and there for comparison.
    Plain,
}

/// The repetition rule of the search.
pub(crate) const RULE: game::Rule = game::Rule::ENGINE;

/// The depth that stands in the table as 0: what quiescence stores when it only looked at the evaluation.
const LOWEST_DEPTH: i32 = -2;

/// Plies beyond its depth in which a stored proof may still meet the history: checks are searched deeper than the depth
/// says.
const BEYOND: u32 = 2;

#[inline]
const fn encoded(depth: i32) -> u8 {
    let depth = depth - LOWEST_DEPTH;
    if depth < 0 { 0 } else { depth as u8 }
}

/// A depth of the table as the search counts it.
#[inline]
pub(crate) const fn decoded(depth: u8) -> i32 {
    depth as i32 + LOWEST_DEPTH
}

/// A value of a node and what it rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    pub(crate) value: i32,
    pub(crate) evidence: Evidence,
}

impl Judged {
    /// Rests on nothing; for a search that was stopped, whose value nobody uses.
    pub(crate) const STOPPED: Self = Self { value: 0, evidence: Evidence::both(Proof::EMPTY) };

    /// A value with one proof for both sides.
    #[inline]
    pub(crate) const fn by(value: i32, proof: Proof) -> Self {
        Self { value, evidence: Evidence::both(proof) }
    }

    /// A value that is a function of the position alone.
    #[inline]
    pub(crate) const fn leaf(value: i32, key: u64) -> Self {
        Self::by(value, Proof::leaf(key))
    }
}

/// What the table knows about a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    entry: Entry,
    ply: usize,
    /// A value that decides the node in its window.
    pub(crate) answer: Option<Judged>,
}

impl Known {
    /// The move to try first; legal in some position, perhaps not in this one.
    #[inline]
    pub(crate) fn mv(&self) -> Option<Move> {
        Move::from_bits(self.entry.mv)
    }

    /// The static evaluation without correction, [`NONE`] if unknown.
    #[inline]
    pub(crate) fn eval(&self) -> i32 {
        self.entry.eval.map_or(NONE, i32::from)
    }

    /// Whether the node was once part of a principal variation.
    #[inline]
    pub(crate) const fn pv(&self) -> bool {
        self.entry.pv
    }

    /// The depth of the deepest bound.
    #[inline]
    pub(crate) fn depth(&self) -> i32 {
        decoded(self.entry.depth())
    }

    /// The stored lower bound and its depth, a hint: it may not hold with the history at hand.
    #[inline]
    pub(crate) fn lower_hint(&self) -> Option<(i32, i32)> {
        self.entry.lower.map(|bound| (from_table(bound.value(), self.ply), decoded(bound.depth)))
    }

    /// A better judgement than the evaluation: a bound, of whatever depth, that contradicts it, with the positions that it
    /// looked at. Like an evaluation it is about the position alone and is not tested against the history; a value made of
    /// it carries its positions, so that whoever reads that value tests them.
    #[inline]
    pub(crate) fn refine(&self, eval: i32) -> Option<(i32, u64)> {
        let value = |bound: &Bound| from_table(bound.value(), self.ply);
        let lower = self.entry.lower.filter(|bound| value(bound) > eval);
        let bound = lower.or_else(|| self.entry.upper.filter(|bound| value(bound) < eval))?;
        Some((value(&bound), bound.signature))
    }
}

/// What a node has found.
#[allow(clippy::struct_excessive_bools)] // Four independent facts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    pub(crate) judged: Judged,
    /// The value is at least this.
    pub(crate) lower: bool,
    /// The value is at most this.
    pub(crate) upper: bool,
    /// Whether the move that a lower bound rests on gives check.
    pub(crate) checks: bool,
    pub(crate) mv: Option<Move>,
    /// [`NONE`] in check.
    pub(crate) eval: i32,
    pub(crate) pv: bool,
}

impl Worker<'_> {
    /// The key of the current position.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.position.key().low()
    }

    /// What a node takes over from the child behind `mv`: what lies beyond a capture, a drop or the like is not expected back.
    #[inline]
    pub(crate) fn taken_over(&self, mv: Move, child: Judged) -> Evidence {
        if self.position.is_reversible(mv) { child.evidence } else { child.evidence.past_reach() }
    }

    /// The positions that could interfere with a bound of a stored depth.
    fn danger(&self, stored: u8) -> Danger {
        let depth = decoded(stored);
        // Quiescence only captures, and answers checks: no way back to a position with other hands.
        if depth <= 0 {
            return Danger::EMPTY;
        }
        Danger::of(&ShogiPast(&self.position), &self.path, RULE, depth.unsigned_abs() + BEYOND)
    }

    /// What the table knows about the current position, without an answer.
    #[inline]
    pub(crate) fn look(&self, key: u64) -> Option<Known> {
        let entry = self.shared.table.main().get(key ^ self.shared.salt)?;
        Some(Known { entry, ply: self.ply, answer: None })
    }

    /// What the table knows about the current position, with an answer if bounds of this depth decide its window.
    #[inline]
    pub(crate) fn ask(&self, key: u64, alpha: i32, beta: i32, depth: i32) -> Option<Known> {
        let ply = self.ply;
        let ask = Ask {
            key: key ^ self.shared.salt,
            alpha: to_table(alpha, ply),
            beta: to_table(beta, ply),
            depth: encoded(depth),
            test: DepthTest::AtLeast,
            draw: self.draw_value(),
            in_check: self.position.in_check(),
            passed: if self.practical { self.path.passed(RULE) } else { 0 },
        };
        let reading = self.shared.table.read(&ask, |stored| self.danger(stored as u8));
        let entry = reading.entry?;
        let mut known = Known { entry, ply, answer: None };
        if reading.decides {
            let decisive = reading.lower.filter(|claim| claim.value >= ask.beta).or(reading.upper);
            let proof =
                |claim: Option<Claim>| claim.map_or(Proof::EMPTY, |claim| claim.proof).and(Proof::leaf(key));
            known.answer = decisive.or(reading.lower).map(|claim| Judged {
                value: from_table(claim.value, ply),
                evidence: Evidence { lower: proof(reading.lower), upper: proof(reading.upper) },
            });
        }
        Some(known)
    }

    /// Tells the table what the search of the current position to `depth` has found.
    #[inline]
    pub(crate) fn tell(&self, key: u64, depth: i32, told: &Told) {
        let value = to_table(told.judged.value, self.ply);
        let claim = |wanted: bool, proof, checks| wanted.then_some(Claim { value, proof, checks });
        let found = Found {
            lower: claim(told.lower, told.judged.evidence.lower, told.checks),
            upper: claim(told.upper, told.judged.evidence.upper, false),
            mv: told.mv.map_or(0, Move::bits),
            eval: if told.eval == NONE { None } else { Some(told.eval as i16) },
            pv: told.pv,
            endangered: false,
        };
        let stored = encoded(depth.min(MAX_PLY as i32));
        let is_open = |claim: Option<Claim>| claim.is_some_and(|claim| !claim.proof.is_closed());
        if is_open(found.lower) || is_open(found.upper) {
            self.tell_open(key, stored, found);
        } else {
            self.shared
                .table
                .write(key ^ self.shared.salt, stored, &found, DepthTest::AtLeast, || Danger::EMPTY);
        }
    }

    /// Keeps a bound that relies on the history under a key that names what it relies on. Where extensions led to a
    /// repetition that is out of sight of the depth, nothing names it: such a bound is not kept.
    #[cold]
    fn tell_open(&self, key: u64, stored: u8, mut found: Found) {
        let danger = self.danger(stored);
        if danger.is_empty() {
            let closed = |claim: &Claim| claim.proof.is_closed();
            found.lower = found.lower.filter(closed);
            found.upper = found.upper.filter(closed);
        }
        self.shared.table.write(key ^ self.shared.salt, stored, &found, DepthTest::AtLeast, || danger);
    }
}

/// What keys are combined with in searches in which a draw is worth this much to Black: values that were earned with
/// another worth are then not found. The bits that signatures are made of stay as they are.
pub(crate) const fn salt(draw_for_black: i32) -> u64 {
    game::random::mix(draw_for_black as u32 as u64) & !(0xffff << 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::{Memory, Shared};
    use crate::{Control, Limits, Options};
    use shogi::Position;
    use std::sync::atomic::{AtomicBool, AtomicU64};
    use std::time::Instant;

    #[test]
    fn a_salt_changes_the_bucket_and_not_the_signature() {
        assert_eq!(salt(0), 0);
        for draw in [-2, 2, 77, -20_000] {
            assert_ne!(salt(draw) >> 40, 0);
            for key in [0, 5, u64::MAX, 0x1234_5678_9abc_def0] {
                assert_eq!(table::evidence::signature(key), table::evidence::signature(key ^ salt(draw)));
            }
        }
    }

    #[test]
    fn depths_are_kept() {
        for depth in LOWEST_DEPTH..=MAX_PLY as i32 {
            assert_eq!(decoded(encoded(depth)), depth);
        }
    }

    /// Runs `body` with a worker at the position, over a table that outlives it.
    fn at<T>(
        table: &table::Table,
        position: &Position,
        mode: TableMode,
        body: impl FnOnce(&Worker) -> T,
    ) -> T {
        let options = Options { table_mode: mode, draw_value: [0, 0], ..Options::default() };
        let shared = Shared {
            table,
            salt: salt(0),
            options: &options,
            limits: &Limits::default(),
            control: &Control::new(),
            started: Instant::now(),
            done: AtomicBool::new(false),
            nodes: vec![AtomicU64::new(0)],
        };
        body(&Worker::new(&shared, &mut Memory::new(), 0, position, Vec::new()))
    }

    fn told(evidence: Evidence) -> Told {
        let judged = Judged { value: -500, evidence };
        Told { judged, lower: false, upper: true, checks: false, mv: None, eval: 0, pv: false }
    }

    /// One move before the fourth occurrence of the start position, the same without its past, and the key that repeats.
    fn before_the_fourth() -> (Position, Position, u64) {
        let mut position = Position::startpos();
        let repeated = position.key().low();
        for text in "2h3h 8b7b 3h2h 7b8b ".repeat(3)[..54].split(' ') {
            position.try_apply(text.parse().unwrap()).unwrap();
        }
        let fresh = position.without_history();
        (position, fresh, repeated)
    }

    #[test]
    fn a_bound_is_not_read_where_a_repetition_contradicts_it() {
        let (position, fresh, repeated) = before_the_fourth();
        let key = position.key().low();
        let table =
            table::Table::new(table::Options { bytes: 1 << 16, ..table::Options::default() }).unwrap();
        let proof = Proof::leaf(key).and(Proof::leaf(repeated));
        at(&table, &fresh, TableMode::Practical, |worker| worker.tell(key, 4, &told(Evidence::both(proof))));
        let answer = |position, mode| {
            at(&table, position, mode, |worker| {
                worker.ask(key, -100, -99, 4).unwrap().answer.map(|judged| judged.value)
            })
        };
        assert_eq!(answer(&fresh, TableMode::Practical), Some(-500));
        assert_eq!(answer(&position, TableMode::Plain), Some(-500), "what other engines do");
        assert_eq!(answer(&position, TableMode::Practical), None, "White draws by 7b8b");
    }

    #[test]
    fn a_bound_that_relies_on_the_past_is_found_with_that_past_only() {
        let (position, fresh, repeated) = before_the_fourth();
        let key = position.key().low();
        let table =
            table::Table::new(table::Options { bytes: 1 << 16, ..table::Options::default() }).unwrap();
        let open = Evidence::both(Proof::repetition(repeated, 0));
        at(&table, &position, TableMode::Practical, |worker| worker.tell(key, 4, &told(open)));
        let answer = |position| {
            at(&table, position, TableMode::Practical, |worker| worker.ask(key, -100, -99, 4).unwrap().answer)
        };
        assert!(!answer(&position).unwrap().evidence.upper.is_closed());
        assert!(answer(&fresh).is_none());
    }
}
