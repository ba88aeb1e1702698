//! Reviews: whole games, position by position, with mistakes and blunders, a graph and a record with comments.

mod comments;

use crate::analyses::{Made, Phase};
use crate::body::{Asked as Query, Body, Named};
use crate::client::ClientId;
use crate::error::{Answer, ApiError};
use crate::feed::{self, Batch, Feed};
use crate::lines::ScoreView;
use crate::moves::{MoveText, rewound};
use crate::options;
use crate::pictures;
use crate::pool::{Next, Ticket, Work};
use crate::position;
use crate::records::export::{self, As, GivenGame};
use crate::registry::Kept;
use crate::rules::Entering;
use crate::state::Server;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use report::{Entry, Judgement, Language, Point, ScoreGraph, Side, Study, Summary};
use search::{Control, Engine, Limits};
use serde::{Deserialize, Serialize};
use shogi::{Move, Position};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// The game, in the shape of `records/parse`; or
    #[serde(default)]
    game: Option<GivenGame>,
    /// a position with its moves.
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default)]
    multi_pv: Option<usize>,
    #[serde(default)]
    rule: Entering,
}

/// Nodes for each position where nothing else is asked.
const NODES: u64 = 100_000;
/// The longest time for a position: an engine is not given back within one.
const LONGEST_MS: u64 = 5_000;
/// The most nodes for a position.
const MOST_NODES: u64 = 5_000_000;
/// The largest table of a step, in MiB.
const LARGEST_TABLE: u64 = 64;

/// A table that such a search does not fill: two entries of some 40 bytes for each node at most.
fn table_mib(limits: &Limits) -> usize {
    ((limits.nodes.unwrap_or(MOST_NODES) * 80) >> 20).clamp(1, LARGEST_TABLE) as usize
}

/// A line of an entry.
#[derive(Clone, Serialize)]
struct EntryLine {
    score: ScoreView,
    depth: u32,
    seldepth: u32,
    pv: Vec<MoveText>,
    ending: Option<&'static str>,
    rests_on_repetition: bool,
}

/// A position of the game with what was found.
#[derive(Clone, Serialize)]
pub(crate) struct EntryView {
    ply: u32,
    sfen: String,
    side_to_move: String,
    /// The move that led here.
    r#move: Option<MoveText>,
    score: ScoreView,
    expected: f64,
    ending: Option<&'static str>,
    occurrences: usize,
    lines: Vec<EntryLine>,
    nodes: u64,
    time_ms: u64,
    loss: Option<f64>,
    judgement: Option<&'static str>,
}

impl EntryView {
    fn of(position: &Position, entry: &Entry, played: Option<MoveText>) -> Self {
        let study = &entry.study;
        let line = |line: &report::Variation| EntryLine {
            score: line.score.into(),
            depth: line.depth,
            seldepth: line.seldepth,
            pv: MoveText::line(position, line.moves.iter().copied()),
            ending: line.ending.map(report::Ending::name),
            rests_on_repetition: line.rests_on_repetition,
        };
        Self {
            ply: entry.ply,
            sfen: entry.sfen.clone(),
            side_to_move: entry.side_to_move.to_string(),
            r#move: played,
            score: study.score.into(),
            expected: study.score.expected(),
            ending: study.ending.map(report::Ending::name),
            occurrences: entry.occurrences,
            lines: study.lines.iter().map(line).collect(),
            nodes: study.nodes,
            time_ms: study.time.as_millis() as u64,
            loss: entry.loss,
            judgement: entry.judgement.map(Judgement::name),
        }
    }
}

#[derive(Clone, Serialize)]
struct SummaryView {
    black: Side,
    white: Side,
    positions: usize,
    nodes: u64,
    time_ms: u64,
}

/// What there is so far.
struct Progress {
    state: Phase,
    total: usize,
    entries: Vec<Entry>,
    views: Vec<EntryView>,
    summary: Option<SummaryView>,
    finished: Option<Instant>,
}

#[derive(Serialize)]
struct ProgressView<'a> {
    state: Phase,
    done: usize,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a EntryView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<&'a [EntryView]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'a SummaryView>,
}

impl Progress {
    fn view<'a>(&'a self, entry: Option<&'a EntryView>, entries: bool) -> serde_json::Value {
        let view = ProgressView {
            state: self.state,
            done: self.views.len(),
            total: self.total,
            entry,
            entries: entries.then_some(&*self.views),
            summary: self.summary.as_ref(),
        };
        serde_json::to_value(view).unwrap_or_default()
    }

    fn finish(&mut self, phase: Phase) {
        if self.state.active() {
            self.state = phase;
            self.finished = Some(Instant::now());
            let Summary { black, white, positions, nodes, time_ms, .. } =
                Summary::of(1, "", 0, &self.entries);
            self.summary = Some(SummaryView { black, white, positions, nodes, time_ms });
        }
    }
}

/// A review under its id.
pub(crate) struct Review {
    client: ClientId,
    ticket: Arc<Ticket>,
    game: record::Game,
    feed: Arc<Feed<Progress>>,
}

impl Kept for Review {
    const NAME: &'static str = "review";

    fn client(&self) -> &ClientId {
        &self.client
    }

    fn active(&self) -> bool {
        self.feed.read(|progress| progress.state.active())
    }
}

impl Review {
    fn end(&self, server: &Server, phase: Phase) {
        self.feed.update(|progress| progress.finish(phase));
        server.pool().cancel(&self.ticket);
    }
}

/// The engine's side of a review: a position in each step.
struct Walk {
    feed: Arc<Feed<Progress>>,
    position: Position,
    /// Moves still to come, the next one last.
    left: Vec<Move>,
    played: Option<Move>,
    limits: Limits,
    multi_pv: usize,
    rule: Entering,
}

impl Work for Walk {
    /// A step is short, and half a search would be worth nothing.
    fn gives_way(&self) -> bool {
        false
    }

    /// With an engine of its own, which knows nothing yet: what the pool's engine has in its table depends on whatever
    /// clients asked for before, and the same request would be answered with other scores. Nor are others' tables emptied.
    fn step(&mut self, _: &mut Engine, base: &search::Options, control: &Control) -> Next {
        self.feed.update(|progress| {
            if progress.state == Phase::Queued {
                progress.state = Phase::Running;
            }
        });
        let mut engine = Engine::new(search::Options {
            multi_pv: self.multi_pv,
            entering_king: self.rule.into(),
            hash_mib: table_mib(&self.limits).min(base.hash_mib),
            ..base.clone()
        });
        let study = Study::of(&self.position, &mut engine, &self.limits, control, &|_| {});
        if control.is_stopped() {
            return Next::Done;
        }
        let mut played = None;
        if let Some(mv) = self.played {
            let mut before = self.position.clone();
            before.undo();
            played = Some((mv, MoveText::of(&before, mv)));
        }
        let last = self.left.is_empty();
        self.feed.update(|progress| {
            let notation = played.as_ref().map(|(mv, text)| (*mv, text.text_ja.clone()));
            let entry = Entry::new(&self.position, notation, study, progress.entries.last());
            progress.views.push(EntryView::of(&self.position, &entry, played.map(|(_, text)| text)));
            progress.entries.push(entry);
            if last {
                progress.finish(Phase::Done);
            }
        });
        match self.left.pop() {
            None => Next::Done,
            Some(mv) => {
                self.position.apply(mv);
                self.played = Some(mv);
                Next::Again
            }
        }
    }

    fn failed(&mut self) {
        self.feed.update(|progress| progress.finish(Phase::Failed));
    }
}

fn game(asked: &Asked, limits: &options::Limits) -> Answer<record::Game> {
    match (&asked.game, &asked.position) {
        (Some(game), None) => game.read(limits),
        (None, Some(text)) => {
            let (start, moves) = rewound(&position::read(text, false, limits.plies)?.position);
            record::refuse_unplayed(&start)?;
            Ok(record::Game::from_moves(start, moves))
        }
        _ => Err(ApiError::field("game", "expected `game` or `position`, one of the two")),
    }
}

fn limits(asked: &Asked) -> Answer<Limits> {
    let within = |name: &str, value: Option<u64>, most: u64| match value {
        Some(value) if !(1..=most).contains(&value) => {
            Err(ApiError::field(name, format!("{value}: expected 1 to {most}")))
        }
        _ => Ok(()),
    };
    within("nodes", asked.nodes, MOST_NODES)?;
    within("depth", asked.depth.map(u64::from), 127)?;
    within("time_ms", asked.time_ms, LONGEST_MS)?;
    let bounded = asked.depth.is_some() || asked.time_ms.is_some();
    Ok(Limits {
        nodes: Some(asked.nodes.unwrap_or(if bounded { MOST_NODES } else { NODES })),
        depth: asked.depth,
        move_time: Some(Duration::from_millis(asked.time_ms.unwrap_or(LONGEST_MS))),
        ..Limits::default()
    })
}

/// `POST /api/v1/reviews`
pub(crate) async fn create(
    State(server): State<Server>,
    client: ClientId,
    Body(asked): Body<Asked>,
) -> Answer<impl IntoResponse> {
    let most = &server.options().limits;
    let limits = limits(&asked)?;
    let multi_pv = asked.multi_pv.unwrap_or(1);
    if !(1..=most.multi_pv).contains(&multi_pv) {
        return Err(ApiError::field("multi_pv", format!("{multi_pv}: expected 1 to {}", most.multi_pv)));
    }
    let (again, rule) = (server.clone(), asked.rule);
    let game = server.blocking(move || game(&asked, &again.options().limits)).await?;
    let ticket = Arc::new(Ticket::default());
    let progress = Progress {
        state: Phase::Queued,
        total: game.main.plies.len() + 1,
        entries: Vec::new(),
        views: Vec::new(),
        summary: None,
        finished: None,
    };
    let feed = Arc::new(Feed::new(progress));
    let mut left: Vec<_> = game.moves().collect();
    left.reverse();
    let position = game.start.clone();
    let work = Walk { feed: Arc::clone(&feed), position, left, played: None, limits, multi_pv, rule };
    let id = crate::id::fresh();
    server.reviews().add(&id, &client, || {
        Arc::new(Review { client: client.clone(), ticket: Arc::clone(&ticket), game, feed })
    })?;
    server.pool().submit(&client, &ticket, Box::new(work));
    Ok(Made::answer("reviews", id))
}

fn review(server: &Server, id: &str) -> Answer<Arc<Review>> {
    let review = server.reviews().get(id)?;
    review.feed.touch();
    Ok(review)
}

/// `GET /api/v1/reviews/{id}`
pub(crate) async fn show(
    State(server): State<Server>,
    Named(id): Named<String>,
) -> Answer<Json<serde_json::Value>> {
    let review = review(&server, &id)?;
    Ok(Json(review.feed.read(|progress| progress.view(None, true))))
}

/// `GET /api/v1/reviews/{id}/events`
pub(crate) async fn events(
    State(server): State<Server>,
    Named(id): Named<String>,
) -> Answer<impl IntoResponse> {
    let review = review(&server, &id)?;
    let mut told = 0;
    Ok(feed::events(Arc::clone(&review.feed), move |progress: &Progress| {
        let mut events = Vec::new();
        for entry in &progress.views[told..] {
            events.push(feed::event("info", &progress.view(Some(entry), false)));
        }
        told = progress.views.len();
        let last = !progress.state.active();
        if last {
            let name = if progress.state == Phase::Failed { "error" } else { "done" };
            events.push(feed::event(name, &progress.view(None, false)));
        }
        Batch { events, last }
    }))
}

/// `DELETE /api/v1/reviews/{id}`
pub(crate) async fn stop(State(server): State<Server>, Named(id): Named<String>) -> Answer<StatusCode> {
    review(&server, &id)?.end(&server, Phase::Stopped);
    Ok(StatusCode::NO_CONTENT)
}

fn graph(progress: &Progress, size: (u32, u32), language: Language) -> ScoreGraph {
    let points = progress.entries.iter().map(|entry| Point {
        ply: entry.ply,
        score: Some(entry.study.score),
        judgement: entry.judgement,
    });
    ScoreGraph { title: language.score().to_owned(), points: points.collect(), size, language }
}

/// `GET /api/v1/reviews/{id}/graph.svg` and `.png`
pub(crate) async fn picture(
    State(server): State<Server>,
    Named((id, name)): Named<(String, String)>,
    Query(size): Query<pictures::Size>,
    Query(pictures::Worded { lang }): Query<pictures::Worded>,
) -> Answer<Response> {
    let format = pictures::format(&name, "graph")?;
    let review = review(&server, &id)?;
    let size = size.checked((900, 360))?;
    let graph = review.feed.read(|progress| graph(progress, size, lang.into()));
    server.blocking(move || pictures::answer(&graph, format)).await
}

#[derive(Deserialize)]
pub(crate) struct Commented {
    #[serde(default)]
    lang: comments::Language,
}

/// `GET /api/v1/reviews/{id}/record`
pub(crate) async fn record(
    State(server): State<Server>,
    Named(id): Named<String>,
    Query(wanted): Query<As>,
    Query(Commented { lang }): Query<Commented>,
) -> Answer<Response> {
    let review = review(&server, &id)?;
    let game = review.feed.read(|progress| comments::commented(&review.game, &progress.entries, lang));
    export::answer(&game, wanted, "game")
}

/// Ends what nobody looks at, forgets what nobody has come back to.
pub(crate) fn clear_up(server: &Server) {
    let limits = &server.options().limits;
    for (id, review) in server.reviews().all() {
        if review.active() {
            if review.feed.abandoned(limits.abandoned) {
                review.end(server, Phase::Abandoned);
            }
        } else if review.feed.abandoned(limits.kept)
            && review.feed.read(|p| p.finished.is_some_and(|at| at.elapsed() > limits.kept))
        {
            server.reviews().remove(&id);
        }
    }
}
