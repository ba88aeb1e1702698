//! The positions from the root of a mate search to the present one.

use game::random::mix;
use shogi::Hand;

/// Buckets of the filter that spares most looks along the path.
const FILTER: usize = 1 << 12;

/// The positions above the one that is looked at, root first.
pub(super) struct Path {
    /// Key of the board with the side to move, and the attacker's hand. The other hand follows, as no piece is ever lost.
    steps: Vec<(u64, Hand)>,
    /// Sums of words that stand for the positions: `sums[n]` over the first `n`. A stretch has the difference, whatever the
    /// order of its positions.
    sums: Vec<u64>,
    filter: Box<[u16; FILTER]>,
}

fn slot(board: u64) -> usize {
    board as usize % FILTER
}

impl Path {
    pub(super) fn new() -> Self {
        Self { steps: Vec::new(), sums: vec![0], filter: Box::new([0; FILTER]) }
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.sums.truncate(1);
        self.filter.fill(0);
    }

    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn push(&mut self, board: u64, hand: Hand) {
        let word = mix(board ^ mix(u64::from(hand.bits()) + 1));
        self.sums.push(self.sums[self.steps.len()].wrapping_add(word));
        self.steps.push((board, hand));
        self.filter[slot(board)] += 1;
    }

    pub(super) fn pop(&mut self) {
        if let Some((board, _)) = self.steps.pop() {
            self.sums.pop();
            self.filter[slot(board)] -= 1;
        }
    }

    /// The latest ply whose position makes one with this board and this attacker's hand a repetition: the same, or one with
    /// more in the attacker's hand, from which it cannot have been worth coming here. With `exact` the same only.
    pub(super) fn repeats(&self, board: u64, hand: Hand, exact: bool) -> Option<usize> {
        if self.filter[slot(board)] == 0 {
            return None;
        }
        self.steps.iter().rposition(|&(earlier, held)| {
            earlier == board && (if exact { held == hand } else { held.covers(hand) })
        })
    }

    /// What stands for the last `length` positions of the path.
    pub(super) fn stretch(&self, length: usize) -> u64 {
        let end = self.steps.len();
        self.sums[end].wrapping_sub(self.sums[end - length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::PieceKind;

    #[test]
    fn stretches_know_their_positions_and_not_their_order() {
        let hand = Hand::EMPTY;
        let of = |boards: &[u64]| {
            let mut path = Path::new();
            for &board in boards {
                path.push(board, hand);
            }
            path
        };
        assert_eq!(of(&[1, 2, 3]).stretch(2), of(&[9, 8, 3, 2]).stretch(2));
        assert_ne!(of(&[1, 2, 3]).stretch(2), of(&[1, 2, 4]).stretch(2));
        let mut path = of(&[1, 2, 3]);
        path.pop();
        assert_eq!((path.len(), path.stretch(2)), (2, of(&[2, 1]).stretch(2)));
    }

    #[test]
    fn a_smaller_hand_repeats_too() {
        let gold = Hand::EMPTY.with_count(PieceKind::Gold, 1).unwrap();
        let mut path = Path::new();
        path.push(5, gold);
        assert_eq!(path.repeats(5, gold, true), Some(0));
        assert_eq!(path.repeats(5, Hand::EMPTY, false), Some(0));
        assert_eq!(path.repeats(5, Hand::EMPTY, true), None);
        path.push(5 + FILTER as u64, Hand::EMPTY);
        assert_eq!(path.repeats(6, gold, false), None);
        path.clear();
        path.push(5, Hand::EMPTY);
        assert_eq!(path.repeats(5, gold, false), None);
    }
}
