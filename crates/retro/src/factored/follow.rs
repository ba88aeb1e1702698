//! Losses behind what was won just now: the stages of a frame that begin with its positions before a fresh win.
//!
//! Late in a run few positions are won in a half-ply, and hardly any position before one of them is lost by it. So the positions
//! before fresh wins are found first, those that were won before are left out, and what is won after their other steps is looked
//! up, in memory that lies far apart, for each of them alone and only where nothing nearer refutes it.

use super::kernel::{Ahead, Found, Kernel, look_up_words};
use super::segment::Segment;
use doves::frames::{COUNT, Frame, PairStep, each_bit};
use tablebase::prefetch::prefetch;

/// Positions that may be lost, and what has to be known of them.
#[derive(Default)]
pub(super) struct Suspects {
    /// The mover's assignment and that of the side waiting.
    positions: Vec<[u8; 2]>,
    queries: Vec<Query>,
}

/// In place of a suspect's assignment: it is refuted.
const REFUTED: u8 = 255;

/// Whether a suspect's successor by one step is won.
#[derive(Clone, Copy)]
struct Query {
    suspect: u16,
    step: u16,
    row: u8,
    column: u8,
}

/// Whether a word has a bit, without shifting all of it.
#[inline]
fn has(word: u128, bit: u8) -> bool {
    let half = if bit & 64 == 0 { word as u64 } else { (word >> 64) as u64 };
    half >> (bit & 63) & 1 == 1
}

impl Kernel<'_> {
    /// Goes on with a frame: finds its positions among `open` that are not won and from which a step leads to a fresh win.
    /// If there are any, asks for the words of the frames after all steps. `won`: what is won in the class, and the number of
    /// the frame in it.
    pub(crate) fn seek(
        &mut self,
        turn: usize,
        frame: &Frame,
        pair_steps: &[PairStep<'_>],
        open: u128,
        won: (&Segment, usize),
    ) {
        self.exchange(turn);
        self.suspects.positions.clear();
        self.suspects.queries.clear();
        let mask = self.before_fresh(frame, pair_steps, open);
        let known = won.0.rows_of(won.1);
        each_bit(mask, |u| {
            let unsettled = self.matrix[u] & !known.row(u);
            each_bit(unsettled, |t| self.suspects.positions.push([t as u8, u as u8]));
        });
        let found = !self.suspects.positions.is_empty();
        self.exchange(turn);
        if found {
            self.ask_for_words(turn);
        }
    }

    /// Goes on with a frame: leaves the suspects that may be lost by the words of the frames after its steps, and asks for the
    /// numbers of the rows that tell.
    pub(crate) fn judge(&mut self, turn: usize, frame: &Frame, pair_steps: &[PairStep<'_>]) {
        self.exchange(turn);
        if !self.suspects.positions.is_empty() {
            look_up_words(self.layout, &self.won, &mut self.steps);
            let frames = &self.layout.frames;
            for Ahead { step, pair_step, legal, .. } in &mut self.steps {
                frames.set_columns(frame, &pair_steps[*pair_step], step);
                *legal = step.legal(&frames.assignments, frame.mine);
            }
            self.leave_out_by_words(frame);
        }
        if !self.suspects.positions.is_empty() {
            let frames = &self.layout.frames;
            for Ahead { step, pair_step, .. } in &mut self.steps {
                frames.set_rows(frame, &pair_steps[*pair_step], step);
            }
            self.list_queries(frame);
        }
        self.exchange(turn);
    }

    fn leave_out_by_words(&mut self, frame: &Frame) {
        let tables = &self.layout.frames.assignments;
        let (steps, positions) = (&self.steps, &mut self.suspects.positions);
        let mut left = positions.len();
        for Ahead { step, legal, won, .. } in steps {
            let after = tables.permute(frame.theirs, step.columns);
            let mut kept = 0;
            for i in 0..left {
                let [t, u] = positions[i];
                let refuted = has(*legal, t) && !has(won.any, after[usize::from(u)]);
                positions[kept] = [t, u];
                kept += usize::from(!refuted);
            }
            left = kept;
            if left == 0 {
                break;
            }
        }
        positions.truncate(left);
    }

    fn list_queries(&mut self, frame: &Frame) {
        let tables = &self.layout.frames.assignments;
        let Self { steps, suspects: Suspects { positions, queries }, won, .. } = self;
        for (number, Ahead { step, legal, won: words, .. }) in steps.iter().enumerate() {
            if words.any == words.all {
                continue;
            }
            let after = tables.permute(frame.theirs, step.columns);
            let segment = won[usize::from(step.class)].as_ref();
            let numbers = segment.and_then(|s| s.rows(step.frame as usize)).map(|rows| rows.numbers);
            for (suspect, [t, u]) in positions.iter().enumerate() {
                let column = after[usize::from(*u)];
                if has(words.all, column) || !has(*legal, *t) {
                    continue;
                }
                step.each_row_after(tables, frame.mine, usize::from(*t), |row| {
                    let (suspect, step, row) = (suspect as u16, number as u16, row as u8);
                    queries.push(Query { suspect, step, row, column });
                    if let Some(numbers) = numbers {
                        prefetch(numbers, usize::from(row));
                    }
                });
            }
        }
    }

    /// Goes on with a frame: asks for the rows that tell.
    pub(crate) fn ask(&mut self, turn: usize) {
        self.exchange(turn);
        for query in &self.suspects.queries {
            let step = &self.steps[usize::from(query.step)].step;
            if let Some(segment) = &self.won[usize::from(step.class)]
                && let Some(rows) = segment.rows(step.frame as usize)
            {
                prefetch(rows.rows, usize::from(rows.numbers[usize::from(query.row)]));
            }
        }
        self.exchange(turn);
    }

    /// The positions of which all successors are won, one of them just now, in the form of [`Kernel::lost`].
    pub(crate) fn followed(&mut self, turn: usize, frame: &Frame) -> Option<Found<'_>> {
        self.exchange(turn);
        let Self { steps, suspects: Suspects { positions, queries }, won, matrix, .. } = self;
        for query in queries.iter() {
            let suspect = &mut positions[usize::from(query.suspect)];
            if suspect[0] == REFUTED {
                continue;
            }
            let step = &steps[usize::from(query.step)].step;
            let segment = won[usize::from(step.class)].as_ref();
            let row = segment.map_or(0, |s| s.rows_of(step.frame as usize).row(usize::from(query.row)));
            if !has(row, query.column) {
                suspect[0] = REFUTED;
            }
        }
        let mut mask = 0u128;
        for &[t, u] in positions.iter().filter(|suspect| suspect[0] != REFUTED) {
            let u = usize::from(u) & 127;
            if mask >> u & 1 == 0 {
                mask |= 1 << u;
                matrix[u] = 0;
            }
            matrix[u] |= 1 << t;
        }
        (mask != 0).then(|| (mask, &matrix[..COUNT[frame.theirs]]))
    }
}
