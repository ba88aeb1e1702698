//! What a search holds: a path-independent and a path-dependent store, and the exact way to read and write them.

use std::sync::atomic::{AtomicU8, Ordering};

use game::Value;

use crate::danger::Danger;
use crate::entry::{Bound, Entry};
use crate::evidence::{Claim, NEVER, Proof, signature};
use crate::index::Index;
use crate::store::{Store, TableError};

/// How a table is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Size in bytes, both halves together.
    pub bytes: u64,
    /// How keys choose buckets.
    pub index: Index,
    /// Share of the path-dependent half, in 1/16 of the size (1 to 15).
    pub twin_sixteenths: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { bytes: 16 << 20, index: Index::default(), twin_sixteenths: 2 }
    }
}

/// Which stored depths answer a question of some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthTest {
    /// Only the same depth: the search then equals a fixed-depth reference.
    Equal,
    /// The same depth or more, as engines do.
    AtLeast,
}

impl DepthTest {
    #[inline]
    const fn admits(self, stored: u8, wanted: u8) -> bool {
        match self {
            Self::Equal => stored == wanted,
            Self::AtLeast => stored >= wanted,
        }
    }
}

/// What a node asks of the table. All values are node-relative.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Key of the position.
    pub key: u64,
    /// Lower end of the window.
    pub alpha: Value,
    /// Upper end of the window.
    pub beta: Value,
    /// Depth wanted.
    pub depth: u8,
    /// Which stored depths will do.
    pub test: DepthTest,
    /// Value of a draw for the side to move.
    pub draw: Value,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// [`game::History::passed`]: what a proof tree has to miss to hold here without a closer look.
    pub passed: u64,
}

impl Ask {
    /// Whether values lie strictly inside the window.
    #[inline]
    const fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// How a bound was found to hold here; for statistics.
#[allow(clippy::struct_excessive_bools)] // Four independent facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// A bound would have cut if it held here.
    pub candidate: bool,
    /// The danger set was computed and is not empty.
    pub danger: bool,
    /// Bounds were clamped by the draw value.
    pub clamped: bool,
    /// Bounds come from the twin entry.
    pub twin: bool,
}

/// What the table knows about a position with the history at hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The entry as stored, for its move, evaluation and depths; its bounds may not hold here.
    pub entry: Option<Entry>,
    /// A lower bound that holds here. Filled if the reading decides the node or the window is open.
    pub lower: Option<Claim>,
    /// An upper bound that holds here. Filled if the reading decides the node or the window is open.
    pub upper: Option<Claim>,
    /// Whether `lower >= beta`, `upper <= alpha`, or both bounds agree.
    pub decides: bool,
    /// How that came about.
    pub report: Report,
}

impl Reading {
    /// Between the ends of a null window there is nothing to narrow.
    #[inline]
    fn drop_useless(&mut self, ask: &Ask) {
        if !self.decides && !ask.is_open() {
            (self.lower, self.upper) = (None, None);
        }
    }

    /// Whether a danger set was met that may have kept bounds from deciding the node.
    #[inline]
    pub const fn was_endangered(&self) -> bool {
        self.report.danger && !self.decides
    }
}

/// A transposition table that is exact under repetition.
#[derive(Debug)]
pub struct Table {
    main: Store,
    twins: Store,
    generation: AtomicU8,
}

impl Table {
    /// An empty table.
    ///
    /// # Errors
    /// If the size is impossible or the memory is not there.
    pub fn new(options: Options) -> Result<Self, TableError> {
        let share = u64::from(options.twin_sixteenths.clamp(1, 15));
        let twins = (options.bytes / 16 * share).max(crate::store::BUCKET_BYTES);
        let main = options.bytes.saturating_sub(twins);
        // The size that was asked for, not the share of one half.
        let whole = |error| match error {
            TableError::Memory { .. } => TableError::Memory { bytes: options.bytes },
            error @ TableError::Size { .. } => error,
        };
        Ok(Self {
            main: Store::new(main, options.index).map_err(whole)?,
            twins: Store::new(twins, options.index).map_err(whole)?,
            generation: AtomicU8::new(0),
        })
    }

    /// The path-independent half.
    pub const fn main(&self) -> &Store {
        &self.main
    }

    /// The path-dependent half.
    pub const fn twins(&self) -> &Store {
        &self.twins
    }

    /// Starts a new generation: entries of older ones are replaced first.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// The current generation.
    pub fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    /// Forgets everything: due when the rules, the draw value or the evaluation change, never for a new move or game.
    pub fn clear(&self) {
        self.main.clear();
        self.twins.clear();
    }

    /// Entries of this generation per thousand.
    pub fn hashfull(&self) -> u32 {
        self.main.hashfull(self.generation())
    }

    /// Asks the processor for the bucket of a position ahead of use.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.main.prefetch(key);
    }

    /// Reads what holds here.
    ///
    /// `danger(horizon)` must return the danger set of the current position for that horizon; it is called only if a
    /// bound would decide the node or narrow an open window, or if a twin entry exists.
    #[inline]
    pub fn read(&self, ask: &Ask, mut danger: impl FnMut(u32) -> Danger) -> Reading {
        let Some(entry) = self.main.get(ask.key) else { return Reading::default() };
        let mut reading = Reading { entry: Some(entry), ..Reading::default() };
        let fits = |bound: &Bound| ask.test.admits(bound.depth, ask.depth);
        let (lower, upper) = (entry.lower.filter(fits), entry.upper.filter(fits));
        let deciding = deciding_depth(ask, lower, upper);
        let mut known = None;
        if let Some(horizon) = deciding.or_else(|| narrowing_depth(ask, lower, upper)) {
            reading.report.candidate = deciding.is_some();
            // A small proof tree often misses the whole path: then nothing more has to be known about the past.
            let misses = |bound: &Bound| bound.signature & ask.passed == 0;
            let (low, high) = (lower.filter(misses), upper.filter(misses));
            if deciding_depth(ask, low, high).is_some() {
                hold(ask, &mut reading, &Danger::EMPTY, low, high, entry.lower_checks);
                return reading;
            }
            let found = danger(u32::from(horizon));
            known = Some((horizon, found));
            reading.report.danger = !found.is_empty();
            let covered = |bound: &Bound| bound.depth <= horizon;
            let (lower, upper) = (lower.filter(covered), upper.filter(covered));
            hold(ask, &mut reading, &found, lower, upper, entry.lower_checks);
            if reading.decides {
                return reading;
            }
        }
        if entry.twin {
            let found = match known {
                Some((horizon, found)) if horizon == ask.depth => found,
                _ => danger(u32::from(ask.depth)),
            };
            if !found.is_empty() {
                self.read_twin(ask, &mut reading, &found);
            }
        }
        reading
    }

    #[cold]
    fn read_twin(&self, ask: &Ask, reading: &mut Reading, danger: &Danger) {
        let Some(twin) = self.twins.get(ask.key ^ danger.digest) else { return };
        let fits = |bound: &Bound| bound.depth == ask.depth;
        let claim = |bound: Bound, checks| Claim {
            value: bound.value(),
            proof: Proof { dep: danger.dep, signature: bound.signature },
            checks,
        };
        let lower = twin.lower.filter(fits).map(|bound| claim(bound, twin.lower_checks));
        let upper = twin.upper.filter(fits).map(|bound| claim(bound, false));
        reading.report.danger = true;
        reading.lower = tighter(reading.lower, lower, |old, new| new > old);
        reading.upper = tighter(reading.upper, upper, |old, new| new < old);
        reading.decides = decides(ask, reading.lower, reading.upper);
        reading.report.twin = reading.decides;
        reading.drop_useless(ask);
    }

    /// Stores what a search found: each closed bound under the plain key, each open one under the twin key.
    ///
    /// `depth` is the depth searched; with [`DepthTest::AtLeast`] a much deeper bound of this generation is kept.
    /// `danger` must return the danger set for `depth`; it is called only for an open bound.
    pub fn write(
        &self,
        key: u64,
        depth: u8,
        found: &Found,
        test: DepthTest,
        danger: impl FnOnce() -> Danger,
    ) {
        let generation = self.generation();
        let is_open = |claim: Option<Claim>| claim.is_some_and(|claim| !claim.proof.is_closed());
        let (mut closed, mut open) = (*found, Found { lower: None, upper: None, ..*found });
        let mut digest = 0;
        if found.endangered || is_open(found.lower) || is_open(found.upper) {
            let set = danger();
            // With an empty danger set the history cannot have mattered, whatever the proof relied on.
            if !set.is_empty() {
                digest = set.digest;
                for (from, to) in [(&mut closed.lower, &mut open.lower), (&mut closed.upper, &mut open.upper)]
                {
                    if is_open(*from) {
                        *to = from.take();
                    } else if found.endangered {
                        *to = *from;
                    }
                }
            }
        }
        let has_open = open.lower.is_some() || open.upper.is_some();
        if has_open {
            merge(&self.twins, key ^ digest, depth, &open, test, generation, false);
        }
        merge(&self.main, key, depth, &closed, test, generation, has_open);
    }
}

/// What a search has to store about a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// `V >= value`.
    pub lower: Option<Claim>,
    /// `V <= value`.
    pub upper: Option<Claim>,
    /// Packed best move, 0 if none.
    pub mv: u16,
    /// Static evaluation, if known.
    pub eval: Option<i16>,
    /// Whether the node lies on a principal variation.
    pub pv: bool,
    /// Whether a reading before the search met a danger set and did not decide ([`Reading::was_endangered`]): the
    /// result is then stored for this danger set as well, where the next reading with the same one finds it.
    pub endangered: bool,
}

fn merge(store: &Store, key: u64, depth: u8, found: &Found, test: DepthTest, generation: u8, twin: bool) {
    let old = store.get(key).unwrap_or_default();
    let fresh = old.generation == generation;
    let bound = |claim: Claim| Bound {
        value: claim.value as i16,
        depth,
        signature: claim.proof.signature & ((1 << crate::evidence::SIGNATURE_BITS) - 1),
    };
    let better = |old: Option<Bound>, tighter: bool| match (old, test) {
        (Some(old), _) if old.depth == depth => tighter,
        (Some(old), DepthTest::AtLeast) => !fresh || depth + 2 >= old.depth,
        _ => true,
    };
    let mut entry = Entry {
        mv: if found.mv == 0 { old.mv } else { found.mv },
        eval: found.eval.or(old.eval),
        pv: found.pv,
        twin: twin || old.twin,
        generation,
        ..old
    };
    if let Some(claim) = found.lower
        && better(old.lower, old.lower.is_some_and(|old| claim.value > old.value()))
    {
        entry.lower = Some(bound(claim));
        entry.lower_checks = claim.checks;
    }
    if let Some(claim) = found.upper
        && better(old.upper, old.upper.is_some_and(|old| claim.value < old.value()))
    {
        entry.upper = Some(bound(claim));
    }
    store.put(key, &entry);
}

/// The one of two claims that says more.
#[inline]
fn tighter(old: Option<Claim>, new: Option<Claim>, better: fn(Value, Value) -> bool) -> Option<Claim> {
    match (old, new) {
        (Some(old), Some(new)) => Some(if better(old.value, new.value) { new } else { old }),
        (old, new) => old.or(new),
    }
}

#[inline]
fn decides(ask: &Ask, lower: Option<Claim>, upper: Option<Claim>) -> bool {
    let low = lower.map(|claim| claim.value);
    let high = upper.map(|claim| claim.value);
    low.is_some_and(|low| low >= ask.beta)
        || high.is_some_and(|high| high <= ask.alpha)
        || low.is_some() && low == high
}

/// The depth of the bounds that would decide the node, if any would.
#[inline]
fn deciding_depth(ask: &Ask, lower: Option<Bound>, upper: Option<Bound>) -> Option<u8> {
    if let Some(bound) = lower
        && bound.value() >= ask.beta
    {
        return Some(bound.depth);
    }
    if let Some(bound) = upper
        && bound.value() <= ask.alpha
    {
        return Some(bound.depth);
    }
    match (lower, upper) {
        (Some(low), Some(high)) if low.value == high.value => Some(low.depth.max(high.depth)),
        _ => None,
    }
}

/// The depth of the bounds that would narrow the window, if it is open and any would.
#[inline]
fn narrowing_depth(ask: &Ask, lower: Option<Bound>, upper: Option<Bound>) -> Option<u8> {
    if !ask.is_open() {
        return None;
    }
    let low = lower.filter(|bound| bound.value() > ask.alpha).map(|bound| bound.depth);
    let high = upper.filter(|bound| bound.value() < ask.beta).map(|bound| bound.depth);
    low.max(high)
}

/// Fills the reading with what closed bounds are worth under this danger set.
#[inline]
fn hold(
    ask: &Ask,
    reading: &mut Reading,
    danger: &Danger,
    lower: Option<Bound>,
    upper: Option<Bound>,
    checks: bool,
) {
    let exact = |bound: Bound, checks| Claim {
        value: bound.value(),
        proof: Proof { dep: NEVER, signature: bound.signature },
        checks,
    };
    // A clamped bound holds with any history: nothing in its proof tree can hurt it.
    let clamped =
        |value, checks| Claim { value, proof: Proof { dep: NEVER, signature: signature(ask.key) }, checks };
    let mut any_clamp = false;
    reading.lower = lower.and_then(|bound| {
        if bound.signature & danger.signature == 0 {
            Some(exact(bound, checks))
        } else if checks {
            None
        } else {
            any_clamp = true;
            Some(clamped(bound.value().min(ask.draw), false))
        }
    });
    reading.upper = upper.and_then(|bound| {
        if bound.signature & danger.signature == 0 {
            Some(exact(bound, false))
        } else if ask.in_check {
            None
        } else {
            any_clamp = true;
            Some(clamped(bound.value().max(ask.draw), false))
        }
    });
    reading.report.clamped = any_clamp;
    reading.decides = decides(ask, reading.lower, reading.upper);
    reading.drop_useless(ask);
}
