//! Analyses of one position: asked for, watched while they run, stopped.

use crate::body::{Body, Named};
use crate::client::ClientId;
use crate::error::{Answer, ApiError};
use crate::feed::{self, Batch, Feed};
use crate::lines::LineView;
use crate::pool::{Next, Ticket, Work};
use crate::position;
use crate::registry::Kept;
use crate::rules::Entering;
use crate::state::Server;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use search::{Bound, Control, Decision, Engine, Info, Limits, Score};
use serde::{Deserialize, Serialize};
use shogi::Position;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    #[serde(default = "position::startpos")]
    position: String,
    /// How many lines.
    #[serde(default = "one")]
    multi_pv: usize,
    /// Bounds; without any, those of the server.
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default)]
    rule: Entering,
}

fn one() -> usize {
    1
}

/// How an analysis stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// It waits for an engine.
    Queued,
    Running,
    /// It has met its limits, or nothing is left to find.
    Done,
    /// It was stopped on request.
    Stopped,
    /// It was stopped because nobody watched it or asked for it.
    Abandoned,
    /// The engine failed.
    Failed,
}

impl Phase {
    pub(crate) const fn active(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
    }
}

/// What is known so far.
#[derive(Clone, Serialize)]
struct Snapshot {
    state: Phase,
    position: String,
    multi_pv: usize,
    nodes: u64,
    /// Time that the engine has worked.
    time_ms: u64,
    /// Best first.
    lines: Vec<LineView>,
    /// At the end: `play`, `declare` or `none` (no legal move).
    decision: Option<&'static str>,
    #[serde(skip)]
    finished: Option<Instant>,
}

/// An analysis.
pub(crate) struct Analysis {
    client: ClientId,
    ticket: Arc<Ticket>,
    feed: Arc<Feed<Snapshot>>,
}

impl Kept for Analysis {
    const NAME: &'static str = "analysis";

    fn client(&self) -> &ClientId {
        &self.client
    }

    fn active(&self) -> bool {
        self.feed.read(|snapshot| snapshot.state.active())
    }
}

impl Analysis {
    /// Ends it, unless it has ended.
    fn end(&self, server: &Server, phase: Phase) {
        finish(&self.feed, phase, None);
        server.pool().cancel(&self.ticket);
    }
}

fn finish(feed: &Feed<Snapshot>, phase: Phase, decision: Option<&'static str>) {
    feed.update(|snapshot| {
        if snapshot.state.active() {
            snapshot.state = phase;
            snapshot.decision = decision;
            snapshot.finished = Some(Instant::now());
        }
    });
}

/// The engine's side of an analysis.
struct Search {
    position: Position,
    feed: Arc<Feed<Snapshot>>,
    ticket: Arc<Ticket>,
    rule: Entering,
    multi_pv: usize,
    depth: Option<u32>,
    nodes: u64,
    time: Duration,
    used_nodes: u64,
    used_time: Duration,
    /// The depth that the lines which are shown were found at: a search that comes back begins at the bottom again.
    shown: u32,
}

/// A mate that was searched so far beyond its length will not become shorter.
fn settled(info: &Info) -> bool {
    let Score::Mate(plies) = info.line.score else { return false };
    info.multi_pv == 1 && info.line.bound == Bound::Exact && info.line.depth > 2 * plies.unsigned_abs() + 4
}

impl Search {
    fn show(&mut self, info: &Info) {
        let view = LineView::of(&self.position, info, self.used_nodes, self.used_time);
        let behind = info.line.depth < self.shown;
        if !behind {
            self.shown = info.line.depth;
        }
        self.feed.update(|snapshot| {
            snapshot.nodes = self.used_nodes + info.nodes;
            snapshot.time_ms = (self.used_time + info.time).as_millis() as u64;
            if behind {
                return;
            }
            let at = info.multi_pv - 1;
            match snapshot.lines.get_mut(at) {
                Some(line) => *line = view,
                None => snapshot.lines.push(view),
            }
        });
    }
}

impl Work for Search {
    fn gives_way(&self) -> bool {
        true
    }

    fn step(&mut self, engine: &mut Engine, base: &search::Options, control: &Control) -> Next {
        self.feed.update(|snapshot| {
            if snapshot.state == Phase::Queued {
                snapshot.state = Phase::Running;
            }
        });
        engine.set_options(search::Options {
            multi_pv: self.multi_pv,
            entering_king: self.rule.into(),
            ..base.clone()
        });
        let limits = Limits {
            depth: self.depth,
            nodes: Some(self.nodes.saturating_sub(self.used_nodes).max(1)),
            move_time: Some(self.time.saturating_sub(self.used_time)),
            ..Limits::default()
        };
        let position = self.position.clone();
        let ticket = Arc::clone(&self.ticket);
        let mut found_mate = false;
        let outcome = {
            let shown = std::sync::Mutex::new((&mut *self, &mut found_mate));
            engine.search(&position, &limits, control, &|info| {
                if ticket.cancelled() {
                    return;
                }
                // Only the first searching thread reports; the lock is never waited for.
                if let Ok(mut guard) = shown.lock() {
                    let (search, found_mate) = &mut *guard;
                    search.show(info);
                    if settled(info) {
                        **found_mate = true;
                        control.stop();
                    }
                }
            })
        };
        self.used_nodes += outcome.nodes;
        self.used_time += outcome.time;
        if outcome.lines.first().is_some_and(|line| line.depth >= self.shown) {
            for (index, line) in outcome.lines.iter().enumerate() {
                self.show(&Info {
                    multi_pv: index + 1,
                    line: line.clone(),
                    nodes: 0,
                    time: Duration::ZERO,
                    hashfull: self.feed.read(|s| s.lines.first().map_or(0, |line| line.hashfull)),
                });
            }
        }
        let spent = self.used_nodes >= self.nodes || self.used_time + Duration::from_millis(20) >= self.time;
        if control.is_stopped() && !found_mate && !spent {
            return Next::Again;
        }
        let decision = match outcome.decision {
            Decision::Play(_) => "play",
            Decision::Declare => "declare",
            Decision::NoMove => "none",
        };
        finish(&self.feed, Phase::Done, Some(decision));
        Next::Done
    }

    fn failed(&mut self) {
        finish(&self.feed, Phase::Failed, None);
    }
}

/// The limits of an analysis, as asked for and within those of the server.
fn search(server: &Server, asked: &Asked, ticket: &Arc<Ticket>) -> Answer<Search> {
    let most = &server.options().limits;
    let within = |name: &str, value: u64, most: u64| {
        let good = (1..=most).contains(&value);
        if good { Ok(()) } else { Err(ApiError::field(name, format!("{value}: expected 1 to {most}"))) }
    };
    within("multi_pv", asked.multi_pv as u64, most.multi_pv as u64)?;
    if let Some(depth) = asked.depth {
        within("depth", u64::from(depth), 127)?;
    }
    if let Some(nodes) = asked.nodes {
        within("nodes", nodes, most.nodes)?;
    }
    if let Some(time) = asked.time_ms {
        within("time_ms", time, most.time.as_millis() as u64)?;
    }
    let position = position::playable(&asked.position, most.plies)?;
    let snapshot = Snapshot {
        state: Phase::Queued,
        position: crate::moves::usi_text(&position),
        multi_pv: asked.multi_pv,
        nodes: 0,
        time_ms: 0,
        lines: Vec::new(),
        decision: None,
        finished: None,
    };
    Ok(Search {
        position,
        feed: Arc::new(Feed::new(snapshot)),
        ticket: Arc::clone(ticket),
        rule: asked.rule,
        multi_pv: asked.multi_pv,
        depth: asked.depth,
        nodes: asked.nodes.unwrap_or(most.nodes),
        time: asked.time_ms.map_or(most.time, Duration::from_millis),
        used_nodes: 0,
        used_time: Duration::ZERO,
        shown: 0,
    })
}

/// The answer to a request for something that takes time: where it is found.
#[derive(Serialize)]
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) events: String,
}

impl Made {
    pub(crate) fn answer(kind: &str, id: String) -> impl IntoResponse + use<> {
        let url = format!("/api/v1/{kind}/{id}");
        let events = format!("{url}/events");
        (StatusCode::CREATED, [(header::LOCATION, url.clone())], Json(Self { id, url, events }))
    }
}

/// `POST /api/v1/analyses`
pub(crate) async fn create(
    State(server): State<Server>,
    client: ClientId,
    Body(asked): Body<Asked>,
) -> Answer<impl IntoResponse> {
    let ticket = Arc::new(Ticket::default());
    let search = search(&server, &asked, &ticket)?;
    let id = crate::id::fresh();
    let feed = Arc::clone(&search.feed);
    server.analyses().add(&id, &client, || {
        Arc::new(Analysis { client: client.clone(), ticket: Arc::clone(&ticket), feed })
    })?;
    server.pool().submit(&client, &ticket, Box::new(search));
    Ok(Made::answer("analyses", id))
}

/// `GET /api/v1/analyses/{id}`
pub(crate) async fn show(
    State(server): State<Server>,
    Named(id): Named<String>,
) -> Answer<impl IntoResponse> {
    let analysis = server.analyses().get(&id)?;
    analysis.feed.touch();
    Ok(Json(analysis.feed.read(Clone::clone)))
}

/// `GET /api/v1/analyses/{id}/events`
pub(crate) async fn events(
    State(server): State<Server>,
    Named(id): Named<String>,
) -> Answer<impl IntoResponse> {
    let analysis = server.analyses().get(&id)?;
    let mut told: Vec<(u32, u64)> = Vec::new();
    let mut state = None;
    Ok(feed::events(Arc::clone(&analysis.feed), move |snapshot: &Snapshot| {
        let mut events = Vec::new();
        if state != Some(snapshot.state) {
            state = Some(snapshot.state);
            let state = serde_json::json!({ "state": snapshot.state });
            events.push(feed::event("state", &state));
        }
        for (index, line) in snapshot.lines.iter().enumerate() {
            let mark = (line.depth, line.nodes);
            if told.get(index) != Some(&mark) {
                told.truncate(index);
                told.push(mark);
                events.push(feed::event("info", &serde_json::to_value(line).unwrap_or_default()));
            }
        }
        let last = !snapshot.state.active();
        if last {
            let name = if snapshot.state == Phase::Failed { "error" } else { "done" };
            events.push(feed::event(name, &serde_json::to_value(snapshot).unwrap_or_default()));
        }
        Batch { events, last }
    }))
}

/// `DELETE /api/v1/analyses/{id}`: stops it; what it has found is kept for a while.
pub(crate) async fn stop(State(server): State<Server>, Named(id): Named<String>) -> Answer<StatusCode> {
    server.analyses().get(&id)?.end(&server, Phase::Stopped);
    Ok(StatusCode::NO_CONTENT)
}

/// Ends what nobody looks at, forgets what nobody has come back to.
pub(crate) fn clear_up(server: &Server) {
    let limits = &server.options().limits;
    for (id, analysis) in server.analyses().all() {
        if analysis.active() {
            if analysis.feed.abandoned(limits.abandoned) {
                analysis.end(server, Phase::Abandoned);
            }
        } else if analysis.feed.read(|s| s.finished.is_some_and(|at| at.elapsed() > limits.kept)) {
            server.analyses().remove(&id);
        }
    }
}
