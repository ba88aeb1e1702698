//! What can go wrong while learning.

use std::io;
use std::path::{Path, PathBuf};

/// Why learning could not go on. Whatever was written before stays whole. The cause is the error's source.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// A file could not be read or written.
    #[error("{}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The temporary file that holds the prepared games failed: most often a full disk.
    #[error("the temporary file of prepared games")]
    Spool(#[source] io::Error),
    /// The temporary file that holds the rows of variations failed: most often a full disk.
    #[error("the temporary file of variations")]
    Rows(#[source] io::Error),
    /// A file of weights was refused.
    #[error("{}", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: eval::WeightsError,
    },
    /// A checkpoint cannot be continued.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong, by name.
        reason: String,
    },
    /// The input holds no position to learn from.
    #[error("no position to learn from: {0}")]
    Nothing(String),
}

impl LearnError {
    /// For `map_err`: the file that failed.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::File { path: path.to_owned(), source }
    }
}
