//! The options of a run over several processes.

use super::cluster_fault;
use crate::exit::BadInput;
use exchange::Cluster;
use report::{Align, Table};
use retro::factored;
use std::io::Write;
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
    /// Connect to nobody; tell what share of the work each process would have, the size of the bitmaps it would keep (in
    /// memory, and packed before compression) and the least memory it needs
    #[arg(long, requires = "cluster")]
    plan: bool,
}

impl ClusterOptions {
    /// Prints what each process would have to do and to keep, if that was asked for.
    pub(crate) fn tell_plan(
        &self,
        max_doves: u32,
        threads: usize,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        if !self.plan {
            return Ok(false);
        }
        let heads = ["process", "works on %", "bitmaps MiB", "packed MiB", "least MiB"];
        let mut table = Table::new(heads.map(|head| (head, Align::Right)));
        let parts = factored::plan(max_doves, threads, self.processes);
        let all: u64 = parts.iter().map(|part| part.works_on).sum();
        let mib = |bytes: u64| bytes.div_ceil(1 << 20).to_string();
        for (process, part) in parts.iter().enumerate() {
            let share = format!("{:.1}", 100.0 * part.works_on as f64 / all as f64);
            let least = part.fixed + threads as u64 * part.working_set;
            table.row([process.to_string(), share, mib(part.in_memory), mib(part.packed), mib(least)]);
        }
        writeln!(out, "{table}")?;
        Ok(true)
    }

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
