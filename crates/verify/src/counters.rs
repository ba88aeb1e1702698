//! What a search counts.

use std::ops::AddAssign;

/// Counts of one or many searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes visited, leaves and repetitions included.
    pub nodes: u64,
    /// Table probes.
    pub probes: u64,
    /// Probes that found an entry.
    pub hits: u64,
    /// Probes that decided the node.
    pub cuts: u64,
    /// Readings with a bound that would decide if it held.
    pub candidates: u64,
    /// Candidates with a non-empty danger set.
    pub endangered: u64,
    /// Cuts by a clamped bound.
    pub clamped: u64,
    /// Cuts by a twin entry.
    pub twins: u64,
    /// Claims offered for storing.
    pub stores: u64,
    /// Of those, claims that rely on the history.
    pub open: u64,
    /// Source modes: values not stored because their flag is tainted.
    pub tainted: u64,
    /// Leaves ended by a repetition.
    pub repetitions: u64,
    /// Entries of other positions that a store overwrote.
    pub entry_collisions: u64,
}

impl Counters {
    /// Cut-offs per probe.
    pub fn cut_rate(&self) -> f64 {
        self.cuts as f64 / self.probes.max(1) as f64
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.probes += other.probes;
        self.hits += other.hits;
        self.cuts += other.cuts;
        self.candidates += other.candidates;
        self.endangered += other.endangered;
        self.clamped += other.clamped;
        self.twins += other.twins;
        self.stores += other.stores;
        self.open += other.open;
        self.tainted += other.tainted;
        self.repetitions += other.repetitions;
        self.entry_collisions += other.entry_collisions;
    }
}
