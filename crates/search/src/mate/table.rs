//! What is known of positions that are not proven: numbers, and failures, final or resting on a stretch of the path.

use super::Flaw;
use super::path::Path;
use shogi::Hand;

/// Entries that a key may stand in.
const WAYS: usize = 16;
/// A proof or disproof number that means "never".
pub(super) const NEVER: u32 = 1 << 30;

/// Where a failure is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// Everywhere.
    Final,
    /// Under paths on which everything stands that stands on the present one from this ply on.
    From(usize),
}

impl Rest {
    /// Of two failures that are both needed.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::From(one), Self::From(two)) => Self::From(one.min(two)),
            (Self::Final, rest) | (rest, Self::Final) => rest,
        }
    }

    /// Whether this is true under more paths than `other`.
    pub(super) fn is_wider(self, other: Self) -> bool {
        match (self, other) {
            (Self::Final, Self::From(_)) => true,
            (Self::From(one), Self::From(two)) => one > two,
            (_, Self::Final) => false,
        }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The attacker fails.
    Failure(Rest),
    /// Proof and disproof number, and the least ply at which the position was met.
    Numbers { proof: u32, disproof: u32, ply: u32 },
}

#[derive(Clone, Copy, Default)]
struct Entry {
    /// 0: nothing.
    board: u64,
    /// [`Path::stretch`] of so many positions before this one, for the failure that rests on them; 0: no such failure.
    stretch: u64,
    length: u16,
    /// How much work is in the entry, as a power of two.
    effort: u8,
    fails: bool,
    hand: Hand,
    proof: u32,
    disproof: u32,
    ply: u32,
}

/// The table.
pub(super) struct Table {
    /// Made when they are first written into, so that a large table costs nothing where little is searched.
    sets: Vec<Option<Box<[Entry; WAYS]>>>,
    /// Whether hands have to be equal.
    pub(super) exact: bool,
    pub(super) flaw: Flaw,
}

impl Table {
    /// A table of about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let sets = (bytes / (size_of::<Entry>() * WAYS)).max(1);
        Self { sets: vec![None; sets], exact: false, flaw: Flaw::None }
    }

    pub(super) fn clear(&mut self) {
        self.sets.fill(None);
    }

    fn number(&self, board: u64) -> usize {
        ((u128::from(board) * self.sets.len() as u128) >> 64) as usize
    }

    /// What is known of the position that follows on `path`.
    pub(super) fn get(&self, board: u64, hand: Hand, path: &Path) -> Option<Known> {
        let mut found = None;
        let set = self.sets[self.number(board)].as_deref()?;
        for entry in set.iter().filter(|entry| entry.board == board) {
            let same = entry.hand == hand;
            if entry.fails && (same || !self.exact && entry.hand.covers(hand)) {
                return Some(Known::Failure(Rest::Final));
            }
            if !same {
                continue;
            }
            let length = usize::from(entry.length);
            if length > 0 && length <= path.len() {
                let start = path.len() - length;
                if self.flaw == Flaw::TakesAnyPath || path.stretch(length) == entry.stretch {
                    return Some(Known::Failure(Rest::From(start)));
                }
            }
            found = Some(Known::Numbers { proof: entry.proof, disproof: entry.disproof, ply: entry.ply });
        }
        found
    }

    /// The entry to write into: that of the position, a free one, or the one with the least work in it.
    fn place(&mut self, board: u64, hand: Hand) -> &mut Entry {
        let number = self.number(board);
        let set = self.sets[number].get_or_insert_with(|| Box::new([Entry::default(); WAYS]));
        let own = set.iter().position(|entry| entry.board == board && entry.hand == hand);
        let index = own.or_else(|| set.iter().position(|entry| entry.board == 0)).unwrap_or_else(|| {
            let worth = |&index: &usize| (set[index].fails, set[index].effort);
            (0..WAYS).min_by_key(worth).unwrap_or(0)
        });
        let entry = &mut set[index];
        if own.is_none() {
            *entry = Entry { board, hand, proof: 1, disproof: 1, ply: u32::MAX, ..Entry::default() };
        }
        entry
    }

    /// Keeps the numbers of a position that is undecided.
    pub(super) fn note(&mut self, board: u64, hand: Hand, numbers: (u32, u32), ply: u32, effort: u64) {
        let entry = self.place(board, hand);
        (entry.proof, entry.disproof) = numbers;
        entry.ply = entry.ply.min(ply);
        entry.effort = entry.effort.max(effort.ilog2() as u8);
    }

    /// Keeps a failure of the position that follows on `path`.
    pub(super) fn fail(&mut self, board: u64, hand: Hand, rest: Rest, path: &Path, effort: u64) {
        let forgets = self.flaw == Flaw::ForgetsPaths;
        let entry = self.place(board, hand);
        entry.effort = entry.effort.max(effort.ilog2() as u8);
        match rest {
            Rest::From(start) if !forgets => {
                let length = path.len() - start;
                // Longer stretches are hardly ever met again.
                if let Ok(length) = u16::try_from(length) {
                    (entry.length, entry.stretch) = (length, path.stretch(usize::from(length)));
                }
            }
            _ => entry.fails = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::PieceKind;

    fn path(boards: &[u64]) -> Path {
        let mut path = Path::new();
        for &board in boards {
            path.push(board, Hand::EMPTY);
        }
        path
    }

    #[test]
    fn a_failure_is_answered_where_the_path_ends_in_the_same_stretch() {
        let mut table = Table::new(1 << 12);
        let hand = Hand::EMPTY;
        table.note(9, hand, (3, 4), 5, 1);
        table.fail(9, hand, Rest::From(1), &path(&[1, 2, 3]), 8);
        let answer = |boards| table.get(9, hand, &path(boards));
        assert_eq!(answer(&[1, 2, 3]), Some(Known::Failure(Rest::From(1))));
        assert_eq!(answer(&[7, 8, 3, 2]), Some(Known::Failure(Rest::From(2))), "another way to the stretch");
        for other in [&[1, 2][..], &[2, 3, 4], &[2], &[]] {
            assert_eq!(answer(other), Some(Known::Numbers { proof: 3, disproof: 4, ply: 5 }), "{other:?}");
        }
    }

    #[test]
    fn a_final_failure_serves_smaller_hands() {
        let gold = Hand::EMPTY.with_count(PieceKind::Gold, 1).unwrap();
        let two = Hand::EMPTY.with_count(PieceKind::Gold, 2).unwrap();
        let mut table = Table::new(1 << 12);
        table.fail(9, gold, Rest::Final, &path(&[1]), 8);
        let answer = |table: &Table, hand| table.get(9, hand, &path(&[]));
        assert_eq!(answer(&table, Hand::EMPTY), Some(Known::Failure(Rest::Final)));
        assert_eq!(answer(&table, two), None);
        table.exact = true;
        assert_eq!(answer(&table, Hand::EMPTY), None);
    }

    #[test]
    fn full_sets_keep_what_took_most_work() {
        let mut table = Table::new(1);
        for board in 1..=40 {
            table.note(board, Hand::EMPTY, (1, 1), 1, if board == 3 { 1 << 20 } else { board });
        }
        assert!(table.get(3, Hand::EMPTY, &path(&[])).is_some());
        assert!(table.get(40, Hand::EMPTY, &path(&[])).is_some());
    }

    #[test]
    fn what_rests_on_less_is_wider() {
        assert!(Rest::Final.is_wider(Rest::From(9)) && Rest::From(4).is_wider(Rest::From(2)));
        assert!(!Rest::Final.is_wider(Rest::Final));
        assert_eq!(Rest::From(3).and(Rest::From(5)).and(Rest::Final), Rest::From(3));
    }
}
