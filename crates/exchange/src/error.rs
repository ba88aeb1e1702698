//! What can go wrong between processes.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why processes do not come or stay together.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// The numbers of processes and of this one do not fit.
    #[error("process {process} of {processes}: numbers go from 0 to {}", processes.saturating_sub(1))]
    Number {
        /// This process.
        process: usize,
        /// How many there are.
        processes: usize,
    },
    /// The file of hosts cannot be used.
    #[error("{}: {what}", path.display())]
    Hosts {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Nobody can connect to this process.
    #[error("{address}: cannot be listened at: {source}")]
    Listen {
        /// The address of this process.
        address: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A process has not come in time.
    #[error("process {process} at {address} did not come within {seconds} s{reason}")]
    Absent {
        /// The process.
        process: usize,
        /// Where it should be.
        address: String,
        /// How long it was waited for.
        seconds: u64,
        /// What the last attempt met, if this process makes the connection.
        reason: String,
    },
    /// Who connects is no process of this cluster.
    #[error("a connection from {from} that {what}")]
    Foreign {
        /// Where it came from.
        from: String,
        /// What gave it away.
        what: String,
    },
    /// A connection could not be prepared.
    #[error("connections between processes: {0}")]
    Io(#[from] io::Error),
    /// A process has died or its machine is out of reach.
    #[error("process {process} at {address} is gone: {what}")]
    Lost {
        /// The process.
        process: usize,
        /// Where it was.
        address: String,
        /// What the connection said.
        what: String,
    },
}
