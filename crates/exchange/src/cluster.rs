//! Which processes there are and where.

use crate::ExchangeError;
use std::path::Path;
use std::time::Duration;

/// The first port on this machine if no hosts are given, as timely has it.
const FIRST_PORT: usize = 2101;

/// The processes of a run, as one of them sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    process: usize,
    addresses: Vec<String>,
    /// How long to wait for the others to come.
    pub patience: Duration,
}

impl Cluster {
    /// Process `process` of `processes`. `hosts` is a file with a line `host:port` for each process in order; lines beyond
    /// that number do not count. Without it all are on this machine, at ports from 2101.
    ///
    /// # Errors
    /// Numbers that do not fit, or what is wrong with the file.
    pub fn new(process: usize, processes: usize, hosts: Option<&Path>) -> Result<Self, ExchangeError> {
        if process >= processes {
            return Err(ExchangeError::Number { process, processes });
        }
        let addresses = match hosts {
            None => (0..processes).map(|i| format!("localhost:{}", FIRST_PORT + i)).collect(),
            Some(path) => read(path, processes)?,
        };
        Ok(Self { process, addresses, patience: Duration::from_mins(1) })
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.addresses.len()
    }

    /// Where a process is.
    pub(crate) fn address(&self, process: usize) -> &str {
        &self.addresses[process]
    }
}

fn read(path: &Path, processes: usize) -> Result<Vec<String>, ExchangeError> {
    let wrong = |what: String| ExchangeError::Hosts { path: path.to_owned(), what };
    let text = std::fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
    let addresses: Vec<String> = text.lines().take(processes).map(|line| line.trim().to_owned()).collect();
    for (i, address) in addresses.iter().enumerate() {
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        if port.is_none_or(|(_, port)| port.parse::<u16>().is_err()) {
            return Err(wrong(format!("line {}: {address:?} where host:port was expected", i + 1)));
        }
        if addresses[..i].contains(address) {
            return Err(wrong(format!("line {}: {address} stands there twice", i + 1)));
        }
    }
    if addresses.len() < processes {
        return Err(wrong(format!("{} lines for {processes} processes", addresses.len())));
    }
    Ok(addresses)
}
