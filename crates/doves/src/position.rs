//! A position: where the doves stand and who is to move.

use crate::geometry::{bounds, fits, none_isolated, recentre, shift, surrounded};
use crate::{Kind, Side};
use thiserror::Error;

/// The place of a dove that is in the hand.
pub const HAND: u8 = 64;

/// A position with the side to move. Two positions that differ by a translation are equal.
///
/// A dove's place is a cell of the window of [`crate::geometry`], or [`HAND`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) places: [[u8; 6]; 2],
    pub(crate) turn: Side,
}

/// Why a set of places is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadPosition {
    /// A boss is in the hand.
    #[error("the boss of {0:?} is not on the board")]
    NoBoss(Side),
    /// Two doves on one cell.
    #[error("two doves stand on row {0}, column {1}")]
    Collision(u8, u8),
    /// The box is too large.
    #[error("the doves need a box of {0} x {1} cells; at most 4 x 4 is allowed")]
    Box(u32, u32),
    /// A dove has no neighbour.
    #[error("the dove on row {0}, column {1} has no neighbour")]
    Isolated(u8, u8),
    /// A place beyond the window.
    #[error("place {0} is neither a cell (0 to 63) nor the hand (64)")]
    NoCell(u8),
}

impl Position {
    /// The start: the bosses one above the other, red to move.
    pub fn start() -> Self {
        let mut places = [[HAND; 6]; 2];
        places[Side::Green as usize][0] = 27;
        places[Side::Red as usize][0] = 35;
        Self::from_places(places, Side::Red)
    }

    /// Checks places (indexed by side, then kind) and makes them a position.
    ///
    /// # Errors
    /// The first of the rules they break.
    pub fn new(places: [[u8; 6]; 2], turn: Side) -> Result<Self, BadPosition> {
        let mut occupied = 0u64;
        for (side, doves) in [Side::Red, Side::Green].into_iter().zip(&places) {
            if doves[0] == HAND {
                return Err(BadPosition::NoBoss(side));
            }
            for &place in doves.iter().filter(|&&p| p != HAND) {
                if place > HAND {
                    return Err(BadPosition::NoCell(place));
                }
                if occupied >> place & 1 == 1 {
                    return Err(BadPosition::Collision(place / 8, place % 8));
                }
                occupied |= 1 << place;
            }
        }
        if !fits(occupied) {
            let b = bounds(occupied);
            return Err(BadPosition::Box(b.height, b.width));
        }
        if !none_isolated(occupied) {
            let alone = (occupied & !crate::geometry::neighbours(occupied)).trailing_zeros() as u8;
            return Err(BadPosition::Isolated(alone / 8, alone % 8));
        }
        Ok(Self::from_places(places, turn))
    }

    /// A position from places known to keep the rules; moves them to the middle of the window.
    pub(crate) fn from_places(mut places: [[u8; 6]; 2], turn: Side) -> Self {
        let by = recentre(occupied(&places));
        for place in places.as_flattened_mut().iter_mut().filter(|p| **p != HAND) {
            *place = (i32::from(*place) + by) as u8;
        }
        Self { places, turn }
    }

    /// The side to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The place of a dove: a cell or [`HAND`].
    pub const fn place(&self, side: Side, kind: Kind) -> u8 {
        self.places[side as usize][kind as usize]
    }

    pub(crate) const fn places(&self) -> &[[u8; 6]; 2] {
        &self.places
    }

    /// All occupied cells.
    pub fn occupied(&self) -> u64 {
        occupied(&self.places)
    }

    /// The cells of one side's doves.
    pub fn doves(&self, side: Side) -> u64 {
        set_of(self.places[side as usize])
    }

    /// The number of doves on the board.
    pub fn count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// Whether the boss of a side is surrounded.
    pub fn is_surrounded(&self, side: Side) -> bool {
        self.surrounded_bosses() >> side as usize & 1 == 1
    }

    /// Whether no boss is surrounded: only such positions are played on.
    pub fn is_free(&self) -> bool {
        self.surrounded_bosses() == 0
    }

    /// A bit for each side whose boss is surrounded.
    pub(crate) fn surrounded_bosses(&self) -> u8 {
        // In the middle of the window, where there is room for walls around the box.
        let all = self.occupied();
        let by = recentre(all);
        let closed = surrounded(shift(all, by));
        let of = |side: Side| closed >> (i32::from(self.place(side, Kind::Boss)) + by) & 1;
        (of(Side::Red) << Side::Red as usize | of(Side::Green) << Side::Green as usize) as u8
    }

    /// The same places with the other side to move.
    #[must_use]
    pub fn with_turn(self, turn: Side) -> Self {
        Self { turn, ..self }
    }
}

fn set_of(doves: [u8; 6]) -> u64 {
    doves.iter().filter(|&&p| p != HAND).fold(0, |set, &p| set | 1 << p)
}

pub(crate) fn occupied(places: &[[u8; 6]; 2]) -> u64 {
    set_of(places[0]) | set_of(places[1])
}
