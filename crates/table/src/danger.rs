//! Which positions of the history could still interfere with a value found elsewhere.

use game::random::mix;
use game::{History, Reach, Rule};

use crate::evidence::{NEVER, signature};

/// One position of the danger set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Identity of the position.
    pub key: u64,
    /// Occurrences so far, as far as they matter: under [`Rule::Engine`] the next one is always terminal.
    pub count: u16,
    /// Index of the first occurrence that counts.
    pub first: u32,
    /// Whether all moves since then of the side to move, and of the other side, gave check.
    pub checks: (bool, bool),
}

/// Calls `visit` for every position of the history that could become terminal within `horizon` plies because of its
/// earlier occurrences.
///
/// Under [`Rule::Engine`] an in-search position is one if it can be reached in time, and an earlier one if besides
/// it has occurred all but once of the times that end the game. Under [`Rule::Fold`] each missing occurrence costs
/// another cycle. The length of the cycle back to here bounds the distance too.
pub fn for_each_danger<G: Reach>(
    game: &G,
    history: &History,
    rule: Rule,
    horizon: u32,
    mut visit: impl FnMut(Member),
) {
    if rule == Rule::Free || horizon == 0 {
        return;
    }
    let cycle = game.shortest_cycle();
    let here = history.index();
    let side = history.last().side;
    let fold = rule.fold();
    let member = |index: usize, count: u16, first: u32| Member {
        key: history.visit(index).key,
        count,
        first,
        checks: (history.all_checks(side, first as usize), history.all_checks(1 - side, first as usize)),
    };
    if rule.is_engine() {
        // Nothing before the root matters unless it has occurred all but once already.
        let root = history.root();
        let oldest = history.oldest_with(fold - 1).min(root + 1).max(history.floor());
        if here.saturating_sub(oldest) as u32 + horizon < cycle {
            // The way here and the way back are too short for a cycle, even from the oldest position.
            return;
        }
        game.walk_back(here.saturating_sub(oldest), |back, plies| {
            if plies.max(cycle.saturating_sub(back as u32)) > horizon {
                return;
            }
            let index = here - back;
            if index > root {
                visit(member(index, fold - 1, index as u32));
            } else {
                let seen = history.visit(index);
                if seen.nth == fold - 1 && history.is_latest(index) {
                    visit(member(index, fold - 1, seen.first));
                }
            }
        });
    } else {
        // A search that looks beyond a repetition goes on with a position that has occurred often enough already.
        let again = |count: u16| u32::from((fold - 1).saturating_sub(count)) * cycle;
        let current = history.last();
        if current.nth >= 2 && cycle + again(current.nth) <= horizon {
            visit(member(here, current.nth.min(fold - 1), current.first));
        }
        // A first occurrence matters only if all the cycles still missing fit into the horizon.
        let oldest = if again(1) < horizon { history.floor() } else { history.oldest_repeat() };
        game.walk_back(here.saturating_sub(oldest), |back, plies| {
            let index = here - back;
            let seen = history.visit(index);
            if history.is_latest(index)
                && plies.max(cycle.saturating_sub(back as u32)) + again(seen.nth) <= horizon
            {
                visit(member(index, seen.nth.min(fold - 1), seen.first));
            }
        });
    }
}

/// The danger set, as far as a reader needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Danger {
    /// Bloom filter of its positions.
    pub signature: u64,
    /// Order-independent digest of positions, counts and check bits; 0 for the empty set.
    pub digest: u64,
    /// The smallest first index of its members, [`NEVER`] for the empty set.
    pub dep: u32,
}

impl Danger {
    /// Nothing can interfere.
    pub const EMPTY: Self = Self { signature: 0, digest: 0, dep: NEVER };

    /// The danger set of the current position for a value of depth `horizon`.
    #[inline]
    pub fn of<G: Reach>(game: &G, history: &History, rule: Rule, horizon: u32) -> Self {
        let mut danger = Self::EMPTY;
        for_each_danger(game, history, rule, horizon, |member| danger.add(member));
        danger
    }

    /// Adds a position.
    #[inline]
    pub const fn add(&mut self, member: Member) {
        self.signature |= signature(member.key);
        let facts = (member.count as u64) << 2 | (member.checks.0 as u64) << 1 | member.checks.1 as u64;
        self.digest = self.digest.wrapping_add(mix(member.key ^ facts.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        if member.first < self.dep {
            self.dep = member.first;
        }
    }

    /// Whether a value of an empty history holds here as it stands.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.dep == NEVER
    }
}
