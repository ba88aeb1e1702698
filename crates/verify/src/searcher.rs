//! A fixed-depth alpha-beta search over any game, with the table in every mode and claims at every node.

use std::time::Duration;

use game::reference::{Facts, Tree};
use game::rule::DrawValue;
use game::value::{MATE, child_window, shrink};
use game::{Game, History, Reach, Rule, Value};
use table::audit::{Audit, Packed};
use table::danger::for_each_danger;
use table::transposition::Found;
use table::{Ask, Claim, Danger, DepthTest, NEVER, Proof, Reading, Table};

use crate::counters::Counters;
use crate::cpu_time::CpuTime;
use crate::mode::{Mode, Mutation};
use crate::shogi_set::bound_holds;

/// What a search is run with.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The repetition rule.
    pub rule: Rule,
    /// Worth of a draw.
    pub draw: DrawValue,
    /// Use of the table.
    pub mode: Mode,
    /// Error built in on purpose.
    pub mutation: Option<Mutation>,
    /// Null windows after the first move, with a second search where they fail high.
    pub pvs: bool,
    /// Repetitions further back than this are not seen (some engines look back 16 plies).
    pub look_back: usize,
    /// Exact mode: the greatest depth at which a repetition is searched for what it would be worth without the history.
    /// It pays where repetitions are few; 0 to ask the table and the evaluation only.
    pub loosen: u32,
}

impl Setup {
    /// No mutation, no principal variation search, the whole history.
    pub fn new(rule: Rule, mode: Mode) -> Self {
        let near = matches!(mode, Mode::Plain16 | Mode::Plain16Deeper);
        let look_back = if near { 16 } else { usize::MAX };
        Self { rule, draw: DrawValue::default(), mode, mutation: None, pvs: false, look_back, loosen: 0 }
    }

    fn is(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }
}

/// What a node returns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// `V >= value`.
    pub lower: Option<Claim>,
    /// `V <= value`.
    pub upper: Option<Claim>,
}

impl Bounds {
    fn leaf(value: Value, proof: Proof) -> Self {
        let claim = Some(Claim { value, proof, checks: false });
        Self { lower: claim, upper: claim }
    }

    /// What is left of a window: a search in it, [`Bounds::and`] these bounds, answers the question of the whole.
    fn narrow(&self, alpha: Value, beta: Value) -> (Value, Value) {
        let low = self.lower.map_or(alpha, |claim| claim.value.max(alpha));
        let high = self.upper.map_or(beta, |claim| claim.value.min(beta));
        // Bounds that an unsound mode takes from different depths can contradict each other.
        if low < high { (low, high) } else { (alpha, beta) }
    }

    /// The tighter bound of each side, of equal ones the other's.
    fn and(self, other: Self) -> Self {
        let tighter = |own: Option<Claim>, other: Option<Claim>, sign: Value| match (own, other) {
            (Some(own), Some(other)) if sign * own.value > sign * other.value => Some(own),
            (own, other) => other.or(own),
        };
        Self { lower: tighter(self.lower, other.lower, 1), upper: tighter(self.upper, other.upper, -1) }
    }
}

/// What the table says about a node before it is searched.
#[derive(Clone, Copy, Debug, Default)]
struct Probe {
    bounds: Bounds,
    decides: bool,
    // A danger set kept bounds from deciding.
    endangered: bool,
}

impl Probe {
    fn decided(bounds: Bounds) -> Self {
        Self { bounds, decides: true, endangered: false }
    }
}

/// A claim that brute force contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongClaim {
    /// Keys of the path from the root to the node.
    pub path: Vec<u64>,
    /// Remaining depth at the node.
    pub depth: u32,
    /// `V >= value` if true, else `V <= value`.
    pub lower: bool,
    /// The bound claimed.
    pub claimed: Value,
    /// The value by brute force.
    pub value: Value,
    /// Whether it is the value with an empty history that is contradicted.
    pub closed: bool,
}

/// Compares claims with brute force while a search runs.
#[derive(Debug, Default)]
pub struct Watch {
    /// Values of all nodes below the root.
    pub tree: Option<Tree>,
    /// Values with an empty history, for closed claims at their storing.
    pub facts: Option<Facts>,
    /// One claim in so many is checked by a search without table, if there is no tree; 0 for none.
    pub sample: u32,
    /// Claims seen since the last one that was checked.
    seen: u32,
    /// Processor time spent on that.
    pub sampling: Duration,
    /// Claims compared.
    pub claims: u64,
    /// Claims contradicted.
    pub wrong: u64,
    /// The first of them.
    pub first_wrong: Option<WrongClaim>,
}

/// Tables that see the probes and stores of a search and store whole positions.
#[derive(Debug)]
pub struct Audits<G> {
    /// The position without loss.
    pub pack: fn(&G) -> Packed,
    /// The tables.
    pub tables: Vec<Audit>,
}

/// A search in progress on a game.
#[derive(Debug)]
pub struct Searcher<'a, G: Game + Reach> {
    /// The game, at the root.
    pub game: G,
    /// All positions up to the root.
    pub history: History,
    /// The table.
    pub table: &'a Table,
    /// How to search.
    pub setup: Setup,
    /// What was counted.
    pub counters: Counters,
    /// Comparison with brute force.
    pub watch: Watch,
    /// Accounting of collisions, if wanted.
    pub audits: Option<Audits<G>>,
    pub(crate) lists: Vec<Vec<G::Move>>,
}

const NO_TREE: u32 = u32::MAX;

/// The greatest depth at which sampled claims are searched again.
const MOST_SAMPLE_DEPTH: u32 = 4;

pub(crate) const BARE: u8 = 0;
pub(crate) const PLAIN: u8 = 1;
pub(crate) const CLAIMS: u8 = 2;

impl<'a, G: Game + Reach> Searcher<'a, G> {
    /// A search from the current position of `game`, whose past is `history`.
    pub fn new(game: G, history: History, table: &'a Table, setup: Setup) -> Self {
        Self {
            game,
            history,
            table,
            setup,
            counters: Counters::default(),
            watch: Watch::default(),
            audits: None,
            lists: Vec::new(),
        }
    }

    /// Searches the root: never terminal, never cut by the table, never stored.
    pub fn search(&mut self, depth: u32, alpha: Value, beta: Value) -> Bounds {
        self.history.root_here();
        let at = if self.watch.tree.is_some() { Tree::ROOT } else { NO_TREE };
        match self.setup.mode {
            Mode::Bare => self.expand::<BARE>(depth, alpha, beta, at, Probe::default()),
            Mode::Plain | Mode::Plain16 | Mode::PlainDeeper | Mode::Plain16Deeper => {
                self.expand::<PLAIN>(depth, alpha, beta, at, Probe::default())
            }
            Mode::Exact | Mode::Practical => self.expand::<CLAIMS>(depth, alpha, beta, at, Probe::default()),
            Mode::Source | Mode::SourceLetter => self.search_source(depth, alpha, beta),
        }
    }

    pub(crate) fn depth_test(&self) -> DepthTest {
        let deeper = matches!(self.setup.mode, Mode::Practical | Mode::PlainDeeper | Mode::Plain16Deeper);
        if deeper || self.setup.is(Mutation::DepthAtLeast) { DepthTest::AtLeast } else { DepthTest::Equal }
    }

    fn node<const P: u8>(&mut self, depth: u32, alpha: Value, beta: Value, at: u32) -> Bounds {
        let bounds = self.enter::<P>(depth, alpha, beta, at);
        if at != NO_TREE {
            self.check_claims(depth, &bounds, at);
        } else if self.watch.sample > 0 {
            self.check_sample(depth, &bounds);
        }
        bounds
    }

    /// Searches again, without table, what one claim in many says.
    #[cold]
    fn check_sample(&mut self, depth: u32, bounds: &Bounds) {
        for (claim, lower) in [(bounds.lower, true), (bounds.upper, false)] {
            let Some(claim) = claim.filter(|_| depth > 0 && depth <= MOST_SAMPLE_DEPTH) else { continue };
            self.watch.seen += 1;
            if self.watch.seen >= self.watch.sample {
                self.watch.seen = 0;
                let start = CpuTime::start();
                let setup = self.setup;
                let holds = bound_holds(&mut self.game, &mut self.history, &setup, depth, claim.value, lower);
                let opposite = if lower { claim.value - 1 } else { claim.value + 1 };
                self.judge(depth, claim, lower, if holds { claim.value } else { opposite }, false);
                self.watch.sampling += start.elapsed();
            }
        }
    }

    fn enter<const P: u8>(&mut self, depth: u32, alpha: Value, beta: Value, at: u32) -> Bounds {
        self.counters.nodes += 1;
        let key = self.history.last().key;
        if let Some(found) = self.history.repetition_within(self.setup.rule, self.setup.look_back) {
            self.counters.repetitions += 1;
            let relied = if self.setup.is(Mutation::DepFromLast) { found.last } else { found.first };
            let value = found.outcome.value(self.setup.draw.of(self.game.side()));
            let bounds = Bounds::leaf(value, Proof::repetition(key, relied));
            // Beyond a repetition a position can have occurred so often that it is terminal without the first of them too:
            // what it would be worth otherwise is then not what a shorter history makes of it.
            let rule = self.setup.rule;
            let only = rule.is_engine() || self.history.last().nth == rule.fold();
            let loose = P == CLAIMS && only;
            return if loose { self.loosen(bounds, value, depth, alpha, beta) } else { bounds };
        }
        if depth == 0 {
            return Bounds::leaf(self.game.evaluate(), Proof::leaf(key));
        }
        if P == BARE {
            return self.expand::<P>(depth, alpha, beta, at, Probe::default());
        }
        self.counters.probes += 1;
        if self.audits.is_some() {
            self.audit(Audit::probe);
        }
        let probe = if P == PLAIN {
            self.probe_plain(key, depth, alpha, beta)
        } else {
            self.probe_claims(key, depth, alpha, beta)
        };
        if probe.decides { probe.bounds } else { self.expand::<P>(depth, alpha, beta, at, probe) }
    }

    #[cold]
    fn audit(&mut self, act: fn(&mut Audit, u64, &Packed)) {
        if let Some(audits) = &mut self.audits {
            let packed = (audits.pack)(&self.game);
            let key = self.history.last().key;
            audits.tables.iter_mut().for_each(|table| act(table, key, &packed));
        }
    }

    fn probe_plain(&mut self, key: u64, depth: u32, alpha: Value, beta: Value) -> Probe {
        let Some(entry) = self.table.main().get(key) else { return Probe::default() };
        self.counters.hits += 1;
        let at_least = self.depth_test() == DepthTest::AtLeast;
        let claim = |bound: table::Bound| {
            let fits = u32::from(bound.depth) == depth || at_least && u32::from(bound.depth) > depth;
            fits.then_some(Claim { value: bound.value(), proof: Proof::EMPTY, checks: false })
        };
        let (lower, upper) = (entry.lower.and_then(claim), entry.upper.and_then(claim));
        let decides = lower.is_some_and(|claim| claim.value >= beta)
            || upper.is_some_and(|claim| claim.value <= alpha)
            || lower.is_some() && lower.map(|claim| claim.value) == upper.map(|claim| claim.value);
        self.counters.cuts += u64::from(decides);
        Probe { bounds: Bounds { lower, upper }, decides, ..Probe::default() }
    }

    fn danger(&self, horizon: u32) -> Danger {
        let setup = &self.setup;
        let horizon = if setup.is(Mutation::DangerOffByOne) { horizon.saturating_sub(1) } else { horizon };
        if setup.mutation.is_none() {
            return Danger::of(&self.game, &self.history, setup.rule, horizon);
        }
        let mut danger = Danger::EMPTY;
        for_each_danger(&self.game, &self.history, setup.rule, horizon, |mut member| {
            if setup.is(Mutation::DigestWithoutChecks) {
                member.checks = (false, false);
            }
            if setup.is(Mutation::DigestWithoutCounts) {
                member.count = 0;
            }
            danger.add(member);
        });
        danger
    }

    /// Takes a repetition for less than it is worth, so that its bounds rely on less of the history.
    ///
    /// Without the occurrence that made it terminal the node would have another value. Where that is known to lie on the
    /// same side of the window, the weaker of both values is a bound with the history and without it.
    fn loosen(&mut self, mut bounds: Bounds, value: Value, depth: u32, alpha: Value, beta: Value) -> Bounds {
        if alpha < value && value < beta {
            return bounds;
        }
        let otherwise = if depth == 0 {
            Bounds::leaf(self.game.evaluate(), Proof::leaf(self.history.last().key))
        } else {
            let reading = self.read(self.history.last().key, depth, alpha, beta);
            if reading.decides || depth > self.setup.loosen {
                Bounds { lower: reading.lower, upper: reading.upper }
            } else {
                self.expand::<CLAIMS>(depth, alpha, beta, NO_TREE, Probe::default())
            }
        };
        let looser = |own: Claim, other: Claim, value: Value| {
            let proof = Proof { dep: own.proof.dep.max(other.proof.dep), signature: other.proof.signature };
            Some(Claim { value, proof: proof.and(Proof { dep: NEVER, ..own.proof }), checks: other.checks })
        };
        match (bounds.lower.zip(otherwise.lower), bounds.upper.zip(otherwise.upper)) {
            (Some((own, other)), _) if own.value.min(other.value) >= beta => {
                bounds.lower = looser(own, other, own.value.min(other.value));
            }
            (_, Some((own, other))) if own.value.max(other.value) <= alpha => {
                bounds.upper = looser(own, other, own.value.max(other.value));
            }
            _ => {}
        }
        bounds
    }

    fn read(&self, key: u64, depth: u32, alpha: Value, beta: Value) -> Reading {
        let guard = !self.setup.is(Mutation::NoPerpetualGuard);
        let test = self.depth_test();
        let horizon = if test == DepthTest::Equal { depth } else { u32::MAX };
        let ask = Ask {
            key,
            alpha,
            beta,
            depth: depth as u8,
            test,
            draw: self.setup.draw.of(self.history.last().side),
            in_check: guard && self.history.last().check,
            passed: self.history.passed_within(self.setup.rule, horizon, self.game.shortest_cycle()),
        };
        self.table.read(&ask, |horizon| self.danger(horizon))
    }

    fn probe_claims(&mut self, key: u64, depth: u32, alpha: Value, beta: Value) -> Probe {
        let mut reading = self.read(key, depth, alpha, beta);
        let Some(entry) = reading.entry else { return Probe::default() };
        let report = reading.report;
        self.counters.hits += 1;
        self.counters.candidates += u64::from(report.candidate);
        self.counters.endangered += u64::from(report.candidate && report.danger);
        if report.candidate && report.danger && !report.twin {
            // Mutations that take a bound as it stands although the danger set is not empty.
            let whole = |bound: Option<table::Bound>| {
                bound.filter(|bound| u32::from(bound.depth) == depth).map(|bound| Claim {
                    value: bound.value(),
                    proof: Proof { dep: NEVER, signature: bound.signature },
                    checks: false,
                })
            };
            if self.setup.is(Mutation::NoLowerClamp)
                && let Some(lower) = whole(entry.lower).filter(|claim| claim.value >= beta)
            {
                return Probe::decided(Bounds { lower: Some(lower), upper: None });
            }
            if self.setup.is(Mutation::NoUpperClamp)
                && let Some(upper) = whole(entry.upper).filter(|claim| claim.value <= alpha)
            {
                return Probe::decided(Bounds { lower: None, upper: Some(upper) });
            }
        }
        self.counters.cuts += u64::from(reading.decides);
        self.counters.clamped += u64::from(reading.decides && report.clamped);
        self.counters.twins += u64::from(report.twin);
        if self.setup.is(Mutation::TwinAsClosed) {
            for claim in [&mut reading.lower, &mut reading.upper].into_iter().flatten() {
                claim.proof.dep = NEVER;
            }
        }
        Probe {
            bounds: Bounds { lower: reading.lower, upper: reading.upper },
            decides: reading.decides,
            endangered: reading.was_endangered(),
        }
    }

    /// Searches the moves of a node that is not terminal, in what the table's bounds leave of the window, and stores
    /// what comes out unless it is the root.
    fn expand<const P: u8>(
        &mut self,
        depth: u32,
        alpha: Value,
        beta: Value,
        at: u32,
        probe: Probe,
    ) -> Bounds {
        let (alpha, beta) = probe.bounds.narrow(alpha, beta);
        let index = self.history.index();
        let key = self.history.last().key;
        let is_root = index == self.history.root();
        let mut list = self.lists.pop().unwrap_or_default();
        self.game.moves(&mut list);
        if list.is_empty() {
            self.lists.push(list);
            return Bounds::leaf(-MATE, Proof::leaf(key));
        }
        let first_child =
            self.watch.tree.as_ref().filter(|_| at != NO_TREE).map(|tree| tree.node(at).children);
        let hash_move = if P == BARE { 0 } else { self.table.main().get(key).map_or(0, |entry| entry.mv) };
        let hash_at =
            if hash_move == 0 { None } else { list.iter().position(|&mv| self.game.pack(mv) == hash_move) };
        let order = hash_at.into_iter().chain((0..list.len()).filter(|&move_at| Some(move_at) != hash_at));

        let mut lower: Option<Claim> = None;
        let mut upper = Some(Claim { value: -game::value::INFINITY, proof: Proof::EMPTY, checks: false });
        let (mut best_move, mut best, mut low, mut cut) = (0, -game::value::INFINITY, alpha, false);
        for (turn, move_at) in order.enumerate() {
            let mv = list[move_at];
            let packed = self.game.pack(mv);
            let forget = self.setup.mode == Mode::Practical && !self.game.is_reversible(mv);
            self.game.play(mv);
            self.history.push_game(&self.game);
            let checks = self.history.last().check;
            let child_at = first_child.map_or(NO_TREE, |first| first + move_at as u32);
            let mut child = self.child::<P>(depth, (low, beta), turn, child_at);
            if forget {
                for claim in [&mut child.lower, &mut child.upper].into_iter().flatten() {
                    claim.proof = claim.proof.past_reach();
                }
            }
            self.history.pop();
            self.game.undo();

            if let Some(claim) = child.upper {
                let value = -shrink(claim.value);
                if lower.is_none_or(|lower| value > lower.value) {
                    lower = Some(Claim { value, proof: claim.proof, checks });
                    if value > best {
                        (best, best_move) = (value, packed);
                    }
                }
            }
            upper = upper.and_then(|so_far| {
                let claim = child.lower?;
                let value = -shrink(claim.value);
                let mut proof = so_far.proof.and(claim.proof);
                if self.setup.mutation.is_some() {
                    if self.setup.is(Mutation::UpperIgnoresOthers) {
                        proof.dep = if value > so_far.value { claim.proof.dep } else { so_far.proof.dep };
                    }
                    if self.setup.is(Mutation::SignatureSkipsChild) && turn > 0 && turn + 1 == list.len() {
                        proof.signature = so_far.proof.signature;
                    }
                }
                Some(Claim { value: so_far.value.max(value), proof, checks: false })
            });
            low = low.max(lower.map_or(low, |claim| claim.value));
            if low >= beta {
                cut = true;
                break;
            }
        }
        if cut {
            upper = None;
        }
        if best <= alpha {
            best_move = 0;
        }
        self.lists.push(list);
        let head = if self.setup.is(Mutation::DischargeEarly) { index.saturating_sub(1) } else { index };
        let close = |claim: Claim| Claim { proof: claim.proof.discharged(key, head), ..claim };
        let bounds = probe.bounds.and(Bounds { lower: lower.map(close), upper: upper.map(close) });
        if P != BARE && !is_root {
            if self.audits.is_some() {
                self.audit(Audit::write);
            }
            self.keep::<P>(key, depth, &bounds, best_move, probe.endangered);
        }
        bounds
    }

    fn child<const P: u8>(
        &mut self,
        depth: u32,
        (low, beta): (Value, Value),
        turn: usize,
        at: u32,
    ) -> Bounds {
        if self.setup.pvs && turn > 0 && low > -game::value::INFINITY && beta - low > 1 {
            let (child_low, child_high) = child_window(low, low + 1);
            let bounds = self.node::<P>(depth - 1, child_low, child_high, at);
            let Some(claim) = bounds.upper else { return bounds };
            let value = -shrink(claim.value);
            if value <= low || value >= beta {
                return bounds;
            }
        }
        let (child_low, child_high) = child_window(low, beta);
        self.node::<P>(depth - 1, child_low, child_high, at)
    }

    fn keep<const P: u8>(&mut self, key: u64, depth: u32, bounds: &Bounds, mv: u16, endangered: bool) {
        let mut found =
            Found { lower: bounds.lower, upper: bounds.upper, mv, endangered, ..Found::default() };
        let claims = found.lower.iter_mut().chain(found.upper.iter_mut());
        if P == PLAIN {
            claims.for_each(|claim| claim.proof = Proof::EMPTY);
            self.table.write(key, depth as u8, &found, self.depth_test(), || Danger::EMPTY);
            return;
        }
        for claim in claims {
            self.counters.stores += 1;
            self.counters.open += u64::from(!claim.proof.is_closed());
            if self.setup.is(Mutation::NoPerpetualGuard) {
                claim.checks = false;
            }
        }
        self.check_facts(depth, &found);
        self.table.write(key, depth as u8, &found, self.depth_test(), || self.danger(depth));
    }

    fn check_claims(&mut self, depth: u32, bounds: &Bounds, at: u32) {
        let Some(tree) = &self.watch.tree else { return };
        let value = tree.node(at).value;
        for (claim, lower) in [(bounds.lower, true), (bounds.upper, false)] {
            if let Some(claim) = claim {
                self.judge(depth, claim, lower, value, false);
            }
        }
    }

    fn check_facts(&mut self, depth: u32, found: &Found) {
        let Some(mut facts) = self.watch.facts.take() else { return };
        for (claim, lower) in [(found.lower, true), (found.upper, false)] {
            if let Some(claim) = claim.filter(|claim| claim.proof.is_closed()) {
                let value = facts.value(&mut self.game, depth);
                self.judge(depth, claim, lower, value, true);
            }
        }
        self.watch.facts = Some(facts);
    }

    fn judge(&mut self, depth: u32, claim: Claim, lower: bool, value: Value, closed: bool) {
        self.watch.claims += 1;
        let holds = if lower { value >= claim.value } else { value <= claim.value };
        if !holds {
            self.watch.wrong += 1;
            if self.watch.first_wrong.is_none() {
                let path = self.history.visits()[self.history.root()..].iter().map(|visit| visit.key);
                self.watch.first_wrong = Some(WrongClaim {
                    path: path.collect(),
                    depth,
                    lower,
                    claimed: claim.value,
                    value,
                    closed,
                });
            }
        }
    }
}
