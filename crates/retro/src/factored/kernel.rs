//! One frame at a time: which of its positions are lost, or won, given those of its successors.
//!
//! Words of 120 positions go through all this. A *matrix* has a row for each assignment of the mover, with a bit for each of
//! the side waiting; what is handed out is turned, so that rows are those of the segments.
//!
//! What is known of the frames after a frame lies far apart in memory, and to wait for it would take much of the time; so frames
//! go through stages, and some are on their way while one is worked on.

use super::bits::transpose;
use super::distinct::FrameRows;
use super::flags::Flags;
use super::follow::Suspects;
use super::fresh::{Fresh, Gain};
use super::layout::Layout;
use super::segment::{Segment, Words};
use doves::frames::{Actor, Assignments, COUNT, Frame, PairStep, RowsBefore, Step, each_bit};
use std::sync::Arc;
use tablebase::prefetch::{prefetch, prefetch_all};

/// Below this many bits a matrix is turned bit by bit.
const SPARSE: u32 = 96;
/// Behind up to so many rows that gained something positions are found one by one.
const FEW: usize = 24;
/// How many frames are on their way, each in another stage: [`Kernel::enter`] and [`Kernel::look`]; for losses then
/// [`Kernel::narrow`], or [`Kernel::seek`], [`Kernel::judge`] and [`Kernel::ask`]; at last [`Kernel::lost`],
/// [`Kernel::followed`] or [`Kernel::won`].
pub(crate) const TURNS: usize = 6;

/// How a half-ply finds what it settles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Losses, from all that is won after each step.
    Meet,
    /// Losses, from all that is won after each step, where a successor was won just now.
    Follow,
    /// Losses, from what was won just now: what else is won is looked up only for positions before that.
    Seek,
    /// Wins, from what was lost just now.
    Win,
}

/// Rows of 120 bits.
type Matrix = Box<[u128; 128]>;

/// What is found in a frame: which rows have anything, and the rows; those that have nothing may hold anything.
pub(crate) type Found<'k> = (u128, &'k [u128]);

/// What a thread needs to work on frames.
pub(crate) struct Kernel<'a> {
    pub(super) layout: &'a Layout,
    pub(crate) way: Way,
    /// What the class at hand reads, by class.
    pub(super) won: Vec<Option<Arc<Segment>>>,
    fresh: Vec<Option<Arc<Fresh>>>,
    loaded: Vec<usize>,
    /// The steps of the frame at hand. Where something changed just now matters, those into frames that did come first.
    pub(super) steps: Vec<Ahead>,
    /// How many those are.
    changed: usize,
    pub(super) matrix: Matrix,
    /// The mover's assignments of which the matrix has anything.
    alive: u128,
    /// The positions that may be lost, where few are looked at.
    pub(super) suspects: Suspects,
    /// The frames on their way, by number of their turn.
    turns: [Begun; TURNS],
    other: Matrix,
    /// The rows after some steps with the same permutation of columns, met before they are brought back through it.
    after: Matrix,
}

/// What a frame is that is not at hand yet, or not any more.
struct Begun {
    steps: Vec<Ahead>,
    changed: usize,
    matrix: Matrix,
    alive: u128,
    suspects: Suspects,
}

/// A step of the frame at hand.
#[derive(Clone, Copy)]
pub(super) struct Ahead {
    pub(super) step: Step,
    /// The number of its pair step.
    pub(super) pair_step: usize,
    /// Of the mover's assignments, those for which it is legal; only where it is looked up for one position after another.
    pub(super) legal: u128,
    /// What is won in the frame after it.
    pub(super) won: Words,
}

/// What is known of the frame at hand.
pub(crate) struct Own<'a> {
    /// Its number within its class.
    pub(crate) number: usize,
    pub(crate) won: &'a Segment,
    pub(crate) lost: &'a Segment,
}

impl<'a> Kernel<'a> {
    pub(crate) fn new(layout: &'a Layout, way: Way) -> Self {
        let classes = layout.classes();
        let begun = |_| Begun {
            steps: Vec::new(),
            changed: 0,
            matrix: Box::new([0; 128]),
            alive: 0,
            suspects: Suspects::default(),
        };
        Self {
            layout,
            way,
            won: vec![None; classes],
            fresh: vec![None; classes],
            loaded: Vec::new(),
            steps: Vec::new(),
            changed: 0,
            alive: 0,
            suspects: Suspects::default(),
            turns: std::array::from_fn(begun),
            matrix: Box::new([0; 128]),
            other: Box::new([0; 128]),
            after: Box::new([0; 128]),
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

    /// Begins with a frame: finds its steps, but for the permutation of the mover's places, and asks memory for what is known
    /// of the frames after them. Without any step into a changed frame there is nothing to do, and of a frame that is not
    /// begun with, either.
    pub(crate) fn enter(
        &mut self,
        turn: usize,
        frame: Option<&Frame>,
        pair_steps: &[PairStep<'_>],
        changed: Option<&Flags>,
    ) {
        let Begun { steps, changed: first, .. } = &mut self.turns[turn % TURNS];
        steps.clear();
        *first = 0;
        let Some(frame) = frame else { return };
        let layout = self.layout;
        for (pair_step, s) in pair_steps.iter().enumerate() {
            let Some(step) = layout.frames.target(frame, s) else { continue };
            let changed = changed.is_some_and(|changed| changed.get(layout.frame_after(&step)));
            if !changed && self.way == Way::Win {
                continue;
            }
            steps.push(Ahead { step, pair_step, legal: 0, won: Words { any: 0, all: 0 } });
            if changed {
                let last = steps.len() - 1;
                steps.swap(*first, last);
                *first += 1;
            }
        }
        if changed.is_some() && *first == 0 {
            steps.clear();
        }
        for Ahead { step, .. } in &steps[..*first] {
            if let Some(fresh) = &self.fresh[usize::from(step.class)] {
                fresh.prefetch(step.frame as usize);
            }
        }
        if matches!(self.way, Way::Meet | Way::Follow) {
            self.ask_for_words(turn);
        }
    }

    /// Asks for what is known of the frames after the steps of a frame on its way.
    pub(super) fn ask_for_words(&self, turn: usize) {
        for Ahead { step, .. } in &self.turns[turn % TURNS].steps {
            let (class, frame) = (usize::from(step.class), step.frame as usize);
            match &self.won[class] {
                Some(segment) => segment.prefetch(frame),
                None => prefetch(&self.layout.winning[class], frame),
            }
        }
    }

    /// Goes on with a frame: looks up what is known of the frames after its steps, or asks memory for what they gained.
    pub(crate) fn look(&mut self, turn: usize) {
        let Begun { steps, changed, .. } = &mut self.turns[turn % TURNS];
        if matches!(self.way, Way::Meet | Way::Follow) {
            look_up_words(self.layout, &self.won, steps);
        }
        for Ahead { step, .. } in &steps[..*changed] {
            if let Some(fresh) = &self.fresh[usize::from(step.class)] {
                let Gain { numbers, rows, .. } = fresh.of(step.frame as usize);
                prefetch_all(numbers.unwrap_or_default());
                prefetch_all(rows);
            }
        }
    }

    /// Changes places with a frame on its way.
    pub(super) fn exchange(&mut self, turn: usize) {
        let Begun { steps, changed, matrix, alive, suspects } = &mut self.turns[turn % TURNS];
        std::mem::swap(&mut self.steps, steps);
        std::mem::swap(&mut self.changed, changed);
        std::mem::swap(&mut self.matrix, matrix);
        std::mem::swap(&mut self.alive, alive);
        std::mem::swap(&mut self.suspects, suspects);
    }

    /// Goes on with a frame: finds the positions among `open` that may be lost, and asks memory for the rows that tell.
    ///
    /// With `own` they are found from all that are not settled, whether or not a successor was won just now; without, from
    /// the fresh successors.
    pub(crate) fn narrow(
        &mut self,
        turn: usize,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        open: u128,
        own: Option<&Own<'_>>,
    ) {
        self.exchange(turn);
        self.alive = 0;
        if !self.steps.is_empty() {
            let frames = &self.layout.frames;
            for Ahead { step, pair_step, .. } in &mut self.steps {
                frames.set_columns(frame, &pair_steps[*pair_step], step);
            }
            self.alive = self.bound(frame, open);
        }
        if self.alive != 0 {
            let frames = &self.layout.frames;
            for Ahead { step, pair_step, .. } in &mut self.steps {
                frames.set_rows(frame, &pair_steps[*pair_step], step);
            }
            self.steps.sort_unstable_by_key(|ahead| ahead.step.columns);
            self.alive = match own {
                Some(own) => self.drop_settled(frame, self.alive, own),
                None => self.keep_before_fresh(frame, self.alive),
            };
        }
        if self.alive != 0 {
            for Ahead { step, won, .. } in &self.steps {
                if won.any != won.all
                    && let Some(segment) = &self.won[usize::from(step.class)]
                    && let Some(FrameRows { numbers, rows }) = segment.rows(step.frame as usize)
                {
                    prefetch_all(numbers);
                    prefetch_all(rows);
                }
            }
        }
        self.exchange(turn);
    }

    /// Adds the permutations of both sides' places to the steps into changed frames.
    fn complete_changed(&mut self, frame: &Frame, pair_steps: &[PairStep<'_>]) {
        let frames = &self.layout.frames;
        for Ahead { step, pair_step, .. } in &mut self.steps[..self.changed] {
            frames.set_columns(frame, &pair_steps[*pair_step], step);
            frames.set_rows(frame, &pair_steps[*pair_step], step);
        }
    }

    /// The positions without any step: lost before the first ply. Returns rows as [`Kernel::lost`] does.
    pub(crate) fn stuck(&mut self, turn: usize, frame: &Frame, open: u128) -> Option<Found<'_>> {
        self.exchange(turn);
        let tables = &self.layout.frames.assignments;
        let moving = self.steps.iter().fold(0, |set, ahead| set | ahead.step.legal(tables, frame.mine));
        let stuck = open & !moving;
        self.matrix.fill(stuck);
        (stuck != 0).then(|| (Assignments::all(frame.theirs), &self.matrix[..COUNT[frame.theirs]]))
    }

    /// The positions of which all successors are won, one of them just now: for each assignment of the side waiting a row
    /// of those of the mover. `None` if there are none, or no successor lies in a changed frame.
    pub(crate) fn lost(&mut self, turn: usize, frame: &Frame) -> Option<Found<'_>> {
        self.exchange(turn);
        let alive = if self.alive == 0 { 0 } else { self.meet(frame, self.alive) };
        if alive == 0 {
            return None;
        }
        self.turn(frame.mine, frame.theirs);
        Some((Assignments::all(frame.theirs), &self.matrix[..COUNT[frame.theirs]]))
    }

    /// Clears from the matrix what has no successor among the fresh ones. Returns the rows that are left.
    fn keep_before_fresh(&mut self, frame: &Frame, alive: u128) -> u128 {
        let mut left = self.gather_fresh(frame, alive, self.steps.len());
        each_bit(alive, |t| {
            self.matrix[t] &= self.other[t];
            left &= !(u128::from(self.matrix[t] == 0) << t);
        });
        left
    }

    /// Clears from the matrix what is settled. Returns the rows that are left.
    fn drop_settled(&mut self, frame: &Frame, alive: u128, own: &Own<'_>) -> u128 {
        let settled = &mut self.other;
        settled.fill(0);
        for segment in [own.won, own.lost] {
            let rows = &mut settled[..COUNT[frame.theirs]];
            match segment.rows(own.number) {
                None => rows.iter_mut().for_each(|row| *row |= segment.words(own.number).any),
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

    /// Fills the matrix with the positions that may be lost, judging each frame after a step by the columns that any
    /// of its rows wins. Returns the mover's assignments that are left. Early in a run most frames end here.
    fn bound(&mut self, frame: &Frame, open: u128) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let full = Assignments::all(b);
        let mut everywhere = full;
        let mut by_place = [[full; 5]; 5];
        for Ahead { step, won, .. } in &self.steps {
            let any = tables.pull(b, step.columns, won.any);
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

    /// Fills the other matrix with the positions, of the mover's assignments `open`, that have a successor among the fresh ones
    /// by one of the first `steps`. Returns the rows that have any.
    fn gather_fresh(&mut self, frame: &Frame, open: u128, steps: usize) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let (found, after) = (&mut self.other, &mut self.after);
        found.fill(0);
        let mut touched = 0u128;
        for group in self.steps[..steps].chunk_by(|x, y| x.step.columns == y.step.columns) {
            let columns = group[0].step.columns;
            let mut of_group = 0u128;
            let rows_before = if columns == 0 { &mut *found } else { &mut *after };
            for Ahead { step, .. } in group {
                let Some(fresh) = &self.fresh[usize::from(step.class)] else { continue };
                let Gain { mask, numbers, rows } = fresh.of(step.frame as usize);
                if mask == 0 {
                    continue;
                }
                if columns != 0 && of_group == 0 {
                    rows_before.fill(0);
                }
                let legal = open & step.legal(tables, a);
                let mut add = |t: usize, bits: u128| {
                    let is_legal = legal >> t & 1;
                    rows_before[t & 127] |= bits & 0u128.wrapping_sub(is_legal);
                    of_group |= is_legal << t;
                };
                match (step.rows_before(tables, a), numbers) {
                    (before, None) => {
                        let mut next = rows.iter();
                        each_bit(mask, |row| {
                            let bits = next.next().copied().unwrap_or_default();
                            before.each(row, |t| add(t, bits));
                        });
                    }
                    // Few kinds can make the move: the rows that they lead to are found all at once.
                    (RowsBefore::Moved(_), Some(numbers)) => {
                        let from = tables.pull(a, step.rows, mask) & legal;
                        let row_after = tables.permute(a, step.rows);
                        each_bit(from, |t| {
                            rows_before[t & 127] |= rows[usize::from(numbers[usize::from(row_after[t])])];
                        });
                        of_group |= from;
                    }
                    (before, Some(numbers)) => each_bit(mask, |row| {
                        let bits = rows[usize::from(numbers[row])];
                        before.each(row, |t| add(t, bits));
                    }),
                }
            }
            touched |= of_group;
            if columns != 0 {
                let mut last = (0, 0);
                each_bit(of_group, |t| {
                    let row = after[t];
                    if row != last.0 {
                        last = (row, tables.pull(b, columns, row));
                    }
                    found[t] |= last.1;
                });
            }
        }
        touched
    }

    /// Clears from the matrix what some successor does not win. Returns the rows that are left. Where all rows after a step
    /// are equal the [bound](Kernel::bound) has met them.
    fn meet(&mut self, frame: &Frame, mut alive: u128) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let Self { steps, won, matrix, after, .. } = self;
        // The columns of which anything is left.
        let mut left = 0;
        each_bit(alive, |t| left |= matrix[t]);
        for group in steps.chunk_by(|x, y| x.step.columns == y.step.columns) {
            let columns = group[0].step.columns;
            let left_after = tables.pull(b, tables.inverse(b, columns), left);
            // What every row after a step wins the step cannot clear.
            let clears = |ahead: &&Ahead| ahead.won.any != ahead.won.all && left_after & !ahead.won.all != 0;
            let meet_rows = |ahead: &Ahead, matrix: &mut Matrix| {
                let step = &ahead.step;
                let rows = won[usize::from(step.class)].as_ref().and_then(|s| s.rows(step.frame as usize));
                let Some(FrameRows { numbers, rows }) = rows else { return };
                step.rows_after(tables, a, alive, |t, row| {
                    matrix[t & 127] &= rows[usize::from(numbers[row])];
                });
            };
            let mut met = group.iter().filter(clears);
            let Some(first) = met.next() else { continue };
            if columns == 0 {
                meet_rows(first, matrix);
                met.for_each(|ahead| meet_rows(ahead, matrix));
            } else {
                each_bit(alive, |t| after[t] = left_after);
                meet_rows(first, after);
                met.for_each(|ahead| meet_rows(ahead, after));
                let mut last = (left_after, left);
                each_bit(alive, |t| {
                    let row = after[t];
                    if row != last.0 {
                        last = (row, tables.pull(b, columns, row));
                    }
                    matrix[t] &= last.1;
                });
            }
            left = 0;
            let mut empty = 0;
            each_bit(alive, |t| {
                left |= matrix[t];
                empty |= u128::from(matrix[t] == 0) << t;
            });
            alive &= !empty;
            if alive == 0 {
                break;
            }
        }
        alive
    }

    /// The positions with a successor that was lost in the half-ply before, in the form of [`Kernel::lost`]; those that are
    /// won already may be among them.
    pub(crate) fn won(
        &mut self,
        turn: usize,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        open: u128,
    ) -> Option<Found<'_>> {
        self.exchange(turn);
        let mask = self.before_fresh(frame, pair_steps, open);
        (mask != 0).then(|| (mask, &self.matrix[..COUNT[frame.theirs]]))
    }

    /// Fills the matrix with the positions, of the mover's assignments `open`, that have a successor among the fresh ones, in
    /// rows of the side waiting. Returns which rows have any; the others may hold anything.
    pub(super) fn before_fresh(&mut self, frame: &Frame, pair_steps: &[PairStep<'_>], open: u128) -> u128 {
        if self.changed == 0 {
            return 0;
        }
        self.complete_changed(frame, pair_steps);
        let changed = self.steps[..self.changed].iter();
        let rows: usize = changed
            .map(|ahead| {
                let fresh = self.fresh[usize::from(ahead.step.class)].as_ref();
                fresh.map_or(0, |fresh| fresh.of(ahead.step.frame as usize).mask.count_ones() as usize)
            })
            .sum();
        if rows <= FEW {
            return self.gather_few(frame, open);
        }
        self.steps[..self.changed].sort_unstable_by_key(|ahead| ahead.step.columns);
        if self.gather_fresh(frame, open, self.changed) == 0 {
            return 0;
        }
        std::mem::swap(&mut self.matrix, &mut self.other);
        self.turn(frame.mine, frame.theirs);
        Assignments::all(frame.theirs)
    }

    /// [`Kernel::before_fresh`], bit by bit.
    fn gather_few(&mut self, frame: &Frame, open: u128) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let mut mask = 0u128;
        let matrix = &mut self.matrix;
        for Ahead { step, .. } in &self.steps[..self.changed] {
            let Some(fresh) = &self.fresh[usize::from(step.class)] else { continue };
            let legal = open & step.legal(tables, a);
            let before = step.rows_before(tables, a);
            let back = tables.permute(b, tables.inverse(b, step.columns));
            for (row, bits) in fresh.rows_of(step.frame as usize) {
                before.each(row, |t| {
                    if legal >> t & 1 == 0 {
                        return;
                    }
                    each_bit(bits, |column| {
                        let u = usize::from(back[column & 127]) & 127;
                        let bit = 1u128 << u;
                        if mask & bit == 0 {
                            mask |= bit;
                            matrix[u] = 0;
                        }
                        matrix[u] |= 1 << t;
                    });
                });
            }
        }
        mask
    }

    /// Turns the matrix from rows of the mover into rows of the side waiting.
    fn turn(&mut self, a: usize, b: usize) {
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
    }
}

/// Looks up what is won in the frames after some steps.
pub(super) fn look_up_words(layout: &Layout, won: &[Option<Arc<Segment>>], steps: &mut [Ahead]) {
    for Ahead { step, won: words, .. } in steps {
        let (class, frame) = (usize::from(step.class), step.frame as usize);
        *words = if let Some(segment) = &won[class] {
            segment.words(frame)
        } else {
            let row = layout.winning[class][frame];
            Words { any: row, all: row }
        };
    }
}
