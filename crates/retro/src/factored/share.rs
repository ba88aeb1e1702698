//! The classes divided among processes: who works on which, who reads which, and what is sent.
//!
//! A process keeps the segments of its own classes and of those that one action leads to from them. What a half-ply
//! settles in a class goes to the processes that keep the class, also that it settled nothing: who keeps it has the same
//! segment and the same settled positions. A half-ply never reads what it writes, so news may be taken in while the work
//! goes on.

use super::error::SolveError;
use super::flags::Flags;
use super::fresh::{Fresh, Packed};
use super::layout::{Block, Layout};
use super::segment::{Changed, State};
use super::settled::Settled;
use super::store::Store;
use exchange::Outbox;

/// Ply, class and length unpacked (u32 each), checksum (u64).
const HEAD: usize = 20;

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
        self.is_owner(self.process, class)
    }

    /// Whether a process works on a class.
    pub(crate) fn is_owner(&self, process: usize, class: usize) -> bool {
        usize::from(self.owners[class]) == process
    }

    /// Whether this process is told what is settled in a class, or finds it.
    pub(crate) fn hears_of(&self, class: usize) -> bool {
        self.owns(class) || self.readers[class].contains(&(self.process as u16))
    }

    /// Whether this process keeps the segment of a class.
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
    /// Bytes of the won positions of the classes it keeps, a bit for each position of their rows.
    pub in_memory: u64,
    /// The same without the columns that win at once.
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
                in_memory: kept().map(|class| layout.segment_bytes(class)).sum(),
                packed: kept().map(|class| packed[class]).sum(),
                fixed: layout.fixed_bytes(),
                working_set: layout.working_set(),
            }
        })
        .collect()
}

/// What a half-ply settled in a class.
pub(crate) struct News {
    ply: u32,
    pub(crate) class: usize,
    unpacked: usize,
    checksum: u64,
    packed: Vec<u8>,
}

impl News {
    /// News to be sent; nothing settled is news, too.
    pub(crate) fn new(ply: u32, class: usize, packed: Option<&Packed>) -> Self {
        let (packed, unpacked, checksum) =
            packed.map_or((Vec::new(), 0, 0), |p| (p.bytes.clone(), p.unpacked, p.checksum));
        Self { ply, class, unpacked, checksum, packed }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + self.packed.len());
        for number in [self.ply, self.class as u32, self.unpacked as u32] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.checksum.to_le_bytes());
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
            checksum: u64::from_le_bytes(head[12..HEAD].try_into().expect("eight bytes")),
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

    /// What was settled, packed as it came.
    pub(crate) fn into_packed(self) -> Option<Packed> {
        (!self.packed.is_empty()).then_some(Packed {
            bytes: self.packed,
            unpacked: self.unpacked,
            checksum: self.checksum,
        })
    }

    /// Marks the frames that changed and adds won positions to the segment of the class.
    pub(crate) fn take_in(
        &self,
        from: usize,
        layout: &Layout,
        store: &Store,
        settled: &Settled,
        state: State,
        changes: &Flags,
    ) -> Result<(), SolveError> {
        if self.packed.is_empty() {
            return Ok(());
        }
        let class = self.class;
        let Some(fresh) = Fresh::new(layout, class, &self.packed, self.unpacked, &store.meter) else {
            let what = format!("news of class {class} that cannot be unpacked");
            return Err(SolveError::Process { process: from, what });
        };
        fresh.frames().for_each(|frame| changes.set(class, layout.first_frame[class] + frame));
        // What is lost only its owner has to know.
        if state == State::Lost {
            return Ok(());
        }
        let old = store.get_or_initial(layout, settled, State::Won, class)?;
        let segment = Changed::with(layout, class, &old, &[fresh], &store.meter);
        store.put(State::Won, class, self.ply, segment)
    }
}
