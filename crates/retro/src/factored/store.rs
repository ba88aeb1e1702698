//! The segments: in memory as far as the bound allows, the rest in files.

use super::error::SolveError;
use super::layout::Layout;
use super::segment::{Segment, State};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use tablebase::{BlockFile, BlockWriter, Label};

/// zstd's level for segments: rows of bits pack little better at higher ones.
const LEVEL: i32 = 1;

#[derive(Default)]
struct Slot {
    /// The half-ply that wrote the segment; none before the first.
    ply: Option<u32>,
    segment: Option<Arc<Segment>>,
    /// Whether the segment stands in its file.
    saved: bool,
    used: u64,
}

/// The two bitmaps of a run.
pub(crate) struct Store {
    folder: Option<PathBuf>,
    max_doves: u32,
    bound: u64,
    bytes: AtomicU64,
    clock: AtomicU64,
    slots: [Vec<Mutex<Slot>>; 2],
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
        folder: Option<&Path>,
        max_doves: u32,
        bound: u64,
        plies: [Vec<Option<u32>>; 2],
    ) -> Result<Self, SolveError> {
        if let Some(folder) = folder {
            for state in State::BOTH {
                let path = folder.join(state.name());
                fs::create_dir_all(&path).map_err(SolveError::io(&path))?;
            }
        }
        let slots = plies.map(|list| {
            list.into_iter().map(|ply| Mutex::new(Slot { ply, saved: true, ..Slot::default() })).collect()
        });
        Ok(Self {
            folder: folder.map(Path::to_owned),
            max_doves,
            bound,
            bytes: AtomicU64::new(0),
            clock: AtomicU64::new(0),
            slots,
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
        state: State,
        class: usize,
    ) -> Result<Option<Arc<Segment>>, SolveError> {
        let mut slot = locked(self.slot(state, class));
        slot.used = self.clock.fetch_add(1, Relaxed);
        let Some(ply) = slot.ply else { return Ok(None) };
        if let Some(segment) = &slot.segment {
            return Ok(Some(segment.clone()));
        }
        let folder = self.folder.as_ref().expect("a segment leaves memory only for a file");
        let path = Self::file(folder, state, class, ply);
        let file = BlockFile::open_as(&path, &self.label(state, class, ply))?;
        self.traffic[0].fetch_add(file.bytes(), Relaxed);
        let bytes = file.read(0)?;
        let segment = Arc::new(Segment::unpack(layout, class, state, &bytes));
        self.bytes.fetch_add(segment.bytes(), Relaxed);
        slot.segment = Some(segment.clone());
        drop(slot);
        self.evict(layout)?;
        Ok(Some(segment))
    }

    /// Takes a segment out to change it; until [`Store::put`] or [`Store::give_back`] nobody else may ask for it.
    pub(crate) fn take(
        &self,
        layout: &Layout,
        state: State,
        class: usize,
    ) -> Result<Option<Segment>, SolveError> {
        let Some(segment) = self.get(layout, state, class)? else { return Ok(None) };
        let mut slot = locked(self.slot(state, class));
        if let Some(kept) = slot.segment.take() {
            self.bytes.fetch_sub(kept.bytes(), Relaxed);
        }
        drop(slot);
        Ok(Some(Arc::try_unwrap(segment).unwrap_or_else(|shared| Segment::clone(&shared))))
    }

    /// Returns a segment that was taken out and not changed.
    pub(crate) fn give_back(&self, state: State, class: usize, segment: Segment) {
        let mut slot = locked(self.slot(state, class));
        if slot.ply.is_some() {
            self.bytes.fetch_add(segment.bytes(), Relaxed);
            slot.segment = Some(Arc::new(segment));
        }
    }

    /// Replaces a segment by what half-ply `ply` made of it. The file of the old one stays until the next commit.
    pub(crate) fn put(
        &self,
        layout: &Layout,
        state: State,
        class: usize,
        ply: u32,
        segment: Segment,
    ) -> Result<(), SolveError> {
        let mut slot = locked(self.slot(state, class));
        if let (Some(folder), Some(old), true) = (&self.folder, slot.ply, slot.saved) {
            locked(&self.obsolete).push(Self::file(folder, state, class, old));
        }
        self.bytes.fetch_add(segment.bytes(), Relaxed);
        if let Some(old) = slot.segment.replace(Arc::new(segment)) {
            self.bytes.fetch_sub(old.bytes(), Relaxed);
        }
        slot.ply = Some(ply);
        slot.saved = false;
        slot.used = self.clock.fetch_add(1, Relaxed);
        drop(slot);
        self.evict(layout)
    }

    /// Brings the store below its bound: the segments that were not used for longest leave.
    fn evict(&self, layout: &Layout) -> Result<(), SolveError> {
        if self.bytes.load(Relaxed) <= self.bound {
            return Ok(());
        }
        if self.folder.is_none() {
            let mib = |bytes: u64| bytes.div_ceil(1 << 20);
            let hint = ", or a folder to write to";
            let (given, needed) = (mib(self.bound), mib(self.bytes.load(Relaxed)));
            return Err(SolveError::Memory { given, needed, hint });
        }
        let Ok(_guard) = self.evicting.try_lock() else { return Ok(()) };
        let mut resident = Vec::new();
        for state in State::BOTH {
            for (class, slot) in self.slots[state as usize].iter().enumerate() {
                if let Ok(slot) = slot.try_lock()
                    && slot.segment.is_some()
                {
                    resident.push((slot.used, state, class));
                }
            }
        }
        resident.sort_unstable_by_key(|r| r.0);
        for (used, state, class) in resident {
            if self.bytes.load(Relaxed) <= self.bound - self.bound / 16 {
                break;
            }
            let Ok(mut slot) = self.slot(state, class).try_lock() else { continue };
            if slot.used == used && slot.segment.is_some() {
                self.save(layout, state, class, &mut slot)?;
                let segment = slot.segment.take().expect("it is resident");
                self.bytes.fetch_sub(segment.bytes(), Relaxed);
            }
        }
        Ok(())
    }

    fn save(&self, layout: &Layout, state: State, class: usize, slot: &mut Slot) -> Result<(), SolveError> {
        let (Some(folder), Some(ply), Some(segment), false) =
            (&self.folder, slot.ply, &slot.segment, slot.saved)
        else {
            return Ok(());
        };
        let path = Self::file(folder, state, class, ply);
        let mut writer = BlockWriter::create(&path, &self.label(state, class, ply), LEVEL)?;
        writer.append(class as u64, &segment.pack(layout, class))?;
        let bytes = writer.finish_unsynchronised()?;
        self.traffic[1].fetch_add(bytes, Relaxed);
        slot.saved = true;
        Ok(())
    }

    /// Writes every segment that is not in its file yet.
    pub(crate) fn flush(&self, layout: &Layout, threads: usize) -> Result<(), SolveError> {
        let classes = layout.classes();
        let next = AtomicUsize::new(0);
        let fault = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Relaxed);
                        if i >= 2 * classes {
                            break;
                        }
                        let (state, class) = (State::BOTH[i / classes], i % classes);
                        let mut slot = locked(self.slot(state, class));
                        if let Err(error) = self.save(layout, state, class, &mut slot) {
                            *locked(&fault) = Some(error);
                            break;
                        }
                    }
                });
            }
        });
        fault.into_inner().expect("all threads are done").map_or(Ok(()), Err)
    }

    /// Which half-ply wrote each segment.
    pub(crate) fn plies(&self) -> [Vec<Option<u32>>; 2] {
        self.slots.each_ref().map(|slots| slots.iter().map(|s| locked(s).ply).collect())
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
        for state in State::BOTH {
            let path = folder.join(state.name());
            for entry in fs::read_dir(&path).map_err(SolveError::io(&path))? {
                let file = entry.map_err(SolveError::io(&path))?.path();
                let known = self.slots[state as usize].iter().enumerate().any(|(class, slot)| {
                    locked(slot).ply.is_some_and(|p| file == Self::file(folder, state, class, p))
                });
                if !known {
                    fs::remove_file(&file).map_err(SolveError::io(&file))?;
                }
            }
        }
        Ok(())
    }
}
