//! Solved games: positions with values from the tables at hand, lines to the end, puzzles.

mod tables;
mod view;

use crate::body::{Asked, Named};
use crate::error::{Answer, ApiError, Place};
use crate::state::Server;
use axum::Json;
use axum::extract::State;
use retro::solved::{Dobutsu, Doves, DovesRules, Solved, SolvedError, SolvedGame, solution};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
pub(crate) use tables::Tables;
use tables::{AnyTable, Table, TableView};
use view::{LineMove, PositionView, PuzzleMove, PuzzleView};

/// The games that have tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Name {
    Doves,
    Dobutsu,
}

impl Name {
    const ALL: [Self; 2] = [Self::Doves, Self::Dobutsu];

    fn of(text: &str) -> Answer<Self> {
        match text {
            "doves" => Ok(Self::Doves),
            "dobutsu" => Ok(Self::Dobutsu),
            other => {
                Err(ApiError::missing(format!("{other:?}: there are the solved games doves and dobutsu")))
            }
        }
    }

    const fn start(self) -> &'static str {
        match self {
            Self::Doves => "b/B r",
            Self::Dobutsu => "gle/.c./.C./ELG -",
        }
    }

    /// How a table is made.
    fn command(self, folder: &str) -> String {
        match self {
            Self::Doves => format!("yomikiri solve doves --max-doves 6 --table {folder}/doves-6.values"),
            Self::Dobutsu => format!("yomikiri solve dobutsu --table {folder}/dobutsu.values"),
        }
    }
}

impl From<SolvedError> for ApiError {
    fn from(error: SolvedError) -> Self {
        match error {
            SolvedError::Input(reason) => {
                let reason = plain(&reason);
                Self::bad("bad_position", format!("position: {reason}"))
                    .at(Place::field("position"))
                    .because(&reason)
            }
            SolvedError::Table(error) => Self::internal(error),
        }
    }
}

/// The readers of the games' notations tell what they found as they hold it: a character, or nothing at the end.
fn plain(reason: &str) -> String {
    let Some((before, found)) = reason.split_once(": None where ").or_else(|| reason.split_once(": Some("))
    else {
        return reason.to_owned();
    };
    match found.split_once(") where ") {
        Some((found, expected)) => format!("{before}: {found} where {expected}"),
        None => format!("{before}: the end where {found}"),
    }
}

#[derive(Serialize)]
struct GameView {
    game: Name,
    name_ja: &'static str,
    name_en: &'static str,
    start: &'static str,
    tables: Vec<TableView>,
    command: String,
}

#[derive(Serialize)]
pub(crate) struct Games {
    games: Vec<GameView>,
    /// Files that should be tables and cannot be used.
    problems: Vec<String>,
}

/// `GET /api/v1/solved`
pub(crate) async fn games(State(server): State<Server>) -> Answer<Json<Games>> {
    let again = server.clone();
    server
        .blocking(move || {
            let tables = again.tables();
            let found = tables.find();
            let games = Name::ALL.map(|game| GameView {
                game,
                name_ja: if game == Name::Doves { "Tokyo Doves" } else { "どうぶつしょうぎ" },
                name_en: if game == Name::Doves { "Tokyo Doves" } else { "Dobutsu shogi" },
                start: game.start(),
                tables: found.tables.iter().filter(|t| t.name() == game).map(|t| t.view.clone()).collect(),
                command: game.command(&tables.folder_text()),
            });
            Ok(Json(Games { games: games.into(), problems: found.problems }))
        })
        .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Where {
    /// In the game's own notation; the start, if it is not given.
    position: Option<String>,
    /// The file of a table.
    table: Option<String>,
}

/// What was asked, and the tables that may have the answer, the largest first.
struct Question {
    name: Name,
    text: String,
    tables: Vec<std::sync::Arc<Table>>,
    missing: String,
}

fn question(server: &Server, game: &str, asked: Where) -> Answer<Question> {
    let name = Name::of(game)?;
    let tables = server.tables();
    let mut found: Vec<_> = tables.find().tables.into_iter().filter(|table| table.name() == name).collect();
    if let Some(file) = &asked.table {
        found.retain(|table| table.view.file == *file);
        if found.is_empty() {
            return Err(ApiError::missing(format!("{file:?}: there is no such table of {game}")));
        }
    }
    let command = name.command(&tables.folder_text());
    let missing = match tables.folder() {
        None => format!(
            "the server was started without --tables; make a table with `{command}` and give its folder"
        ),
        Some(_) if found.is_empty() => {
            format!("there is no table of this game in the folder; `{command}` makes one")
        }
        Some(_) => format!(
            "no table at hand holds this position; `{command}`, with more doves if need be, makes one"
        ),
    };
    Ok(Question {
        name,
        text: asked.position.unwrap_or_else(|| name.start().to_owned()),
        tables: found,
        missing,
    })
}

/// The view of a position in a table, or without one.
fn look<G: SolvedGame>(
    name: Name,
    solved: &Solved<G>,
    table: &TableView,
    text: &str,
) -> Result<PositionView, SolvedError> {
    let position = solved.game.read(text)?;
    let value = solved.value(&position)?;
    let moves = solved.valued_moves(&position)?;
    Ok(PositionView::valued(name, &solved.game, &position, value, moves, table.clone()))
}

fn unvalued<G: SolvedGame>(question: &Question, game: &G) -> Answer<PositionView> {
    let position = game.read(&question.text)?;
    Ok(PositionView::unvalued(question.name, game, &position, question.missing.clone()))
}

/// `GET /api/v1/solved/{game}/position`
pub(crate) async fn position(
    State(server): State<Server>,
    Named(game): Named<String>,
    Asked(asked): Asked<Where>,
) -> Answer<Json<PositionView>> {
    let again = server.clone();
    server
        .blocking(move || {
            let question = question(&again, &game, asked)?;
            for table in &question.tables {
                let view = match &table.table {
                    AnyTable::Doves(solved) => look(question.name, solved, &table.view, &question.text),
                    AnyTable::Dobutsu(solved) => look(question.name, solved, &table.view, &question.text),
                };
                match view {
                    Ok(view) => return Ok(Json(view)),
                    // Another table may hold it; whether the text is a position at all is asked below.
                    Err(SolvedError::Input(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            match question.name {
                Name::Doves => unvalued(&question, &DovesRules),
                Name::Dobutsu => unvalued(&question, &Dobutsu),
            }
            .map(Json)
        })
        .await
}

/// The answer about a line.
#[derive(Serialize)]
pub(crate) struct Line {
    position: String,
    moves: Vec<LineMove>,
    /// Why there is none: no table, or a draw.
    missing: Option<String>,
}

fn line<G: SolvedGame>(solved: &Solved<G>, text: &str) -> Result<Line, SolvedError> {
    let position = solved.game.read(text)?;
    let moves = solved.line(&position)?;
    let moves: Vec<_> = moves.iter().map(|best| LineMove::of(&solved.game, best)).collect();
    let missing = moves.is_empty().then(|| "the position is a draw, or the game is over".to_owned());
    Ok(Line { position: solved.game.text(&position), moves, missing })
}

/// `GET /api/v1/solved/{game}/line`
pub(crate) async fn walk(
    State(server): State<Server>,
    Named(game): Named<String>,
    Asked(asked): Asked<Where>,
) -> Answer<Json<Line>> {
    let again = server.clone();
    server
        .blocking(move || {
            let question = question(&again, &game, asked)?;
            for table in &question.tables {
                let line = match &table.table {
                    AnyTable::Doves(solved) => line(solved, &question.text),
                    AnyTable::Dobutsu(solved) => line(solved, &question.text),
                };
                match line {
                    Ok(line) => return Ok(Json(line)),
                    Err(SolvedError::Input(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            let position = match question.name {
                Name::Doves => unvalued(&question, &DovesRules),
                Name::Dobutsu => unvalued(&question, &Dobutsu),
            }?;
            let missing = Some(question.missing.clone());
            Ok(Json(Line { position: position.position().to_owned(), moves: Vec::new(), missing }))
        })
        .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Puzzling {
    /// Won in so many plies; odd.
    plies: u16,
    #[serde(default = "ten")]
    count: usize,
    /// No other move may win at all, however slowly.
    #[serde(default)]
    strict: bool,
    /// The rank at which the search begins.
    #[serde(default)]
    from: u64,
    table: Option<String>,
}

fn ten() -> usize {
    10
}

/// The answer about puzzles.
#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the name of the interface")]
pub(crate) struct Puzzles {
    puzzles: Vec<PuzzleView>,
    /// Positions looked at.
    looked: u64,
    /// Where to go on; `null` at the end of the table.
    next: Option<u64>,
    entries: u64,
}

/// How long one request looks.
const PATIENCE: Duration = Duration::from_millis(1500);
/// The most puzzles in an answer.
const MOST: usize = 50;

fn puzzles<G: SolvedGame>(name: Name, solved: &Solved<G>, asked: &Puzzling) -> Result<Puzzles, SolvedError> {
    let began = Instant::now();
    let entries = solved.table.entries();
    let mut found = Puzzles { puzzles: Vec::new(), looked: 0, next: None, entries };
    for rank in asked.from..entries {
        if found.puzzles.len() == asked.count || rank % 256 == 0 && began.elapsed() > PATIENCE {
            found.next = Some(rank);
            break;
        }
        found.looked += 1;
        if solved.table.value(rank)? != Some(game::solve::Value::Win(asked.plies)) {
            continue;
        }
        let position = solved.game.unrank(rank);
        if let Some(solution) = solution(solved, &position, asked.strict)? {
            let moves = solution
                .line
                .into_iter()
                .map(|(text, next)| PuzzleMove { text, next: next.map(|next| solved.game.text(&next)) });
            found.puzzles.push(PuzzleView::of(
                name,
                &solved.game,
                &position,
                asked.plies,
                moves.collect(),
                solution.lines,
            ));
        }
    }
    Ok(found)
}

/// `GET /api/v1/solved/{game}/puzzles`
pub(crate) async fn puzzle(
    State(server): State<Server>,
    Named(game): Named<String>,
    Asked(asked): Asked<Puzzling>,
) -> Answer<Json<Puzzles>> {
    if asked.plies < 3 || asked.plies % 2 == 0 {
        return Err(ApiError::field("plies", format!("{}: expected an odd number from 3", asked.plies)));
    }
    if !(1..=MOST).contains(&asked.count) {
        return Err(ApiError::field("count", format!("{}: expected 1 to {MOST}", asked.count)));
    }
    let again = server.clone();
    server
        .blocking(move || {
            let wanted = Where { position: None, table: asked.table.clone() };
            let question = question(&again, &game, wanted)?;
            let Some(table) = question.tables.first() else {
                return Err(ApiError::missing(format!("no puzzles: {}", question.missing)));
            };
            let found = match &table.table {
                AnyTable::Doves(solved) => puzzles(question.name, solved, &asked),
                AnyTable::Dobutsu(solved) => puzzles(question.name, solved, &asked),
            };
            Ok(Json(found?))
        })
        .await
}

/// The game of a table's label.
fn open(path: &std::path::Path, game: &str) -> Result<Option<AnyTable>, SolvedError> {
    Ok(match game {
        Doves::NAME => Some(AnyTable::Doves(Box::new(Solved::open(Doves::new, path)?))),
        Dobutsu::NAME => Some(AnyTable::Dobutsu(Solved::open(|_| Ok(Dobutsu), path)?)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_reason_speaks_of_the_program() {
        let told = |text: &str, game: &dyn Fn(&str) -> Option<String>| plain(&game(text).unwrap());
        let doves = |text: &str| DovesRules.read(text).err().map(|error| error.to_string());
        let dobutsu = |text: &str| Dobutsu.read(text).err().map(|error| error.to_string());
        assert_eq!(
            told("b/z r", &doves),
            "character 3: 'z' where a dove (BAYMTH or baymth), '.', '/' or a space was expected"
        );
        assert_eq!(told("b/B ", &doves), "character 5: the end where the side to move, r or g was expected");
        assert_eq!(
            told("gx", &dobutsu),
            "character 2: 'x' where a piece (LGECH or lgech) or '.' was expected"
        );
        assert!(told("gle", &dobutsu).starts_with("character 4: the end where "));
    }
}
