//! The history of a game: one record per move, never shortened but by undo.

use crate::board::Keys;
use crate::moves::Move;
use crate::zobrist::Key;
use crate::{Color, Hand, Piece};

/// Whether the side to move stands in check, remembered once it is known.
pub(crate) const UNKNOWN: u8 = 0;
pub(crate) const QUIET: u8 = 1;
pub(crate) const CHECK: u8 = 2;

/// What undo needs, and what repetition needs of an earlier position: one cache line with 64-bit keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) keys: Keys,
    pub(crate) hands: [Hand; 2],
    pub(crate) material: i32,
    /// The 16 bits of the move played from this position; 0 for a pass.
    pub(crate) mv: u16,
    pub(crate) captured: u8,
    pub(crate) check: u8,
}

impl State {
    /// Whether the side to move stood in check.
    #[inline]
    pub(crate) fn was_check(&self) -> bool {
        self.check == CHECK
    }

    /// The move played from this position; `None` for a pass.
    #[inline(always)]
    pub(crate) fn mv(&self) -> Option<Move> {
        if self.mv == 0 { None } else { Some(Move::from_raw(self.mv)) }
    }
}

/// One earlier position of the game, as [`crate::Position::history`] gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// Its full key.
    pub key: Key,
    /// Its key without hands.
    pub board_key: Key,
    /// Both hands, Black first.
    pub hands: [Hand; 2],
    /// Its side to move.
    pub side: Color,
    /// Whether its side to move stood in check.
    pub in_check: bool,
    /// The move played from it (`None`: a null move).
    pub mv: Option<Move>,
    /// The piece that this move captured.
    pub captured: Option<Piece>,
}

/// All earlier positions, first to latest.
#[derive(Debug)]
pub(crate) struct History {
    states: Vec<State>,
    /// 16 bits of each board key, packed for a fast scan. Entries past `states.len()` are left over from undone moves: undo
    /// need not touch them.
    tags: Vec<u16>,
    /// First index after the latest pass: repetition never looks through one.
    floor: usize,
}

impl Clone for History {
    /// Everything is copied, with room for as many plies as the original had room for.
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.floor = self.floor;
        if self.states.capacity() > 0 {
            copy.states.reserve_exact(self.states.capacity());
            copy.tags.reserve_exact(self.tags.capacity());
            copy.states.extend_from_slice(&self.states);
            copy.tags.extend_from_slice(&self.tags[..self.states.len()]);
        }
        copy
    }
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.states == other.states
    }
}

#[inline]
pub(crate) fn tag(key: Key) -> u16 {
    key.low() as u16
}

impl History {
    #[inline]
    pub(crate) const fn new() -> Self {
        Self { states: Vec::new(), tags: Vec::new(), floor: 0 }
    }

    pub(crate) fn reserve(&mut self, plies: usize) {
        self.states.reserve(plies);
        self.tags.reserve((self.states.len() + plies).saturating_sub(self.tags.len()));
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, state: State, side: Color) {
        let tag = tag(state.keys.board(side));
        match self.tags.get_mut(self.states.len()) {
            Some(slot) => *slot = tag,
            None => self.tags.push(tag),
        }
        self.states.push(state);
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<State> {
        self.states.pop()
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<&State> {
        self.states.last()
    }

    #[inline]
    pub(crate) fn state(&self, index: usize) -> &State {
        &self.states[index]
    }

    /// A pass has just been pushed.
    pub(crate) fn raise_floor(&mut self) {
        self.floor = self.states.len();
    }

    /// A pass has just been popped.
    pub(crate) fn lower_floor(&mut self) {
        self.floor = self.states.iter().rposition(|earlier| earlier.mv == 0).map_or(0, |index| index + 1);
    }

    /// Tags since the latest pass, and the index of the first.
    #[inline]
    pub(crate) fn tags(&self) -> (&[u16], usize) {
        (&self.tags[self.floor..self.states.len()], self.floor)
    }

    #[inline]
    pub(crate) fn past(&self, index: usize, side_now: Color) -> Option<Past> {
        let state = self.states.get(index)?;
        let even = (self.states.len() - index).is_multiple_of(2);
        let side = if even { side_now } else { !side_now };
        let board_key = state.keys.board(side);
        Some(Past {
            key: board_key ^ state.keys.hand(),
            board_key,
            hands: state.hands,
            side,
            in_check: state.was_check(),
            mv: state.mv(),
            captured: Piece::from_index(state.captured as usize),
        })
    }
}
