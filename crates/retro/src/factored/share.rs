//! The classes divided among processes: who works on which, who reads which, and what is sent.
//!
//! A process keeps the segments of its own classes and of those that one action leads to from them. What a half-ply adds
//! to a class goes, as packed and compressed rows, to the processes that keep the class. A half-ply never reads what it
//! writes, so news may be taken in while the work goes on.

use super::error::SolveError;
use super::flags::Flags;
use super::layout::{Block, Layout};
use super::segment::{Segment, State};
use super::store::Store;
use exchange::Outbox;
use std::path::Path;
use tablebase::block;

/// zstd's level for news: they are read once.
const LEVEL: i32 = 1;
/// Ply (u32), class and length unpacked (u32 each).
const HEAD: usize = 12;

/// What this process has to do with each class.
pub(crate) struct Share {
    process: usize,
    /// By class, who works on it.
    owners: Vec<u16>,
    /// By class, the other processes that its owner sends news to, and whether this process keeps its segments.
    readers: Vec<Vec<u16>>,
    keeps: Vec<bool>,
}

impl Share {
    /// Divides the classes of each number of doves into stretches of equal weight in the order of work: neighbours stay
    /// together, and every process has a part of every number of doves, so that all have something to do in each ply.
    /// Process 0 is sent all news if it keeps a history.
    pub(crate) fn new(layout: &Layout, process: usize, processes: usize, history: bool) -> Self {
        let classes = layout.classes();
        let mut owners = vec![0; classes];
        let count = |class: usize| layout.frames.classes[class].count();
        for doves in 2..=layout.frames.max_doves {
            let of_number: Vec<usize> =
                layout.order.iter().map(|c| usize::from(*c)).filter(|c| count(*c) == doves).collect();
            let total: u64 = of_number.iter().map(|c| layout.frames.positions_of(*c)).sum();
            let mut before = 0;
            for class in of_number {
                let weight = layout.frames.positions_of(class);
                let middle = u128::from(2 * before + weight) * processes as u128;
                owners[class] = (middle / u128::from(2 * total.max(1))).min(processes as u128 - 1) as u16;
                before += weight;
            }
        }
        let mut keepers = vec![vec![false; processes]; classes];
        for class in 0..classes {
            let owner = usize::from(owners[class]);
            keepers[class][owner] = true;
            layout.targets[class].iter().for_each(|t| keepers[usize::from(*t)][owner] = true);
        }
        let keeps = keepers.iter().map(|k| k[process]).collect();
        let readers = (0..classes)
            .map(|class| {
                let reads = |p: usize| keepers[class][p] || history && p == 0;
                (0..processes)
                    .filter(|&p| reads(p) && p != usize::from(owners[class]))
                    .map(|p| p as u16)
                    .collect()
            })
            .collect();
        Self { process, owners, readers, keeps }
    }

    /// Whether this process works on a class.
    pub(crate) fn owns(&self, class: usize) -> bool {
        usize::from(self.owners[class]) == self.process
    }

    /// Whether this process keeps the segments of a class.
    pub(crate) fn keeps(&self, class: usize) -> bool {
        self.keeps[class]
    }

    /// Sends news to all that read the class. If one is gone, the round says so.
    pub(crate) fn send(&self, outbox: &Outbox, news: &News) {
        for reader in &self.readers[news.class] {
            if !outbox.send(usize::from(*reader), news.to_bytes()) {
                break;
            }
        }
    }
}

/// What one of several processes has to do and to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Positions of the classes it works on, images by symmetry counted each.
    pub works_on: u64,
    /// Bytes of both bitmaps of the classes it keeps, as they are in memory.
    pub in_memory: u64,
    /// The same packed, as in files before compression.
    pub packed: u64,
    /// Bytes that it holds in any case.
    pub fixed: u64,
    /// The most that one thread reads and writes for a class.
    pub working_set: u64,
}

/// How a run with at most so many doves is divided among processes.
pub fn plan(max_doves: u32, threads: usize, processes: usize) -> Vec<Part> {
    let layout = Layout::new(max_doves, threads);
    let packed: Vec<u64> = (0..layout.classes())
        .map(|class| {
            let bits = |block: Block| {
                u64::from((block.full & !layout.winning[class][block.frame]).count_ones()) * block.rows as u64
            };
            layout.blocks(class).map(bits).sum::<u64>().div_ceil(8)
        })
        .collect();
    (0..processes)
        .map(|process| {
            let share = Share::new(&layout, process, processes, false);
            let kept = || (0..layout.classes()).filter(|class| share.keeps(*class));
            Part {
                works_on: (0..layout.classes())
                    .filter(|class| share.owns(*class))
                    .map(|class| layout.frames.positions_of(class))
                    .sum(),
                in_memory: kept().map(|class| 2 * layout.segment_bytes(class)).sum(),
                packed: kept().map(|class| 2 * packed[class]).sum(),
                fixed: layout.fixed_bytes(),
                working_set: layout.working_set(),
            }
        })
        .collect()
}

/// What a half-ply added to a class.
pub(crate) struct News {
    ply: u32,
    pub(crate) class: usize,
    unpacked: usize,
    packed: Vec<u8>,
}

impl News {
    pub(crate) fn new(ply: u32, class: usize, bytes: &[u8]) -> Result<Self, SolveError> {
        let packed = block::pack(bytes, LEVEL).map_err(SolveError::io(Path::new("news")))?;
        Ok(Self { ply, class, unpacked: bytes.len(), packed })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + self.packed.len());
        for number in [self.ply, self.class as u32, self.unpacked as u32] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.packed);
        bytes
    }

    /// Reads what process `from` has sent in half-ply `ply`.
    pub(crate) fn read(from: usize, ply: u32, classes: usize, bytes: &[u8]) -> Result<Self, SolveError> {
        let wrong = |what: String| SolveError::Process { process: from, what };
        let Some((head, packed)) = bytes.split_at_checked(HEAD) else {
            return Err(wrong(format!("news of {} bytes", bytes.len())));
        };
        let number = |i: usize| u32::from_le_bytes(head[4 * i..4 * i + 4].try_into().expect("four bytes"));
        let news = Self {
            ply: number(0),
            class: number(1) as usize,
            unpacked: number(2) as usize,
            packed: packed.to_vec(),
        };
        if news.ply != ply || news.class >= classes {
            return Err(wrong(format!(
                "news of class {} in ply {}, expected ply {ply}",
                news.class, news.ply
            )));
        }
        Ok(news)
    }

    /// The packed rows.
    pub(crate) fn rows(&self) -> Result<Vec<u8>, SolveError> {
        block::unpack(&self.packed, self.unpacked).map_err(SolveError::io(Path::new("news")))
    }

    /// Adds the rows to the segment of the class, and marks the frames that they change.
    pub(crate) fn take_in(
        &self,
        layout: &Layout,
        store: &Store,
        state: State,
        changes: &Flags,
        rows: &[u8],
    ) -> Result<(), SolveError> {
        let class = self.class;
        let taken = store.take(layout, state, class)?;
        let mut segment = taken.unwrap_or_else(|| Segment::initial(layout, class, state));
        let mut changed = None;
        Segment::read_rows(layout, class, rows, |block, row, bits| {
            if bits != 0 {
                let page = segment.page(layout, class, block.pair);
                page[block.first_row + row] |= bits;
                if changed != Some(block.frame) {
                    changes.set(class, layout.first_frame[class] + block.frame);
                    changed = Some(block.frame);
                }
            }
        });
        segment.sum_up(layout, class);
        store.put(layout, state, class, self.ply, segment)
    }
}
