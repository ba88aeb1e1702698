//! The options of a run over several processes.

use super::cluster_fault;
use crate::exit::BadInput;
use exchange::Cluster;
use std::path::PathBuf;
use std::time::Duration;

/// Several processes: the options of timely's programs.
#[derive(clap::Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct ClusterOptions {
    /// Be one of several processes of one run; give each the same command, but for -p
    #[arg(long)]
    cluster: bool,
    /// How many processes there are
    #[arg(short = 'n', long, value_name = "NUM", default_value_t = 1, requires = "cluster")]
    processes: usize,
    /// Which of them this is, from 0
    #[arg(short = 'p', long, value_name = "IDX", default_value_t = 0, requires = "cluster")]
    process: usize,
    /// A file with a line host:port for each process; without it all are on this machine, at ports from 2101
    #[arg(short = 'h', long, visible_alias = "hosts", value_name = "FILE", requires = "cluster")]
    hostfile: Option<PathBuf>,
    /// How long to wait for the others to come, in seconds
    #[arg(long, value_name = "S", default_value_t = 60, requires = "cluster")]
    patience: u64,
}

impl ClusterOptions {
    /// The processes, if there are to be several.
    pub(crate) fn cluster(&self) -> anyhow::Result<Option<Cluster>> {
        if !self.cluster {
            return Ok(None);
        }
        if self.processes > usize::from(u16::MAX) {
            return Err(
                BadInput(format!("{} processes; at most {} are possible", self.processes, u16::MAX)).into()
            );
        }
        let mut cluster =
            Cluster::new(self.process, self.processes, self.hostfile.as_deref()).map_err(cluster_fault)?;
        cluster.patience = Duration::from_secs(self.patience);
        Ok(Some(cluster))
    }
}
