//! The search of Bonanza's slides (Hoki, "Optimal control of minimax search results"), as it was: full width, with each of
//! its parts behind a switch, so that what a part is worth can be measured.
//!
//! Depth counts in half plies here, as the slides extend by halves. Whatever goes beyond them (reductions, late pruning,
//! continuation history, correction …) belongs to the search of `node` and is not here.

mod measure;
mod node;
mod order;
mod quiescence;

pub use measure::{Counts, Limit, measure};
pub(crate) use node::{At, PLY};

/// Half the root's window: the exchange of a pawn, on the board and in hand.
pub(crate) const WINDOW: i32 = 200;

use std::fmt;
use std::str::FromStr;

/// How the frontier is pruned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Futility {
    /// Not at all.
    Off,
    /// As in chess: `M(P) + M_cap(m) + V_max <= alpha`, with this `V_max`, the most that the evaluation has beside material.
    Chess(i32),
    /// As the slides have it for shogi: `E(P) + V_diff(m) <= alpha`, where `V_diff` is what the move takes and what a move
    /// of its kind may change beside that.
    #[default]
    Shogi,
}

/// The parts of the slides' search.
#[allow(clippy::struct_excessive_bools)] // Independent switches, each with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slides {
    /// Branches that cannot matter are cut; without it the search is plain min-max and most other parts mean nothing.
    pub beta_cut: bool,
    /// Leaves are judged after captures, promotions, king moves and mates in one; without it by the evaluation alone.
    pub quiescence: bool,
    /// A pass that is still too good proves the node.
    pub null_move: bool,
    /// Bounds and moves from the transposition table (not in quiescence).
    pub table: bool,
    /// Hopeless moves at the frontier are left out.
    pub futility: Futility,
    /// The root's window is two exchanges of pawns wide.
    pub aspiration: bool,
    /// Later moves are searched with a null window first.
    pub pvs: bool,
    /// A check is searched one ply deeper.
    pub check_extension: bool,
    /// The only answer to a check is searched half a ply deeper.
    pub one_reply_extension: bool,
    /// Taking back is searched half a ply deeper.
    pub recapture_extension: bool,
    /// A node of the principal variation without a table move finds one by a shallower search.
    pub internal_deepening: bool,
    /// A move that mates at once is looked for at every node.
    pub mate_in_one: bool,
    /// Captures are ordered by static exchange evaluation; without it by what they take.
    pub exchange_order: bool,
    /// Quiet moves that cut at the same ply come early.
    pub killers: bool,
    /// Quiet moves are ordered by how often they cut.
    pub history: bool,
}

impl Default for Slides {
    /// [`Slides::WHOLE`].
    fn default() -> Self {
        Self::WHOLE
    }
}

impl Slides {
    /// Everything on.
    pub const WHOLE: Self = Self {
        beta_cut: true,
        quiescence: true,
        null_move: true,
        table: true,
        futility: Futility::Shogi,
        aspiration: true,
        pvs: true,
        check_extension: true,
        one_reply_extension: true,
        recapture_extension: true,
        internal_deepening: true,
        mate_in_one: true,
        exchange_order: true,
        killers: true,
        history: true,
    };

    /// The names of the switches, in the order of the fields.
    pub const NAMES: [&'static str; 15] = [
        "beta-cut",
        "quiescence",
        "null-move",
        "table",
        "futility",
        "aspiration",
        "pvs",
        "check-extension",
        "one-reply-extension",
        "recapture-extension",
        "internal-deepening",
        "mate-in-one",
        "exchange-order",
        "killers",
        "history",
    ];

    /// Plain min-max: nothing cut, leaves judged by the evaluation.
    pub const MINIMAX: Self = Self {
        beta_cut: false,
        quiescence: false,
        null_move: false,
        table: false,
        futility: Futility::Off,
        aspiration: false,
        pvs: false,
        check_extension: false,
        one_reply_extension: false,
        recapture_extension: false,
        internal_deepening: false,
        mate_in_one: false,
        exchange_order: false,
        killers: false,
        history: false,
    };

    /// The same search without one of its parts.
    #[must_use]
    pub const fn without(mut self, switch: Switch) -> Self {
        match switch.0 {
            0 => self.beta_cut = false,
            1 => self.quiescence = false,
            2 => self.null_move = false,
            3 => self.table = false,
            4 => self.futility = Futility::Off,
            5 => self.aspiration = false,
            6 => self.pvs = false,
            7 => self.check_extension = false,
            8 => self.one_reply_extension = false,
            9 => self.recapture_extension = false,
            10 => self.internal_deepening = false,
            11 => self.mate_in_one = false,
            12 => self.exchange_order = false,
            13 => self.killers = false,
            _ => self.history = false,
        }
        self
    }
}

/// A part of the slides' search, by its place in [`Slides::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch(u8);

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Slides::NAMES[usize::from(self.0)])
    }
}

impl FromStr for Switch {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match Slides::NAMES.iter().position(|&name| name == text) {
            Some(index) => Ok(Self(index as u8)),
            None => {
                Err(format!("no part of the search is called so; there are {}", Slides::NAMES.join(", ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_turns_off_its_part() {
        let mut off = Slides::default();
        for name in Slides::NAMES {
            let switch: Switch = name.parse().unwrap();
            assert_eq!(switch.to_string(), name);
            let before = off;
            off = off.without(switch);
            assert_ne!(off, before, "{name}");
        }
        assert_eq!(off, Slides::MINIMAX);
        assert!("late-move-reductions".parse::<Switch>().is_err());
    }
}
