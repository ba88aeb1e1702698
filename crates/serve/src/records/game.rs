//! A game of a record as clients get it.

use crate::error::Place;
use crate::moves::{MoveText, position_command};
use crate::reason::Reason;
use record::{Game, Key, Line, Outcome, Ply};
use serde::Serialize;
use shogi::{Color, Move, Position};

/// A move with what the record says about it.
#[derive(Serialize)]
pub(crate) struct PlyView {
    #[serde(flatten)]
    mv: MoveText,
    time_ms: Option<u64>,
    /// The score that the record gives, in centipawns from Black's view.
    score_cp: Option<i32>,
    comments: Vec<String>,
    bookmark: Option<String>,
}

/// How a line ends.
#[derive(Serialize)]
pub(crate) struct EndingView {
    /// `resignation`, `mate`, `repetition`, …
    kind: &'static str,
    /// `black`, `white` or `null`.
    winner: Option<String>,
    draw: bool,
    comments: Vec<String>,
}

/// Where and why the record cannot be followed further.
#[derive(Serialize)]
pub(crate) struct CutView {
    pub(crate) place: Place,
    pub(crate) text: String,
    pub(crate) reason: String,
    pub(crate) left_out: usize,
    pub(crate) message: String,
    /// The reason for programs.
    pub(crate) why: Option<Reason>,
}

/// A variation.
#[derive(Serialize)]
struct BranchView {
    /// Index of the branch that it leaves; `null` for the main line.
    parent: Option<usize>,
    /// Moves from the start of the game to where it leaves.
    at: usize,
    moves: Vec<PlyView>,
    ending: Option<EndingView>,
    cut: Option<CutView>,
}

#[derive(Serialize)]
struct HeaderView {
    key: String,
    value: String,
}

#[derive(Serialize)]
struct NoteView {
    place: Place,
    text: String,
    /// The text for programs.
    reason: Option<Reason>,
}

/// A game.
#[derive(Serialize)]
pub(crate) struct GameView {
    place: Place,
    /// The first position as SFEN.
    start: String,
    /// The main line as `position` of USI writes it.
    position: String,
    handicap: Option<&'static str>,
    black: Option<String>,
    white: Option<String>,
    headers: Vec<HeaderView>,
    comments: Vec<String>,
    moves: Vec<PlyView>,
    ending: Option<EndingView>,
    cut: Option<CutView>,
    branches: Vec<BranchView>,
    notes: Vec<NoteView>,
}

fn plies<'a>(position: &mut Position, plies: impl IntoIterator<Item = &'a Ply>) -> Vec<PlyView> {
    let view = |ply: &Ply| {
        let black = position.side_to_move() == Color::Black;
        let mv = MoveText::of(position, ply.mv);
        position.apply(ply.mv);
        PlyView {
            mv,
            time_ms: ply.time.map(|time| time.as_millis() as u64),
            score_cp: ply.score.map(|score| if black { score } else { score.saturating_neg() }),
            comments: ply.comments.clone(),
            bookmark: ply.bookmark.clone(),
        }
    };
    plies.into_iter().map(view).collect()
}

fn ending(line: &Line, to_move: Color) -> Option<EndingView> {
    let ending = line.ending.as_ref()?;
    let outcome = ending.kind.outcome(to_move);
    Some(EndingView {
        kind: ending_name(ending.kind),
        winner: outcome.winner().map(|color| color.to_string()),
        draw: outcome == Outcome::Draw,
        comments: ending.comments.clone(),
    })
}

/// The name of an ending in requests and answers.
pub(crate) const fn ending_name(kind: record::EndingKind) -> &'static str {
    use record::EndingKind as Kind;
    match kind {
        Kind::Resignation => "resignation",
        Kind::Interruption => "interruption",
        Kind::Repetition => "repetition",
        Kind::Impasse => "impasse",
        Kind::Mate => "mate",
        Kind::NoMate => "no_mate",
        Kind::Timeout => "timeout",
        Kind::Foul(_) => "foul",
        Kind::Declaration => "declaration",
        Kind::Forfeit(_) => "forfeit",
        Kind::MaxMoves => "max_moves",
        Kind::Draw => "draw",
        Kind::Error => "error",
        Kind::TakeBack => "take_back",
        Kind::Sealed => "sealed",
        Kind::Win(_) => "win",
    }
}

impl GameView {
    pub(crate) fn of(game: &Game) -> Self {
        let mut position = game.start.clone();
        let moves = plies(&mut position, &game.main.plies);
        let name = |key| game.headers.get(&key).map(str::to_owned);
        let headers = game.headers.iter();
        let played: Vec<Move> = game.moves().collect();
        Self {
            place: Place::from(&game.place),
            start: game.start.to_sfen(),
            position: position_command(&game.start, &played),
            handicap: game.handicap().map(shogi::Handicap::name),
            black: name(Key::Black),
            white: name(Key::White),
            headers: headers
                .map(|(key, value)| HeaderView { key: key_name(key), value: value.to_owned() })
                .collect(),
            comments: game.comments.clone(),
            moves,
            ending: ending(&game.main, position.side_to_move()),
            cut: game.main.cut.as_ref().map(Into::into),
            branches: (0..game.branches.len()).map(|index| branch(game, index)).collect(),
            notes: (game.notes.iter())
                .map(|note| NoteView {
                    place: Place::from(&note.place),
                    text: note.text.clone(),
                    reason: Reason::of(&note.text),
                })
                .collect(),
        }
    }
}

/// The name of a header field: lower case with `_` for those that all formats know, the record's own word for others.
pub(crate) fn key_name(key: &Key) -> String {
    match key {
        Key::Black => "black",
        Key::White => "white",
        Key::Event => "event",
        Key::Site => "site",
        Key::StartTime => "start_time",
        Key::EndTime => "end_time",
        Key::TimeLimit => "time_limit",
        Key::TimeControl => "time_control",
        Key::Opening => "opening",
        Key::MaxMoves => "max_moves",
        Key::Impasse => "impasse",
        Key::Remarks => "remarks",
        Key::Other(word) => word,
    }
    .to_owned()
}

fn branch(game: &Game, index: usize) -> BranchView {
    let branch = &game.branches[index];
    let own = branch.line.plies.len();
    let all = game.branch_moves(index);
    let mut position = game.start.clone();
    all[..all.len() - own].iter().for_each(|&mv| position.apply(mv));
    let moves = plies(&mut position, &branch.line.plies);
    BranchView {
        parent: branch.parent,
        at: branch.at,
        moves,
        ending: ending(&branch.line, position.side_to_move()),
        cut: branch.line.cut.as_ref().map(Into::into),
    }
}
