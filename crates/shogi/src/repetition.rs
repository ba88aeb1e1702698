//! Repetition (千日手) over the whole game, and the separate question of a better or worse hand.

use crate::history::tag;
use crate::zobrist::Key;
use crate::{Hand, Position};

/// What a repeated position means for the side to move.
///
/// Where one side gave check with every move since the first occurrence that counts, that side has lost, whoever is to
/// move now. Where both did, or neither, it is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// No repetition that counts.
    None,
    /// A draw.
    Draw,
    /// The opponent gave perpetual check: the side to move has won.
    Win,
    /// The side to move gave perpetual check: it has lost.
    Loss,
}

/// Whether an earlier position had the same board and side to move, but other hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dominance {
    /// No such position, or hands that cannot be compared.
    None,
    /// The side to move now holds more.
    Superior,
    /// The side to move now holds less.
    Inferior,
}

/// Whether any tag equals `tag`. Blocks without an early exit inside, which the compiler turns into vector compares.
fn holds(tags: &[u16], tag: u16) -> bool {
    let mut blocks = tags.chunks_exact(32);
    let found = blocks.by_ref().any(|block| {
        let mut hit = false;
        for &other in block {
            hit |= other == tag;
        }
        hit
    });
    found || blocks.remainder().contains(&tag)
}

impl Position {
    /// Indices of the earlier positions whose board key is the present one, latest first. (The side to move is part of that
    /// key, so positions of the other side drop out.)
    fn same_board(&self) -> impl Iterator<Item = usize> + '_ {
        let key = self.board_key();
        let side = self.side_to_move();
        let (tags, first) = self.history.tags();
        tags.iter()
            .enumerate()
            .rev()
            .filter(move |&(_, &other)| other == tag(key))
            .map(move |(place, _)| first + place)
            .filter(move |&index| self.history.state(index).keys.board(side) == key)
    }

    /// Whether any earlier position may have the same board: a few nanoseconds, so that searches can ask at every node.
    #[inline]
    fn may_repeat(&self, key: Key) -> bool {
        let (tags, _) = self.history.tags();
        // The shortest cycle has four plies.
        tags.len() >= 4 && holds(&tags[..tags.len() - 3], tag(key))
    }

    /// History indices of the earlier occurrences of this position (board, hands and side to move), latest first.
    pub fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let hands = self.board.hands();
        self.same_board().filter(move |&index| self.history.state(index).hands == hands)
    }

    /// How often this position has occurred in the game, the present occurrence included.
    pub fn occurrences(&self) -> usize {
        if !self.may_repeat(self.board_key()) {
            return 1;
        }
        1 + self.earlier_occurrences().count()
    }

    /// The rule of the game: the meaning of this position if it has occurred four times, the present one included.
    ///
    /// Checks count from the first of the last four occurrences.
    pub fn repetition(&self) -> Repetition {
        if !self.may_repeat(self.board_key()) {
            return Repetition::None;
        }
        match self.earlier_occurrences().nth(2) {
            Some(first) => self.meaning_since(first),
            None => Repetition::None,
        }
    }

    /// The rule that engines search with: what has stood below the root counts when it comes once more, anything else
    /// at the fourth time.
    ///
    /// `root` is [`Position::history_len`] at the root of the search.
    pub fn repetition_in_search(&self, root: usize) -> Repetition {
        self.repetition_after(root).map_or(Repetition::None, |(_, meaning)| meaning)
    }

    /// As [`Position::repetition_in_search`], with the history index of the first occurrence that counts.
    #[inline]
    pub fn repetition_after(&self, root: usize) -> Option<(usize, Repetition)> {
        if !self.may_repeat(self.board_key()) {
            return None;
        }
        let mut searched = None;
        let mut fourth = None;
        for (number, index) in self.earlier_occurrences().enumerate() {
            if index > root {
                searched = Some(index);
            } else if searched.is_some() || number == 2 {
                fourth = Some(index);
                break;
            }
        }
        let first = searched.or(fourth)?;
        Some((first, self.meaning_since(first)))
    }

    /// Who checked throughout since the position `first`, which equals this one.
    fn meaning_since(&self, first: usize) -> Repetition {
        let now = self.history.len();
        // Our moves lead to the positions in between, the opponent's to those of our own parity and to the present one.
        let ours = (first + 1..now).step_by(2).all(|index| self.history.state(index).was_check());
        let theirs =
            self.in_check() && (first + 2..now).step_by(2).all(|index| self.history.state(index).was_check());
        match (ours, theirs) {
            (true, false) => Repetition::Loss,
            (false, true) => Repetition::Win,
            _ => Repetition::Draw,
        }
    }

    /// Whether the latest earlier position with the same board and side to move, but other hands, was worse or better for
    /// the side to move. A fourth occurrence is a repetition and nothing else: then the answer is `None`.
    pub fn dominance(&self) -> Dominance {
        if !self.may_repeat(self.board_key()) || self.repetition() != Repetition::None {
            return Dominance::None;
        }
        let us = self.side_to_move().index();
        let hand = self.board.hands()[us];
        let compare = |earlier: Hand| match (hand.covers(earlier), earlier.covers(hand)) {
            (true, false) => Dominance::Superior,
            (false, true) => Dominance::Inferior,
            _ => Dominance::None,
        };
        let verdict = self.same_board().map(|index| compare(self.history.state(index).hands[us]));
        verdict.into_iter().find(|&verdict| verdict != Dominance::None).unwrap_or(Dominance::None)
    }
}
