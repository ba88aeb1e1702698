//! The settled positions, and what the last half-ply settled: in memory as far as the bound allows, the rest in files.

use super::error::SolveError;
use super::fresh::Fresh;
use super::held::Meter;
use super::layout::Layout;
use super::segment::{Changed, Segment, State};
use super::settled::Settled;
use super::uses::Uses;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use tablebase::{BlockFile, Label};

/// What stands in a file already comes back in this part of the time that it takes to write and read anything.
const CHEAP: usize = 3;

#[derive(Default)]
struct Slot {
    /// The half-ply that wrote the segment; none before the first.
    ply: Option<u32>,
    segment: Option<Arc<Segment>>,
    /// The half-ply whose segment stands in a file: an earlier one as long as this one's is only in memory, or what was
    /// settled since stands in the files of half-plies alone.
    file: Option<u32>,
}

/// The state of a run.
pub(crate) struct Store {
    folder: Option<PathBuf>,
    max_doves: u32,
    bound: u64,
    pub(crate) meter: Meter,
    pub(crate) uses: Uses,
    slots: [Vec<Mutex<Slot>>; 2],
    /// What the half-ply before the one at hand settled, by class.
    fresh: Vec<Mutex<Option<Arc<Fresh>>>>,
    /// Whether what was won since the segments were written is in the files of half-plies: then a segment of what is won may
    /// leave memory without being written.
    won_is_noted: AtomicBool,
    evicting: Mutex<()>,
    obsolete: Mutex<Vec<PathBuf>>,
    /// Bytes read from and written to files.
    pub(crate) traffic: [AtomicU64; 2],
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds the lock")
}

impl Store {
    /// A store of the segments written by the half-plies `plies` (`None` where there is none), by state and class.
    pub(crate) fn new(
        layout: &Layout,
        folder: Option<&Path>,
        bound: u64,
        plies: [Vec<Option<u32>>; 2],
    ) -> Result<Self, SolveError> {
        if let Some(folder) = folder {
            for state in State::BOTH {
                let path = folder.join(state.name());
                fs::create_dir_all(&path).map_err(SolveError::io(&path))?;
            }
        }
        let fresh = plies[0].iter().map(|_| Mutex::default()).collect();
        let slots = plies.map(|list| {
            list.into_iter().map(|ply| Mutex::new(Slot { ply, file: ply, segment: None })).collect()
        });
        Ok(Self {
            folder: folder.map(Path::to_owned),
            max_doves: layout.frames.max_doves,
            bound,
            meter: Meter::default(),
            uses: Uses::new(layout),
            slots,
            fresh,
            won_is_noted: AtomicBool::new(false),
            evicting: Mutex::new(()),
            obsolete: Mutex::new(Vec::new()),
            traffic: [AtomicU64::new(0), AtomicU64::new(0)],
        })
    }

    fn slot(&self, state: State, class: usize) -> &Mutex<Slot> {
        &self.slots[state as usize][class]
    }

    fn file(folder: &Path, state: State, class: usize, ply: u32) -> PathBuf {
        folder.join(state.name()).join(format!("{class:04}.{ply:04}"))
    }

    fn label(&self, state: State, class: usize, ply: u32) -> Label {
        Label::new(state.name(), "doves", [u64::from(self.max_doves), class as u64, u64::from(ply), 0])
    }

    /// The segment of a class, `None` if no half-ply has written it.
    pub(crate) fn get(
        &self,
        layout: &Layout,
        settled: &Settled,
        state: State,
        class: usize,
    ) -> Result<Option<Arc<Segment>>, SolveError> {
        let mut slot = locked(self.slot(state, class));
        let Some(ply) = slot.ply else { return Ok(None) };
        if let Some(segment) = &slot.segment {
            return Ok(Some(segment.clone()));
        }
        let mut segment = match slot.file {
            None => Segment::initial(layout, class, state, &self.meter),
            Some(ply) => self.read(layout, state, class, ply)?,
        };
        if slot.file != slot.ply {
            let gains = settled.read_after(layout, slot.file, ply, class, &self.meter)?;
            segment = Changed::with(layout, class, &segment, &gains, &self.meter);
        }
        let segment = Arc::new(segment);
        slot.segment = Some(segment.clone());
        drop(slot);
        self.evict()?;
        Ok(Some(segment))
    }

    fn read(&self, layout: &Layout, state: State, class: usize, ply: u32) -> Result<Segment, SolveError> {
        let folder = self.folder.as_ref().expect("only a folder has files");
        let file =
            BlockFile::open_as(&Self::file(folder, state, class, ply), &self.label(state, class, ply))?;
        self.traffic[0].fetch_add(file.bytes(), Relaxed);
        Segment::read(layout, class, &file, &self.meter)
    }

    /// The segment of a class, or the one it begins with.
    pub(crate) fn get_or_initial(
        &self,
        layout: &Layout,
        settled: &Settled,
        state: State,
        class: usize,
    ) -> Result<Arc<Segment>, SolveError> {
        let known = self.get(layout, settled, state, class)?;
        Ok(known.unwrap_or_else(|| Arc::new(Segment::initial(layout, class, state, &self.meter))))
    }

    /// What half-ply `ply` settled in a class, if anything. One half-ply at a time: see [`Store::begin`].
    pub(crate) fn fresh(
        &self,
        layout: &Layout,
        settled: &Settled,
        ply: u32,
        class: usize,
    ) -> Result<Option<Arc<Fresh>>, SolveError> {
        let mut slot = locked(&self.fresh[class]);
        if slot.is_none() {
            *slot = settled.read(layout, ply, class, &self.meter)?.map(Arc::new);
        }
        let fresh = slot.clone();
        drop(slot);
        self.evict()?;
        Ok(fresh)
    }

    /// Begins a half-ply: what the one before the last settled is not asked for again. `won_is_noted`: what it wins, and what
    /// was won since the segments were written, is kept in the files of half-plies until the segments are written.
    pub(crate) fn begin(&self, seeks_losses: bool, won_is_noted: bool) {
        self.uses.begin(seeks_losses);
        self.won_is_noted.store(won_is_noted, Relaxed);
        self.fresh.iter().for_each(|slot| *locked(slot) = None);
    }

    /// Forgets the segments of a state. Their files stay until the next commit.
    pub(crate) fn forget(&self, state: State) {
        for (class, slot) in self.slots[state as usize].iter().enumerate() {
            let slot = std::mem::take(&mut *locked(slot));
            self.let_go(state, class, slot.file);
        }
    }

    /// Notes that a file will not be needed after the next commit.
    fn let_go(&self, state: State, class: usize, file: Option<u32>) {
        if let (Some(folder), Some(ply)) = (&self.folder, file) {
            locked(&self.obsolete).push(Self::file(folder, state, class, ply));
        }
    }

    /// Replaces a segment by what half-ply `ply` made of it. The file of the old one stays until this one has its own.
    pub(crate) fn put(
        &self,
        state: State,
        class: usize,
        ply: u32,
        segment: Segment,
    ) -> Result<(), SolveError> {
        let mut slot = locked(self.slot(state, class));
        slot.segment = Some(Arc::new(segment));
        slot.ply = Some(ply);
        drop(slot);
        self.evict()
    }

    /// Brings the store below its bound: what is not needed for longest leaves, segments for their files, but rather what
    /// stands in a file already.
    fn evict(&self) -> Result<(), SolveError> {
        if self.meter.bytes() <= self.bound {
            return Ok(());
        }
        let Ok(_guard) = self.evicting.try_lock() else { return Ok(()) };
        let goal = self.bound - self.bound / 16;
        let is_noted = |state| state == State::Won && self.won_is_noted.load(Relaxed);
        let mut resident = Vec::new();
        for class in 0..self.fresh.len() {
            for state in State::BOTH {
                if let Ok(slot) = self.slot(state, class).try_lock()
                    && slot.segment.is_some()
                {
                    let cheap = if slot.file == slot.ply || is_noted(state) { CHEAP } else { 1 };
                    let until = self.uses.until(Some(state), class);
                    resident.push((until.saturating_mul(cheap), class, Some(state)));
                }
            }
            if let Ok(slot) = self.fresh[class].try_lock()
                && slot.is_some()
            {
                resident.push((self.uses.until(None, class).saturating_mul(CHEAP), class, None));
            }
        }
        resident.sort_unstable_by_key(|(until, ..)| std::cmp::Reverse(*until));
        for (_, class, state) in resident {
            if self.meter.bytes() <= goal {
                break;
            }
            match state {
                None => {
                    if let Ok(mut slot) = self.fresh[class].try_lock() {
                        *slot = None;
                    }
                }
                Some(state) if self.folder.is_some() => {
                    if let Ok(mut slot) = self.slot(state, class).try_lock()
                        && let Some(segment) = slot.segment.clone()
                    {
                        // It stays if it cannot be written.
                        if !is_noted(state) {
                            self.save(state, class, &mut slot, &segment)?;
                        }
                        slot.segment = None;
                    }
                }
                Some(_) => {}
            }
        }
        if self.folder.is_none() && self.meter.bytes() > self.bound {
            let mib = |bytes: u64| bytes.div_ceil(1 << 20);
            let hint = ", or a folder to write to";
            let (given, needed) = (mib(self.bound), mib(self.meter.bytes()));
            return Err(SolveError::Memory { given, needed, hint });
        }
        Ok(())
    }

    fn save(&self, state: State, class: usize, slot: &mut Slot, segment: &Segment) -> Result<(), SolveError> {
        let (Some(folder), Some(ply)) = (&self.folder, slot.ply) else { return Ok(()) };
        if slot.file == slot.ply {
            return Ok(());
        }
        let path = Self::file(folder, state, class, ply);
        let bytes = segment.write(&path, &self.label(state, class, ply))?;
        self.traffic[1].fetch_add(bytes, Relaxed);
        self.let_go(state, class, slot.file);
        slot.file = slot.ply;
        Ok(())
    }

    /// Writes every segment that is not in its file yet.
    pub(crate) fn flush(&self, layout: &Layout, settled: &Settled, threads: usize) -> Result<(), SolveError> {
        if self.folder.is_none() {
            return Ok(());
        }
        let classes = self.fresh.len();
        let save = |number: usize| {
            let (state, class) = (State::BOTH[number / classes], number % classes);
            let slot = locked(self.slot(state, class));
            if slot.file == slot.ply {
                return Ok(());
            }
            drop(slot);
            let Some(segment) = self.get(layout, settled, state, class)? else { return Ok(()) };
            self.save(state, class, &mut locked(self.slot(state, class)), &segment)
        };
        Self::each(State::BOTH.len() * classes, threads, save)
    }

    /// Takes note of what half-plies won whose segments were not written to files: it is added to a segment that is asked for.
    pub(crate) fn note(&self, settled: &Settled, plies: &[u32]) {
        for ply in plies {
            for class in settled.classes(*ply).filter(|class| *class < self.fresh.len()) {
                let mut slot = locked(self.slot(State::Won, class));
                if slot.file.is_none_or(|file| file < *ply) {
                    slot.ply = Some(*ply);
                }
            }
        }
    }

    /// Calls `work` with the numbers below a number, in several threads, until one fails.
    fn each(
        count: usize,
        threads: usize,
        work: impl Fn(usize) -> Result<(), SolveError> + Sync,
    ) -> Result<(), SolveError> {
        let (next, fault) = (AtomicUsize::new(0), Mutex::new(None));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= count || locked(&fault).is_some() {
                            break;
                        }
                        if let Err(error) = work(number) {
                            *locked(&fault) = Some(error);
                        }
                    }
                });
            }
        });
        fault.into_inner().expect("all threads are done").map_or(Ok(()), Err)
    }

    /// Which half-ply's segments stand in files.
    pub(crate) fn files(&self) -> [Vec<Option<u32>>; 2] {
        self.slots.each_ref().map(|slots| slots.iter().map(|slot| locked(slot).file).collect())
    }

    /// Deletes the files that no manifest names any more. One that is gone already is no fault.
    pub(crate) fn delete_obsolete(&self) {
        for path in locked(&self.obsolete).drain(..) {
            let _ = fs::remove_file(path);
        }
    }

    /// Deletes the files in the run's folder that belong to no segment: those of a half-ply that was interrupted.
    pub(crate) fn delete_strangers(&self) -> Result<(), SolveError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        for (state, plies) in State::BOTH.into_iter().zip(self.files()) {
            let path = folder.join(state.name());
            let known: HashSet<PathBuf> = plies
                .iter()
                .enumerate()
                .filter_map(|(class, ply)| ply.map(|ply| Self::file(folder, state, class, ply)))
                .collect();
            for entry in fs::read_dir(&path).map_err(SolveError::io(&path))? {
                let file = entry.map_err(SolveError::io(&path))?.path();
                if !known.contains(&file) {
                    fs::remove_file(&file).map_err(SolveError::io(&file))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_that_do_not_fit_leave_for_files_and_come_back() {
        let layout = Layout::new(5, 1);
        let classes = layout.classes();
        let folder = tempfile::tempdir().unwrap();
        let store =
            Store::new(&layout, Some(folder.path()), 1, [vec![None; classes], vec![None; classes]]).unwrap();
        let settled = Settled::new(None, 5);
        for class in 0..classes {
            store.put(State::Won, class, 3, changed(&layout, class, &store.meter)).unwrap();
        }
        assert!(store.meter.bytes() <= 1, "{} bytes are still in memory", store.meter.bytes());
        let elsewhere = Meter::default();
        for class in 0..classes {
            let (segment, expected) = (
                store.get(&layout, &settled, State::Won, class).unwrap().unwrap(),
                changed(&layout, class, &elsewhere),
            );
            assert_eq!(segment.words(0), expected.words(0));
            assert_eq!(segment.rows(0).map(|r| r.rows), expected.rows(0).map(|r| r.rows));
        }
        let [read, written] = store.traffic.each_ref().map(|t| t.load(Relaxed));
        assert!(read == written && read > 0, "{read} bytes read of {written}");
        store.flush(&layout, &settled, 2).unwrap();
        assert_eq!(store.traffic[1].load(Relaxed), written, "what stands in its file is not written again");
    }

    #[test]
    fn a_segment_that_cannot_be_written_stays() {
        let layout = Layout::new(4, 1);
        let folder = tempfile::tempdir().unwrap();
        let none = [(); 2].map(|()| vec![None; layout.classes()]);
        let store = Store::new(&layout, Some(folder.path()), 1, none).unwrap();
        std::fs::remove_dir_all(folder.path()).unwrap();
        assert!(store.put(State::Won, 0, 3, changed(&layout, 0, &store.meter)).is_err());
        let settled = Settled::new(None, 4);
        let kept = store.slot(State::Won, 0).lock().unwrap().segment.clone();
        let got = store.get(&layout, &settled, State::Won, 0).unwrap().unwrap();
        assert!(Arc::ptr_eq(&kept.unwrap(), &got));
    }

    fn changed(layout: &Layout, class: usize, meter: &Meter) -> Segment {
        let old = Segment::initial(layout, class, State::Won, meter);
        let mut changed = Changed::new(layout, class, &old);
        let block = layout.blocks(class).next().unwrap();
        let rows: Vec<u128> = (0..block.rows as u128).map(|row| (row % 3) & block.full).collect();
        changed.set(0, &rows);
        changed.finish(meter)
    }

    #[test]
    fn without_a_folder_too_little_memory_is_an_error() {
        let layout = Layout::new(4, 1);
        let store = Store::new(&layout, None, 1, [(); 2].map(|()| vec![None; layout.classes()])).unwrap();
        let error = store.put(State::Won, 0, 1, changed(&layout, 0, &store.meter)).unwrap_err().to_string();
        assert!(error.contains("or a folder to write to"), "{error}");
    }
}
