//! One frame at a time: which of its positions are lost, or won, given those of its successors.

use super::bits::transpose;
use super::flags::Flags;
use super::layout::Layout;
use super::segment::Segment;
use doves::frames::{Actor, Assignments, COUNT, Frame, PairStep, Step};
use std::sync::Arc;

/// Below this many bits a matrix is turned bit by bit.
const SPARSE: u32 = 96;

/// What a thread needs to work on frames.
pub(crate) struct Kernel<'a> {
    layout: &'a Layout,
    /// The segments that the class at hand reads.
    targets: Vec<Option<Arc<Segment>>>,
    loaded: Vec<usize>,
    steps: Vec<Step>,
    /// The matrix of the frame at hand: first row `t`, bit `u`; turned before it is handed out.
    matrix: Box<[u128; 128]>,
    gathered: Box<[u128; 128]>,
}

/// The bits of a word, lowest first.
fn ones(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

impl<'a> Kernel<'a> {
    pub(crate) fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            targets: vec![None; layout.classes()],
            loaded: Vec::new(),
            steps: Vec::new(),
            matrix: Box::new([0; 128]),
            gathered: Box::new([0; 128]),
        }
    }

    /// Gives the kernel a segment to read, until [`Kernel::release`].
    pub(crate) fn load(&mut self, class: usize, segment: Option<Arc<Segment>>) {
        self.targets[class] = segment;
        self.loaded.push(class);
    }

    /// Lets go of all segments.
    pub(crate) fn release(&mut self) {
        for class in self.loaded.drain(..) {
            self.targets[class] = None;
        }
    }

    /// Finds the steps of a frame by which play goes on; `pair_steps` has been cut to those.
    fn enter(&mut self, frame: &Frame, pair_steps: &[PairStep<'_>]) {
        self.steps.clear();
        self.layout.frames.steps(frame, pair_steps, &mut self.steps);
    }

    fn frame_number(&self, step: &Step) -> usize {
        self.layout.first_frame[usize::from(step.class)] + step.frame as usize
    }

    /// The columns after a step that are won by some row.
    fn won_columns(&self, step: &Step) -> u128 {
        let (class, frame) = (usize::from(step.class), step.frame as usize);
        match &self.targets[class] {
            Some(segment) => segment.any[frame],
            None => self.layout.winning[class][frame],
        }
    }

    /// The positions without any step: lost before the first ply. Returns the rows as [`Kernel::lost`] does.
    pub(crate) fn stuck(
        &mut self,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        winning: u128,
    ) -> Option<&[u128]> {
        self.enter(frame, pair_steps);
        let tables = &self.layout.frames.assignments;
        let moving = self.steps.iter().fold(winning, |set, s| set | s.legal(tables, frame.mine));
        let stuck = Assignments::all(frame.mine) & !moving;
        self.matrix.fill(0);
        self.matrix[..COUNT[frame.theirs]].fill(stuck);
        (stuck != 0).then_some(&self.matrix[..COUNT[frame.theirs]])
    }

    /// The positions all of whose successors are won: for each assignment of the side waiting a row of those of the
    /// mover. `None` if there are none, or no frame after a step has changed.
    pub(crate) fn lost(
        &mut self,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        winning: u128,
        changed: Option<&Flags>,
    ) -> Option<&[u128]> {
        let mut alive = self.bound(frame, pair_steps, winning);
        if alive == 0 {
            return None;
        }
        self.enter(frame, pair_steps);
        if changed.is_some_and(|changed| !self.steps.iter().any(|s| changed.get(self.frame_number(s)))) {
            return None;
        }
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        for step in &self.steps {
            if alive == 0 {
                return None;
            }
            let Some(segment) = &self.targets[usize::from(step.class)] else { continue };
            // Where all rows are equal the bound has met them; a segment need not have a page for them.
            let (any, all) = (segment.any[step.frame as usize], segment.all[step.frame as usize]);
            if any == all {
                continue;
            }
            let all = tables.pull(b, step.columns, all);
            let rows = segment.rows(usize::from(step.pair), step.first_row as usize);
            for t in ones(alive & step.legal(tables, a)) {
                let mut left = self.matrix[t];
                let mut meet = |kind| {
                    if left & !all != 0 {
                        left &= tables.pull(b, step.columns, rows[step.row(tables, a, t, kind)]);
                    }
                };
                if step.actor == Actor::Put {
                    (0..5).filter(|&k| tables.lacking(a, k) >> t & 1 == 1).for_each(meet);
                } else {
                    meet(0);
                }
                self.matrix[t] = left;
                if left == 0 {
                    alive &= !(1 << t);
                }
            }
        }
        (alive != 0).then(|| self.turned(a, b))
    }

    /// Fills the matrix with the positions that may be lost, judging each frame after a step by the columns that any
    /// of its rows wins. Returns the mover's assignments that are left. Most frames end here.
    fn bound(&mut self, frame: &Frame, pair_steps: &[PairStep<'_>], winning: u128) -> u128 {
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let full = Assignments::all(b);
        let mut everywhere = full;
        let mut by_place = [[full; 5]; 5];
        for pair_step in pair_steps {
            let Some(step) = self.layout.frames.target(frame, pair_step) else { continue };
            let any = tables.pull(b, step.columns, self.won_columns(&step));
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
        self.matrix.fill(0);
        for t in ones(Assignments::all(a) & !winning) {
            let kinds = tables.sequence(a, t);
            let left = (0..a).fold(everywhere, |m, place| m & by_place[place][usize::from(kinds[place])]);
            if left != 0 {
                self.matrix[t] = left;
                alive |= 1 << t;
            }
        }
        alive
    }

    /// The positions with a successor that is lost, in the form of [`Kernel::lost`]; only frames that have changed
    /// are looked at.
    pub(crate) fn won(
        &mut self,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        winning: u128,
        changed: &Flags,
    ) -> Option<&[u128]> {
        self.steps.clear();
        for pair_step in pair_steps {
            let Some(mut step) = self.layout.frames.target(frame, pair_step) else { continue };
            if changed.get(self.frame_number(&step)) {
                self.layout.frames.complete(frame, pair_step, &mut step);
                self.steps.push(step);
            }
        }
        if self.steps.is_empty() {
            return None;
        }
        let tables = &self.layout.frames.assignments;
        let (a, b) = (frame.mine, frame.theirs);
        let open = Assignments::all(a) & !winning;
        // Rows that the same permutation of columns brings back are gathered first and pulled once.
        self.steps.sort_unstable_by_key(|s| s.columns);
        self.matrix.fill(0);
        let mut found = 0u128;
        for group in self.steps.chunk_by(|x, y| x.columns == y.columns) {
            let mut touched = 0u128;
            for step in group {
                let Some(segment) = &self.targets[usize::from(step.class)] else { continue };
                if segment.any[step.frame as usize] == 0 {
                    continue;
                }
                let rows = segment.rows(usize::from(step.pair), step.first_row as usize);
                let gathered = &mut self.gathered;
                let mut join = |t: usize, kind| {
                    let row = rows[step.row(tables, a, t, kind)];
                    if row != 0 {
                        let before = if touched >> t & 1 == 1 { gathered[t] } else { 0 };
                        gathered[t] = before | row;
                        touched |= 1 << t;
                    }
                };
                for t in ones(open & step.legal(tables, a)) {
                    if step.actor == Actor::Put {
                        (0..5).filter(|&k| tables.lacking(a, k) >> t & 1 == 1).for_each(|k| join(t, k));
                    } else {
                        join(t, 0);
                    }
                }
            }
            for t in ones(touched) {
                self.matrix[t] |= tables.pull(b, group[0].columns, self.gathered[t]);
            }
            found |= touched;
        }
        (found != 0).then(|| self.turned(a, b))
    }

    /// Turns the matrix from rows of the mover into rows of the side waiting.
    fn turned(&mut self, a: usize, b: usize) -> &[u128] {
        let (mine, theirs) = (COUNT[a], COUNT[b]);
        let bits: u32 = self.matrix[..mine].iter().map(|r| r.count_ones()).sum();
        if bits > SPARSE {
            transpose(&mut self.matrix);
        } else {
            self.gathered[..theirs].fill(0);
            for (t, row) in self.matrix[..mine].iter().enumerate() {
                ones(*row).for_each(|u| self.gathered[u] |= 1 << t);
            }
            std::mem::swap(&mut self.matrix, &mut self.gathered);
        }
        &self.matrix[..theirs]
    }
}
