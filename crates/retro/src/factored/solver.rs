//! A run: half-ply after half-ply, with a checkpoint after each.

use super::checkpoint::{self, Lock, Manifest};
use super::error::SolveError;
use super::flags::Flags;
use super::history::{History, HistoryWriter};
use super::layout::Layout;
use super::peers;
use super::share::Share;
use super::store::Store;
use super::sweep::{Post, Rule, Sweep};
use crate::progress::{Meter, Observer};
use exchange::Mesh;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// How a run is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// The most doves on the board, 2 to 12.
    pub max_doves: u32,
    /// Threads at work.
    pub threads: usize,
    /// Bytes of memory for everything but the program itself.
    pub memory: u64,
    /// Where checkpoints and what does not fit in memory go. Without it nothing is written, and a game beyond the
    /// memory is refused.
    pub folder: Option<PathBuf>,
    /// Whether to keep which positions each half-ply settled, for their depths.
    pub history: bool,
    /// Stop once this half-ply is complete.
    pub last_ply: Option<u32>,
}

/// The positions that one half-ply settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The depth: lost if even, won if odd.
    pub ply: u32,
    /// New positions by number of doves (index 0 to 12).
    pub counts: [u64; 13],
}

impl Row {
    /// `Lose` or `Win`, as tables of this game say.
    pub const fn status(&self) -> &'static str {
        if self.ply.is_multiple_of(2) { "Lose" } else { "Win" }
    }
}

/// What a run has found so far.
#[derive(Clone, Debug)]
pub struct Summary {
    /// A row for each complete half-ply; plies 0 and 1 are the positions without an action and with one that wins.
    pub rows: Vec<Row>,
    /// Whether every position that is not in a row is a draw.
    pub finished: bool,
    /// Free positions by number of doves.
    pub free: [u64; 13],
    /// Bytes read from and written to segment files by this process.
    pub traffic: [u64; 2],
    /// Time each half-ply of this process took, by ply.
    pub times: Vec<(u32, Duration)>,
    /// Bytes of the history.
    pub history_bytes: u64,
}

impl Summary {
    /// Free positions in no row, by number of doves: draws once the run is finished.
    pub fn unsettled(&self) -> [u64; 13] {
        std::array::from_fn(|n| self.free[n] - self.rows.iter().map(|r| r.counts[n]).sum::<u64>())
    }
}

/// A run over Tokyo Doves with at most N doves on the board.
pub struct Solver {
    options: Options,
    pub(crate) layout: Layout,
    store: Store,
    flags: [Flags; 2],
    pub(crate) history: Option<History>,
    manifest: Manifest,
    pub(super) share: Option<Share>,
    times: Vec<(u32, Duration)>,
    _lock: Option<Lock>,
}

impl Solver {
    /// Begins a run, or takes up the one that the folder holds after its last complete half-ply.
    ///
    /// # Errors
    /// If the folder belongs to another run or is damaged, or the memory is too small.
    pub fn new(options: Options) -> Result<Self, SolveError> {
        let lock = options.folder.as_deref().map(Lock::take).transpose()?;
        Self::open(options, lock, None)
    }

    /// The same as one of several processes, each with a folder `process-K-of-N` of its own in the folder given. All must
    /// be given the same options but for threads, memory and place. Of the folders that a run left behind, one may be a
    /// half-ply ahead: the others then hold all of it too.
    ///
    /// # Errors
    /// As [`Solver::new`], or if the processes were not given the same run.
    pub fn join(mut options: Options, mesh: &mut Mesh) -> Result<Self, SolveError> {
        let (process, processes) = (mesh.process(), mesh.processes());
        if processes == 1 {
            return Self::new(options);
        }
        options.folder = options.folder.map(|f| f.join(format!("process-{process}-of-{processes}")));
        let lock = options.folder.as_deref().map(Lock::take).transpose()?;
        let everywhere = peers::agree(&options, mesh)?;
        options.history = everywhere && process == 0;
        Self::open(options, lock, Some((process, processes, everywhere)))
    }

    /// `place`: process, processes, and whether process 0 keeps a history.
    fn open(
        options: Options,
        lock: Option<Lock>,
        place: Option<(usize, usize, bool)>,
    ) -> Result<Self, SolveError> {
        let threads = options.threads.max(1);
        let layout = Layout::new(options.max_doves, threads);
        let classes = layout.classes();
        let needed = layout.fixed_bytes() + threads as u64 * layout.working_set();
        if needed >= options.memory {
            let mib = |bytes: u64| bytes.div_ceil(1 << 20);
            let (given, needed) = (mib(options.memory), mib(needed) + 1);
            return Err(SolveError::Memory { given, needed, hint: ", or fewer threads" });
        }
        let found = options.folder.as_deref().map(Manifest::read).transpose()?.flatten();
        let share_of = place.map(|(process, processes, _)| (process, processes));
        let manifest =
            found.unwrap_or_else(|| Manifest::new(options.max_doves, options.history, share_of, classes));
        let bound = options.memory - needed;
        let folder = options.folder.as_deref();
        if let Some(folder) = folder {
            manifest.check(folder, options.max_doves, options.history, share_of, classes)?;
        }
        let store = Store::new(folder, options.max_doves, bound, manifest.segments.clone())?;
        store.delete_strangers()?;
        let flags = [(); 2].map(|()| Flags::new(layout.frame_count(), classes));
        if let (Some(folder), Some(last)) = (folder, manifest.next_ply.checked_sub(1)) {
            let bytes = checkpoint::read_flags(folder, options.max_doves, last)?;
            if !flags[last as usize % 2].set_from_bytes(&bytes) {
                let what = format!("the flags of ply {last} are of another size");
                return Err(SolveError::Manifest { path: folder.to_owned(), what });
            }
        }
        let mut history = manifest.history.then(|| History::new(folder, options.max_doves));
        if let (Some(history), Some(_)) = (&mut history, folder) {
            (0..manifest.next_ply).try_for_each(|ply| history.open(ply))?;
        }
        let share = place.map(|(process, processes, kept)| Share::new(&layout, process, processes, kept));
        let times = Vec::new();
        Ok(Self { options, layout, store, flags, history, manifest, share, times, _lock: lock })
    }

    /// Works until every position is settled or drawn, or the last ply asked for is complete.
    ///
    /// # Errors
    /// What stopped it; complete half-plies are kept.
    pub fn run(&mut self, observer: &dyn Observer) -> Result<Summary, SolveError> {
        while !self.manifest.finished
            && self.options.last_ply.is_none_or(|last| self.manifest.next_ply <= last)
        {
            self.half_ply(observer, None)?;
        }
        Ok(self.summary())
    }

    /// [`Solver::run`] of a run that was [joined](Solver::join), with the same processes.
    ///
    /// # Errors
    /// What stopped it, or which process is gone; half-plies complete in all processes are kept.
    pub fn run_with(&mut self, mesh: &mut Mesh, observer: &dyn Observer) -> Result<Summary, SolveError> {
        while !self.manifest.finished
            && self.options.last_ply.is_none_or(|last| self.manifest.next_ply <= last)
        {
            self.half_ply(observer, Some(&mut *mesh))?;
        }
        Ok(self.summary())
    }

    /// Changes after which half-ply [`Solver::run`] stops.
    pub fn set_last_ply(&mut self, last_ply: Option<u32>) {
        self.options.last_ply = last_ply;
    }

    /// What has been found so far.
    pub fn summary(&self) -> Summary {
        Summary {
            rows: self.manifest.rows.clone(),
            finished: self.manifest.finished,
            free: self.layout.frames.free_positions(),
            traffic: self.store.traffic.each_ref().map(|t| t.load(Relaxed)),
            times: self.times.clone(),
            history_bytes: self.history.as_ref().map_or(0, History::bytes),
        }
    }

    /// The rule of a half-ply. With all twelve doves allowed some action always goes on or wins (proved by the
    /// author of the published table), so there is nothing to look for at ply 0.
    fn rule(&self, ply: u32) -> Option<Rule> {
        match ply {
            0 if self.options.max_doves == 12 => None,
            0 => Some(Rule::Stuck),
            2 => Some(Rule::LostEverywhere),
            p if p % 2 == 0 => Some(Rule::Lost),
            _ => Some(Rule::Won),
        }
    }

    fn half_ply(&mut self, observer: &dyn Observer, mut mesh: Option<&mut Mesh>) -> Result<(), SolveError> {
        let begun = Instant::now();
        let ply = self.manifest.next_ply;
        self.flags[ply as usize % 2].clear();
        let writer = self.history.as_ref().map(|h| h.begin(ply)).transpose()?;
        let mut counts = match (self.rule(ply), mesh.as_deref_mut()) {
            (None, _) => [0; 13],
            (Some(rule), None) => {
                self.sweep(rule, ply, writer.as_ref(), observer, None).run(self.threads())?
            }
            (Some(rule), Some(mesh)) => self.sweep_with(mesh, rule, ply, writer.as_ref(), observer)?,
        };
        let found: u64 = counts.iter().sum();
        if ply == 1 {
            for (c, class) in self.layout.frames.classes.all().iter().enumerate() {
                counts[class.count() as usize] += class.distinct(self.layout.winning_count(c));
            }
        }
        if let (Some(history), Some(writer)) = (&mut self.history, writer) {
            history.end(writer)?;
        }
        self.manifest.finished = ply >= 2 && found == 0;
        if !self.manifest.finished {
            self.manifest.rows.push(Row { ply, counts });
        }
        self.manifest.next_ply = ply + 1;
        self.commit(ply, mesh)?;
        self.times.push((ply, begun.elapsed()));
        observer.ply_done(ply, &counts);
        Ok(())
    }

    /// The frames that a half-ply changes.
    pub(super) fn changes(&self, ply: u32) -> &Flags {
        &self.flags[ply as usize % 2]
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn threads(&self) -> usize {
        self.options.threads.max(1)
    }

    /// One half-ply, to be run.
    pub(super) fn sweep<'a>(
        &'a self,
        rule: Rule,
        ply: u32,
        history: Option<&'a HistoryWriter>,
        observer: &'a dyn Observer,
        post: Option<Post<'a>>,
    ) -> Sweep<'a> {
        let [changes, changed] = [ply as usize % 2, 1 - ply as usize % 2].map(|i| &self.flags[i]);
        let mine = |class: &usize| self.share.as_ref().is_none_or(|share| share.owns(*class));
        let total = (0..self.layout.classes()).filter(mine).map(|c| self.layout.frames.positions_of(c)).sum();
        let meter = Meter::new(observer, ply, total);
        Sweep { layout: &self.layout, store: &self.store, rule, ply, changed, changes, history, meter, post }
    }

    /// Makes the half-ply the last complete one. With several processes all write everything before the first lets it
    /// count: one that is interrupted in between finds it prepared, and follows the others.
    fn commit(&mut self, ply: u32, mesh: Option<&mut Mesh>) -> Result<(), SolveError> {
        let folder = self.options.folder.clone();
        if let Some(folder) = &folder {
            self.store.flush(&self.layout, self.threads())?;
            let flags = self.flags[ply as usize % 2].to_bytes();
            checkpoint::write_flags(folder, self.options.max_doves, ply, &flags)?;
            self.manifest.segments = self.store.plies();
            self.manifest.prepare(folder)?;
        }
        if let Some(mesh) = mesh {
            mesh.gather(&ply.to_le_bytes())?;
        }
        if let Some(folder) = &folder {
            Manifest::commit(folder)?;
            self.store.delete_obsolete();
            if let Some(before) = ply.checked_sub(1) {
                checkpoint::delete_flags(folder, before);
            }
        }
        Ok(())
    }
}
