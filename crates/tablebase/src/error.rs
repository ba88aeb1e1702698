//! What can be wrong with a file, always with its name and, where one is to blame, the block.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file was not written, or not believed.
#[derive(Debug, Error)]
pub enum TableError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
    /// Not a block file at all, or of another version.
    #[error("{}: not a yomikiri block file of version {expected}: {what}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The version this program reads.
        expected: u32,
        /// What gave it away.
        what: String,
    },
    /// The file holds something else than asked for.
    #[error("{}: holds {found}; {expected} was asked for", path.display())]
    Label {
        /// The file.
        path: PathBuf,
        /// What it says it holds.
        found: String,
        /// What was wanted.
        expected: String,
    },
    /// The file ends early or has grown.
    #[error("{}: truncated: {what}", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// What is missing.
        what: String,
    },
    /// A block does not match its checksum or cannot be unpacked.
    #[error("{}: block {block} is damaged: {what}", path.display())]
    Block {
        /// The file.
        path: PathBuf,
        /// The number of the block, from 0.
        block: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The index or the header does not match its checksum.
    #[error("{}: the {part} is damaged", path.display())]
    Frame {
        /// The file.
        path: PathBuf,
        /// Header or index.
        part: &'static str,
    },
    /// A rank beyond the table.
    #[error("{}: rank {rank} of a table with {entries} entries", path.display())]
    Rank {
        /// The file.
        path: PathBuf,
        /// The rank asked for.
        rank: u64,
        /// The entries there are.
        entries: u64,
    },
}

impl TableError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> TableError {
        let path = path.to_owned();
        move |source| TableError::Io { path, source }
    }
}
