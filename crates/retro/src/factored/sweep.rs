//! A half-ply over all classes.

use super::error::SolveError;
use super::flags::Flags;
use super::history::HistoryWriter;
use super::kernel::Kernel;
use super::layout::Layout;
use super::segment::{Segment, State};
use super::share::{News, Share};
use super::store::Store;
use crate::progress::Meter;
use doves::Outcome;
use doves::frames::Assignments;
use exchange::Outbox;
use std::sync::Mutex;
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
    pub(crate) const fn writes(self) -> State {
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
    /// The other processes, if there are any.
    pub(crate) post: Option<Post<'a>>,
}

/// What a half-ply sends to other processes.
pub(crate) struct Post<'a> {
    pub(crate) share: &'a Share,
    pub(crate) outbox: &'a Outbox,
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
                        if stop.load(Relaxed) || self.post.as_ref().is_some_and(|p| p.outbox.is_lost()) {
                            break;
                        }
                        let class = usize::from(class);
                        if self.post.as_ref().is_some_and(|p| !p.share.owns(class)) {
                            continue;
                        }
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
        let (layout, state) = (self.layout, self.rule.writes());
        let mut fresh = (self.history.is_some() || self.post.is_some()).then(Vec::new);
        let mut segment = None;
        let mut count = 0;
        if self.is_due(class) {
            self.load_targets(class, kernel)?;
            count = self.settle(class, kernel, &mut segment, &mut fresh)?;
        }
        if let Some(fresh) = fresh {
            let packed = (count > 0).then(|| {
                let mut news = Segment::initial(layout, class, State::Lost);
                for (pair, row, bits) in fresh {
                    news.page(layout, class, pair)[row] = bits;
                }
                news.pack(layout, class)
            });
            if let (Some(post), Some(bytes)) = (&self.post, &packed) {
                let news = News::new(self.ply, class, bytes)?;
                post.share.send(post.outbox, &news);
            }
            if let Some(history) = self.history {
                history.append(turn, class, packed.as_deref())?;
            }
        }
        match segment {
            Some(segment) if count > 0 => self.store.put(layout, state, class, self.ply, segment)?,
            Some(segment) => self.store.give_back(state, class, segment),
            None => {}
        }
        Ok(count)
    }

    /// Whether anything that a class depends on has changed.
    fn is_due(&self, class: usize) -> bool {
        matches!(self.rule, Rule::Stuck | Rule::LostEverywhere)
            || self.layout.targets[class].iter().any(|&t| self.changed.class(usize::from(t)))
    }

    fn load_targets(&self, class: usize, kernel: &mut Kernel<'_>) -> Result<(), SolveError> {
        let Some(state) = self.rule.reads() else { return Ok(()) };
        for target in self.layout.targets[class].iter().map(|t| usize::from(*t)) {
            // A changed position is all that the won look for; the lost need every successor.
            if self.rule != Rule::Won || self.changed.class(target) {
                kernel.load(target, self.store.get(self.layout, state, target)?);
            }
        }
        Ok(())
    }

    /// Finds the new positions of a class and adds them to its segment, which it takes from the store when the first
    /// is found; lists them in `fresh` if asked to. Returns their number.
    fn settle(
        &self,
        class: usize,
        kernel: &mut Kernel<'_>,
        segment: &mut Option<Segment>,
        fresh: &mut Option<Vec<(usize, usize, u128)>>,
    ) -> Result<u64, SolveError> {
        let (layout, state) = (self.layout, self.rule.writes());
        let mut count = 0;
        let colourings = layout.frames.colourings(class);
        for pair in 0..layout.frames.classes[class].pairs().len() {
            let mut pair_steps = layout.frames.pair_steps(class, pair);
            pair_steps.retain(|s| s.outcome == Outcome::Continues);
            for colouring in 0..colourings.len() {
                let number = pair * colourings.len() + colouring;
                let winning = layout.winning[class][number];
                let frame = layout.frames.frame(class, pair, colouring);
                if winning == Assignments::all(frame.mine) {
                    continue;
                }
                let found = match self.rule {
                    Rule::Stuck => kernel.stuck(&frame, &pair_steps, winning),
                    Rule::LostEverywhere => kernel.lost(&frame, &pair_steps, winning, None),
                    Rule::Lost => kernel.lost(&frame, &pair_steps, winning, Some(self.changed)),
                    Rule::Won => kernel.won(&frame, &pair_steps, winning, self.changed),
                };
                let Some(found) = found else { continue };
                if segment.is_none() {
                    let taken = self.store.take(layout, state, class)?;
                    *segment = Some(taken.unwrap_or_else(|| Segment::initial(layout, class, state)));
                }
                let Some(segment) = segment else { continue };
                let page = &mut segment.page(layout, class, pair)[frame.first_row..];
                let (added, any, all) = merge(page, found, |row, bits| {
                    if let Some(fresh) = fresh {
                        fresh.push((pair, frame.first_row + row, bits));
                    }
                });
                segment.any[number] = any;
                segment.all[number] = all;
                if added > 0 {
                    self.changes.set(class, layout.first_frame[class] + number);
                    count += added;
                }
            }
        }
        Ok(count)
    }
}

/// Adds rows to those of a frame; tells the number of each that gains and its new bits. Returns how many bits are
/// new, and OR and AND of the frame's rows.
fn merge(rows: &mut [u128], found: &[u128], mut tell: impl FnMut(usize, u128)) -> (u64, u128, u128) {
    let mut added = 0;
    let (mut any, mut all) = (0, u128::MAX);
    for (i, (row, found)) in rows.iter_mut().zip(found).enumerate() {
        let new = found & !*row;
        if new != 0 {
            added += u64::from(new.count_ones());
            *row |= new;
            tell(i, new);
        }
        any |= *row;
        all &= *row;
    }
    (added, any, all)
}
