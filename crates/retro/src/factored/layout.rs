//! What is fixed for a game before it is solved: the frames, who wins at once, which classes depend on which.

use doves::frames::{Assignments, COUNT, Frames, Step};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The frames of a game and their numbering.
pub(crate) struct Layout {
    pub(crate) frames: Frames,
    /// For each class and frame the mover's assignments that win at once.
    pub(crate) winning: Vec<Box<[u128]>>,
    /// For each class the classes that one action leads to.
    pub(crate) targets: Vec<Vec<u16>>,
    /// The classes in the order of work: neighbours close together.
    pub(crate) order: Vec<u16>,
    /// The number of the first frame of each class.
    pub(crate) first_frame: Vec<usize>,
}

/// A frame without its cells: what storing it needs.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) frame: usize,
    pub(crate) rows: usize,
    /// All assignments of the side to move.
    pub(crate) full: u128,
}

impl Layout {
    pub(crate) fn new(max_doves: u32, threads: usize) -> Self {
        let frames = Frames::new(max_doves);
        let classes = frames.classes.len();
        let targets: Vec<Vec<u16>> = (0..classes)
            .map(|c| {
                let mut list: Vec<u16> = frames.transitions(c).iter().map(|t| t.target).collect();
                list.sort_unstable();
                list.dedup();
                list
            })
            .collect();
        let mut first_frame = vec![0];
        for class in 0..classes {
            first_frame.push(first_frame[class] + frames.frames_of(class));
        }
        let order = order(&frames, &targets);
        let mut layout = Self { frames, winning: Vec::new(), targets, order, first_frame };
        layout.winning = layout.find_winning(threads);
        layout
    }

    fn find_winning(&self, threads: usize) -> Vec<Box<[u128]>> {
        let found: Vec<Mutex<Box<[u128]>>> = self.targets.iter().map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let mut steps = Vec::new();
                    loop {
                        let class = next.fetch_add(1, Relaxed);
                        let Some(slot) = found.get(class) else { break };
                        *slot.lock().expect("one thread takes each class") =
                            self.winning_of(class, &mut steps);
                    }
                });
            }
        });
        found.into_iter().map(|m| m.into_inner().expect("all threads are done")).collect()
    }

    fn winning_of(&self, class: usize, steps: &mut Vec<Step>) -> Box<[u128]> {
        let mut masks = Vec::with_capacity(self.frames.frames_of(class));
        for pair in 0..self.frames.classes[class].pairs().len() {
            let mut pair_steps = self.frames.pair_steps(class, pair);
            pair_steps.retain(|s| s.outcome == doves::Outcome::Wins);
            for colouring in 0..self.frames.colourings(class).len() {
                let frame = self.frames.frame(class, pair, colouring);
                steps.clear();
                self.frames.steps(&frame, &pair_steps, steps);
                masks.push(self.frames.winning(&frame, steps));
            }
        }
        masks.into()
    }

    /// The number of classes.
    pub(crate) fn classes(&self) -> usize {
        self.targets.len()
    }

    /// The number of frames of the whole game.
    pub(crate) fn frame_count(&self) -> usize {
        self.first_frame[self.classes()]
    }

    /// The number of the frame after a step, among all of the game.
    #[inline]
    pub(crate) fn frame_after(&self, step: &Step) -> usize {
        self.first_frame[usize::from(step.class)] + step.frame as usize
    }

    /// The frames of a class in order.
    pub(crate) fn blocks(&self, class: usize) -> impl Iterator<Item = Block> + '_ {
        let colourings = self.frames.colourings(class);
        (0..self.frames.frames_of(class)).map(move |frame| {
            let (mine, theirs) = colourings.doves(frame % colourings.len());
            Block { frame, rows: COUNT[theirs], full: Assignments::all(mine) }
        })
    }

    /// Positions of a class that win at once, images by symmetry counted each.
    pub(crate) fn winning_count(&self, class: usize) -> u64 {
        self.blocks(class).map(|b| u64::from(self.winning[class][b.frame].count_ones()) * b.rows as u64).sum()
    }

    /// About the bytes of a segment of a class in memory if no two rows of a frame were equal.
    pub(crate) fn segment_bytes(&self, class: usize) -> u64 {
        16 * (self.frames.rows_of(class) + 2 * self.frames.frames_of(class)) as u64
    }

    /// The most bytes that one thread holds while it works on a class: the segments it reads, old and new.
    pub(crate) fn working_set(&self) -> u64 {
        let of = |c: usize| {
            let targets: u64 = self.targets[c].iter().map(|t| self.segment_bytes(usize::from(*t))).sum();
            targets + self.segment_bytes(c)
        };
        (0..self.classes()).map(of).max().unwrap_or(0)
    }

    /// Bytes that are always in memory.
    pub(crate) fn fixed_bytes(&self) -> u64 {
        16 * self.frame_count() as u64 + self.frame_count() as u64 / 4 + (16 << 20)
    }
}

/// Classes with many doves first; among those of one number breadth first along the moves, so that what a class
/// reads was read shortly before.
fn order(frames: &Frames, targets: &[Vec<u16>]) -> Vec<u16> {
    let mut order = Vec::with_capacity(targets.len());
    let mut seen = vec![false; targets.len()];
    for start in (0..targets.len()).rev() {
        let mut open = VecDeque::from([start]);
        while let Some(class) = open.pop_front() {
            if std::mem::replace(&mut seen[class], true) {
                continue;
            }
            order.push(class as u16);
            let count = frames.classes[class].count();
            open.extend(
                targets[class]
                    .iter()
                    .map(|t| usize::from(*t))
                    .filter(|&t| frames.classes[t].count() == count && !seen[t]),
            );
        }
    }
    order
}
