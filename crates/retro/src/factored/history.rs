//! Which positions each half-ply settled: what depths are read from afterwards.

use super::error::SolveError;
use super::layout::{Block, Layout};
use super::segment::Segment;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tablebase::{BlockFile, BlockWriter, Label, block};

/// zstd's level: the rows are sparse, and each is written once.
const LEVEL: i32 = 3;

struct Kept {
    packed: Vec<u8>,
    unpacked: usize,
}

/// The settled positions of all half-plies, in files or in memory.
pub(crate) struct History {
    folder: Option<PathBuf>,
    max_doves: u32,
    memory: BTreeMap<u32, BTreeMap<usize, Kept>>,
    files: BTreeMap<u32, BlockFile>,
}

enum Sink {
    File(BlockWriter),
    Memory(BTreeMap<usize, Kept>),
}

/// Takes the settled positions of one half-ply, from all threads.
pub(crate) struct HistoryWriter {
    state: Mutex<WriterState>,
    ply: u32,
}

struct WriterState {
    sink: Sink,
    /// How many classes have been written; those that are done before their turn wait, so that the same run gives
    /// the same file with any number of threads.
    next: usize,
    waiting: BTreeMap<usize, Option<(usize, Kept)>>,
}

impl HistoryWriter {
    /// Adds the packed new positions of a class, if any, which is number `turn` in the order of work.
    pub(crate) fn append(&self, turn: usize, class: usize, bytes: Option<&[u8]>) -> Result<(), SolveError> {
        let kept = match bytes {
            None => None,
            Some(bytes) => {
                let packed = block::pack(bytes, LEVEL).map_err(SolveError::io(Path::new("history")))?;
                Some((class, Kept { packed, unpacked: bytes.len() }))
            }
        };
        let mut state = self.state.lock().expect("no thread panics while it holds the lock");
        state.waiting.insert(turn, kept);
        let WriterState { sink, next, waiting } = &mut *state;
        while let Some(kept) = waiting.remove(next) {
            *next += 1;
            match (kept, &mut *sink) {
                (None, _) => {}
                (Some((class, kept)), Sink::Memory(map)) => drop(map.insert(class, kept)),
                (Some((class, kept)), Sink::File(writer)) => {
                    writer.append_packed(class as u64, &kept.packed, kept.unpacked)?;
                }
            }
        }
        Ok(())
    }
}

impl History {
    pub(crate) fn new(folder: Option<&Path>, max_doves: u32) -> Self {
        Self {
            folder: folder.map(Path::to_owned),
            max_doves,
            memory: BTreeMap::new(),
            files: BTreeMap::new(),
        }
    }

    fn path(folder: &Path, ply: u32) -> PathBuf {
        folder.join(format!("history.{ply:04}"))
    }

    fn label(&self, ply: u32) -> Label {
        Label::new("history", "doves", [u64::from(self.max_doves), u64::from(ply), 0, 0])
    }

    pub(crate) fn begin(&self, ply: u32) -> Result<HistoryWriter, SolveError> {
        let sink = match &self.folder {
            None => Sink::Memory(BTreeMap::new()),
            Some(folder) => {
                Sink::File(BlockWriter::create(&Self::path(folder, ply), &self.label(ply), LEVEL)?)
            }
        };
        let state = WriterState { sink, next: 0, waiting: BTreeMap::new() };
        Ok(HistoryWriter { state: Mutex::new(state), ply })
    }

    pub(crate) fn end(&mut self, writer: HistoryWriter) -> Result<(), SolveError> {
        match writer.state.into_inner().expect("all threads are done").sink {
            Sink::Memory(map) => drop(self.memory.insert(writer.ply, map)),
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
        let file = BlockFile::open_as(&Self::path(folder, ply), &self.label(ply))?;
        self.files.insert(ply, file);
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
        let mut row_of = |ply: u32, bytes: &[u8]| {
            Segment::read_rows(layout, class, bytes, |block, row, bits| {
                if bits != 0 {
                    visit(ply, block, row, bits);
                }
            });
        };
        for (ply, classes) in &self.memory {
            if let Some(kept) = classes.get(&class) {
                let bytes = block::unpack(&kept.packed, kept.unpacked);
                row_of(*ply, &bytes.map_err(SolveError::io(Path::new("history")))?);
            }
        }
        for (ply, file) in &self.files {
            if let Some(block) = file.find(class as u64) {
                row_of(*ply, &file.read(block)?);
            }
        }
        Ok(())
    }

    /// The bytes the history takes.
    pub(crate) fn bytes(&self) -> u64 {
        let memory: usize = self.memory.values().flat_map(BTreeMap::values).map(|k| k.packed.len()).sum();
        memory as u64 + self.files.values().map(BlockFile::bytes).sum::<u64>()
    }
}
