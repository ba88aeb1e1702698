//! Learning runs: lists, numbers for plots, pictures, and what is new while a run goes on.

mod view;

use crate::body::{Asked, Named};
use crate::error::{Answer, ApiError};
use crate::feed::{self, Batch, Feed};
use crate::folder;
use crate::pictures;
use crate::state::Server;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use learn::LearnError;
use report::PictureFormat;
use report::runs::{Run, RunError, RunKind};
use serde::{Deserialize, Serialize};
use shogi::Square;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use view::RunView;

/// How often a run that is watched is looked at.
const LOOK: Duration = Duration::from_secs(1);

fn folder(server: &Server) -> Answer<PathBuf> {
    server.options().runs.clone().ok_or_else(|| {
        ApiError::missing("the server was started without --runs, the folder whose folders are learning runs")
    })
}

/// The files of a run, each as it was when it was looked at. (The time alone would not do: files that are written in one tick of
/// the system's clock have the same.)
type Stamp = [Option<(SystemTime, u64)>; 4];

fn stamp(path: &Path) -> Stamp {
    ["checkpoint.bin", "log.csv", "manifest.json", "weights.bin"].map(|name| {
        let data = path.join(name).metadata().ok()?;
        Some((data.modified().ok()?, data.len()))
    })
}

/// When a run last wrote something.
fn modified(path: &Path) -> Option<SystemTime> {
    stamp(path).into_iter().flatten().map(|(time, _)| time).max()
}

fn seconds(time: Option<SystemTime>) -> Option<u64> {
    Some(time?.duration_since(UNIX_EPOCH).ok()?.as_secs())
}

/// Why there is nothing to show of a run.
enum Unread {
    /// It has just begun: weights are written at the end of its first pass.
    Begun,
    /// Something is wrong with it; messages name it, not where it lies.
    Problem(String),
}

/// Reads a run.
fn read(path: &Path, name: &str) -> Result<Run, Unread> {
    Run::read(path).map_err(|error| match &error {
        // The checkpoint is read first.
        RunError::Run(LearnError::File { path, source })
            if path.ends_with("weights.bin") && source.kind() == std::io::ErrorKind::NotFound =>
        {
            Unread::Begun
        }
        _ => {
            let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
            let text = causes.fold(error.to_string(), |text, cause| {
                let cause = cause.to_string();
                if text.contains(&cause) { text } else { format!("{text}: {cause}") }
            });
            Unread::Problem(text.replace(&path.display().to_string(), name))
        }
    })
}

fn find(server: &Server, name: &str) -> Answer<(PathBuf, Run)> {
    let path = folder::inside(&folder(server)?, name, "run")?;
    let run = read(&path, name).map_err(|unread| match unread {
        Unread::Begun => {
            let message = format!("{name}: no weights yet: a run writes them at the end of its first pass");
            ApiError::new(StatusCode::NOT_FOUND, "no_weights_yet", message)
        }
        Unread::Problem(problem) => bad_run(problem),
    })?;
    Ok((path, run))
}

fn bad_run(problem: String) -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "bad_run", problem)
}

#[derive(Serialize)]
struct Listed {
    name: String,
    passes: usize,
    /// Whether it is done: it has its manifest.
    done: bool,
    set: String,
    /// Seconds since 1970 at which it last wrote something.
    modified: Option<u64>,
}

#[derive(Serialize)]
pub(crate) struct List {
    runs: Vec<Listed>,
    /// Runs that have no weights yet, as they have just begun.
    begun: Vec<String>,
    /// Folders that should be runs and cannot be read.
    problems: Vec<String>,
}

/// `GET /api/v1/runs`
pub(crate) async fn list(State(server): State<Server>) -> Answer<Json<List>> {
    let again = server.clone();
    server
        .blocking(move || {
            let mut list = List { runs: Vec::new(), begun: Vec::new(), problems: Vec::new() };
            let Ok(folder) = folder(&again) else { return Ok(Json(list)) };
            let is_run = |path: &Path| path.join("checkpoint.bin").is_file();
            let names = folder::names(&folder, is_run);
            for name in names.map_err(|error| ApiError::internal(format!("the folder of runs: {error}")))? {
                let path = folder::inside(&folder, &name, "run")?;
                match read(&path, &name) {
                    Ok(run) => list.runs.push(Listed {
                        passes: run.rows.len(),
                        done: run.manifest.is_some(),
                        set: run.weights.set().to_string(),
                        modified: seconds(modified(&path)),
                        name,
                    }),
                    Err(Unread::Begun) => list.begun.push(name),
                    Err(Unread::Problem(problem)) => list.problems.push(problem),
                }
            }
            Ok(Json(list))
        })
        .await
}

/// `GET /api/v1/runs/{name}`
pub(crate) async fn show(State(server): State<Server>, Named(name): Named<String>) -> Answer<Json<RunView>> {
    let again = server.clone();
    server
        .blocking(move || {
            let (path, run) = find(&again, &name)?;
            Ok(Json(RunView::of(&run, seconds(modified(&path)))))
        })
        .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Around {
    /// The king's square.
    king: Option<String>,
    /// The kind of the other piece.
    piece: Option<String>,
}

impl Around {
    fn read(&self) -> Answer<(Square, RunKind)> {
        let king = self.king.as_deref().unwrap_or("8h");
        let king = king.parse().map_err(|error| ApiError::field("king", error))?;
        let piece = self.piece.as_deref().unwrap_or("gold");
        let kind = RunKind::ALL.into_iter().find(|kind| kind.name() == piece).ok_or_else(|| {
            let known: Vec<_> = RunKind::ALL.into_iter().map(RunKind::name).collect();
            ApiError::field("piece", format!("{piece:?}: expected one of {}", known.join(", ")))
        })?;
        Ok((king, kind))
    }
}

#[derive(Serialize)]
pub(crate) struct KingPiece {
    name: String,
    king: String,
    piece: &'static str,
    /// By square, 1a, 1b, … 9i, in hundredths of a pawn.
    own: Vec<Option<f64>>,
    enemy: Vec<Option<f64>>,
}

/// `GET /api/v1/runs/{name}/king-piece`
pub(crate) async fn king_piece(
    State(server): State<Server>,
    Named(name): Named<String>,
    Asked(around): Asked<Around>,
) -> Answer<Json<KingPiece>> {
    let (king, kind) = around.read()?;
    let again = server.clone();
    server
        .blocking(move || {
            let (_, run) = find(&again, &name)?;
            let values = |enemy| {
                run.king_piece(king, kind, enemy).ok_or_else(|| {
                    ApiError::missing("the set of features of this run has no king-piece table")
                })
            };
            let (own, enemy) = (values(false)?, values(true)?);
            Ok(Json(KingPiece { king: king.to_string(), piece: kind.name(), own, enemy, name }))
        })
        .await
}

/// `GET /api/v1/runs/{name}/{picture}`
pub(crate) async fn picture(
    State(server): State<Server>,
    Named((name, file)): Named<(String, String)>,
    Asked(around): Asked<Around>,
) -> Answer<Response> {
    let (king, kind) = around.read()?;
    let stem = file.rsplit_once('.').map_or("", |(stem, _)| stem).to_owned();
    if !["learning", "material", "margins", "king-piece"].contains(&&*stem) {
        let message = format!("{file}: expected learning, material, margins or king-piece, .svg or .png");
        return Err(ApiError::missing(message));
    }
    let format: PictureFormat = pictures::format(&file, &stem)?;
    let again = server.clone();
    server
        .blocking(move || {
            let (_, run) = find(&again, &name)?;
            let runs = [run];
            match &*stem {
                "learning" => pictures::answer(&report::runs::learning(&runs), format),
                "material" => pictures::answer(&report::runs::material(&runs), format),
                "margins" => pictures::answer(&report::runs::margins(&runs), format),
                _ => match report::runs::king_piece(&runs, king, kind) {
                    Some(map) => pictures::answer(&map, format),
                    None => Err(ApiError::missing("the set of features of this run has no king-piece table")),
                },
            }
        })
        .await
}

/// A run that somebody watches: what it last looked like, and how often that has changed.
pub(crate) struct Watched {
    changes: u64,
    view: Seen,
    done: bool,
}

/// What a run looks like.
enum Seen {
    /// It has no weights yet.
    Begun,
    Run(serde_json::Value),
    Problem(String),
}

/// The runs that are watched, each looked at by one task however many watch.
#[derive(Default)]
pub(crate) struct Watches(Mutex<HashMap<PathBuf, Weak<Feed<Watched>>>>);

fn look(path: &Path, name: &str) -> Watched {
    match read(path, name) {
        Ok(run) => {
            let view = RunView::of(&run, seconds(modified(path)));
            let view = Seen::Run(serde_json::to_value(view).unwrap_or_default());
            Watched { changes: 1, view, done: run.manifest.is_some() }
        }
        Err(Unread::Begun) => Watched { changes: 1, view: Seen::Begun, done: false },
        Err(Unread::Problem(problem)) => Watched { changes: 1, view: Seen::Problem(problem), done: false },
    }
}

/// Looks at a run while anybody watches it. `last` is from before it was first looked at, so that nothing is missed that was
/// written since.
async fn watch(server: Server, feed: Arc<Feed<Watched>>, path: PathBuf, name: String, mut last: Stamp) {
    loop {
        tokio::time::sleep(LOOK).await;
        {
            // Whoever comes to watch touches the feed under the same lock.
            let mut watches = server.watches().0.lock().unwrap_or_else(PoisonError::into_inner);
            if feed.abandoned(LOOK) {
                watches.remove(&path);
                return;
            }
        }
        let now = stamp(&path);
        if now == last {
            continue;
        }
        last = now;
        let (path, name) = (path.clone(), name.clone());
        let Ok(seen) = server.blocking(move || Ok(look(&path, &name))).await else { return };
        feed.update(|watched| *watched = Watched { changes: watched.changes + 1, ..seen });
    }
}

/// `GET /api/v1/runs/{name}/events`
pub(crate) async fn events(
    State(server): State<Server>,
    Named(name): Named<String>,
) -> Answer<impl IntoResponse> {
    let again = server.clone();
    let (path, name, last, first) = server
        .blocking(move || {
            let path = folder::inside(&folder(&again)?, &name, "run")?;
            let last = stamp(&path);
            let seen = look(&path, &name);
            match seen.view {
                Seen::Problem(problem) => Err(bad_run(problem)),
                _ => Ok((path, name, last, seen)),
            }
        })
        .await?;
    let mut begun = None;
    let feed = {
        let mut watches = server.watches().0.lock().unwrap_or_else(PoisonError::into_inner);
        watches.retain(|_, feed| feed.strong_count() > 0);
        let feed = watches.get(&path).and_then(Weak::upgrade).unwrap_or_else(|| {
            let feed = Arc::new(Feed::new(first));
            watches.insert(path.clone(), Arc::downgrade(&feed));
            begun = Some(Arc::clone(&feed));
            feed
        });
        feed.touch();
        feed
    };
    let mut told = 0;
    let stream = feed::events(feed, move |watched: &Watched| {
        let mut events = Vec::new();
        if told != watched.changes {
            told = watched.changes;
            match &watched.view {
                Seen::Begun => {
                    events.push(feed::event("state", &serde_json::json!({ "state": "no_weights_yet" })));
                }
                Seen::Run(view) => {
                    events.push(feed::event("info", view));
                    if watched.done {
                        events.push(feed::event("done", view));
                    }
                }
                Seen::Problem(problem) => {
                    let error = bad_run(problem.clone()).json();
                    // Code and message stand beside it as well: they once stood there alone.
                    let (code, message) = (&error["code"], &error["message"]);
                    let event = serde_json::json!({ "code": code, "message": message, "error": error });
                    events.push(feed::event("error", &event));
                }
            }
        }
        Batch { events, last: watched.done }
    });
    if let Some(feed) = begun {
        tokio::spawn(watch(server.clone(), feed, path, name, last));
    }
    Ok(stream)
}
