//! Steps: what an action does to a frame.

use super::transitions::{Change, Transition};
use super::{Assignments, Frames, classes::cells};
use crate::{Kind, Outcome};

/// A transition with the bosses in place; actions that surround the own boss are left out.
pub struct PairStep<'a> {
    transition: &'a Transition,
    /// Whether the enemy boss alone is surrounded after it.
    pub outcome: Outcome,
    /// Number of the pair of bosses after it, the side to move being the other one.
    target_pair: u16,
    /// The cells after it that are no boss's.
    target_rest: u16,
    boss_moves: bool,
}

/// Who acts in a step, and by that for which assignments `t` of the side to move the step is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// The boss moves: legal for every `t`.
    Boss,
    /// The dove on a place moves: legal where its kind is one of `kinds` (bits by number of the assignment's kinds).
    Move {
        /// The place among the mover's doves.
        place: u8,
        /// Which kinds can.
        kinds: u8,
    },
    /// A dove from the hand is put: legal once for each kind that `t` lacks.
    Put,
    /// The dove on a place is taken to the hand: legal for every `t`.
    Remove {
        /// The place among the mover's doves.
        place: u8,
    },
}

/// One action on a whole frame.
///
/// The frame after it has as side to move the one that waits before it. Column `u` before is column
/// `permute(b, columns)[u]` after. Row: see [`Step::row`].
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Who acts.
    pub actor: Actor,
    /// Whether play goes on or the mover has won.
    pub outcome: Outcome,
    /// The class after it.
    pub class: u16,
    /// The frame after it, counted within its class. Meaningless after a win.
    pub frame: u32,
    /// The first row of that frame, counted within its class.
    pub first_row: u32,
    /// The permutation of the waiting side's places.
    pub columns: u8,
    /// The permutation of the mover's places (a put dove comes last before it, a removed one last after it).
    pub rows: u8,
}

impl Step {
    /// The row after the step, counted within the frame, for assignment `t` of the mover's `a` doves; `kind` is the
    /// dove that is put and is looked at for puts only.
    #[inline]
    pub fn row(&self, tables: &Assignments, a: usize, t: usize, kind: usize) -> usize {
        usize::from(match self.actor {
            Actor::Boss | Actor::Move { .. } => tables.permute(a, self.rows)[t],
            Actor::Put => tables.permute(a + 1, self.rows)[usize::from(tables.append(a, kind)[t])],
            Actor::Remove { .. } => tables.drop_last(a)[usize::from(tables.permute(a, self.rows)[t])],
        })
    }

    /// The assignments of the mover's `a` doves for which the step is legal, as bits.
    pub fn legal(&self, tables: &Assignments, a: usize) -> u128 {
        match self.actor {
            Actor::Boss | Actor::Remove { .. } => Assignments::all(a),
            Actor::Put if a == 5 => 0,
            Actor::Put => Assignments::all(a),
            Actor::Move { place, kinds } => (0..5)
                .filter(|k| kinds >> k & 1 == 1)
                .fold(0, |set, k| set | tables.holding(a, usize::from(place), k)),
        }
    }
}

/// One frame, taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The class.
    pub class: usize,
    /// The number of the pair of bosses within the class.
    pub pair: usize,
    /// The number of the colouring.
    pub colouring: usize,
    /// Doves beside the boss of the side to move.
    pub mine: usize,
    /// Doves beside the boss of the side waiting.
    pub theirs: usize,
    /// The first row, counted within the class.
    pub first_row: usize,
    /// The cells of the mover's doves, and those of the other's, bosses left out.
    pub cells: [u16; 2],
}

impl Frames {
    /// The frame of a class with a pair of bosses and a colouring.
    pub fn frame(&self, class: usize, pair: usize, colouring: usize) -> Frame {
        let colourings = self.colourings(class);
        let (mover, waiting) = self.classes[class].pairs()[pair];
        let rest = self.classes[class].mask() & !(1 << mover) & !(1 << waiting);
        let set = colourings.set(colouring);
        let mine_cells = cells(rest).enumerate().filter(|(i, _)| set >> i & 1 == 1).fold(0, |m, (_, c)| m | 1 << c);
        let (mine, theirs) = colourings.doves(colouring);
        let first_row = pair * colourings.rows() + colourings.first_row(colouring);
        Frame { class, pair, colouring, mine, theirs, first_row, cells: [mine_cells, rest & !mine_cells] }
    }

    /// The steps that the bosses' cells leave possible, for some colouring.
    pub fn pair_steps(&self, class: usize, pair: usize) -> Vec<PairStep<'_>> {
        let (mover, waiting) = self.classes[class].pairs()[pair];
        let keep = |transition: &'_ Transition| {
            let boss_moves = match transition.change {
                Change::Move { from, .. } | Change::Remove { from } if from == waiting => return None,
                Change::Remove { from } if from == mover => return None,
                Change::Put { beside, .. } if beside >> waiting & 1 == 1 => return None,
                Change::Move { from, kinds } if from == mover => {
                    if kinds >> Kind::Boss as u8 & 1 == 0 {
                        return None;
                    }
                    true
                }
                _ => false,
            };
            let target = &self.classes[usize::from(transition.target)];
            let map = |cell: u8| transition.map[usize::from(cell)];
            let (mover, waiting) = (map(mover), map(waiting));
            let outcome = match (target.surrounded() >> mover & 1, target.surrounded() >> waiting & 1) {
                (1, _) => return None,
                (_, 1) => Outcome::Wins,
                _ => Outcome::Continues,
            };
            let target_rest = target.mask() & !(1 << mover) & !(1 << waiting);
            Some((outcome, target.pair(waiting, mover), target_rest, boss_moves))
        };
        self.transitions(class)
            .iter()
            .filter_map(|transition| {
                let (outcome, target_pair, target_rest, boss_moves) = keep(transition)?;
                Some(PairStep { transition, outcome, target_pair, target_rest, boss_moves })
            })
            .collect()
    }

    /// The steps of a frame, appended to `steps`; `pair_steps` are those of its pair of bosses.
    pub fn steps(&self, frame: &Frame, pair_steps: &[PairStep<'_>], steps: &mut Vec<Step>) {
        let (mover, _) = self.classes[frame.class].pairs()[frame.pair];
        let [mine, theirs] = frame.cells;
        let mut own = [0u8; 6];
        cells(mine).zip(&mut own).for_each(|(c, o)| *o = c);
        let mut other = [0u8; 5];
        cells(theirs).zip(&mut other).for_each(|(c, o)| *o = c);
        let place_of = |cell: u8| (mine & ((1 << cell) - 1)).count_ones() as u8;
        for pair_step in pair_steps {
            let transition = pair_step.transition;
            let actor = match transition.change {
                Change::Move { .. } if pair_step.boss_moves => Actor::Boss,
                Change::Move { from, kinds } if mine >> from & 1 == 1 && kinds >> 1 != 0 => {
                    Actor::Move { place: place_of(from), kinds: kinds >> 1 }
                }
                Change::Put { touching, .. } if frame.mine < 5 && touching & (mine | 1 << mover) != 0 => Actor::Put,
                Change::Remove { from } if mine >> from & 1 == 1 => Actor::Remove { place: place_of(from) },
                _ => continue,
            };
            let step = Step {
                actor,
                outcome: pair_step.outcome,
                class: transition.target,
                frame: 0,
                first_row: 0,
                columns: 0,
                rows: 0,
            };
            if pair_step.outcome == Outcome::Wins {
                steps.push(step);
                continue;
            }
            let map = |cell: u8| transition.map[usize::from(cell)];
            let mut after = [0u8; 5];
            let places = &mut after[..frame.theirs];
            other.iter().zip(&mut *places).for_each(|(&c, p)| *p = map(c));
            let rest = pair_step.target_rest;
            let set = places.iter().fold(0u16, |s, &c| s | 1 << (rest & ((1 << c) - 1)).count_ones());
            let columns = self.assignments.permutation(order(places));
            let mut after = [0u8; 6];
            for (place, p) in after[..frame.mine].iter_mut().enumerate() {
                *p = match actor {
                    // A cell beyond all others: the dove comes last.
                    Actor::Remove { place: gone } if usize::from(gone) == place => 16,
                    _ => map(own[place]),
                };
            }
            let mut length = frame.mine;
            if let (Actor::Put, Change::Put { to, .. }) = (actor, transition.change) {
                after[length] = to;
                length += 1;
            }
            let rows = self.assignments.permutation(order(&mut after[..length]));
            let class = usize::from(transition.target);
            let colourings = self.colourings(class);
            let colouring = usize::from(colourings.number(set));
            let pair = usize::from(pair_step.target_pair);
            steps.push(Step {
                frame: (pair * colourings.len() + colouring) as u32,
                first_row: (pair * colourings.rows() + colourings.first_row(colouring)) as u32,
                columns,
                rows,
                ..step
            });
        }
    }

    /// The mover's assignments that win at once, given the steps of a frame.
    pub fn winning(&self, frame: &Frame, steps: &[Step]) -> u128 {
        steps
            .iter()
            .filter(|s| s.outcome == Outcome::Wins)
            .fold(0, |set, s| set | s.legal(&self.assignments, frame.mine))
    }
}

/// Replaces each of some distinct cells by its place in their ascending order.
fn order(cells: &mut [u8]) -> &[u8] {
    let set = cells.iter().fold(0u32, |s, &c| s | 1 << c);
    for cell in cells.iter_mut() {
        *cell = (set & ((1 << *cell) - 1)).count_ones() as u8;
    }
    cells
}
