//! What has been proven: positions from which the attacker mates, none of which is ever forgotten.
//!
//! Lines are read off these. A proof is written when those that it stands on are there already, with a length one greater;
//! afterwards lengths only shrink. So a line that follows them gets nearer to its end with every move, whatever was proven
//! in the meantime and in whatever order.

use shogi::Hand;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A proven position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// What the attacker must hold at the least.
    pub(super) hand: Hand,
    /// Plies to the mate, at the most.
    pub(super) length: u32,
    /// Index of the next proof with the same board, plus 1.
    next: u32,
}

/// Keys are random words already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Bytes that one proof takes, its share of the map included.
pub(super) const BYTES: usize = 40;

/// All proven positions, by the key of their board.
pub(super) struct Proofs {
    heads: HashMap<u64, u32, BuildHasherDefault<Same>>,
    all: Vec<Proof>,
    /// Whether hands have to be equal.
    pub(super) exact: bool,
    /// [`super::Flaw::SmallerHands`].
    pub(super) reversed: bool,
}

impl Proofs {
    pub(super) fn new() -> Self {
        Self { heads: HashMap::default(), all: Vec::new(), exact: false, reversed: false }
    }

    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.all.clear();
    }

    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    fn serves(&self, proof: Hand, hand: Hand) -> bool {
        if self.exact {
            proof == hand
        } else if self.reversed {
            proof.covers(hand)
        } else {
            hand.covers(proof)
        }
    }

    /// The shortest proof for this board with this much in the attacker's hand.
    pub(super) fn get(&self, board: u64, hand: Hand) -> Option<&Proof> {
        let mut next = self.heads.get(&board).copied().unwrap_or(0);
        let mut best: Option<&Proof> = None;
        while let Some(proof) = (next as usize).checked_sub(1).and_then(|index| self.all.get(index)) {
            if self.serves(proof.hand, hand) && best.is_none_or(|best| proof.length < best.length) {
                best = Some(proof);
            }
            next = proof.next;
        }
        best
    }

    /// Adds a proof, unless a shorter one is there for the same or a smaller hand.
    pub(super) fn add(&mut self, board: u64, hand: Hand, length: u32) {
        if self.get(board, hand).is_some_and(|known| known.length <= length) {
            return;
        }
        let number = self.all.len() as u32 + 1;
        let next = self.heads.insert(board, number).unwrap_or(0);
        self.all.push(Proof { hand, length, next });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::PieceKind;

    #[test]
    fn the_shortest_that_serves_is_given() {
        let gold = Hand::EMPTY.with_count(PieceKind::Gold, 1).unwrap();
        let rook = Hand::EMPTY.with_count(PieceKind::Rook, 1).unwrap();
        let mut proofs = Proofs::new();
        proofs.add(7, gold, 5);
        assert!(proofs.get(7, rook).is_none() && proofs.get(7, Hand::EMPTY).is_none());
        assert_eq!(proofs.get(7, gold).unwrap().length, 5);
        proofs.add(7, Hand::EMPTY, 9);
        proofs.add(7, gold, 7);
        assert_eq!((proofs.get(7, rook).unwrap().length, proofs.get(7, gold).unwrap().length), (9, 5));
        assert_eq!(proofs.len(), 2, "what a shorter one covers is not kept");
        proofs.exact = true;
        assert!(proofs.get(7, rook).is_none());
    }
}
