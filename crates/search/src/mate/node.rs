//! The moves of a node of the mate search: what is known of each before anything is searched, and what follows for the node.

use super::path::Path;
use super::proofs::Proofs;
use super::table::{Known, NEVER, Rest, Table};
use shogi::{Color, Hand, Key, Move, MoveList, PieceKind, Position, attacks};

/// A move with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) mv: Move,
    /// Moves of one group are so much alike that the hardest of them stands for all.
    group: u16,
    /// 0: the attacker mates.
    pub(super) proof: u32,
    /// 0: the attacker fails.
    pub(super) disproof: u32,
    /// Where the failure is true.
    pub(super) rest: Rest,
    /// Plies of the mate.
    pub(super) length: u32,
    /// What the mate needs in the attacker's hand.
    pub(super) hand: Hand,
}

/// The group of all moves to positions that were met nearer to the root: they may hang together by cycles, and their sums
/// would count the same numbers again and again.
const OLD: u16 = u16::MAX;
/// The disproof number of a drop by the defender that was not looked at: about that of a middling position.
const UNSEEN: u32 = 4;
/// In a group: a drop by the defender.
const DROP: u16 = 1 << 15;
/// The bit of a move that promotes.
const PROMOTION: u16 = 1 << 14;

impl Child {
    pub(super) const fn mates(&self) -> bool {
        self.proof == 0
    }

    pub(super) const fn fails(&self) -> bool {
        self.disproof == 0
    }

    pub(super) fn set_mate(&mut self, length: u32, hand: Hand) {
        (self.proof, self.disproof, self.length, self.hand) = (0, NEVER, length, hand);
    }

    pub(super) fn set_failure(&mut self, rest: Rest) {
        (self.proof, self.disproof, self.rest) = (NEVER, 0, rest);
    }
}

/// Proof and disproof number of a node, and its most promising child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Index of the child to look at next, if the node is undecided.
    pub(super) best: usize,
    /// The number that is a minimum (proof where the attacker moves), of the second best child.
    pub(super) second: u32,
    /// The sum of the others' numbers, without the group of the best.
    pub(super) others: u32,
}

/// The totals of a node from its children, which stand in groups.
pub(super) fn totals(children: &[Child], attacking: bool) -> Totals {
    // From the view of the side to move: the number that it wants to be small, and the one that sums up.
    let view =
        |child: &Child| if attacking { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
    let (mut least, mut second, mut best) = (NEVER, NEVER, 0);
    for (index, child) in children.iter().enumerate() {
        let (own, _) = view(child);
        if own < least {
            (second, least, best) = (least, own, index);
        } else if own < second {
            second = own;
        }
    }
    let (mut sum, mut others) = (0_u32, 0_u32);
    for group in children.chunk_by(|a, b| a.group == b.group) {
        let most = group.iter().map(|child| view(child).1).max().unwrap_or(0);
        sum = sum.saturating_add(most).min(NEVER - 1);
        if group[0].group != children[best].group {
            others = others.saturating_add(most).min(NEVER - 1);
        }
    }
    let (own, other) = match (least, sum) {
        // Without a child the side to move has no move left that would do.
        (_, 0) => (NEVER, 0),
        (0, _) => (0, NEVER),
        (least, sum) => (least.min(NEVER - 1), sum),
    };
    let (proof, disproof) = if attacking { (own, other) } else { (other, own) };
    Totals { proof, disproof, best, second, others }
}

/// What nodes are expanded with.
pub(super) struct Expander<'a> {
    pub(super) attacker: Color,
    pub(super) path: &'a Path,
    pub(super) table: &'a Table,
    pub(super) proofs: &'a Proofs,
    pub(super) closed: &'a [Key],
    pub(super) exact: bool,
}

impl Expander<'_> {
    /// Appends the children of `position`, the last one on the path, in groups.
    pub(super) fn expand(&self, position: &mut Position, children: &mut Vec<Child>) {
        let attacking = position.side_to_move() == self.attacker;
        let start = children.len();
        let moves = if attacking { position.checks() } else { position.legal_moves() };
        for &mv in &moves {
            let child = self.child(position, mv, attacking);
            let decided = if attacking { child.mates() } else { child.fails() && child.rest == Rest::Final };
            children.push(child);
            if decided {
                // Nothing more is needed.
                children.drain(start..children.len() - 1);
                return;
            }
        }
        children[start..].sort_by_key(|child| child.group);
    }

    fn child(&self, position: &mut Position, mv: Move, attacking: bool) -> Child {
        let mut child = Child {
            mv,
            group: group(mv, attacking),
            proof: 1,
            disproof: 1,
            rest: Rest::Final,
            length: 0,
            hand: Hand::EMPTY,
        };
        let board = position.board_key_after(mv).low();
        let held = position.hand(self.attacker);
        let hand = if attacking { hand_after(position, mv, held) } else { held };
        if !self.closed.is_empty() && self.closed.binary_search(&position.key_after(mv)).is_ok() {
            child.set_failure(Rest::Final);
        } else if let Some(ply) = self.path.repeats(board, hand, self.exact) {
            child.set_failure(Rest::From(ply));
        } else if let Some(proof) = self.proofs.get(board, hand) {
            child.set_mate(proof.length, proof.hand);
        } else {
            match self.table.get(board, hand, self.path) {
                Some(Known::Failure(rest)) => child.set_failure(rest),
                Some(Known::Numbers { proof, disproof, ply }) => {
                    (child.proof, child.disproof) = (proof, disproof);
                    if (ply as usize) < self.path.len() {
                        child.group = OLD;
                    }
                }
                // Of drops there may be dozens, and one answer often refutes them all: they are looked at when their turn comes.
                None if !attacking && mv.is_drop() => child.disproof = UNSEEN,
                None => self.look(position, &mut child, attacking),
            }
        }
        child
    }

    /// What can be said of a position that was never met, without searching it.
    fn look(&self, position: &mut Position, child: &mut Child, attacking: bool) {
        if attacking {
            position.apply_knowing_check(child.mv, true);
            let answers = position.legal_moves();
            if answers.is_empty() {
                child.set_mate(0, self.needed(position));
            } else {
                child.proof = groups(&answers, false);
            }
        } else {
            position.apply(child.mv);
            let checks = position.checks();
            if checks.is_empty() {
                child.set_failure(Rest::Final);
            } else {
                child.disproof = groups(&checks, true);
            }
        }
        position.undo();
    }

    /// What the attacker has to hold so that the defender, to move and in check, does not hold it: all of each kind of which
    /// the defender holds nothing, where something could be put between.
    pub(super) fn needed(&self, position: &Position) -> Hand {
        let hand = position.hand(self.attacker);
        if self.exact {
            return hand;
        }
        let checkers = position.checkers();
        let blockable = |king| checkers.into_iter().any(|checker| attacks::between(king, checker).any());
        if checkers.more_than_one() || !position.king(!self.attacker).is_some_and(blockable) {
            return Hand::EMPTY;
        }
        let other = position.hand(!self.attacker);
        let kinds = PieceKind::HAND.into_iter().filter(|&kind| !other.has(kind));
        kinds.fold(Hand::EMPTY, |needed, kind| with(needed, kind, hand.count(kind)))
    }

    /// What a mate by `mv`, from `position` on, needs in the hand, if `hand` is needed after it.
    pub(super) fn needed_before(&self, position: &Position, mv: Move, hand: Hand) -> Hand {
        if self.exact {
            return position.hand(self.attacker);
        }
        if let Some(kind) = mv.dropped() {
            return with(hand, kind, hand.count(kind) + 1);
        }
        match position.piece_at(mv.to()).map(|piece| piece.kind().unpromoted()) {
            Some(kind) => with(hand, kind, hand.count(kind).saturating_sub(1)),
            None => hand,
        }
    }
}

/// The group of a move. With and without promotion a move is nearly the same; so are drops to a square in defence.
fn group(mv: Move, attacking: bool) -> u16 {
    match mv.dropped() {
        Some(_) if !attacking => DROP | mv.to().index() as u16,
        _ => mv.bits() & !PROMOTION,
    }
}

/// Number of groups, at least 1.
fn groups(moves: &MoveList, attacking: bool) -> u32 {
    // Drops to a square stand together in the list, and so does a move with and without promotion, roughly.
    let mut count = 0;
    let mut last = OLD;
    for &mv in moves {
        let group = group(mv, attacking);
        count += u32::from(group != last);
        last = group;
    }
    count.max(1)
}

/// `hand` with `count` pieces of `kind`, which a set has.
pub(super) fn with(hand: Hand, kind: PieceKind, count: u32) -> Hand {
    hand.with_count(kind, count).unwrap_or(hand)
}

/// Kind by kind the greater count.
pub(super) fn most(one: Hand, two: Hand) -> Hand {
    if one.covers(two) {
        return one;
    }
    PieceKind::HAND.into_iter().fold(one, |hand, kind| with(hand, kind, one.count(kind).max(two.count(kind))))
}

/// The mover's hand after `mv`.
pub(super) fn hand_after(position: &Position, mv: Move, hand: Hand) -> Hand {
    if let Some(kind) = mv.dropped() {
        return with(hand, kind, hand.count(kind).saturating_sub(1));
    }
    match position.piece_at(mv.to()).map(|piece| piece.kind().unpromoted()) {
        Some(kind) => with(hand, kind, hand.count(kind) + 1),
        None => hand,
    }
}
