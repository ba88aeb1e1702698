//! What a server is started with: where it listens, which folders it may read, how much work it takes on.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; loopback unless chosen otherwise.
    pub address: SocketAddr,
    /// Host names under which it may be reached besides the loopback names.
    pub hosts: Vec<String>,
    /// The folder with tables of solved games.
    pub tables: Option<PathBuf>,
    /// The folder whose folders are learning runs.
    pub runs: Option<PathBuf>,
    /// Searches that run at the same time.
    pub engines: usize,
    /// Threads of each search.
    pub threads: usize,
    /// Memory for the tables of all engines together, in MiB.
    pub hash_mib: usize,
    /// How much one client, and all together, may ask for.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 8135)),
            hosts: Vec::new(),
            tables: None,
            runs: None,
            engines: cores.div_ceil(2),
            threads: 1,
            hash_mib: 256,
            limits: Limits::default(),
        }
    }
}

/// Limits on what is asked for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request.
    pub body: usize,
    /// Bytes of a record.
    pub record: usize,
    /// Games of a record that are told in full.
    pub games_told: usize,
    /// Moves of a record that are told in full.
    pub moves_told: usize,
    /// Plies of a game.
    pub plies: usize,
    /// Branches of a game.
    pub branches: usize,
    /// Analyses and reviews of one client that wait or run.
    pub per_client: usize,
    /// Analyses and reviews of all clients that wait or run; and, of each, results that are kept.
    pub together: usize,
    /// Games against the engine that one client, and all together, have going.
    pub games_per_client: usize,
    /// See [`Limits::games_per_client`].
    pub games: usize,
    /// Time that an analysis may use the engine.
    pub time: Duration,
    /// Nodes of an analysis.
    pub nodes: u64,
    /// Lines of an analysis.
    pub multi_pv: usize,
    /// While others wait, a search steps back after so long.
    pub slice: Duration,
    /// What nobody has looked at for so long is stopped.
    pub abandoned: Duration,
    /// What is done is kept for so long.
    pub kept: Duration,
    /// Connections at the same time.
    pub connections: usize,
    /// Of these, connections of one address (of IPv6, of one network of 64 bits).
    pub connections_per_address: usize,
    /// A connection on which nothing comes for so long at its beginning is closed.
    pub silent: Duration,
    /// Time that a request may take to come in and be answered; streams of events last longer.
    pub request: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 1 << 20,
            record: 8 << 20,
            games_told: 200,
            moves_told: 50_000,
            plies: 4096,
            branches: 1000,
            per_client: 4,
            together: 256,
            games_per_client: 16,
            games: 256,
            time: Duration::from_mins(2),
            nodes: 500_000_000,
            multi_pv: 20,
            slice: Duration::from_secs(1),
            abandoned: Duration::from_secs(15),
            kept: Duration::from_mins(30),
            connections: 512,
            connections_per_address: 256,
            silent: Duration::from_secs(5),
            request: Duration::from_secs(30),
        }
    }
}
