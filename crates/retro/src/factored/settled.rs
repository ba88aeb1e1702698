//! What each half-ply settled: the last one's is what the next begins from, all together are the depths.

use super::error::SolveError;
use super::flags::Flags;
use super::fresh::{Fresh, Packed, changed_frames};
use super::held::Meter;
use super::layout::{Block, Layout};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tablebase::{BlockFile, BlockWriter, Label, TableError, block};

/// The settled positions of half-plies, in files or in memory.
pub(crate) struct Settled {
    folder: Option<PathBuf>,
    max_doves: u32,
    memory: BTreeMap<u32, InMemory>,
    files: BTreeMap<u32, BlockFile>,
    /// The checksums of half-plies of this process.
    checksums: BTreeMap<u32, u64>,
}

/// A half-ply without a file.
struct InMemory {
    /// Whether rows are kept, or only which frames changed.
    rows: bool,
    classes: BTreeMap<usize, Packed>,
}

enum Sink {
    File(BlockWriter),
    Memory(BTreeMap<usize, Packed>),
}

/// Takes the settled positions of one half-ply, from all threads.
pub(crate) struct SettledWriter {
    state: Mutex<WriterState>,
    ply: u32,
    /// Whether rows are kept, or only which frames changed.
    pub(crate) rows: bool,
}

struct WriterState {
    sink: Sink,
    /// How many classes have been written; those that are done before their turn wait, so that the same run gives
    /// the same file with any number of threads.
    next: usize,
    waiting: BTreeMap<usize, Option<(usize, Packed)>>,
    /// Class and checksum of all that have something.
    checksums: Vec<u8>,
}

impl SettledWriter {
    /// Adds the new positions of a class, if any, which is number `turn` in the order of work.
    pub(crate) fn append(&self, turn: usize, class: usize, packed: Option<Packed>) -> Result<(), SolveError> {
        let mut state = self.state.lock().expect("no thread panics while it holds the lock");
        state.waiting.insert(turn, packed.map(|packed| (class, packed)));
        let WriterState { sink, next, waiting, checksums } = &mut *state;
        while let Some(packed) = waiting.remove(next) {
            *next += 1;
            if let Some((class, packed)) = &packed {
                checksums.extend_from_slice(&(*class as u64).to_le_bytes());
                checksums.extend_from_slice(&packed.checksum.to_le_bytes());
            }
            match (packed, &mut *sink) {
                (None, _) => {}
                (Some((class, packed)), Sink::Memory(map)) => drop(map.insert(class, packed)),
                (Some((class, packed)), Sink::File(writer)) => {
                    writer.append_packed(class as u64, &packed.bytes, packed.unpacked)?;
                }
            }
        }
        Ok(())
    }
}

impl Settled {
    pub(crate) fn new(folder: Option<&Path>, max_doves: u32) -> Self {
        Self {
            folder: folder.map(Path::to_owned),
            max_doves,
            memory: BTreeMap::new(),
            files: BTreeMap::new(),
            checksums: BTreeMap::new(),
        }
    }

    fn path(folder: &Path, ply: u32) -> PathBuf {
        folder.join(format!("settled.{ply:04}"))
    }

    fn label(&self, ply: u32, rows: bool) -> Label {
        let content = if rows { "settled" } else { "changed" };
        Label::new(content, "doves", [u64::from(self.max_doves), u64::from(ply), 0, 0])
    }

    /// Begins a half-ply, with the rows that it settles or only with the frames that it changes.
    pub(crate) fn begin(&self, ply: u32, rows: bool) -> Result<SettledWriter, SolveError> {
        let sink = match &self.folder {
            None => Sink::Memory(BTreeMap::new()),
            Some(folder) => {
                Sink::File(BlockWriter::create(&Self::path(folder, ply), &self.label(ply, rows), 1)?)
            }
        };
        let state = WriterState { sink, next: 0, waiting: BTreeMap::new(), checksums: Vec::new() };
        Ok(SettledWriter { state: Mutex::new(state), ply, rows })
    }

    pub(crate) fn end(&mut self, writer: SettledWriter) -> Result<(), SolveError> {
        let state = writer.state.into_inner().expect("all threads are done");
        self.checksums.insert(writer.ply, block::checksum(&state.checksums));
        match state.sink {
            Sink::Memory(classes) => {
                self.memory.insert(writer.ply, InMemory { rows: writer.rows, classes });
            }
            Sink::File(file) => {
                file.finish()?;
                self.open(writer.ply)?;
            }
        }
        Ok(())
    }

    /// Opens the file of a half-ply that an earlier process wrote.
    pub(crate) fn open(&mut self, ply: u32) -> Result<(), SolveError> {
        let folder = self.folder.as_ref().expect("only a folder has files");
        let path = Self::path(folder, ply);
        let file = BlockFile::open(&path)?;
        if [true, false].iter().all(|rows| *file.label() != self.label(ply, *rows)) {
            let (found, expected) = (file.label().to_string(), self.label(ply, true).to_string());
            return Err(TableError::Label { path, found, expected }.into());
        }
        self.files.insert(ply, file);
        Ok(())
    }

    /// Forgets the half-plies that nobody will ask for again.
    pub(crate) fn keep(&mut self, mut is_needed: impl FnMut(u32) -> bool) {
        self.memory.retain(|ply, _| is_needed(*ply));
        let folder = &self.folder;
        self.files.retain(|ply, _| {
            let needed = is_needed(*ply);
            if let (Some(folder), false) = (folder, needed) {
                let _ = fs::remove_file(Self::path(folder, *ply));
            }
            needed
        });
    }

    /// What a half-ply settled in a class, if anything.
    pub(crate) fn read(
        &self,
        layout: &Layout,
        ply: u32,
        class: usize,
        meter: &Meter,
    ) -> Result<Option<Fresh>, SolveError> {
        if let Some(packed) = self.memory.get(&ply).and_then(|kept| kept.classes.get(&class)) {
            let fresh = Fresh::new(layout, class, &packed.bytes, packed.unpacked, meter);
            return Ok(Some(fresh.expect("only half-plies with rows are read, and memory keeps them")));
        }
        let Some(file) = self.files.get(&ply) else { return Ok(None) };
        let Some(number) = file.find(class as u64) else { return Ok(None) };
        let fresh = Fresh::new(layout, class, file.packed(number)?, file.unpacked_length(number), meter);
        fresh.map(Some).ok_or_else(|| self.damaged(file, number))
    }

    /// What half-plies after `after` won in a class, to `to`, which won something.
    pub(crate) fn read_after(
        &self,
        layout: &Layout,
        after: Option<u32>,
        to: u32,
        class: usize,
        meter: &Meter,
    ) -> Result<Vec<Fresh>, SolveError> {
        let plies = after.map_or(0, |after| after + 1)..=to;
        let mut gains = Vec::new();
        let mut last = None;
        for (ply, _) in self.files.range(plies).filter(|(ply, _)| !ply.is_multiple_of(2)) {
            if let Some(fresh) = self.read(layout, *ply, class, meter)? {
                gains.push(fresh);
                last = Some(*ply);
            }
        }
        assert_eq!(
            last,
            Some(to),
            "the half-plies after a segment was written are kept until it is written again"
        );
        Ok(gains)
    }

    /// The classes in which a half-ply settled something, as its file says.
    pub(crate) fn classes(&self, ply: u32) -> impl Iterator<Item = usize> + '_ {
        self.files.get(&ply).into_iter().flat_map(BlockFile::keys).map(|key| key as usize)
    }

    /// Whether the rows of a half-ply are at hand.
    pub(crate) fn has_rows(&self, ply: u32) -> bool {
        let in_file = self.files.get(&ply).is_some_and(|file| *file.label() == self.label(ply, true));
        in_file || self.memory.get(&ply).is_some_and(|kept| kept.rows)
    }

    /// Marks the frames that a half-ply changed, as its file says.
    pub(crate) fn mark(&self, layout: &Layout, ply: u32, changes: &Flags) -> Result<(), SolveError> {
        let Some(file) = self.files.get(&ply) else { return Ok(()) };
        for (number, key) in file.keys().enumerate() {
            let class = usize::try_from(key).ok().filter(|class| *class < layout.classes());
            let packed = file.packed(number)?;
            let frames =
                class.and_then(|class| changed_frames(layout, class, packed, file.unpacked_length(number)));
            let (Some(class), Some(frames)) = (class, frames) else {
                return Err(self.damaged(file, number));
            };
            for frame in frames {
                changes.set(class, layout.first_frame[class] + frame);
            }
        }
        Ok(())
    }

    fn damaged(&self, file: &BlockFile, block: usize) -> SolveError {
        let what =
            format!("it does not hold what one of at most {} doves settles in a class", self.max_doves);
        TableError::Block { path: file.path().to_owned(), block, what }.into()
    }

    /// Deletes the files of half-plies that were interrupted or are no longer needed.
    pub(crate) fn delete_strangers(&self) -> Result<(), SolveError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        for entry in fs::read_dir(folder).map_err(SolveError::io(folder))? {
            let path = entry.map_err(SolveError::io(folder))?.path();
            let ours = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("settled."));
            if ours && !self.files.keys().any(|ply| path == Self::path(folder, *ply)) {
                fs::remove_file(&path).map_err(SolveError::io(&path))?;
            }
        }
        Ok(())
    }

    /// Calls `visit` with half-ply, frame, row within it and bits of every row of a class that a half-ply added to, in
    /// order.
    pub(crate) fn of_class(
        &self,
        layout: &Layout,
        class: usize,
        mut visit: impl FnMut(u32, &Block, usize, u128),
    ) -> Result<(), SolveError> {
        let blocks: Vec<Block> = layout.blocks(class).collect();
        for ply in self.memory.keys().chain(self.files.keys()) {
            if let Some(fresh) = self.read(layout, *ply, class, &Meter::default())? {
                for frame in fresh.frames() {
                    fresh.rows_of(frame).for_each(|(row, bits)| visit(*ply, &blocks[frame], row, bits));
                }
            }
        }
        Ok(())
    }

    /// Bytes kept of a half-ply of this process, and the checksum of all that it settled.
    pub(crate) fn of_ply(&self, ply: u32) -> Option<(u64, u64)> {
        let bytes = self.files.get(&ply).map_or(0, BlockFile::bytes);
        self.checksums.get(&ply).map(|checksum| (bytes, *checksum))
    }

    /// The bytes they take.
    pub(crate) fn bytes(&self) -> u64 {
        let memory: usize =
            self.memory.values().flat_map(|kept| kept.classes.values()).map(|p| p.bytes.len()).sum();
        memory as u64 + self.files.values().map(BlockFile::bytes).sum::<u64>()
    }
}
