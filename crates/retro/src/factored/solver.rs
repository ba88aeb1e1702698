//! A run: half-ply after half-ply, with a checkpoint after each.

use super::checkpoint::{Lock, Manifest};
use super::error::SolveError;
use super::flags::Flags;
use super::layout::Layout;
use super::peers;
use super::segment::State;
use super::settled::{Settled, SettledWriter};
use super::share::Share;
use super::store::Store;
use super::sweep::{Post, Rule, Sweep};
use crate::progress::{Meter, Observer};
use exchange::Mesh;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

/// How many positions, settled in a half-ply for each frame, are few enough to go back from them: with more it is faster
/// to look at every frame with a changed successor.
const FEW: u64 = 30;

/// Where fewer than one is won in a half-ply for so many frames, the positions before them are looked at one by one.
const SCARCE: u64 = 4;

/// How many half-plies a run that follows may be ahead of the files of its segments: a run that is interrupted adds what they
/// settled again.
const AHEAD: u32 = 24;

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
    /// Bytes of what half-plies settled: of all of them with a history, else of those that are still needed.
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
    pub(crate) settled: Settled,
    manifest: Manifest,
    pub(super) share: Option<Share>,
    /// How many settled positions for each frame are few.
    few: u64,
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
        // What threads have unpacked counts as well, so that the rest leaves when they need it.
        let bound = options.memory - layout.fixed_bytes();
        let folder = options.folder.as_deref();
        if let Some(folder) = folder {
            manifest.check(folder, options.max_doves, options.history, share_of, classes)?;
        }
        let store = Store::new(&layout, folder, bound, manifest.segments.clone())?;
        store.delete_strangers()?;
        let flags = [(); 2].map(|()| Flags::new(layout.frame_count(), classes));
        let mut settled = Settled::new(folder, options.max_doves);
        if folder.is_some() {
            (0..manifest.next_ply)
                .filter(|ply| manifest.needs(*ply))
                .try_for_each(|ply| settled.open(ply))?;
            settled.delete_strangers()?;
        }
        if let Some(last) = manifest.next_ply.checked_sub(1) {
            settled.mark(&layout, last, &flags[last as usize % 2])?;
        }
        if let (Some(in_files), Some(_)) = (manifest.following, folder) {
            let ahead: Vec<u32> =
                (in_files + 1..manifest.next_ply).filter(|p| !p.is_multiple_of(2)).collect();
            store.note(&settled, &ahead);
        }
        let share = place.map(|(process, processes, kept)| Share::new(&layout, process, processes, kept));
        Ok(Self { options, layout, store, flags, settled, manifest, share, few: FEW, _lock: lock })
    }

    /// Works until every position is settled or drawn, or the last ply asked for is complete.
    ///
    /// # Errors
    /// What stopped it; complete half-plies are kept.
    pub fn run(&mut self, observer: &dyn Observer) -> Result<Summary, SolveError> {
        while self.step(observer)? {}
        Ok(self.summary())
    }

    /// Works on the next half-ply; nothing if the last one asked for is complete, or every position is settled or drawn.
    /// Returns whether there was one.
    ///
    /// # Errors
    /// As [`Solver::run`].
    pub fn step(&mut self, observer: &dyn Observer) -> Result<bool, SolveError> {
        let goes_on = self.goes_on();
        if goes_on {
            self.half_ply(observer, None)?;
        }
        Ok(goes_on)
    }

    fn goes_on(&self) -> bool {
        !self.manifest.finished && self.options.last_ply.is_none_or(|last| self.manifest.next_ply <= last)
    }

    /// [`Solver::run`] of a run that was [joined](Solver::join), with the same processes.
    ///
    /// # Errors
    /// What stopped it, or which process is gone; half-plies complete in all processes are kept.
    pub fn run_with(&mut self, mesh: &mut Mesh, observer: &dyn Observer) -> Result<Summary, SolveError> {
        while self.goes_on() {
            self.half_ply(observer, Some(&mut *mesh))?;
        }
        Ok(self.summary())
    }

    /// The half-ply that comes next.
    pub fn next_ply(&self) -> u32 {
        self.manifest.next_ply
    }

    /// Of a half-ply that this process ran: the length of the file with what it settled, and the checksum of the positions
    /// that it settled. It depends on the game alone, not on threads, memory or interruptions.
    pub fn settled(&self, ply: u32) -> Option<(u64, u64)> {
        self.settled.of_ply(ply)
    }

    /// What has been found so far.
    pub fn summary(&self) -> Summary {
        Summary {
            rows: self.manifest.rows.clone(),
            finished: self.manifest.finished,
            free: self.layout.frames.free_positions(),
            traffic: self.store.traffic.each_ref().map(|t| t.load(Relaxed)),
            history_bytes: self.settled.bytes(),
        }
    }

    /// The rule of a half-ply. With all twelve doves allowed some action always goes on or wins (proved by the
    /// author of the published table), so there is nothing to look for at ply 0.
    fn rule(&self, ply: u32) -> Rule {
        match ply {
            0 if self.options.max_doves == 12 => Rule::Nothing,
            0 => Rule::Stuck,
            2 => Rule::LostEverywhere,
            p if p % 2 == 0 => Rule::Lost,
            _ => Rule::Won,
        }
    }

    fn half_ply(&mut self, observer: &dyn Observer, mut mesh: Option<&mut Mesh>) -> Result<(), SolveError> {
        let ply = self.manifest.next_ply;
        self.flags[ply as usize % 2].clear();
        if self.manifest.following.is_none() && self.may_follow(ply) {
            self.manifest.follow();
            self.store.forget(State::Lost);
        }
        let won_is_noted = self.manifest.following.is_some() && self.share.is_none();
        self.store.begin(ply.is_multiple_of(2), won_is_noted);
        let writer = self.settled.begin(ply, self.needs_rows(ply))?;
        let rule = self.rule(ply);
        let mut counts = match mesh.as_deref_mut() {
            None => self.sweep(rule, ply, &writer, observer, None).run(self.threads())?,
            Some(mesh) => self.sweep_with(mesh, rule, ply, &writer, observer)?,
        };
        let found: u64 = counts.iter().sum();
        if ply == 1 {
            for (c, class) in self.layout.frames.classes.all().iter().enumerate() {
                counts[class.count() as usize] += class.distinct(self.layout.winning_count(c));
            }
        }
        self.settled.end(writer)?;
        self.manifest.finished = ply >= 2 && found == 0;
        if !self.manifest.finished {
            self.manifest.rows.push(Row { ply, counts });
        }
        self.manifest.next_ply = ply + 1;
        self.commit(ply, mesh)?;
        observer.ply_done(ply, &counts);
        Ok(())
    }

    /// Whether what every half-ply settled is kept.
    pub(super) fn keeps_history(&self) -> bool {
        self.manifest.history
    }

    /// Whether a half-ply settled so few positions for each frame that it pays to go back from them.
    fn settled_few(&self, ply: u32) -> bool {
        self.settled_in(ply) < self.few * self.frames()
    }

    /// How many positions a half-ply settled.
    fn settled_in(&self, ply: u32) -> u64 {
        let row = self.manifest.rows.iter().find(|row| row.ply == ply);
        row.map_or(0, |row| row.counts.iter().sum())
    }

    fn frames(&self) -> u64 {
        self.layout.frame_count() as u64
    }

    /// Whether the losses of a half-ply can be found from the wins before, and these are few.
    fn may_follow(&self, ply: u32) -> bool {
        let before = ply.checked_sub(1).filter(|_| self.rule(ply) == Rule::Lost);
        before.is_some_and(|before| self.settled.has_rows(before) && self.settled_few(before))
    }

    /// Whether the rows that a half-ply settles will be read: wins are always found from the losses before, losses from the
    /// wins only where these are few, which those two plies earlier announce. Other processes need them in any case.
    fn needs_rows(&self, ply: u32) -> bool {
        self.manifest.history
            || self.manifest.following.is_some()
            || self.share.is_some()
            || ply.is_multiple_of(2)
            || ply >= 2 && self.settled_few(ply - 2)
            || ply < 5
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
        writer: &'a SettledWriter,
        observer: &'a dyn Observer,
        post: Option<Post<'a>>,
    ) -> Sweep<'a> {
        let [changes, changed] = [ply as usize % 2, 1 - ply as usize % 2].map(|i| &self.flags[i]);
        let mine = |class: &usize| self.share.as_ref().is_none_or(|share| share.owns(*class));
        let total = (0..self.layout.classes()).filter(mine).map(|c| self.layout.frames.positions_of(c)).sum();
        let meter = Meter::new(observer, ply, total);
        let (layout, store, settled) = (&self.layout, &self.store, &self.settled);
        let following = self.manifest.following.is_some();
        let seeking = following
            && ply.checked_sub(1).is_some_and(|before| SCARCE * self.settled_in(before) < self.frames());
        Sweep { layout, store, settled, rule, ply, changed, changes, writer, meter, following, seeking, post }
    }

    /// Makes the half-ply the last complete one. With several processes all write everything before the first lets it
    /// count: one that is interrupted in between finds it prepared, and follows the others.
    fn commit(&mut self, ply: u32, mesh: Option<&mut Mesh>) -> Result<(), SolveError> {
        let folder = self.options.folder.clone();
        if folder.is_none() || self.is_due(ply) {
            self.store.flush(&self.layout, &self.settled, self.threads())?;
            self.manifest.following = self.manifest.following.map(|_| ply);
        }
        if let Some(folder) = &folder {
            self.manifest.segments = self.store.files();
            self.manifest.prepare(folder)?;
        }
        if let Some(mesh) = mesh {
            mesh.gather(&ply.to_le_bytes())?;
        }
        if let Some(folder) = &folder {
            Manifest::commit(folder)?;
            self.store.delete_obsolete();
        }
        self.settled.keep(|ply| self.manifest.needs(ply));
        Ok(())
    }

    /// Whether all segments are written to files after a half-ply. A run that follows need not: what it won since they were
    /// stands in the files of its half-plies.
    fn is_due(&self, ply: u32) -> bool {
        let is_last = self.manifest.finished || self.options.last_ply == Some(ply);
        is_last
            || self.share.is_some()
            || self.manifest.following.is_none_or(|in_files| ply >= in_files + AHEAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    #[test]
    fn what_is_found_does_not_depend_on_what_is_few() {
        let found = [0, FEW].map(|few| {
            let folder = tempfile::tempdir().unwrap();
            let folder_path = Some(folder.path().to_owned());
            let options = Options {
                max_doves: 5,
                threads: 2,
                memory: 1 << 28,
                folder: folder_path,
                history: false,
                last_ply: None,
            };
            let mut checksums = Vec::new();
            for ply in 0..20 {
                // Each half-ply in a run of its own, which finds in the folder what the one before left there.
                let options = Options { last_ply: Some(ply), ..options.clone() };
                let mut solver = Solver::new(options).unwrap();
                solver.few = few;
                solver.run(&Silent).unwrap();
                checksums.push(solver.settled(ply).unwrap().1);
                assert_eq!(solver.settled.has_rows(ply), few > 0 || ply < 5 || ply % 2 == 0);
            }
            (Solver::new(options).unwrap().summary().rows, checksums)
        });
        assert_eq!(found[0], found[1]);
    }

    /// Rows that were left out must be missed by nobody, when from one half-ply to the next what it settles is few.
    #[test]
    fn without_a_folder_rows_that_were_left_out_are_not_looked_for() {
        let found = [None, Some(9), Some(10)].map(|turn| {
            let options = Options {
                max_doves: 5,
                threads: 2,
                memory: 1 << 28,
                folder: None,
                history: false,
                last_ply: None,
            };
            let mut solver = Solver::new(options).unwrap();
            for ply in 0..20 {
                solver.few = if turn.is_some_and(|turn| ply < turn) { 0 } else { FEW };
                solver.options.last_ply = Some(ply);
                solver.run(&Silent).unwrap();
            }
            solver.summary().rows
        });
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0], found[2]);
    }
}
