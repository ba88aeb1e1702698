//! Steps: what an action does to a frame.

use super::transitions::{Change, Transition};
use super::{Assignments, Colourings, Frames, NONE, classes::cells};
use crate::{Kind, Outcome};

/// A transition with the bosses in place; actions that surround the own boss are left out.
pub struct PairStep<'a> {
    change: Change,
    /// The class after it.
    class: u16,
    /// Whether the enemy boss alone is surrounded after it.
    pub outcome: Outcome,
    boss_moves: bool,
    /// The first frame with the pair of bosses after it, the side to move being the other one.
    first_frame: u32,
    colourings: &'a Colourings,
    /// For each cell before, the cell after.
    cell: [u8; 16],
    /// For each four cells before, the bits of a colouring that any of them set after.
    bits: [[u16; 16]; 4],
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
/// `permute(b, columns)[u]` after. Row: see [`Step::rows_after`].
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
    /// The permutation of the waiting side's places.
    pub columns: u8,
    /// The permutation of the mover's places (a put dove comes last before it, a removed one last after it).
    pub rows: u8,
}

impl Step {
    /// Calls `visit` with each assignment of the mover's `a` doves among `from` for which the step is legal, and the
    /// row after the step, once for each dove that can be put.
    #[inline]
    pub fn rows_after(
        &self,
        tables: &Assignments,
        a: usize,
        from: u128,
        mut visit: impl FnMut(usize, usize),
    ) {
        match self.actor {
            Actor::Boss | Actor::Move { .. } => {
                let after = tables.permute(a, self.rows);
                each_bit(from & self.legal(tables, a), |t| visit(t, usize::from(after[t])));
            }
            Actor::Put if a == 5 => {}
            Actor::Put => {
                let after = tables.permute(a + 1, self.rows);
                for kind in 0..5 {
                    let append = tables.append(a, kind);
                    each_bit(from & tables.lacking(a, kind), |t| {
                        visit(t, usize::from(after[usize::from(append[t])]));
                    });
                }
            }
            Actor::Remove { .. } => {
                let (after, drop) = (tables.permute(a, self.rows), tables.drop_last(a));
                each_bit(from, |t| visit(t, usize::from(drop[usize::from(after[t])])));
            }
        }
    }

    /// Calls `visit` with the row after the step from one assignment of the mover's `a` doves for which it is legal, once for
    /// each dove that can be put.
    #[inline]
    pub fn each_row_after(&self, tables: &Assignments, a: usize, t: usize, mut visit: impl FnMut(usize)) {
        match self.actor {
            Actor::Boss | Actor::Move { .. } => visit(usize::from(tables.permute(a, self.rows)[t])),
            Actor::Put => {
                let after = tables.permute(a + 1, self.rows);
                for longer in (0..5).map(|kind| tables.append(a, kind)[t]).filter(|longer| *longer != NONE) {
                    visit(usize::from(after[usize::from(longer)]));
                }
            }
            Actor::Remove { .. } => {
                let after = tables.permute(a, self.rows)[t];
                visit(usize::from(tables.drop_last(a)[usize::from(after)]));
            }
        }
    }

    /// Undoes [`Step::rows_after`]: which of the mover's `a` doves' assignments the step takes to a row. Legality is not
    /// looked at.
    #[inline]
    pub fn rows_before<'t>(&self, tables: &'t Assignments, a: usize) -> RowsBefore<'t> {
        match self.actor {
            Actor::Boss | Actor::Move { .. } => {
                RowsBefore::Moved(tables.permute(a, tables.inverse(a, self.rows)))
            }
            Actor::Put => {
                let back = tables.permute(a + 1, tables.inverse(a + 1, self.rows));
                RowsBefore::Put(back, tables.drop_last(a + 1))
            }
            Actor::Remove { .. } => {
                let back = tables.permute(a, tables.inverse(a, self.rows));
                RowsBefore::Removed(back, std::array::from_fn(|kind| tables.append(a - 1, kind)))
            }
        }
    }

    /// The assignments of the mover's `a` doves for which the step is legal, as bits.
    pub fn legal(&self, tables: &Assignments, a: usize) -> u128 {
        match self.actor {
            Actor::Put if a == 5 => 0,
            Actor::Boss | Actor::Put | Actor::Remove { .. } => Assignments::all(a),
            Actor::Move { place, kinds } => (0..5)
                .filter(|k| kinds >> k & 1 == 1)
                .fold(0, |set, k| set | tables.holding(a, usize::from(place), k)),
        }
    }
}

/// Calls `visit` with each bit of a row, lowest first.
#[inline]
pub fn each_bit(row: u128, mut visit: impl FnMut(usize)) {
    for (half, first) in [(row as u64, 0), ((row >> 64) as u64, 64)] {
        let mut left = half;
        while left != 0 {
            visit(first + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// The assignments from which a step leads to a row, found by tables.
#[derive(Clone, Copy)]
pub enum RowsBefore<'t> {
    /// The places back.
    Moved(&'t [u8; 120]),
    /// The places back, then without the dove that was put.
    Put(&'t [u8; 120], &'t [u8; 120]),
    /// With each dove that may have been removed, then the places back.
    Removed(&'t [u8; 120], [&'t [u8; 120]; 5]),
}

impl RowsBefore<'_> {
    /// Calls `visit` with each assignment.
    #[inline]
    pub fn each(&self, row: usize, mut visit: impl FnMut(usize)) {
        match self {
            RowsBefore::Moved(back) => visit(usize::from(back[row])),
            RowsBefore::Put(back, drop) => visit(usize::from(drop[usize::from(back[row])])),
            RowsBefore::Removed(back, append) => {
                for longer in append.iter().map(|append| append[row]).filter(|longer| *longer != NONE) {
                    visit(usize::from(back[usize::from(longer)]));
                }
            }
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
    /// The cells of the mover's doves, and those of the other's, bosses left out.
    pub cells: [u16; 2],
    /// The cell of the mover's boss, as a set.
    boss: u16,
    /// The cells again, in ascending order; entries beyond the number of doves mean nothing.
    my_cells: [u8; 5],
    their_cells: [u8; 5],
}

impl Frames {
    /// The frame of a class with a pair of bosses and a colouring.
    pub fn frame(&self, class: usize, pair: usize, colouring: usize) -> Frame {
        let colourings = self.colourings(class);
        let (mover, waiting) = self.classes[class].pairs()[pair];
        let rest = self.classes[class].mask() & !(1 << mover) & !(1 << waiting);
        let set = colourings.set(colouring);
        let mine_cells =
            cells(rest).enumerate().filter(|(i, _)| set >> i & 1 == 1).fold(0, |m, (_, c)| m | 1 << c);
        let (mine, theirs) = colourings.doves(colouring);
        let list = |set: u16| {
            let mut list = [0; 5];
            cells(set).zip(&mut list).for_each(|(c, l)| *l = c);
            list
        };
        let their_cells = rest & !mine_cells;
        Frame {
            class,
            pair,
            colouring,
            mine,
            theirs,
            cells: [mine_cells, their_cells],
            boss: 1 << mover,
            my_cells: list(mine_cells),
            their_cells: list(their_cells),
        }
    }

    /// The steps that the bosses' cells leave possible, for some colouring; those that are legal for every
    /// assignment of the side to move come first.
    pub fn pair_steps(&self, class: usize, pair: usize) -> Vec<PairStep<'_>> {
        let (mover, waiting) = self.classes[class].pairs()[pair];
        let mut list: Vec<PairStep<'_>> =
            self.transitions(class).iter().filter_map(|t| self.pair_step(t, mover, waiting)).collect();
        list.sort_by_key(|s| !s.boss_moves && matches!(s.change, Change::Move { .. }));
        list
    }

    fn pair_step(&self, transition: &Transition, mover: u8, waiting: u8) -> Option<PairStep<'_>> {
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
            Change::Move { kinds, .. } if kinds >> 1 == 0 => return None,
            _ => false,
        };
        let class = usize::from(transition.target);
        let target = &self.classes[class];
        let map = |cell: u8| transition.map[usize::from(cell)];
        let (mover, waiting) = (map(mover), map(waiting));
        let outcome = match (target.surrounded() >> mover & 1, target.surrounded() >> waiting & 1) {
            (1, _) => return None,
            (_, 1) => Outcome::Wins,
            _ => Outcome::Continues,
        };
        let rest = target.mask() & !(1 << mover) & !(1 << waiting);
        let colourings = self.colourings(class);
        // A won step leads to no frame; its pair has no number.
        let pair = if outcome == Outcome::Wins { 0 } else { usize::from(target.pair(waiting, mover)) };
        Some(PairStep {
            change: transition.change,
            class: transition.target,
            outcome,
            boss_moves,
            first_frame: (pair * colourings.len()) as u32,
            colourings,
            cell: transition.map,
            bits: std::array::from_fn(|nibble| {
                let bits: [u16; 4] = std::array::from_fn(|i| {
                    let cell = transition.map[4 * nibble + i];
                    if cell < 16 { 1 << (rest & ((1 << cell) - 1)).count_ones() } else { 0 }
                });
                std::array::from_fn(|set| {
                    bits.iter()
                        .enumerate()
                        .filter(|(i, _)| set >> i & 1 == 1)
                        .fold(0, |sum, (_, bit)| sum | bit)
                })
            }),
        })
    }

    /// The steps of a frame, appended to `steps`; `pair_steps` are those of its pair of bosses.
    pub fn steps(&self, frame: &Frame, pair_steps: &[PairStep<'_>], steps: &mut Vec<Step>) {
        for pair_step in pair_steps {
            let Some(mut step) = self.target(frame, pair_step) else { continue };
            self.set_columns(frame, pair_step, &mut step);
            self.set_rows(frame, pair_step, &mut step);
            steps.push(step);
        }
    }

    /// The step of a frame for one of its pair of bosses, if the frame has it, all but the permutations: enough to know which
    /// frame it leads to.
    #[inline]
    pub fn target(&self, frame: &Frame, pair_step: &PairStep<'_>) -> Option<Step> {
        let mine = frame.cells[0];
        let place_of = |cell: u8| (mine & ((1 << cell) - 1)).count_ones() as u8;
        let actor = match pair_step.change {
            Change::Move { .. } if pair_step.boss_moves => Actor::Boss,
            Change::Move { from, kinds } if mine >> from & 1 == 1 => {
                Actor::Move { place: place_of(from), kinds: kinds >> 1 }
            }
            Change::Put { touching, .. } if frame.mine < 5 && touching & (mine | frame.boss) != 0 => {
                Actor::Put
            }
            Change::Remove { from } if mine >> from & 1 == 1 => Actor::Remove { place: place_of(from) },
            _ => return None,
        };
        let (class, outcome) = (pair_step.class, pair_step.outcome);
        let mut step = Step { actor, outcome, class, frame: 0, columns: 0, rows: 0 };
        if outcome == Outcome::Continues {
            let theirs = frame.cells[1];
            let nibbles = pair_step.bits.iter().enumerate();
            let set =
                nibbles.fold(0, |set, (nibble, bits)| set | bits[usize::from(theirs >> (4 * nibble) & 15)]);
            step.frame = pair_step.first_frame + u32::from(pair_step.colourings.number(set));
        }
        Some(step)
    }

    /// Adds the permutation of the waiting side's places, which [`Frames::target`] leaves out.
    #[inline]
    pub fn set_columns(&self, frame: &Frame, pair_step: &PairStep<'_>, step: &mut Step) {
        if step.outcome == Outcome::Continues {
            let after = frame.their_cells.map(|cell| pair_step.cell[usize::from(cell)]);
            step.columns = self.assignments.sorting(&after[..frame.theirs]);
        }
    }

    /// Adds the permutation of the mover's places, which [`Frames::target`] leaves out.
    #[inline]
    pub fn set_rows(&self, frame: &Frame, pair_step: &PairStep<'_>, step: &mut Step) {
        if step.outcome == Outcome::Continues {
            step.rows = self.rows(frame, pair_step, step.actor);
        }
    }

    fn rows(&self, frame: &Frame, pair_step: &PairStep<'_>, actor: Actor) -> u8 {
        let mut after = [0u8; 5];
        for (place, &cell) in frame.my_cells[..frame.mine].iter().enumerate() {
            after[place] = pair_step.cell[usize::from(cell)];
        }
        match (actor, pair_step.change) {
            // Beyond all cells: the dove comes last.
            (Actor::Remove { place }, _) => after[usize::from(place)] = 16,
            (Actor::Put, Change::Put { to, .. }) => {
                after[frame.mine] = to;
                return self.assignments.sorting(&after[..=frame.mine]);
            }
            _ => {}
        }
        self.assignments.sorting(&after[..frame.mine])
    }

    /// The mover's assignments that win at once, given the steps of a frame.
    pub fn winning(&self, frame: &Frame, steps: &[Step]) -> u128 {
        steps
            .iter()
            .filter(|s| s.outcome == Outcome::Wins)
            .fold(0, |set, s| set | s.legal(&self.assignments, frame.mine))
    }
}
