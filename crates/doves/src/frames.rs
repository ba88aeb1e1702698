//! Frames: the positions of the game, factored so that one machine word holds 120 of them.
//!
//! A *class* is a set of occupied cells up to symmetry and translation. A *frame* adds whose each cell is and where
//! the bosses stand, seen from the side to move. What it leaves open is which other dove is which, no kind twice on a
//! side: for none to five of them there are 1, 5, 20, 60, 120 or 120 *assignments*. So a frame is a rectangle of bits,
//! with a row for each assignment of the side waiting and a column for each of the side to move.
//!
//! An action takes a whole frame to a whole frame: the kinds of the side that waits keep their order up to one
//! permutation, and the assignment of the side that moves is replaced by a table look-up. See [`Step`].

mod assignments;
mod classes;
mod colourings;
mod steps;
mod transitions;

pub use assignments::{Assignments, COUNT, NONE};
pub use classes::{Class, Classes};
pub use colourings::Colourings;
pub use steps::{Actor, Frame, PairStep, RowsBefore, Step, each_bit};
pub use transitions::{Change, Transition};

/// Everything that is fixed about the frames of the game with at most `max_doves` on the board.
pub struct Frames {
    /// The largest number of doves on the board; 12 in the game as it is played.
    pub max_doves: u32,
    /// The sets of occupied cells.
    pub classes: Classes,
    /// The assignments of kinds and how they change.
    pub assignments: Assignments,
    colourings: Vec<Colourings>,
    transitions: Vec<Vec<Transition>>,
}

impl Frames {
    /// Builds the tables for 2 to `max_doves` doves.
    ///
    /// # Panics
    /// If `max_doves` is not 2 to 12.
    pub fn new(max_doves: u32) -> Self {
        assert!((2..=12).contains(&max_doves), "2 to 12 doves are on the board");
        let classes = Classes::new(max_doves);
        let transitions = (0..classes.len()).map(|c| transitions::of(&classes, c, max_doves)).collect();
        let colourings = (0..=10).map(Colourings::new).collect();
        Self { max_doves, classes, assignments: Assignments::new(), colourings, transitions }
    }

    /// The actions on a class, whoever owns its cells.
    pub fn transitions(&self, class: usize) -> &[Transition] {
        &self.transitions[class]
    }

    /// The ways to share the cells other than the bosses' between the sides.
    pub fn colourings(&self, class: usize) -> &Colourings {
        &self.colourings[self.classes[class].count() as usize - 2]
    }

    /// The number of free frames of a class: those in which no boss is surrounded.
    pub fn frames_of(&self, class: usize) -> usize {
        self.classes[class].pairs().len() * self.colourings(class).len()
    }

    /// The number of rows of a class: one for each free frame and assignment of the side waiting.
    pub fn rows_of(&self, class: usize) -> usize {
        self.classes[class].pairs().len() * self.colourings(class).rows()
    }

    /// The number of positions of a class, those that symmetry makes equal counted each.
    pub fn positions_of(&self, class: usize) -> u64 {
        self.classes[class].pairs().len() as u64 * self.colourings(class).positions()
    }

    /// Free positions up to symmetry for each number of doves (index 0 to 12).
    pub fn free_positions(&self) -> [u64; 13] {
        let mut counts = [0; 13];
        for (c, class) in self.classes.all().iter().enumerate() {
            counts[class.count() as usize] += class.distinct(self.positions_of(c));
        }
        counts
    }
}
