//! Why a run stops without an end.

use exchange::ExchangeError;
use std::io;
use std::path::{Path, PathBuf};
use tablebase::TableError;
use thiserror::Error;

/// Why a run was not begun or not continued.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A file of the run is at fault.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
    /// The manifest cannot be believed.
    #[error("{}: {what}", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The folder belongs to a run that is still alive.
    #[error("{}: another process is at work in this folder", .0.display())]
    Locked(PathBuf),
    /// The bound on memory is too low.
    #[error("{given} MiB of memory are too few for this game: it needs at least {needed} MiB{hint}")]
    Memory {
        /// The bound.
        given: u64,
        /// What is needed.
        needed: u64,
        /// What else could be done.
        hint: &'static str,
    },
    /// The processes of the run have not come or stayed together.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The processes of the run do not fit each other.
    #[error("process {process}: {what}")]
    Process {
        /// Which of them.
        process: usize,
        /// What it has, and what was expected.
        what: String,
    },
    /// Depths are asked of a run that did not keep them.
    #[error("this run kept no history of its plies: the depths of its positions are not known")]
    NoHistory,
}

impl SolveError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> SolveError {
        let path = path.to_owned();
        move |source| SolveError::Io { path, source }
    }
}
