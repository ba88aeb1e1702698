//! Games of a client against the engine.

mod clock;
mod play;
mod record_of;
mod reply;
mod view;

use crate::analyses::Made;
use crate::body::{Asked as Query, Body, Named};
use crate::client::ClientId;
use crate::error::{Answer, ApiError};
use crate::feed::{self, Batch, Feed};
use crate::pool::Ticket;
use crate::position;
use crate::records::export::{self, As};
use crate::registry::Kept;
use crate::rules::Entering;
use crate::state::Server;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use clock::{Clock, Times};
use play::Play;
use record::referee::Rules;
use reply::Reply;
use search::Level;
use serde::Deserialize;
use shogi::Color;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use view::GameState;

/// A side in a request.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Side {
    Black,
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    #[serde(default = "position::startpos")]
    position: String,
    /// The client's side.
    color: Side,
    #[serde(default = "middle")]
    level: u8,
    /// Without one, time does not matter.
    #[serde(default)]
    clock: Option<Times>,
    #[serde(default)]
    rule: Entering,
    /// A draw after so many moves from the first position.
    #[serde(default)]
    max_moves: Option<usize>,
    #[serde(default)]
    engine_resigns: bool,
}

fn middle() -> u8 {
    5
}

/// A game under its id.
pub(crate) struct Game {
    client: ClientId,
    feed: Arc<Feed<Play>>,
}

impl Kept for Game {
    const NAME: &'static str = "game";

    fn client(&self) -> &ClientId {
        &self.client
    }

    fn active(&self) -> bool {
        self.feed.read(|play| play.outcome.is_none())
    }
}

impl Game {
    /// Has the engine move, if it is its turn.
    fn ask_engine(&self, server: &Server) {
        let longest = server.options().limits.time;
        let reply = self.feed.update(|play| {
            if !play.is_engines_turn() {
                return None;
            }
            play.ticket = Arc::new(Ticket::default());
            Some(Reply {
                feed: Arc::clone(&self.feed),
                turn: play.turn,
                ticket: Arc::clone(&play.ticket),
                longest,
            })
        });
        if let Some(reply) = reply {
            let ticket = Arc::clone(&reply.ticket);
            server.pool().submit(&self.client, &ticket, Box::new(reply));
        }
    }

    /// The engine need not answer any more.
    fn silence(&self, server: &Server) {
        let ticket = self.feed.read(|play| Arc::clone(&play.ticket));
        server.pool().cancel(&ticket);
    }
}

fn game(server: &Server, id: &str) -> Answer<Arc<Game>> {
    let game = server.games().get(id)?;
    game.feed.touch();
    Ok(game)
}

fn state(id: &str, game: &Game) -> Json<GameState> {
    Json(game.feed.read(|play| GameState::of(id, play)))
}

/// `POST /api/v1/games`
pub(crate) async fn create(
    State(server): State<Server>,
    client: ClientId,
    Body(asked): Body<Asked>,
) -> Answer<impl IntoResponse> {
    let limits = &server.options().limits;
    let position = position::playable(&asked.position, limits.plies)?;
    position::refuse_without_king(&position)?;
    let level = Level::new(asked.level).ok_or_else(|| {
        ApiError::field("level", format!("{}: expected {} to {}", asked.level, Level::LOWEST, Level::FULL))
    })?;
    if let Some(times) = asked.clock {
        times.check().map_err(|reason| ApiError::field("clock", reason))?;
    }
    let longest = limits.plies;
    if let Some(most) = asked.max_moves.filter(|most| !(position.history_len() + 1..=longest).contains(most))
    {
        let first = position.history_len() + 1;
        return Err(ApiError::field("max_moves", format!("{most}: expected {first} to {longest}")));
    }
    let mut play = Play {
        given: position.history_len(),
        position,
        human: asked.color.into(),
        level,
        player: RandomState::new().hash_one(level),
        rule: asked.rule,
        rules: Rules {
            entering_king: asked.rule.into(),
            max_moves: Some(asked.max_moves.unwrap_or(longest)),
        },
        engine_resigns: asked.engine_resigns,
        clock: asked.clock.map(Clock::new),
        plies: Vec::new(),
        outcome: None,
        thought: None,
        since: None,
        turn: 0,
        ticket: Arc::default(),
        failed: false,
        removed: false,
    };
    play.begin();
    let id = crate::id::fresh();
    let game = Arc::new(Game { client: client.clone(), feed: Arc::new(Feed::new(play)) });
    let game = server.games().add(&id, &client, || game)?;
    game.ask_engine(&server);
    Ok(Made::answer("games", id))
}

/// `GET /api/v1/games/{id}`
pub(crate) async fn show(State(server): State<Server>, Named(id): Named<String>) -> Answer<Json<GameState>> {
    let game = game(&server, &id)?;
    Ok(state(&id, &game))
}

/// `GET /api/v1/games/{id}/events`: the state at each change. The stream goes on after the end, for moves can be taken
/// back; it ends when the game is removed.
pub(crate) async fn events(
    State(server): State<Server>,
    Named(id): Named<String>,
) -> Answer<impl IntoResponse> {
    let game = game(&server, &id)?;
    let mut told = None;
    Ok(feed::events(Arc::clone(&game.feed), move |play: &Play| {
        let now = (play.turn, play.since.is_some(), play.failed);
        let mut events = Vec::new();
        if told != Some(now) {
            told = Some(now);
            let state = serde_json::to_value(GameState::of(&id, play)).unwrap_or_default();
            events.push(feed::event("info", &state));
            if play.outcome.is_some() {
                events.push(feed::event("done", &state));
            }
        }
        Batch { events, last: play.removed }
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Moved {
    r#move: String,
}

/// `POST /api/v1/games/{id}/moves`
pub(crate) async fn play(
    State(server): State<Server>,
    Named(id): Named<String>,
    Body(moved): Body<Moved>,
) -> Answer<Json<GameState>> {
    let game = game(&server, &id)?;
    game.feed.update(|play| play.play(&moved.r#move))?;
    game.ask_engine(&server);
    Ok(state(&id, &game))
}

/// `POST /api/v1/games/{id}/take-back`
pub(crate) async fn take_back(
    State(server): State<Server>,
    Named(id): Named<String>,
) -> Answer<Json<GameState>> {
    let game = game(&server, &id)?;
    game.feed.update(Play::take_back)?;
    game.silence(&server);
    Ok(state(&id, &game))
}

/// `POST /api/v1/games/{id}/resign`
pub(crate) async fn resign(
    State(server): State<Server>,
    Named(id): Named<String>,
) -> Answer<Json<GameState>> {
    let game = game(&server, &id)?;
    game.feed.update(Play::resign)?;
    game.silence(&server);
    Ok(state(&id, &game))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Declared {
    #[serde(default)]
    insist: bool,
}

/// `POST /api/v1/games/{id}/declare`
pub(crate) async fn declare(
    State(server): State<Server>,
    Named(id): Named<String>,
    Body(declared): Body<Declared>,
) -> Answer<Json<GameState>> {
    let game = game(&server, &id)?;
    game.feed.update(|play| play.declare(declared.insist))?;
    Ok(state(&id, &game))
}

/// `GET /api/v1/games/{id}/record`
pub(crate) async fn record(
    State(server): State<Server>,
    Named(id): Named<String>,
    Query(wanted): Query<As>,
) -> Answer<Response> {
    let game = game(&server, &id)?;
    let record = game.feed.read(record_of::record);
    export::answer(&record, wanted, "game")
}

/// `DELETE /api/v1/games/{id}`
pub(crate) async fn remove(State(server): State<Server>, Named(id): Named<String>) -> Answer<StatusCode> {
    let game = game(&server, &id)?;
    game.silence(&server);
    server.games().remove(&id);
    game.feed.update(|play| play.removed = true);
    Ok(StatusCode::NO_CONTENT)
}

/// Looks at the clocks, and forgets games to which nobody has come back.
pub(crate) fn clear_up(server: &Server) {
    for (id, game) in server.games().all() {
        if game.feed.read(|play| play.clock.is_some() && play.is_humans_turn()) {
            let late = game.feed.read(|play| {
                play.clock.is_some_and(|clock| play.used() > clock.allowed(play.position.side_to_move()))
            });
            if late {
                game.feed.update(Play::look_at_clock);
            }
        }
        if game.feed.abandoned(server.options().limits.kept) {
            game.silence(server);
            server.games().remove(&id);
        }
    }
}
