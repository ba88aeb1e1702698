//! The positions from the start of the game to the current one, and what repeats in them.

use crate::{Game, Outcome, Rule, Side};

const NONE: u32 = u32::MAX;
const FILTER: usize = 1 << 12;

/// Bits of a signature.
pub const SIGNATURE_BITS: u32 = 48;

/// The signature of a single position, one bit of a Bloom filter: from key bits that no index scheme of a table favours.
#[inline]
pub const fn signature(key: u64) -> u64 {
    1 << ((((key >> 20) & 0xffff) * SIGNATURE_BITS as u64) >> 16)
}

/// One position of the game or of the path.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Identity of the position.
    pub key: u64,
    /// The side to move.
    pub side: Side,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How many times the position has occurred up to here, this occurrence included.
    pub nth: u16,
    /// Index of the first occurrence.
    pub first: u32,
    previous: u32,
    next: u32,
    // Index of the first position after the latest pass: repetition never looks through a pass.
    floor: u32,
    // The oldest index at which a position occurred again; NONE if there is none yet.
    again: u32,
    // Signature of the positions strictly between the root and this one.
    passed: u64,
    // Signature of the positions since the latest pass that had occurred before, this one included.
    repeated: u64,
    // Per side: the last index whose move was made by that side and gave no check. All moves of a side since index
    // f are checks iff this is at most f.
    quiet: [u32; 2],
}

/// A repetition that ends the game or the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// Index of the first occurrence that counts: the result relies on everything since.
    pub first: usize,
    /// Index of the last earlier occurrence.
    pub last: usize,
    /// Result for the side to move.
    pub outcome: Outcome,
}

/// The visits from the start of the game, never truncated, and where the search began.
#[derive(Clone, Debug)]
pub struct History {
    visits: Vec<Visit>,
    root: usize,
    // The oldest index up to the root at which a position occurred for the n-th time.
    oldest: [usize; 8],
    // Signature of the positions up to the root that occurred at least n times.
    repeated: [u64; 8],
    // Visits per hash of their key: zero means that a position is new, without a scan.
    filter: Box<[u16; FILTER]>,
}

impl History {
    /// A game that starts in the current position of `game`.
    pub fn start<G: Game>(game: &G) -> Self {
        Self::new(game.key(), game.side(), game.in_check())
    }

    /// A game that starts in a position with this key, side to move and check.
    pub fn new(key: u64, side: Side, check: bool) -> Self {
        let mut filter = Box::new([0; FILTER]);
        filter[Self::slot(key)] = 1;
        let first = Visit {
            key,
            side,
            check,
            nth: 1,
            first: 0,
            previous: NONE,
            next: NONE,
            floor: 0,
            again: NONE,
            passed: 0,
            repeated: 0,
            quiet: [0; 2],
        };
        let mut history =
            Self { visits: vec![first], root: 0, oldest: [usize::MAX; 8], repeated: [0; 8], filter };
        history.root_here();
        history
    }

    /// Makes room for `plies` more positions, so that pushing them allocates nothing.
    pub fn reserve(&mut self, plies: usize) {
        self.visits.reserve(plies);
    }

    const fn slot(key: u64) -> usize {
        (key >> 17) as usize % FILTER
    }

    /// Adds the position that a move has just led to.
    pub fn push(&mut self, key: u64, side: Side, check: bool) {
        let index = self.visits.len() as u32;
        let last = self.visits[index as usize - 1];
        let mut quiet = last.quiet;
        if !check {
            quiet[1 - usize::from(side)] = index;
        }
        let mut visit = Visit {
            key,
            side,
            check,
            nth: 1,
            first: index,
            previous: NONE,
            next: NONE,
            floor: last.floor,
            again: last.again,
            passed: if index as usize - 1 > self.root { last.passed | signature(last.key) } else { 0 },
            repeated: last.repeated,
            quiet,
        };
        let slot = Self::slot(key);
        if self.filter[slot] > 0 {
            // Sides alternate, so equal positions lie an even number of plies apart.
            let mut at = self.visits.len() as isize - 2;
            while at >= last.floor as isize {
                let earlier = &mut self.visits[at as usize];
                if earlier.key == key {
                    earlier.next = index;
                    visit.nth = earlier.nth + 1;
                    visit.first = earlier.first;
                    visit.previous = at as u32;
                    visit.again = visit.again.min(index);
                    visit.repeated |= signature(key);
                    break;
                }
                at -= 2;
            }
        }
        self.filter[slot] += 1;
        self.visits.push(visit);
    }

    /// Adds the position that a pass has just led to: nothing before it can be repeated any more.
    ///
    /// Legal play has no pass; searches do.
    pub fn push_pass(&mut self, key: u64, side: Side) {
        let index = self.visits.len() as u32;
        self.filter[Self::slot(key)] += 1;
        self.visits.push(Visit {
            key,
            side,
            check: false,
            nth: 1,
            first: index,
            previous: NONE,
            next: NONE,
            floor: index,
            again: NONE,
            passed: 0,
            repeated: 0,
            quiet: [index; 2],
        });
    }

    /// Index of the first position after the latest pass, 0 if there was none.
    pub fn floor(&self) -> usize {
        self.last().floor as usize
    }

    /// Adds the current position of `game`, just reached by a move.
    pub fn push_game<G: Game>(&mut self, game: &G) {
        self.push(game.key(), game.side(), game.in_check());
    }

    /// Removes the last position.
    ///
    /// # Panics
    /// If only the start position is left.
    pub fn pop(&mut self) {
        assert!(self.visits.len() > 1, "the start position of a history cannot be removed");
        let visit = self.visits.pop().expect("not empty");
        self.filter[Self::slot(visit.key)] -= 1;
        if visit.previous != NONE {
            self.visits[visit.previous as usize].next = NONE;
        }
    }

    /// Makes the current position the root of the search to come.
    pub fn root_here(&mut self) {
        self.root = self.index();
        self.oldest = [usize::MAX; 8];
        self.repeated = [0; 8];
        for (index, visit) in self.visits.iter().enumerate().rev() {
            let nth = usize::from(visit.nth).min(7);
            self.oldest[nth] = index;
            for repeated in &mut self.repeated[..=nth] {
                *repeated |= signature(visit.key);
            }
        }
    }

    /// Signature of all positions that could be terminal on their next occurrence or make one so: a bound whose proof
    /// tree misses it holds here as it stands.
    #[inline]
    pub fn passed(&self, rule: Rule) -> u64 {
        match rule {
            Rule::Free => 0,
            Rule::Fold(_) => u64::MAX,
            Rule::Engine(n) => self.last().passed | self.repeated[usize::from(n - 1).min(7)],
        }
    }

    /// The same for a bound of depth `horizon`, in a game without cycles shorter than `cycle`: fewer positions can become
    /// terminal in so few plies.
    #[inline]
    pub fn passed_within(&self, rule: Rule, horizon: u32, cycle: u32) -> u64 {
        match rule {
            // A position that has occurred once needs all further cycles and at least one more ply.
            Rule::Fold(n) if u32::from(n.saturating_sub(2)) * cycle >= horizon => self.last().repeated,
            // The latest positions are too near: the way here and the way back make no cycle.
            Rule::Engine(n) if horizon < cycle => {
                let near = (cycle - 1 - horizon) as usize;
                let passed = self.index().checked_sub(near).map_or(0, |index| self.visits[index].passed);
                passed | self.repeated[usize::from(n - 1).min(7)]
            }
            rule => self.passed(rule),
        }
    }

    /// The oldest index up to the root at which some position occurred for the `nth` time; `usize::MAX` if there is
    /// none. Numbers from 7 count as 7, which is on the safe side.
    pub fn oldest_with(&self, nth: u16) -> usize {
        self.oldest[usize::from(nth).min(7)]
    }

    /// Index of the root of the search.
    pub const fn root(&self) -> usize {
        self.root
    }

    /// Index of the current position; the start of the game is 0.
    pub const fn index(&self) -> usize {
        self.visits.len() - 1
    }

    /// The visit at `index`.
    pub fn visit(&self, index: usize) -> &Visit {
        &self.visits[index]
    }

    /// The current visit.
    pub fn last(&self) -> &Visit {
        &self.visits[self.visits.len() - 1]
    }

    /// The oldest index since the latest pass at which a position occurred again; `usize::MAX` if there is none.
    pub fn oldest_repeat(&self) -> usize {
        if self.last().again == NONE { usize::MAX } else { self.last().again as usize }
    }

    /// All visits, from the start of the game.
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// Whether `index` is the latest occurrence of its position.
    pub fn is_latest(&self, index: usize) -> bool {
        self.visits[index].next == NONE
    }

    /// Whether all moves of `side` after index `first` gave check (true if there are none).
    pub fn all_checks(&self, side: Side, first: usize) -> bool {
        self.last().quiet[usize::from(side)] as usize <= first
    }

    /// Result for the side to move of a loop that began at index `first`.
    pub fn outcome_since(&self, first: usize) -> Outcome {
        let side = self.last().side;
        Outcome::of_checks(self.all_checks(side, first), self.all_checks(1 - side, first))
    }

    /// Whether the current position is terminal by repetition, and why.
    ///
    /// Below the root a single repetition counts first under [`Rule::Engine`]: its loop, not the longer one, decides
    /// the result. The root itself is never terminal.
    pub fn repetition(&self, rule: Rule) -> Option<Repetition> {
        let visit = self.last();
        if visit.nth == 1 || self.index() == self.root {
            return None;
        }
        let last = visit.previous as usize;
        let first = if rule.is_engine() && last > self.root {
            last
        } else if visit.nth >= rule.fold() {
            visit.first as usize
        } else {
            return None;
        };
        Some(Repetition { first, last, outcome: self.outcome_since(first) })
    }

    /// [`History::repetition`] of an engine that looks back `plies` plies only, as some do.
    pub fn repetition_within(&self, rule: Rule, plies: usize) -> Option<Repetition> {
        self.repetition(rule).filter(|found| self.index() - found.first <= plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loops(checks: &[bool], rounds: usize) -> History {
        let mut history = History::new(0, 0, checks[checks.len() - 1]);
        for step in 1..=checks.len() * rounds {
            let key = (step % checks.len()) as u64;
            history.push(key, (step % 2) as Side, checks[(step - 1) % checks.len()]);
        }
        history
    }

    #[test]
    fn the_checker_loses_whoever_is_to_move() {
        // Moves 1 and 3 are made by side 0. It checks throughout; after 12 plies side 0 is to move.
        let mut history = loops(&[true, false, true, false], 3);
        history.root_here();
        assert_eq!(history.repetition(Rule::FOURFOLD), None, "the root is never terminal");
        history.root = 1;
        let found = history.repetition(Rule::FOURFOLD).expect("fourth occurrence");
        assert_eq!((found.first, found.last, found.outcome), (0, 8, Outcome::Loss));
        history.push(1, 1, true);
        assert_eq!(history.repetition(Rule::FOURFOLD).expect("fourth").outcome, Outcome::Win);
    }

    #[test]
    fn both_or_neither_checking_is_a_draw() {
        for checks in [[true; 4], [false; 4], [true, false, false, false]] {
            let mut history = loops(&checks, 3);
            history.root = 11;
            assert_eq!(history.repetition(Rule::FOURFOLD).expect("fourth").outcome, Outcome::Draw);
        }
    }

    #[test]
    fn engines_count_one_repetition_strictly_below_the_root() {
        let mut history = History::new(7, 0, false);
        for (step, key) in [8, 9, 10, 7].into_iter().enumerate() {
            history.push(key, ((step + 1) % 2) as Side, false);
        }
        // The earlier occurrence is the root itself: not enough.
        assert_eq!(history.repetition(Rule::ENGINE), None);
        history.push(8, 1, false);
        let found = history.repetition(Rule::ENGINE).expect("8 lies below the root");
        assert_eq!((found.first, found.outcome), (1, Outcome::Draw));
        assert_eq!(history.repetition(Rule::FOURFOLD), None);
        assert_eq!(history.repetition_within(Rule::ENGINE, 3), None);
        history.pop();
        assert!(history.is_latest(1) && history.is_latest(4) && !history.is_latest(0));
    }
}
