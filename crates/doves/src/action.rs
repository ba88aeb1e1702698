//! What a player does in a turn.

use crate::Kind;

/// One action. Cells belong to the window of the position that the action is made in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Puts a dove from the hand on a cell.
    Put {
        /// Which dove.
        kind: Kind,
        /// The cell.
        to: u8,
    },
    /// Moves a dove to a cell.
    Move {
        /// Which dove.
        kind: Kind,
        /// The cell it leaves.
        from: u8,
        /// The cell it reaches.
        to: u8,
    },
    /// Takes a dove back to the hand.
    Remove {
        /// Which dove.
        kind: Kind,
        /// The cell it leaves.
        from: u8,
    },
}

impl Action {
    /// The dove that acts.
    pub const fn kind(self) -> Kind {
        match self {
            Action::Put { kind, .. } | Action::Move { kind, .. } | Action::Remove { kind, .. } => kind,
        }
    }
}

/// What an action leads to for the player who made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// No boss is surrounded: the opponent is to move.
    Continues,
    /// Only the enemy boss is surrounded.
    Wins,
    /// The own boss is surrounded, alone or with the other.
    Loses,
}
