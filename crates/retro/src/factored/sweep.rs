//! A half-ply over all classes.

use super::error::SolveError;
use super::flags::Flags;
use super::history::HistoryWriter;
use super::kernel::Kernel;
use super::layout::Layout;
use super::segment::{Segment, State};
use super::store::Store;
use crate::progress::Meter;
use doves::Outcome;
use std::sync::{Arc, Mutex};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// What a half-ply does to each frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// Positions without a step are lost.
    Stuck,
    /// Positions all of whose successors are won are lost; every frame is looked at.
    LostEverywhere,
    /// The same, only where a successor has changed.
    Lost,
    /// Positions with a lost successor are won; only changed successors are looked at.
    Won,
}

impl Rule {
    const fn writes(self) -> State {
        match self {
            Rule::Won => State::Won,
            _ => State::Lost,
        }
    }

    const fn reads(self) -> Option<State> {
        match self {
            Rule::Stuck => None,
            Rule::LostEverywhere | Rule::Lost => Some(State::Won),
            Rule::Won => Some(State::Lost),
        }
    }
}

/// New positions, the segment before, the segment after.
type Settled = (u64, Option<Arc<Segment>>, Option<Segment>);

/// One half-ply under way.
pub(crate) struct Sweep<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) store: &'a Store,
    pub(crate) rule: Rule,
    pub(crate) ply: u32,
    /// Frames that the half-ply before changed.
    pub(crate) changed: &'a Flags,
    /// Frames that this one changes.
    pub(crate) changes: &'a Flags,
    pub(crate) history: Option<&'a HistoryWriter>,
    pub(crate) meter: Meter<'a>,
}

impl Sweep<'_> {
    /// Works through all classes. Returns the new positions by number of doves, each counted once.
    pub(crate) fn run(&self, threads: usize) -> Result<[u64; 13], SolveError> {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let result = Mutex::new(Ok([0; 13]));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut kernel = Kernel::new(self.layout);
                    loop {
                        let turn = next.fetch_add(1, Relaxed);
                        let Some(&class) = self.layout.order.get(turn) else { break };
                        if stop.load(Relaxed) {
                            break;
                        }
                        let class = usize::from(class);
                        let found = self.class(turn, class, &mut kernel);
                        kernel.release();
                        self.meter.add(self.layout.frames.positions_of(class));
                        let mut result = result.lock().expect("no thread panics while it holds the lock");
                        match (&mut *result, found) {
                            (Ok(counts), Ok(count)) => {
                                let entry = &self.layout.frames.classes[class];
                                counts[entry.count() as usize] += entry.distinct(count);
                            }
                            (Err(_), _) => {}
                            (result, Err(error)) => {
                                *result = Err(error);
                                stop.store(true, Relaxed);
                            }
                        }
                    }
                });
            }
        });
        result.into_inner().expect("all threads are done")
    }

    /// Works on a class and stores what it became. Returns its new positions, images by symmetry counted each.
    fn class(&self, turn: usize, class: usize, kernel: &mut Kernel<'_>) -> Result<u64, SolveError> {
        let (count, before, after) = self.settle(class, kernel)?;
        if let Some(history) = self.history {
            let fresh = after.as_ref().map(|after| {
                let layout = self.layout;
                let before = before.map_or_else(
                    || Segment::initial(layout, class, self.rule.writes()).rows,
                    |before| before.rows.clone(),
                );
                let fresh: Vec<u128> = after.rows.iter().zip(before).map(|(n, o)| n & !o).collect();
                Segment::pack(layout, class, &fresh)
            });
            history.append(turn, class, fresh.as_deref())?;
        }
        if let Some(after) = after {
            self.store.put(self.layout, self.rule.writes(), class, self.ply, after)?;
        }
        Ok(count)
    }

    /// Finds the new positions of a class: their number, the segment before, and the segment after if any is new.
    fn settle(&self, class: usize, kernel: &mut Kernel<'_>) -> Result<Settled, SolveError> {
        let layout = self.layout;
        let everywhere = matches!(self.rule, Rule::Stuck | Rule::LostEverywhere);
        let targets = &layout.targets[class];
        if !everywhere && !targets.iter().any(|&t| self.changed.class(usize::from(t))) {
            return Ok((0, None, None));
        }
        if let Some(state) = self.rule.reads() {
            for target in targets.iter().map(|t| usize::from(*t)) {
                // A changed position is all that the won look for; the lost need every successor.
                if self.rule != Rule::Won || self.changed.class(target) {
                    kernel.load(target, self.store.get(layout, state, target)?);
                }
            }
        }
        let old = self.store.get(layout, self.rule.writes(), class)?;
        let mut new: Option<Segment> = None;
        let mut count = 0;
        let colourings = layout.frames.colourings(class);
        for pair in 0..layout.frames.classes[class].pairs().len() {
            let mut pair_steps = layout.frames.pair_steps(class, pair);
            pair_steps.retain(|s| s.outcome == Outcome::Continues);
            for colouring in 0..colourings.len() {
                let number = pair * colourings.len() + colouring;
                let winning = layout.winning[class][number];
                let frame = layout.frames.frame(class, pair, colouring);
                if winning == doves::frames::Assignments::all(frame.mine) {
                    continue;
                }
                kernel.enter(&frame, &pair_steps);
                let found = match self.rule {
                    Rule::Stuck => kernel.stuck(&frame, winning),
                    Rule::LostEverywhere => kernel.lost(&frame, winning),
                    Rule::Lost if kernel.any_changed(self.changed) => kernel.lost(&frame, winning),
                    Rule::Lost => None,
                    Rule::Won => {
                        kernel.keep_changed(self.changed);
                        kernel.won(&frame, winning)
                    }
                };
                let Some(found) = found else { continue };
                let rows = frame.first_row..frame.first_row + found.len();
                if let (None, Some(old)) = (&new, &old)
                    && old.rows[rows.clone()].iter().zip(found).all(|(o, f)| f & !o == 0)
                {
                    continue;
                }
                let segment = new.get_or_insert_with(|| match &old {
                    Some(old) => Segment::clone(old),
                    None => Segment::initial(layout, class, self.rule.writes()),
                });
                let added = merge(segment, number, rows, found);
                if added > 0 {
                    self.changes.set(class, layout.first_frame[class] + number);
                    count += added;
                }
            }
        }
        Ok((count, old, new.filter(|_| count > 0)))
    }
}

/// Adds rows to a frame. Returns how many bits are new.
fn merge(segment: &mut Segment, frame: usize, rows: std::ops::Range<usize>, found: &[u128]) -> u64 {
    let mut added = 0;
    let (mut any, mut all) = (0, u128::MAX);
    for (row, found) in segment.rows[rows].iter_mut().zip(found) {
        added += u64::from((found & !*row).count_ones());
        *row |= found;
        any |= *row;
        all &= *row;
    }
    segment.any[frame] = any;
    segment.all[frame] = all;
    added
}
