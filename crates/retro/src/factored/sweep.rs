//! A half-ply over all classes.

use super::error::SolveError;
use super::flags::Flags;
use super::fresh::Builder;
use super::kernel::{Kernel, Own, TURNS, Way};
use super::layout::Layout;
use super::segment::{Changed, Segment, State};
use super::settled::{Settled, SettledWriter};
use super::share::{News, Share};
use super::store::Store;
use crate::progress::Meter;
use doves::Outcome;
use doves::frames::{Assignments, Frame, PairStep, each_bit};
use exchange::Outbox;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// What a half-ply does to each frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// Nothing: the game has no position for this half-ply.
    Nothing,
    /// Positions without a step are lost.
    Stuck,
    /// Positions all of whose successors are won are lost; every frame is looked at.
    LostEverywhere,
    /// The same, only where a successor has been won in the half-ply before.
    Lost,
    /// Positions with a successor that was lost in the half-ply before are won.
    Won,
}

impl Rule {
    /// What it settles.
    pub(crate) const fn writes(self) -> State {
        match self {
            Rule::Won => State::Won,
            _ => State::Lost,
        }
    }
}

/// One half-ply under way.
pub(crate) struct Sweep<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) store: &'a Store,
    pub(crate) settled: &'a Settled,
    pub(crate) rule: Rule,
    pub(crate) ply: u32,
    /// Frames that the half-ply before changed.
    pub(crate) changed: &'a Flags,
    /// Frames that this one changes.
    pub(crate) changes: &'a Flags,
    pub(crate) writer: &'a SettledWriter,
    pub(crate) meter: Meter<'a>,
    /// Whether losses are found from the wins of the half-ply before, and not kept.
    pub(crate) following: bool,
    /// Whether these wins are so few that positions are looked at one by one.
    pub(crate) seeking: bool,
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
                    let mut kernel = self.kernel();
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
                        self.store.uses.come_to(turn);
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

    fn kernel(&self) -> Kernel<'_> {
        let way = match self.rule {
            Rule::Won => Way::Win,
            Rule::Lost if self.seeking => Way::Seek,
            Rule::Lost if self.following => Way::Follow,
            _ => Way::Meet,
        };
        Kernel::new(self.layout, way)
    }

    /// Works on a class and keeps what was found. Returns its new positions, images by symmetry counted each.
    fn class(&self, turn: usize, class: usize, kernel: &mut Kernel<'_>) -> Result<u64, SolveError> {
        let mut fresh = Builder::new(self.layout, class);
        let mut count = 0;
        if self.is_due(class) {
            self.load_targets(class, kernel)?;
            count = self.settle(class, kernel, &mut fresh)?;
        }
        let packed = (count > 0)
            .then(|| fresh.pack(self.writer.rows).map_err(SolveError::io(Path::new("settled"))))
            .transpose()?;
        if let Some(post) = &self.post {
            post.share.send(post.outbox, &News::new(self.ply, class, packed.as_ref()));
        }
        self.writer.append(turn, class, packed)?;
        Ok(count)
    }

    /// Whether anything that a class depends on has changed.
    fn is_due(&self, class: usize) -> bool {
        matches!(self.rule, Rule::Stuck | Rule::LostEverywhere)
            || self.layout.targets[class].iter().any(|&t| self.changed.class(usize::from(t)))
    }

    fn load_targets(&self, class: usize, kernel: &mut Kernel<'_>) -> Result<(), SolveError> {
        let (won, fresh) = match self.rule {
            Rule::Nothing | Rule::Stuck => return Ok(()),
            Rule::LostEverywhere => (true, false),
            Rule::Lost => (true, self.following),
            Rule::Won => (false, true),
        };
        for target in self.layout.targets[class].iter().map(|t| usize::from(*t)) {
            let won = if won { self.store.get(self.layout, self.settled, State::Won, target)? } else { None };
            let fresh = if fresh && self.changed.class(target) {
                self.store.fresh(self.layout, self.settled, self.ply - 1, target)?
            } else {
                None
            };
            kernel.load(target, won, fresh);
        }
        Ok(())
    }

    /// Finds positions of a class that are lost, or won, and adds them to its segment. Returns the number of new ones.
    fn settle(&self, class: usize, kernel: &mut Kernel<'_>, fresh: &mut Builder) -> Result<u64, SolveError> {
        let layout = self.layout;
        let state = self.rule.writes();
        let won = self.store.get_or_initial(layout, self.settled, State::Won, class)?;
        let lost = (!self.following)
            .then(|| self.store.get_or_initial(layout, self.settled, State::Lost, class))
            .transpose()?;
        let (won, lost) = (&*won, lost.as_deref());
        let old = if state == State::Won { Some(won) } else { lost };
        let mut segment = old.map(|old| Changed::new(layout, class, old));
        let mut news = [0u128; 120];
        let mut count = 0;
        self.each_frame(class, won, lost, kernel, |kernel, turn, number, frame, pair_steps, open| {
            let found = frame.and_then(|frame| match self.rule {
                Rule::Nothing => None,
                Rule::Stuck => kernel.stuck(turn, &frame, open),
                Rule::Lost if self.seeking => kernel.followed(turn, &frame),
                Rule::LostEverywhere | Rule::Lost => kernel.lost(turn, &frame),
                Rule::Won => kernel.won(turn, &frame, pair_steps, open),
            });
            let Some((candidates, found)) = found else {
                fresh.push(0, &[]);
                return;
            };
            // What is found by following is new.
            let known = old.map(|old| old.rows_of(number));
            let (mut mask, mut added) = (0, 0);
            each_bit(candidates, |row| {
                let new = found[row] & !known.map_or(0, |known| known.row(row));
                if new != 0 {
                    mask |= 1 << row;
                    news[added] = new;
                    added += 1;
                }
            });
            let news = &news[..added];
            count += fresh.push(mask, news);
            if mask != 0 {
                if let Some(segment) = &mut segment {
                    segment.add(number, found.len(), mask, news.iter().copied());
                }
                self.changes.set(class, layout.first_frame[class] + number);
            }
        });
        if let (Some(segment), true) = (segment, count > 0) {
            self.store.put(state, class, self.ply, segment.finish(&self.store.meter))?;
        }
        Ok(count)
    }

    /// Calls `visit` with number, frame, steps that go on and open assignments of the mover of each frame of a class in order;
    /// without the frame if none is open. An assignment is open unless it wins, or loses, whatever the other side has.
    fn each_frame(
        &self,
        class: usize,
        won: &Segment,
        lost: Option<&Segment>,
        kernel: &mut Kernel<'_>,
        mut visit: impl FnMut(&mut Kernel<'_>, usize, usize, Option<Frame>, &[PairStep<'_>], u128),
    ) {
        let frames = &self.layout.frames;
        let colourings = frames.colourings(class);
        let changed = matches!(self.rule, Rule::Lost | Rule::Won).then_some(self.changed);
        let mut first = 0;
        for pair in 0..frames.classes[class].pairs().len() {
            let mut pair_steps = frames.pair_steps(class, pair);
            pair_steps.retain(|s| s.outcome == Outcome::Continues);
            let mut begun = [(None, 0); TURNS];
            for turn in 0..colourings.len() + TURNS - 1 {
                if turn < colourings.len() {
                    let number = first + turn;
                    let settled = won.words(number).all | lost.map_or(0, |lost| lost.words(number).all);
                    let open = Assignments::all(colourings.doves(turn).0) & !settled;
                    let frame = (open != 0).then(|| frames.frame(class, pair, turn));
                    kernel.enter(turn, frame.as_ref(), &pair_steps, changed);
                    begun[turn % TURNS] = (frame, open);
                }
                if (1..=colourings.len()).contains(&turn) {
                    kernel.look(turn - 1);
                }
                let stage = |stage: usize| {
                    let turn = turn.checked_sub(stage).filter(|turn| *turn < colourings.len())?;
                    let (frame, open) = begun[turn % TURNS];
                    Some((turn, frame?, open))
                };
                match kernel.way {
                    Way::Seek => {
                        if let Some((turn, frame, open)) = stage(2) {
                            kernel.seek(turn, &frame, &pair_steps, open, (won, first + turn));
                        }
                        if let Some((turn, frame, _)) = stage(3) {
                            kernel.judge(turn, &frame, &pair_steps);
                        }
                        if let Some((turn, ..)) = stage(4) {
                            kernel.ask(turn);
                        }
                    }
                    Way::Meet | Way::Follow if !matches!(self.rule, Rule::Stuck | Rule::Nothing) => {
                        if let Some((turn, frame, open)) = stage(2) {
                            let own = lost.map(|lost| Own { number: first + turn, won, lost });
                            kernel.narrow(turn, &frame, &pair_steps, open, own.as_ref());
                        }
                    }
                    Way::Meet | Way::Follow | Way::Win => {}
                }
                if let Some(turn) = turn.checked_sub(TURNS - 1) {
                    let (frame, open) = begun[turn % TURNS];
                    visit(kernel, turn, first + turn, frame, &pair_steps, open);
                }
            }
            first += colourings.len();
        }
    }
}
