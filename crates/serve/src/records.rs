//! Records of every format, read into the games that clients show.

pub(crate) mod export;
pub(crate) mod game;
mod read_back;

use crate::body::{self, Asked};
use crate::error::{Answer, ApiError, Place};
use crate::options::Limits;
use crate::reason::Reason;
use crate::state::Server;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use game::GameView;
use record::Charset;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Title {
    /// What places call the record, such as the name of its file.
    #[serde(default)]
    name: Option<String>,
}

/// What a record holds.
#[derive(Serialize)]
pub(crate) struct Parsed {
    /// `kif`, `ki2`, `csa`, `usi`, `psv`, `hcpe`; `sfen` for a position.
    format: Option<&'static str>,
    /// `utf-8`, `cp932` or `euc-jp`; `null` where everything is ASCII or binary.
    charset: Option<&'static str>,
    /// One element for each game: the game, or why it was refused.
    games: Vec<Told>,
    /// Games beyond those that are told.
    more: usize,
}

/// A game or its error, so that one bad game does not hide the others.
#[derive(Serialize)]
#[serde(untagged)]
enum Told {
    Game(Box<GameView>),
    Refused { error: serde_json::Value },
}

const LONGEST_NAME: usize = 200;

/// `POST /api/v1/records/parse`: the record itself as the body, in any format and character set.
pub(crate) async fn parse(
    State(server): State<Server>,
    Asked(Title { name }): Asked<Title>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer<Json<Parsed>> {
    let bytes = bytes.map_err(|rejection| body::refused(&rejection))?;
    let name = name.unwrap_or_else(|| "record".to_owned());
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        let message = format!("at most {LONGEST_NAME} characters, none of them a control character");
        return Err(ApiError::field("name", message));
    }
    let again = server.clone();
    server.blocking(move || read(&bytes, &name, &again.options().limits).map(Json)).await
}

/// Reads a record; where nothing in it can be read, that is the error.
fn read(bytes: &[u8], name: &str, limits: &Limits) -> Answer<Parsed> {
    if let Some(parsed) = position(bytes, name, limits.plies)? {
        return Ok(parsed);
    }
    let mut games = record::read_any(bytes, name);
    let mut told = Vec::new();
    let (mut more, mut good, mut moves, mut first) = (0, 0, 0, None);
    for game in games.by_ref() {
        if told.len() == limits.games_told || moves >= limits.moves_told {
            more += 1;
            continue;
        }
        let game = game.map_err(|error| refusal(&error)).and_then(|game| within(game, limits));
        match game {
            Ok(game) => {
                good += 1;
                moves += 1 + game.main.plies.len();
                moves += game.branches.iter().map(|branch| branch.line.plies.len()).sum::<usize>();
                told.push(Told::Game(Box::new(GameView::of(&game))));
            }
            Err(error) => {
                told.push(Told::Refused { error: error.json() });
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if good == 0 => Err(error),
        _ => Ok(Parsed {
            format: games.format().map(record::Format::name),
            charset: games.charset().map(charset_name),
            games: told,
            more,
        }),
    }
}

/// The game, if it is one that can be played and not too long.
fn within(game: record::Game, limits: &Limits) -> Answer<record::Game> {
    let wrong = |message: String| ApiError::bad("bad_record", message).at((&game.place).into());
    record::refuse_unplayed(&game.start).map_err(|error| wrong(format!("{}: {error}", game.place)))?;
    let longest = game.branches.iter().map(|branch| branch.at + branch.line.plies.len());
    let longest = longest.chain([game.main.plies.len()]).max().unwrap_or(0);
    if longest > limits.plies {
        let (place, most) = (&game.place, limits.plies);
        return Err(wrong(format!("{place}: a line of {longest} moves; this server takes {most}")));
    }
    if game.branches.len() > limits.branches {
        let (place, found, most) = (&game.place, game.branches.len(), limits.branches);
        return Err(wrong(format!("{place}: {found} branches; this server takes {most}")));
    }
    Ok(game)
}

fn refusal(error: &record::RecordError) -> ApiError {
    let before = error.prefix.as_ref().map_or(0, |prefix| prefix.main.plies.len());
    let read = if before > 0 { format!(" ({before} plies could be read)") } else { String::new() };
    ApiError::bad("bad_record", format!("{error}{read}")).at((&error.place).into()).because(&error.reason)
}

const fn charset_name(charset: Charset) -> &'static str {
    match charset {
        Charset::Utf8 => "utf-8",
        Charset::Cp932 => "cp932",
        Charset::EucJp => "euc-jp",
    }
}

/// A single line that is a bare SFEN, which no format of records has.
fn position(bytes: &[u8], name: &str, plies: usize) -> Answer<Option<Parsed>> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(None) };
    let text = text.trim_start_matches('\u{feff}').trim();
    let first = text.split_whitespace().next().unwrap_or_default();
    if text.lines().count() != 1 || first.matches('/').count() != 8 {
        return Ok(None);
    }
    let place = record::Place { file: name.into(), line: 1, column: 1 };
    let read = crate::position::read(text, true, plies).map_err(|error| error.at((&place).into()))?;
    let mut game = record::Game::new(place.clone(), crate::moves::rewound(&read.position).0);
    let moves = crate::moves::rewound(&read.position).1;
    game.main.plies.extend(moves.into_iter().map(record::Ply::from));
    for repair in &read.repairs {
        game.notes.push(record::Note { place: place.clone(), text: repair.to_string() });
    }
    let games = vec![Told::Game(Box::new(GameView::of(&game)))];
    Ok(Some(Parsed { format: Some("sfen"), charset: None, games, more: 0 }))
}

impl From<&record::Cut> for game::CutView {
    fn from(cut: &record::Cut) -> Self {
        Self {
            place: Place::from(&cut.place),
            text: cut.text.clone(),
            reason: cut.reason.clone(),
            left_out: cut.left_out,
            message: cut.to_string(),
            why: Reason::of(&cut.reason),
        }
    }
}
