//! What this server is and what it takes.

use crate::pool::Load;
use crate::state::Server;
use axum::Json;
use axum::extract::State;
use serde::Serialize;

/// The version of the interface: `v1` in every path.
const API: u32 = 1;

#[derive(Serialize)]
pub(crate) struct About {
    name: &'static str,
    version: &'static str,
    api: u32,
    engines: usize,
    threads: usize,
    hash_mib: usize,
    /// Whether a folder of tables, and one of learning runs, was given.
    tables: bool,
    runs: bool,
    limits: LimitsView,
    load: Load,
}

#[derive(Serialize)]
struct LimitsView {
    body_bytes: usize,
    record_bytes: usize,
    plies: usize,
    analyses_per_client: usize,
    analyses: usize,
    branches: usize,
    games_per_client: usize,
    games: usize,
    time_ms: u64,
    nodes: u64,
    multi_pv: usize,
    abandoned_ms: u64,
    kept_ms: u64,
    connections: usize,
    connections_per_address: usize,
}

/// `GET /api/v1/version`
pub(crate) async fn version(State(server): State<Server>) -> Json<About> {
    let options = server.options();
    let limits = &options.limits;
    Json(About {
        name: "yomikiri",
        version: env!("CARGO_PKG_VERSION"),
        api: API,
        engines: options.engines,
        threads: options.threads,
        hash_mib: options.hash_mib,
        tables: options.tables.is_some(),
        runs: options.runs.is_some(),
        limits: LimitsView {
            body_bytes: limits.body,
            record_bytes: limits.record,
            plies: limits.plies,
            analyses_per_client: limits.per_client,
            analyses: limits.together,
            branches: limits.branches,
            games_per_client: limits.games_per_client,
            games: limits.games,
            time_ms: limits.time.as_millis() as u64,
            nodes: limits.nodes,
            multi_pv: limits.multi_pv,
            abandoned_ms: limits.abandoned.as_millis() as u64,
            kept_ms: limits.kept.as_millis() as u64,
            connections: limits.connections,
            connections_per_address: limits.connections_per_address,
        },
        load: server.pool().load(),
    })
}
