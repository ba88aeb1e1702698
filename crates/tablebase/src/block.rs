//! The block file.
//!
//! All numbers are little-endian.
//!
//! | part | bytes |
//! |---|---|
//! | magic `yomiblk\n`, version (u32), zero (u32) | 16 |
//! | label: content and game (24 bytes each, zero-padded), four u64 | 80 |
//! | xxh3-64 of the 96 bytes before | 8 |
//! | blocks: a zstd frame each | |
//! | index: for each block key (u64), offset (u64), packed and unpacked length (u32 each), xxh3-64 of the packed bytes | 32 each |
//! | offset of the index, number of blocks, xxh3-64 of the index, xxh3-64 of the header and the index together | 32 |
//! | magic `yomiend\n` | 8 |
//!
//! The last checksum stands for the whole file: it covers the checksum of every block. A file is written under the
//! name `*.new`, synchronised, and renamed, so that under its own name it is always whole.

use crate::{Label, TableError};
use memmap2::Mmap;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The version of the layout.
pub const VERSION: u32 = 1;
const MAGIC: &[u8; 8] = b"yomiblk\n";
const END: &[u8; 8] = b"yomiend\n";
const HEADER: usize = 16 + Label::BYTES + 8;
const FOOTER: usize = 40;
const ENTRY: usize = 32;

/// Writes a block file.
pub struct BlockWriter {
    file: BufWriter<File>,
    path: PathBuf,
    temporary: PathBuf,
    header: Vec<u8>,
    index: Vec<u8>,
    offset: u64,
    level: i32,
}

impl BlockWriter {
    /// Begins a file that will stand at `path` once finished; `level` is zstd's.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path, label: &Label, level: i32) -> Result<Self, TableError> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".new");
        let temporary = PathBuf::from(temporary);
        let mut file = BufWriter::new(File::create(&temporary).map_err(TableError::io(&temporary))?);
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(MAGIC);
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&[0; 4]);
        header.extend_from_slice(&label.to_bytes());
        header.extend_from_slice(&xxh3_64(&header).to_le_bytes());
        file.write_all(&header).map_err(TableError::io(&temporary))?;
        let offset = header.len() as u64;
        Ok(Self { file, path: path.to_owned(), temporary, header, index: Vec::new(), offset, level })
    }

    /// Appends a block under a key. Keys need not be in order, but each may occur once.
    ///
    /// # Errors
    /// If the disk is full or the block is larger than 4 GiB.
    pub fn append(&mut self, key: u64, bytes: &[u8]) -> Result<(), TableError> {
        let packed = zstd::bulk::compress(bytes, self.level).map_err(TableError::io(&self.temporary))?;
        self.append_packed(key, &packed, bytes.len())
    }

    /// Appends a block that [`pack`] has compressed, so that several threads may compress for one file.
    ///
    /// # Errors
    /// As [`BlockWriter::append`].
    pub fn append_packed(&mut self, key: u64, packed: &[u8], unpacked: usize) -> Result<(), TableError> {
        let too_large = || TableError::Block {
            path: self.path.clone(),
            block: self.index.len() / ENTRY,
            what: format!("{unpacked} bytes are too many"),
        };
        let unpacked = u32::try_from(unpacked).map_err(|_| too_large())?;
        let length = u32::try_from(packed.len()).map_err(|_| too_large())?;
        self.file.write_all(packed).map_err(TableError::io(&self.temporary))?;
        self.index.extend_from_slice(&key.to_le_bytes());
        self.index.extend_from_slice(&self.offset.to_le_bytes());
        self.index.extend_from_slice(&length.to_le_bytes());
        self.index.extend_from_slice(&unpacked.to_le_bytes());
        self.index.extend_from_slice(&xxh3_64(packed).to_le_bytes());
        self.offset += packed.len() as u64;
        Ok(())
    }

    /// Writes index and checksums, synchronises and gives the file its name. Returns its length.
    ///
    /// # Errors
    /// If the disk refuses; no file then stands under the name that was not there before.
    pub fn finish(self) -> Result<u64, TableError> {
        self.complete(true)
    }

    /// As [`BlockWriter::finish`], but leaves it to the system when the bytes reach the disk: the file survives the
    /// death of the process, not that of the machine. For the thousands of files of one checkpoint.
    ///
    /// # Errors
    /// As [`BlockWriter::finish`].
    pub fn finish_unsynchronised(self) -> Result<u64, TableError> {
        self.complete(false)
    }

    fn complete(mut self, synchronise: bool) -> Result<u64, TableError> {
        let mut footer = Vec::with_capacity(FOOTER);
        footer.extend_from_slice(&self.offset.to_le_bytes());
        footer.extend_from_slice(&((self.index.len() / ENTRY) as u64).to_le_bytes());
        footer.extend_from_slice(&xxh3_64(&self.index).to_le_bytes());
        let whole = [self.header.as_slice(), &self.index].concat();
        footer.extend_from_slice(&xxh3_64(&whole).to_le_bytes());
        footer.extend_from_slice(END);
        let write = |file: &mut BufWriter<File>, index: &[u8]| {
            file.write_all(index)?;
            file.write_all(&footer)?;
            file.flush()?;
            if synchronise { file.get_ref().sync_data() } else { Ok(()) }
        };
        write(&mut self.file, &self.index).map_err(TableError::io(&self.temporary))?;
        fs::rename(&self.temporary, &self.path).map_err(TableError::io(&self.path))?;
        Ok(self.offset + self.index.len() as u64 + FOOTER as u64)
    }
}

/// The checksum of bytes, as this crate writes it into files: xxh3-64.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Compresses bytes for [`BlockWriter::append_packed`].
///
/// # Errors
/// What zstd reports.
pub fn pack(bytes: &[u8], level: i32) -> std::io::Result<Vec<u8>> {
    // A context is a megabyte of tables: a thread that packs pages by the million keeps its own.
    thread_local!(static PACKER: RefCell<Option<(i32, zstd::bulk::Compressor<'static>)>> = const { RefCell::new(None) });
    PACKER.with_borrow_mut(|kept| match kept {
        Some((made_for, packer)) if *made_for == level => packer.compress(bytes),
        _ => kept.insert((level, zstd::bulk::Compressor::new(level)?)).1.compress(bytes),
    })
}

/// Undoes [`pack`].
///
/// # Errors
/// If `packed` is not a zstd frame of at most `unpacked` bytes.
pub fn unpack(packed: &[u8], unpacked: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![0; unpacked];
    let length = unpack_into(packed, &mut bytes)?;
    bytes.truncate(length);
    Ok(bytes)
}

/// As [`unpack`], to where the bytes are wanted. Returns their number.
///
/// # Errors
/// If `packed` is not a zstd frame of at most as many bytes as there is room for.
pub fn unpack_into(packed: &[u8], room: &mut [u8]) -> std::io::Result<usize> {
    thread_local!(static UNPACKER: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) });
    UNPACKER.with_borrow_mut(|kept| match kept {
        Some(unpacker) => unpacker.decompress_to_buffer(packed, room),
        None => kept.insert(zstd::bulk::Decompressor::new()?).decompress_to_buffer(packed, room),
    })
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    offset: usize,
    packed: usize,
    unpacked: usize,
    checksum: u64,
}

/// A block file, mapped into memory.
pub struct BlockFile {
    map: Mmap,
    path: PathBuf,
    label: Label,
    entries: Vec<Entry>,
    checksum: u64,
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

impl BlockFile {
    /// Maps a file and checks header, index and the place of every block. The blocks themselves are checked when
    /// they are read.
    ///
    /// # Errors
    /// What is wrong with the file, by name.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = File::open(path).map_err(TableError::io(path))?;
        // SAFETY: the map is read only; files under their final name are replaced by renaming, never rewritten in
        // place, so their bytes do not change under the map. Every length is checked before it is used, so that
        // even a file somebody else changes gives an error of a checksum, not an access beyond the map.
        let map = unsafe { Mmap::map(&file) }.map_err(TableError::io(path))?;
        let foreign = |what: String| TableError::Foreign { path: path.to_owned(), expected: VERSION, what };
        let truncated = |what: String| TableError::Truncated { path: path.to_owned(), what };
        if map.len() < MAGIC.len() || &map[..8] != MAGIC {
            return Err(foreign("the first eight bytes are not yomiblk".into()));
        }
        if map.len() < HEADER + FOOTER {
            return Err(truncated(format!("{} bytes cannot hold header and footer", map.len())));
        }
        if u32_at(&map, 8) != VERSION as usize {
            return Err(foreign(format!("it is of version {}", u32_at(&map, 8))));
        }
        if xxh3_64(&map[..HEADER - 8]) != u64_at(&map, HEADER - 8) {
            return Err(TableError::Frame { path: path.to_owned(), part: "header" });
        }
        let footer = map.len() - FOOTER;
        if &map[footer + 32..] != END {
            return Err(truncated("the end mark is missing".into()));
        }
        let (start, count) = (u64_at(&map, footer), u64_at(&map, footer + 8));
        let expected = count.checked_mul(ENTRY as u64).and_then(|n| n.checked_add(start));
        if expected != Some(footer as u64) || start < HEADER as u64 {
            return Err(truncated(format!("an index of {count} blocks at {start} does not end at {footer}")));
        }
        let index = &map[start as usize..footer];
        let whole = [&map[..HEADER], index].concat();
        let checksum = xxh3_64(&whole);
        if xxh3_64(index) != u64_at(&map, footer + 16) || checksum != u64_at(&map, footer + 24) {
            return Err(TableError::Frame { path: path.to_owned(), part: "index" });
        }
        let mut entries = Vec::with_capacity(count as usize);
        let mut next = HEADER;
        for (block, entry) in index.chunks_exact(ENTRY).enumerate() {
            let entry = Entry {
                key: u64_at(entry, 0),
                offset: u64_at(entry, 8) as usize,
                packed: u32_at(entry, 16),
                unpacked: u32_at(entry, 20),
                checksum: u64_at(entry, 24),
            };
            if entry.offset != next || entry.packed > start as usize - next {
                return Err(truncated(format!("block {block} is not where the index says")));
            }
            next += entry.packed;
            entries.push(entry);
        }
        if next as u64 != start {
            return Err(truncated(format!(
                "{} bytes before the index belong to no block",
                start - next as u64
            )));
        }
        let label = Label::from_bytes(map[16..16 + Label::BYTES].try_into().expect("the label's length"));
        Ok(Self { map, path: path.to_owned(), label, entries, checksum })
    }

    /// As [`BlockFile::open`], and checks that the file holds what is wanted.
    ///
    /// # Errors
    /// As [`BlockFile::open`], or [`TableError::Label`].
    pub fn open_as(path: &Path, label: &Label) -> Result<Self, TableError> {
        let file = Self::open(path)?;
        if file.label == *label {
            return Ok(file);
        }
        let (found, expected) = (file.label.to_string(), label.to_string());
        Err(TableError::Label { path: path.to_owned(), found, expected })
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the file holds.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// The checksum of the whole file.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.map.len() as u64
    }

    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The keys of the blocks, in the order of the file.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.entries.iter().map(|e| e.key)
    }

    /// The number of the block under a key; looks through all of them.
    pub fn find(&self, key: u64) -> Option<usize> {
        self.keys().position(|k| k == key)
    }

    /// The length of a block unpacked, in bytes.
    ///
    /// # Panics
    /// If there is no block of that number.
    pub fn unpacked_length(&self, block: usize) -> usize {
        self.entries[block].unpacked
    }

    /// Checks a block and gives its bytes as they are, for [`unpack_into`].
    ///
    /// # Errors
    /// [`TableError::Block`] names the block if it is damaged.
    ///
    /// # Panics
    /// If there is no block of that number.
    pub fn packed(&self, block: usize) -> Result<&[u8], TableError> {
        let entry = self.entries[block];
        let packed = &self.map[entry.offset..entry.offset + entry.packed];
        let checksum = xxh3_64(packed);
        if checksum == entry.checksum {
            return Ok(packed);
        }
        Err(self.damaged(block, format!("checksum {checksum:016x}, expected {:016x}", entry.checksum)))
    }

    fn damaged(&self, block: usize, what: String) -> TableError {
        TableError::Block { path: self.path.clone(), block, what }
    }

    /// Reads a block, checks it and unpacks it.
    ///
    /// # Errors
    /// [`TableError::Block`] names the block if it is damaged.
    ///
    /// # Panics
    /// If there is no block of that number.
    pub fn read(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let unpacked = self.unpacked_length(block);
        let bytes = unpack(self.packed(block)?, unpacked).map_err(|e| self.damaged(block, e.to_string()))?;
        if bytes.len() != unpacked {
            return Err(self.damaged(block, format!("{} bytes, expected {unpacked}", bytes.len())));
        }
        Ok(bytes)
    }

    /// Reads every block.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn check(&self) -> Result<(), TableError> {
        (0..self.len()).try_for_each(|block| self.read(block).map(drop))
    }
}
