//! A table of values by rank: blocks of 65,536 codes of two bytes.

use crate::{BlockFile, BlockWriter, Label, TableError};
use game::solve::Value;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The entries of a block.
pub const ENTRIES: usize = 1 << 16;
/// The code of a rank that is a hole of the numbering.
const HOLE: u16 = u16::MAX;
/// How many unpacked blocks a table keeps.
const KEPT: usize = 64;

fn label(game: &str, variant: u64, entries: u64) -> Label {
    Label::new("values", game, [variant, entries, ENTRIES as u64, 0])
}

/// Writes a table, rank after rank.
pub struct ValueWriter {
    blocks: BlockWriter,
    pending: Vec<u16>,
    written: u64,
    entries: u64,
    path: std::path::PathBuf,
}

impl ValueWriter {
    /// Begins a table of `entries` ranks of a game's variant.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path, game: &str, variant: u64, entries: u64) -> Result<Self, TableError> {
        let blocks = BlockWriter::create(path, &label(game, variant, entries), 6)?;
        let pending = Vec::with_capacity(ENTRIES);
        Ok(Self { blocks, pending, written: 0, entries, path: path.to_owned() })
    }

    /// Appends the value of the next rank; `None` for a hole.
    ///
    /// # Errors
    /// If the disk is full, or more values come than were announced.
    pub fn push(&mut self, value: Option<Value>) -> Result<(), TableError> {
        let rank = self.written + self.pending.len() as u64;
        if rank == self.entries {
            return Err(TableError::Rank { path: self.path.clone(), rank, entries: self.entries });
        }
        self.pending.push(value.map_or(HOLE, Value::code));
        if self.pending.len() == ENTRIES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), TableError> {
        // Low bytes first, then high ones: depths of neighbouring ranks share their high byte.
        let bytes: Vec<u8> = self
            .pending
            .iter()
            .map(|c| *c as u8)
            .chain(self.pending.iter().map(|c| (c >> 8) as u8))
            .collect();
        self.blocks.append(self.written / ENTRIES as u64, &bytes)?;
        self.written += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Completes the table. Returns its length in bytes.
    ///
    /// # Errors
    /// If the disk is full, or fewer values came than were announced.
    pub fn finish(mut self) -> Result<u64, TableError> {
        if !self.pending.is_empty() {
            self.flush()?;
        }
        if self.written != self.entries {
            return Err(TableError::Rank { path: self.path, rank: self.written, entries: self.entries });
        }
        self.blocks.finish()
    }
}

/// A table on disk that answers probes.
pub struct ValueTable {
    file: BlockFile,
    entries: u64,
    kept: Mutex<Vec<(usize, Arc<Vec<u8>>)>>,
}

/// How many ranks of a table have which value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Wins by depth.
    pub wins: Vec<u64>,
    /// Losses by depth.
    pub losses: Vec<u64>,
    /// Draws.
    pub draws: u64,
    /// Ranks that no position has.
    pub holes: u64,
}

impl Statistics {
    /// Adds one rank.
    pub fn add(&mut self, value: Option<Value>) {
        let (list, depth) = match value {
            None => return self.holes += 1,
            Some(Value::Draw) => return self.draws += 1,
            Some(Value::Win(k)) => (&mut self.wins, usize::from(k)),
            Some(Value::Lose(k)) => (&mut self.losses, usize::from(k)),
        };
        if list.len() <= depth {
            list.resize(depth + 1, 0);
        }
        list[depth] += 1;
    }
}

impl ValueTable {
    /// Opens the table of a game.
    ///
    /// # Errors
    /// What is wrong with the file, or that it is of another game.
    pub fn open(path: &Path, game: &str) -> Result<Self, TableError> {
        let file = BlockFile::open(path)?;
        let [variant, entries, ..] = file.label().numbers;
        let expected = label(game, variant, entries);
        if *file.label() != expected {
            let (found, expected) = (file.label().to_string(), format!("values of {game}"));
            return Err(TableError::Label { path: path.to_owned(), found, expected });
        }
        if file.len() as u64 != entries.div_ceil(ENTRIES as u64) {
            let what = format!("{} blocks for {entries} entries", file.len());
            return Err(TableError::Truncated { path: path.to_owned(), what });
        }
        Ok(Self { file, entries, kept: Mutex::new(Vec::new()) })
    }

    /// The number of the game's variant, such as the most doves on the board.
    pub fn variant(&self) -> u64 {
        self.file.label().numbers[0]
    }

    /// The number of ranks.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The file below.
    pub fn file(&self) -> &BlockFile {
        &self.file
    }

    /// The value of a rank; `None` for a hole.
    ///
    /// # Errors
    /// A rank beyond the table, or a damaged block: then no answer is given.
    pub fn value(&self, rank: u64) -> Result<Option<Value>, TableError> {
        if rank >= self.entries {
            return Err(TableError::Rank { path: self.file.path().to_owned(), rank, entries: self.entries });
        }
        let block = (rank / ENTRIES as u64) as usize;
        let bytes = self.block(block)?;
        self.decode(block, &bytes, (rank % ENTRIES as u64) as usize)
    }

    fn decode(&self, block: usize, bytes: &[u8], entry: usize) -> Result<Option<Value>, TableError> {
        let half = bytes.len() / 2;
        let code = u16::from(bytes[entry]) | u16::from(bytes[half + entry]) << 8;
        if code == HOLE {
            return Ok(None);
        }
        let damaged = |what| TableError::Block { path: self.file.path().to_owned(), block, what };
        Value::from_code(code).map(Some).map_err(|e| damaged(e.to_string()))
    }

    fn block(&self, block: usize) -> Result<Arc<Vec<u8>>, TableError> {
        let mut kept = self.kept.lock().expect("no thread panics while it holds the lock");
        if let Some(at) = kept.iter().position(|(b, _)| *b == block) {
            let found = kept.remove(at);
            kept.push(found.clone());
            return Ok(found.1);
        }
        let bytes = Arc::new(self.file.read(block)?);
        let last = self.entries - (block * ENTRIES) as u64;
        let expected = 2 * last.min(ENTRIES as u64) as usize;
        if bytes.len() != expected {
            let what = format!("{} bytes, expected {expected}", bytes.len());
            return Err(TableError::Block { path: self.file.path().to_owned(), block, what });
        }
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((block, bytes.clone()));
        Ok(bytes)
    }

    /// The longest win and the longest loss: the first rank of each, with its value.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn longest(&self) -> Result<[Option<(u64, Value)>; 2], TableError> {
        let mut found: [Option<(u64, Value)>; 2] = [None; 2];
        for block in 0..self.file.len() {
            let bytes = self.block(block)?;
            for entry in 0..bytes.len() / 2 {
                let rank = (block * ENTRIES + entry) as u64;
                let (place, value, depth) = match self.decode(block, &bytes, entry)? {
                    Some(value @ Value::Win(depth)) => (0, value, depth),
                    Some(value @ Value::Lose(depth)) => (1, value, depth),
                    _ => continue,
                };
                let longer = match found[place] {
                    Some((_, Value::Win(known) | Value::Lose(known))) => depth > known,
                    _ => true,
                };
                if longer {
                    found[place] = Some((rank, value));
                }
            }
        }
        Ok(found)
    }

    /// Counts all values.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn statistics(&self) -> Result<Statistics, TableError> {
        let mut statistics = Statistics::default();
        for block in 0..self.file.len() {
            let bytes = self.block(block)?;
            for entry in 0..bytes.len() / 2 {
                statistics.add(self.decode(block, &bytes, entry)?);
            }
        }
        Ok(statistics)
    }
}
