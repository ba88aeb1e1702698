//! `yomikiri serve`: a board in the browser.

use crate::exit::BadInput;
use anyhow::Context;
use serve::{Bound, Limits, Options};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A board in the browser: analysis, play, solved games, learning runs
///
/// Serves a page and the HTTP interface behind it (`/api/v1`, see the book), on this machine only unless --address says
/// otherwise. Nothing is loaded from elsewhere. Only requests under the loopback names or a name of --host are answered, and
/// only pages of this server may use the interface. Of the file system, nothing but the folders of --tables and --runs is read.
/// Ends with Ctrl-C.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The port; 0: any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8135)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A further name under which the page is opened, where --address is not loopback; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The folder with tables of solved games (from `solve … --table`)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// The folder whose folders are learning runs (from `learn --out`)
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,
    /// Searches at the same time [default: half of the cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    engines: Option<u16>,
    /// Threads of each search
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Memory for the tables of all engines together
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// The longest that one analysis may use an engine
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    max_seconds: u64,
    /// The most nodes of one analysis
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: u64,
    /// Analyses of one client at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    max_analyses: u16,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let options = options(arguments)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()
        .context("starting the server")?;
    runtime.block_on(async {
        let place = options.address;
        let server = Bound::new(options).await.with_context(|| format!("listening on {place}"))?;
        let address = server.address()?;
        writeln!(out, "http://{address}/")?;
        out.flush()?;
        let (end, ended) = tokio::sync::oneshot::channel();
        let mut end = Some(end);
        ctrlc::set_handler(move || {
            if let Some(end) = end.take() {
                // The server has ended by itself.
                let _ = end.send(());
            }
        })
        .context("catching Ctrl-C")?;
        server
            .run(async {
                let _ = ended.await;
            })
            .await;
        Ok(())
    })
}

fn options(arguments: &Arguments) -> anyhow::Result<Options> {
    let folder = |name: &str, path: &Option<PathBuf>| match path {
        Some(path) if !Path::is_dir(path) => {
            Err(BadInput(format!("--{name} {}: expected a folder", path.display())))
        }
        path => Ok(path.clone()),
    };
    let good = |name: &&String| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-[]:".contains(&byte))
    };
    if let Some(bad) = arguments.host.iter().find(|name| !good(name)) {
        return Err(
            BadInput(format!("--host {bad:?}: expected a name without port, such as shogi.example")).into()
        );
    }
    let defaults = Options::default();
    Ok(Options {
        address: SocketAddr::new(arguments.address, arguments.port),
        hosts: arguments.host.clone(),
        tables: folder("tables", &arguments.tables)?,
        runs: folder("runs", &arguments.runs)?,
        engines: arguments.engines.map_or(defaults.engines, usize::from),
        threads: usize::from(arguments.threads),
        hash_mib: arguments.hash as usize,
        limits: Limits {
            time: Duration::from_secs(arguments.max_seconds),
            nodes: arguments.max_nodes,
            per_client: usize::from(arguments.max_analyses),
            ..defaults.limits
        },
    })
}
