//! One frame at a time: which of its positions are lost, or won, given those of its successors.
//!
//! Words of 120 positions go through all this. A *matrix* has a row for each assignment of the mover, with a bit for each
//! of the side waiting; what is handed out is turned, so that rows are those of the segments.

use super::bits::transpose;
use super::distinct::FrameRows;
use super::flags::Flags;
use super::fresh::{Fresh, Gain};
use super::layout::Layout;
use super::segment::Segment;
use doves::frames::{Actor, Assignments, COUNT, Frame, PairStep, RowsBefore, Step, each_bit};
use std::sync::Arc;

/// Below this many bits a matrix is turned bit by bit.
const SPARSE: u32 = 96;
/// Up to this many fresh rows after the steps of a frame they are looked at before the bound: few positions have one of them
/// as successor, and these few are met one by one.
const FEW: usize = 48;

type Matrix = Box<[u128; 128]>;

/// What a thread needs to work on frames.
pub(crate) struct Kernel<'a> {
    layout: &'a Layout,
    /// What the class at hand reads, by class.
    won: Vec<Option<Arc<Segment>>>,
    fresh: Vec<Option<Arc<Fresh>>>,
    loaded: Vec<usize>,
    /// The steps of the frame at hand, each with the number of its pair step.
    steps: Vec<(usize, Step)>,
    matrix: Matrix,
    other: Matrix,
    /// The different rows after a step, brought back through its permutation of columns.
    pulled: Matrix,
    /// Whether lost positions are looked for behind the fresh ones, where these are few.
    follow_fresh: bool,
}

/// What is known of the frame at hand.
pub(crate) struct Own<'a> {
    /// Its number within its class.
    pub(crate) number: usize,
    pub(crate) won: &'a Segment,
    pub(crate) lost: &'a Segment,
}

impl<'a> Kernel<'a> {
    pub(crate) fn new(layout: &'a Layout, follow_fresh: bool) -> Self {
        let classes = layout.classes();
        Self {
            layout,
            won: vec![None; classes],
            fresh: vec![None; classes],
            loaded: Vec::new(),
            steps: Vec::new(),
            matrix: Box::new([0; 128]),
            other: Box::new([0; 128]),
            pulled: Box::new([0; 128]),
            follow_fresh,
        }
    }

    /// Gives the kernel what there is of a class, until [`Kernel::release`].
    pub(crate) fn load(&mut self, class: usize, won: Option<Arc<Segment>>, fresh: Option<Arc<Fresh>>) {
        self.won[class] = won;
        self.fresh[class] = fresh;
        self.loaded.push(class);
    }

    /// Lets go of everything.
    pub(crate) fn release(&mut self) {
        for class in self.loaded.drain(..) {
            self.won[class] = None;
            self.fresh[class] = None;
        }
    }

    /// Finds the steps of a frame, but for the permutation of the mover's places.
    fn enter(&mut self, frame: &Frame, pair_steps: &[PairStep<'_>]) {
        self.steps.clear();
        let targets = pair_steps.iter().enumerate();
        self.steps
            .extend(targets.filter_map(|(i, s)| self.layout.frames.target(frame, s).map(|step| (i, step))));
    }

    fn complete(&mut self, frame: &Frame, pair_steps: &[PairStep<'_>]) {
        for (i, step) in &mut self.steps {
            self.layout.frames.complete(frame, &pair_steps[*i], step);
        }
    }

    /// The columns after a step that are won by some row.
    fn won_columns(&self, step: &Step) -> u128 {
        let (class, frame) = (usize::from(step.class), step.frame as usize);
        match &self.won[class] {
            Some(segment) => segment.words(frame).0,
            None => self.layout.winning[class][frame],
        }
    }

    /// The positions without any step: lost before the first ply. Returns rows as [`Kernel::lost`] does.
    pub(crate) fn stuck(
        &mut self,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        open: u128,
    ) -> Option<&[u128]> {
        self.enter(frame, pair_steps);
        let tables = &self.layout.frames.assignments;
        let moving = self.steps.iter().fold(0, |set, (_, s)| set | s.legal(tables, frame.mine));
        let stuck = open & !moving;
        self.matrix.fill(stuck);
        (stuck != 0).then_some(&self.matrix[..COUNT[frame.theirs]])
    }

    /// The positions of `own` that are not settled and all of whose successors are won: for each assignment of the side
    /// waiting a row of those of the mover, among `open`. `None` if there are none, or no successor lies in a changed frame.
    pub(crate) fn lost(
        &mut self,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        open: u128,
        changed: Option<&Flags>,
        own: &Own<'_>,
    ) -> Option<&[u128]> {
        self.enter(frame, pair_steps);
        if changed.is_some_and(|c| !self.steps.iter().any(|(_, s)| c.get(self.layout.frame_after(s)))) {
            return None;
        }
        let mut alive;
        if changed.is_some_and(|changed| self.follow_fresh && self.fresh_rows(changed) <= FEW) {
            // All successors won, one of them just now: not settled before.
            self.complete(frame, pair_steps);
            alive = self.gather_fresh(frame, changed, open);
            std::mem::swap(&mut self.matrix, &mut self.other);
            alive = self.meet(frame, alive, true);
        } else {
            alive = self.bound(frame, open);
            if alive != 0 {
                alive = self.drop_settled(frame, alive, own);
            }
            if alive != 0 {
                self.complete(frame, pair_steps);
                alive = self.meet(frame, alive, false);
            }
        }
        (alive != 0).then(|| self.turned(frame.mine, frame.theirs))
    }

    /// Clears from the matrix what is settled. Returns the rows that are left.
    fn drop_settled(&mut self, frame: &Frame, alive: u128, own: &Own<'_>) -> u128 {
        let settled = &mut self.other;
        settled.fill(0);
        for segment in [own.won, own.lost] {
            let rows = &mut settled[..COUNT[frame.theirs]];
            match segment.rows(own.number) {
                None => rows.iter_mut().for_each(|row| *row |= segment.words(own.number).0),
                Some(FrameRows { numbers, rows: different }) => {
                    for (row, number) in rows.iter_mut().zip(numbers) {
                        *row |= different[usize::from(*number)];
                    }
                }
            }
        }
        transpose(settled);
        let matrix = &mut self.matrix;
        let mut left = 0;
        each_bit(alive, |t| {
            matrix[t] &= !settled[t];
            left |= u128::from(matrix[t] != 0) << t;
        });
        left
    }

    /// The number of fresh rows after the steps.
    fn fresh_rows(&self, changed: &Flags) -> usize {
        let steps =
            self.steps.iter().map(|(_, step)| step).filter(|step| changed.get(self.layout.frame_after(step)));
        steps
            .filter_map(|step| Some(self.fresh[usize::from(step.class)].as_ref()?.count(step.frame as usize)))
            .sum()
    }

    /// Fills the matrix with the positions that may be lost, judging each frame after a step by the columns that any
    /// of its rows wins. Returns the mover's assignments that are left. Most frames end here.
    fn bound(&mut self, frame: &Frame, open: u128) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let full = Assignments::all(b);
        let mut everywhere = full;
        let mut by_place = [[full; 5]; 5];
        for (_, step) in &self.steps {
            let any = tables.pull(b, step.columns, self.won_columns(step));
            match step.actor {
                Actor::Move { place, kinds } => {
                    for (kind, columns) in by_place[usize::from(place)].iter_mut().enumerate() {
                        if kinds >> kind & 1 == 1 {
                            *columns &= any;
                        }
                    }
                }
                // Legal for every assignment: some kind is always left to put.
                Actor::Boss | Actor::Put | Actor::Remove { .. } => everywhere &= any,
            }
            if everywhere == 0 {
                return 0;
            }
        }
        let mut alive = 0;
        let matrix = &mut self.matrix;
        matrix.fill(0);
        each_bit(open, |t| {
            let kinds = tables.sequence(a, t);
            let left = (0..a).fold(everywhere, |m, place| m & by_place[place][usize::from(kinds[place])]);
            if left != 0 {
                matrix[t] = left;
                alive |= 1 << t;
            }
        });
        alive
    }

    /// Fills the other matrix with the positions, of the mover's assignments `open`, that have a successor among the fresh
    /// ones. Returns the rows that have any.
    fn gather_fresh(&mut self, frame: &Frame, changed: Option<&Flags>, open: u128) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let (matrix, pulled) = (&mut self.other, &mut self.pulled);
        matrix.fill(0);
        let mut touched = 0u128;
        for (_, step) in &self.steps {
            if changed.is_some_and(|c| !c.get(self.layout.frame_after(step))) {
                continue;
            }
            let Some(fresh) = &self.fresh[usize::from(step.class)] else { continue };
            let legal = open & step.legal(tables, a);
            if legal == 0 {
                continue;
            }
            let Gain { mask, numbers, rows } = fresh.of(step.frame as usize);
            for (pulled, row) in pulled.iter_mut().zip(rows) {
                *pulled = tables.pull(b, step.columns, *row);
            }
            match step.rows_before(tables, a) {
                // Few kinds can make the move: the rows that they lead to are found all at once.
                RowsBefore::Moved(_) => {
                    let from = tables.pull(a, step.rows, mask) & legal;
                    let after = tables.permute(a, step.rows);
                    each_bit(from, |t| {
                        matrix[t & 127] |= pulled[usize::from(numbers[usize::from(after[t])]) & 127];
                    });
                    touched |= from;
                }
                before => each_bit(mask, |row| {
                    let bits = pulled[usize::from(numbers[row]) & 127];
                    before.each(row, |t| {
                        let is_legal = legal >> t & 1;
                        matrix[t & 127] |= bits & 0u128.wrapping_sub(is_legal);
                        touched |= is_legal << t;
                    });
                }),
            }
        }
        touched
    }

    /// Clears from the matrix what some successor does not win. Returns the rows that are left. Where all rows after a step
    /// are equal the [bound](Kernel::bound) has met them, unless `equal` says that they are to be met here.
    fn meet(&mut self, frame: &Frame, mut alive: u128, equal: bool) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        // The columns of which anything is left; more than that while it was not looked at again.
        let mut left = self.columns(alive);
        for (_, step) in &self.steps {
            if alive == 0 {
                break;
            }
            let (class, number) = (usize::from(step.class), step.frame as usize);
            let (matrix, pulled) = (&mut self.matrix, &mut self.pulled);
            let mut done = 0u128;
            match self.won[class].as_ref().and_then(|segment| segment.rows(number)) {
                None if equal => {
                    let columns = match &self.won[class] {
                        Some(segment) => segment.words(number).0,
                        None => self.layout.winning[class][number],
                    };
                    let columns = tables.pull(b, step.columns, columns);
                    each_bit(alive & step.legal(tables, a), |t| {
                        matrix[t] &= columns;
                        done |= u128::from(matrix[t] == 0) << t;
                    });
                }
                None => {}
                // What every row after the step wins it cannot clear.
                Some(_)
                    if self.won[class].as_ref().is_some_and(|segment| {
                        left & !tables.pull(b, step.columns, segment.words(number).1) == 0
                    }) => {}
                Some(FrameRows { numbers, rows }) if (alive.count_ones() as usize) < rows.len() => {
                    step.rows_after(tables, a, alive, |t, row| {
                        matrix[t] &= tables.pull(b, step.columns, rows[usize::from(numbers[row])]);
                        done |= u128::from(matrix[t] == 0) << t;
                    });
                }
                Some(FrameRows { numbers, rows }) => {
                    for (pulled, row) in pulled.iter_mut().zip(rows) {
                        *pulled = tables.pull(b, step.columns, *row);
                    }
                    step.rows_after(tables, a, alive, |t, row| {
                        matrix[t & 127] &= pulled[usize::from(numbers[row]) & 127];
                        done |= u128::from(matrix[t & 127] == 0) << t;
                    });
                }
            }
            if done != 0 {
                alive &= !done;
                left = self.columns(alive);
            }
        }
        alive
    }

    /// The columns that some row of the matrix has.
    fn columns(&self, rows: u128) -> u128 {
        let mut columns = 0;
        each_bit(rows, |t| columns |= self.matrix[t]);
        columns
    }

    /// The positions with a successor that was lost in the half-ply before, in the form of [`Kernel::lost`]; those that are
    /// won already may be among them.
    pub(crate) fn won(
        &mut self,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        open: u128,
        changed: &Flags,
    ) -> Option<&[u128]> {
        self.enter(frame, pair_steps);
        let (layout, steps) = (self.layout, &mut self.steps);
        steps.retain(|(_, s)| changed.get(layout.frame_after(s)));
        if steps.is_empty() {
            return None;
        }
        self.complete(frame, pair_steps);
        let found = self.gather_fresh(frame, None, open);
        if found == 0 {
            return None;
        }
        std::mem::swap(&mut self.matrix, &mut self.other);
        Some(self.turned(frame.mine, frame.theirs))
    }

    /// Turns the matrix from rows of the mover into rows of the side waiting.
    fn turned(&mut self, a: usize, b: usize) -> &[u128] {
        let (mine, theirs) = (COUNT[a], COUNT[b]);
        let mut left = SPARSE;
        let is_sparse = self.matrix[..mine].iter().all(|row| {
            let bits = row.count_ones();
            left = left.saturating_sub(bits);
            left > 0
        });
        if is_sparse {
            let turned = &mut self.other;
            turned[..theirs].fill(0);
            for (t, row) in self.matrix[..mine].iter().enumerate() {
                each_bit(*row, |u| turned[u] |= 1 << t);
            }
            std::mem::swap(&mut self.matrix, &mut self.other);
        } else {
            transpose(&mut self.matrix);
        }
        &self.matrix[..theirs]
    }
}
