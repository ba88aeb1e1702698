//! Games written as records.

use super::game::ending_name;
use super::read_back;
use crate::body::{Asked, Body};
use crate::error::{Answer, ApiError, Place};
use crate::options::Limits;
use crate::state::Server;
use axum::extract::State;
use axum::http::header::{self, HeaderName};
use axum::response::{IntoResponse, Response};
use record::{Branch, Charset, Ending, EndingKind, Format, Game, Headers, Key, Line, Ply};
use serde::Deserialize;
use shogi::{Color, Move, Position};
use std::time::Duration;

/// How a record is wanted.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct As {
    #[serde(default)]
    format: Wanted,
    #[serde(default)]
    charset: Set,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wanted {
    #[default]
    Kif,
    Ki2,
    Csa,
    Usi,
}

#[derive(Clone, Copy, Default, Deserialize)]
enum Set {
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    #[serde(rename = "cp932")]
    Cp932,
    #[serde(rename = "euc-jp")]
    EucJp,
}

/// A game in the shape that `records/parse` answers with; what is not needed to write it is passed over.
#[derive(Deserialize)]
pub(crate) struct GivenGame {
    /// The first position as SFEN.
    start: String,
    #[serde(default)]
    headers: Vec<GivenHeader>,
    /// Black's name, if no header gives it.
    #[serde(default)]
    black: Option<String>,
    #[serde(default)]
    white: Option<String>,
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    moves: Vec<GivenPly>,
    #[serde(default)]
    ending: Option<GivenEnding>,
    #[serde(default)]
    branches: Vec<GivenBranch>,
}

#[derive(Deserialize)]
struct GivenHeader {
    key: String,
    value: String,
}

#[derive(Deserialize)]
struct GivenPly {
    usi: String,
    #[serde(default)]
    time_ms: Option<u64>,
    /// From Black's view.
    #[serde(default)]
    score_cp: Option<i32>,
    #[serde(default)]
    comments: Vec<String>,
    #[serde(default)]
    bookmark: Option<String>,
}

#[derive(Deserialize)]
struct GivenEnding {
    kind: String,
    #[serde(default)]
    winner: Option<String>,
    #[serde(default)]
    comments: Vec<String>,
}

#[derive(Deserialize)]
struct GivenBranch {
    parent: Option<usize>,
    at: usize,
    #[serde(default)]
    moves: Vec<GivenPly>,
    #[serde(default)]
    ending: Option<GivenEnding>,
}

/// The longest time that the readers of records take, in milliseconds, and one more.
const TOO_LONG_MS: u64 = 1_000_000_000_000;

/// Text that a record can hold: other characters before the blank than these make a file a binary one for the readers.
fn text<'a>(text: &'a str, place: &str) -> Answer<&'a str> {
    let good = |c: char| c >= ' ' || matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1b');
    match text.chars().find(|&c| !good(c)) {
        None => Ok(text),
        Some(c) => {
            let message = format!("the control character U+{:04X}, which no record can hold", u32::from(c));
            Err(ApiError::field(place, message))
        }
    }
}

/// Comments are lines.
fn lines(comments: &[String], place: &str) -> Answer<Vec<String>> {
    let mut lines = Vec::new();
    for (index, comment) in comments.iter().enumerate() {
        let comment = text(comment, &format!("{place}[{index}]"))?;
        lines.extend(comment.split(['\n', '\r']).map(str::to_owned));
    }
    Ok(lines)
}

/// A field of the header. Its key ends at a colon, so that none can stand in it.
fn add_header(headers: &mut Headers, given: &GivenHeader, place: &str) -> Answer<()> {
    let word = &given.key;
    if word.trim().is_empty() || word.contains([':', '：', '\n', '\r']) {
        let message = format!("{word:?}: expected a word without colons and line ends");
        return Err(ApiError::field(&format!("{place}.key"), message));
    }
    text(word, &format!("{place}.key"))?;
    headers.push(key(word), text(&given.value, &format!("{place}.value"))?);
    Ok(())
}

/// A player's name beside the header, which may say the same but nothing else.
fn player(headers: &mut Headers, key: Key, given: Option<&String>, place: &str) -> Answer<()> {
    let Some(name) = given else { return Ok(()) };
    let mut alone = Headers::default();
    alone.push(key.clone(), text(name, place)?);
    let name = alone.get(&key).unwrap_or_default();
    match headers.get(&key) {
        None => headers.push(key, name),
        Some(told) if told == name => {}
        Some(told) => {
            let message =
                format!("{name:?}, but headers say {told:?}: expected the same, or only one of them");
            return Err(ApiError::field(place, message));
        }
    }
    Ok(())
}

fn key(name: &str) -> Key {
    match name {
        "black" => Key::Black,
        "white" => Key::White,
        "event" => Key::Event,
        "site" => Key::Site,
        "start_time" => Key::StartTime,
        "end_time" => Key::EndTime,
        "time_limit" => Key::TimeLimit,
        "time_control" => Key::TimeControl,
        "opening" => Key::Opening,
        "max_moves" => Key::MaxMoves,
        "impasse" => Key::Impasse,
        "remarks" => Key::Remarks,
        other => Key::Other(other.to_owned()),
    }
}

fn kind(given: &GivenEnding, to_move: Color) -> Answer<EndingKind> {
    let winner = match given.winner.as_deref() {
        None => None,
        Some("black") => Some(Color::Black),
        Some("white") => Some(Color::White),
        Some(other) => {
            return Err(ApiError::field(
                "ending",
                format!("winner {other:?}: expected black, white or null"),
            ));
        }
    };
    let winner = winner.unwrap_or(!to_move);
    let kinds = [
        EndingKind::Resignation,
        EndingKind::Interruption,
        EndingKind::Repetition,
        EndingKind::Impasse,
        EndingKind::Mate,
        EndingKind::NoMate,
        EndingKind::Timeout,
        EndingKind::Foul(!winner),
        EndingKind::Declaration,
        EndingKind::Forfeit(!winner),
        EndingKind::MaxMoves,
        EndingKind::Draw,
        EndingKind::Error,
        EndingKind::TakeBack,
        EndingKind::Sealed,
        EndingKind::Win(winner),
    ];
    kinds.into_iter().find(|&kind| ending_name(kind) == given.kind).ok_or_else(|| {
        let known: Vec<_> = kinds.into_iter().map(ending_name).collect();
        ApiError::field("ending", format!("kind {:?}: expected one of {}", given.kind, known.join(", ")))
    })
}

/// Plays the moves of a line; `place` is what messages call it.
fn line(
    position: &mut Position,
    moves: &[GivenPly],
    ending: Option<&GivenEnding>,
    place: &str,
) -> Answer<Line> {
    let mut line = Line::default();
    for (index, given) in moves.iter().enumerate() {
        let place = format!("{place}[{index}]");
        let wrong = |reason: String| {
            let message = format!("{place}: {}: {reason}", given.usi);
            ApiError::bad("illegal_move", message).at(Place::field(&place))
        };
        let mv: Move = given.usi.parse().map_err(|error| wrong(format!("{error}")))?;
        let black = position.side_to_move() == Color::Black;
        position.try_apply(mv).map_err(|reason| wrong(reason.to_string()))?;
        if let Some(time) = given.time_ms.filter(|&time| time >= TOO_LONG_MS) {
            let message = format!("{time}: expected less than {TOO_LONG_MS}");
            return Err(ApiError::field(&format!("{place}.time_ms"), message));
        }
        let bookmark = given.bookmark.as_ref().map(|name| text(name, &format!("{place}.bookmark")));
        line.plies.push(Ply {
            mv,
            time: given.time_ms.map(Duration::from_millis),
            score: given.score_cp.map(|score| if black { score } else { score.saturating_neg() }),
            comments: lines(&given.comments, &format!("{place}.comments"))?,
            bookmark: bookmark.transpose()?.map(|name| name.replace(['\n', '\r'], " ")),
        });
    }
    if let Some(given) = ending {
        let kind = kind(given, position.side_to_move())?;
        let whole = place.strip_suffix("moves").unwrap_or_default();
        let comments = lines(&given.comments, &format!("{whole}ending.comments"))?;
        line.ending = Some(Ending { comments, ..kind.into() });
    }
    Ok(line)
}

impl GivenGame {
    /// The game, each of its moves checked.
    pub(crate) fn read(&self, limits: &Limits) -> Answer<Game> {
        let plies = limits.plies;
        if self.branches.len() > limits.branches {
            let message = format!("{}: expected at most {}", self.branches.len(), limits.branches);
            return Err(ApiError::field("branches", message));
        }
        let moves = self.moves.len() + self.branches.iter().map(|branch| branch.moves.len()).sum::<usize>();
        if moves > plies * 4 {
            return Err(ApiError::field(
                "moves",
                format!("{moves} with the branches: expected at most {}", plies * 4),
            ));
        }
        let start = crate::position::read(&self.start, false, plies)
            .map_err(|error| error.at(Place::field("start")))?;
        let start = crate::moves::rewound(&start.position).0;
        record::refuse_unplayed(&start).map_err(|error| ApiError::field("start", error))?;
        let mut game = Game::new(record::Place { file: "game".into(), line: 1, column: 1 }, start);
        for (index, given) in self.headers.iter().enumerate() {
            add_header(&mut game.headers, given, &format!("headers[{index}]"))?;
        }
        player(&mut game.headers, Key::Black, self.black.as_ref(), "black")?;
        player(&mut game.headers, Key::White, self.white.as_ref(), "white")?;
        game.comments = lines(&self.comments, "comments")?;
        let mut position = game.start.clone();
        game.main = line(&mut position, &self.moves, self.ending.as_ref(), "moves")?;
        for (index, given) in self.branches.iter().enumerate() {
            let place = format!("branches[{index}]");
            if given.parent.is_some_and(|parent| parent >= index) {
                let message = "expected the index of an earlier branch, or null";
                return Err(ApiError::field(&format!("{place}.parent"), message));
            }
            game.branches.push(Branch { parent: given.parent, at: given.at, line: Line::default() });
            let before = game.branch_moves(index);
            if before.len() != given.at {
                let message = format!("{}: the line that it leaves has {} moves", given.at, before.len());
                return Err(ApiError::field(&format!("{place}.at"), message));
            }
            let mut position = game.start.clone();
            for mv in before {
                position.apply(mv);
            }
            let line = line(&mut position, &given.moves, given.ending.as_ref(), &format!("{place}.moves"))?;
            game.branches[index].line = line;
        }
        Ok(game)
    }
}

/// A game as a file.
pub(crate) fn answer(game: &Game, wanted: As, name: &str) -> Answer<Response> {
    let (format, kind) = match wanted.format {
        Wanted::Kif => (Format::Kif, "application/x-kif"),
        Wanted::Ki2 => (Format::Ki2, "application/x-ki2"),
        Wanted::Csa => (Format::Csa, "application/x-csa"),
        Wanted::Usi => (Format::Usi, "text/plain"),
    };
    let (charset, set) = match wanted.charset {
        Set::Utf8 => (Charset::Utf8, "utf-8"),
        Set::Cp932 => (Charset::Cp932, "shift_jis"),
        Set::EucJp => (Charset::EucJp, "euc-jp"),
    };
    let written = read_back::written(game, format, charset);
    let (bytes, left_out) = written.map_err(|error| ApiError::bad("cannot_hold", error.to_string()))?;
    if let Some(index) = read_back::misread(game, format, charset) {
        let (key, value) = game.headers.iter().nth(index).unwrap_or((&Key::Remarks, ""));
        let key = match key {
            Key::Other(word) => word.clone(),
            known => format!("{known:?}"),
        };
        let message = format!("{key:?} with {value:?}: {} would not read it back as a header", format.name());
        return Err(ApiError::field(&format!("headers[{index}]"), message));
    }
    let extension = format.name();
    let headers = [
        (header::CONTENT_TYPE, format!("{kind}; charset={set}")),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.{extension}\"")),
        (
            HeaderName::from_static("x-yomikiri-left-out"),
            format!(
                "branches={} comments={} endings={}",
                left_out.branches, left_out.comments, left_out.endings
            ),
        ),
    ];
    Ok((headers, bytes).into_response())
}

/// `POST /api/v1/records/export`
pub(crate) async fn export(
    State(server): State<Server>,
    Asked(wanted): Asked<As>,
    Body(given): Body<GivenGame>,
) -> Answer<Response> {
    let again = server.clone();
    server.blocking(move || answer(&given.read(&again.options().limits)?, wanted, "game")).await
}
