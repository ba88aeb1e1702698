//! What a value rests on: the earliest position of the history, and which positions lie in its proof.

use game::Value;
pub use game::history::{SIGNATURE_BITS, signature};

/// The `dep` of a proof that relies on nothing before its own position.
pub const NEVER: u32 = u32::MAX;

/// What the proof of one bound relies on.
///
/// `dep = k` means: the bound holds with every suffix of the history that begins at an index `<= k`. The signature is
/// a Bloom filter over the positions of the proof tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The smallest history index relied on, [`NEVER`] if none.
    pub dep: u32,
    /// Bloom filter of the positions in the proof tree.
    pub signature: u64,
}

impl Proof {
    /// Relies on nothing and contains no position yet.
    pub const EMPTY: Self = Self { dep: NEVER, signature: 0 };

    /// A leaf whose value is a function of the position alone.
    #[inline]
    pub const fn leaf(key: u64) -> Self {
        Self { dep: NEVER, signature: signature(key) }
    }

    /// A repetition whose first occurrence that counts has index `first`.
    #[inline]
    pub const fn repetition(key: u64, first: usize) -> Self {
        Self { dep: first as u32, signature: signature(key) }
    }

    /// Both proofs are needed.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        let dep = if self.dep < other.dep { self.dep } else { other.dep };
        Self { dep, signature: self.signature | other.signature }
    }

    /// The proof as the node at `index` with this key returns it.
    ///
    /// When everything relied on is the node itself or lies below it, the loops lie wholly below the node: the
    /// dependence is discharged.
    #[inline]
    #[must_use]
    pub const fn discharged(self, key: u64, index: usize) -> Self {
        let dep = if self.dep as usize >= index { NEVER } else { self.dep };
        Self { dep, signature: self.signature | signature(key) }
    }

    /// The proof of a child as its parent takes it over when the move there cannot simply go back
    /// ([`game::Game::is_reversible`]): the positions below are forgotten, what was relied on is not.
    ///
    /// For tables that need not be exact. A position of the history could come back below such a move only by further
    /// captures and drops; a proof that has to name everything below it soon names everything.
    #[inline]
    #[must_use]
    pub const fn past_reach(self) -> Self {
        Self { signature: 0, ..self }
    }

    /// Whether the bound is a fact about the position with an empty history.
    #[inline]
    pub const fn is_closed(self) -> bool {
        self.dep == NEVER
    }
}

/// A bound on the value of a position, with its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The bound; node-relative.
    pub value: Value,
    /// What it relies on.
    pub proof: Proof,
    /// Whether the move that earned a lower claim is a check. False for an upper claim.
    pub checks: bool,
}

/// The proofs of both sides of a value, as a search passes them up beside its score.
///
/// After a search with window `(alpha, beta)` a score `<= alpha` is an upper bound with proof `upper`, one `>= beta`
/// a lower bound with proof `lower`, and one in between is both. The other proof is then meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Proof that the value is at least the score.
    pub lower: Proof,
    /// Proof that the value is at most the score.
    pub upper: Proof,
}

impl Evidence {
    /// Both sides rest on the same proof: leaves.
    #[inline]
    pub const fn both(proof: Proof) -> Self {
        Self { lower: proof, upper: proof }
    }

    /// Both sides with [`Proof::past_reach`].
    #[inline]
    #[must_use]
    pub const fn past_reach(self) -> Self {
        Self { lower: self.lower.past_reach(), upper: self.upper.past_reach() }
    }
}

/// Collects the evidence of a node while its moves are searched.
///
/// A lower bound needs the best move's upper bound only; an upper bound needs every move's lower bound.
#[derive(Clone, Copy, Debug)]
pub struct Gather {
    lower: Proof,
    upper: Proof,
}

impl Default for Gather {
    fn default() -> Self {
        Self::new()
    }
}

impl Gather {
    /// No move searched yet.
    #[inline]
    pub const fn new() -> Self {
        Self { lower: Proof::EMPTY, upper: Proof::EMPTY }
    }

    /// A move was searched with this evidence (the child's); `best` if its score is the best so far.
    #[inline]
    pub const fn child(&mut self, child: Evidence, best: bool) {
        self.upper = self.upper.and(child.lower);
        if best {
            self.lower = child.upper;
        }
    }

    /// The evidence of the node at `index` with this key.
    #[inline]
    pub const fn finish(self, key: u64, index: usize) -> Evidence {
        Evidence { lower: self.lower.discharged(key, index), upper: self.upper.discharged(key, index) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_discharged_at_its_head_and_not_before() {
        let proof = Proof::repetition(5, 3);
        assert_eq!(proof.discharged(7, 4).dep, 3);
        assert!(proof.discharged(7, 3).is_closed());
        assert!(!proof.and(Proof::repetition(6, 2)).discharged(7, 3).is_closed());
    }

    #[test]
    fn past_reach_positions_are_forgotten_and_the_history_is_not() {
        let proof = Proof::repetition(5, 3).past_reach();
        assert_eq!((proof.dep, proof.signature), (3, 0));
        let evidence = Evidence { lower: Proof::leaf(6), upper: Proof::repetition(7, 2) }.past_reach();
        assert_eq!((evidence.lower, evidence.upper), (Proof::EMPTY, Proof { dep: 2, signature: 0 }));
    }

    #[test]
    fn an_upper_bound_relies_on_every_move_and_a_lower_one_on_the_best() {
        let open = Evidence::both(Proof::repetition(5, 1));
        let closed = Evidence::both(Proof::leaf(6));
        let mut gather = Gather::new();
        gather.child(open, true);
        gather.child(closed, true);
        let found = gather.finish(7, 2);
        assert_eq!((found.lower.dep, found.upper.dep), (NEVER, 1));
    }
}
