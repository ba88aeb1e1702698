//! Positions, moves and puzzles of solved games as clients get them.

use super::Name;
use super::tables::TableView;
use crate::reason::Reason;
use game::solve::Value;
use retro::solved::{Cell, Next, SolvedGame, Step, ValuedMove};
use serde::Serialize;
use std::collections::BTreeMap;

/// A value for the side that it is told of.
#[derive(Clone, Debug, Serialize)]
struct ValueView {
    /// `win`, `loss` or `draw`.
    result: &'static str,
    /// Plies to the end; `null` of a draw.
    plies: Option<u16>,
    text: String,
}

impl From<Value> for ValueView {
    fn from(value: Value) -> Self {
        let (result, plies) = match value {
            Value::Win(plies) => ("win", Some(plies)),
            Value::Lose(plies) => ("loss", Some(plies)),
            Value::Draw => ("draw", None),
        };
        Self { result, plies, text: value.to_string() }
    }
}

#[derive(Serialize)]
struct CellView {
    row: i32,
    column: i32,
}

impl From<Cell> for CellView {
    fn from(cell: Cell) -> Self {
        Self { row: cell.row, column: cell.column }
    }
}

#[derive(Serialize)]
struct MoveView {
    text: String,
    piece: char,
    /// `put`, `move` or `remove`.
    kind: &'static str,
    from: Option<CellView>,
    to: Option<CellView>,
    /// For the side that makes it.
    value: Option<ValueView>,
    /// The position after it; `null` where it ends the game.
    next: Option<String>,
    /// 1 for the best moves, 2 for the next best …
    rank: Option<usize>,
}

impl MoveView {
    fn of<G: SolvedGame>(game: &G, text: String, step: &Step<G::Position>) -> Self {
        let next = match &step.next {
            Next::Goes(next) => Some(game.text(next)),
            Next::Ends(_) => None,
        };
        let kind = match (step.from, step.to) {
            (None, _) => "put",
            (_, None) => "remove",
            _ => "move",
        };
        let (from, to) = (step.from.map(Into::into), step.to.map(Into::into));
        Self { text, piece: step.piece, kind, from, to, value: None, next, rank: None }
    }
}

type Rows = Vec<Vec<Option<char>>>;
type Hands = BTreeMap<&'static str, Vec<char>>;

/// The names of the sides; the first is the one of upper case letters.
const fn sides(name: Name) -> [&'static str; 2] {
    match name {
        Name::Doves => ["red", "green"],
        Name::Dobutsu => ["upper", "lower"],
    }
}

fn hands<G: SolvedGame>(name: Name, game: &G, position: &G::Position) -> Hands {
    let held = game.hands(position).map(|hand| hand.chars().collect());
    sides(name).into_iter().zip(held).collect()
}

/// A position.
#[derive(Serialize)]
pub(crate) struct PositionView {
    game: Name,
    position: String,
    side_to_move: &'static str,
    rows: Rows,
    hands: Hands,
    value: Option<ValueView>,
    table: Option<TableView>,
    /// Why there is no value, and how to make a table.
    missing: Option<String>,
    /// The same for programs.
    missing_reason: Option<Reason>,
    ended: bool,
    /// The board for a terminal.
    drawing: String,
    moves: Vec<MoveView>,
}

impl PositionView {
    pub(super) fn unvalued<G: SolvedGame>(
        name: Name,
        game: &G,
        position: &G::Position,
        missing: String,
    ) -> Self {
        let text = game.text(position);
        let green = name == Name::Doves && text.ends_with('g');
        let moves = game.moves(position);
        Self {
            game: name,
            side_to_move: sides(name)[usize::from(green)],
            rows: game.rows(position),
            hands: hands(name, game, position),
            value: game.plain(position).map(Into::into),
            table: None,
            missing_reason: Reason::of(&missing),
            missing: Some(missing),
            ended: moves.is_empty(),
            drawing: game.draw(position),
            moves: moves.into_iter().map(|(text, step)| MoveView::of(game, text, &step)).collect(),
            position: text,
        }
    }

    pub(super) fn valued<G: SolvedGame>(
        name: Name,
        game: &G,
        position: &G::Position,
        value: Value,
        moves: Vec<ValuedMove<G::Position>>,
        table: TableView,
    ) -> Self {
        let mut views = Vec::with_capacity(moves.len());
        let (mut rank, mut before) = (0, None);
        for valued in moves {
            if before != Some(valued.value) {
                rank += 1;
                before = Some(valued.value);
            }
            let view = MoveView::of(game, valued.name, &valued.step);
            views.push(MoveView { value: Some(valued.value.into()), rank: Some(rank), ..view });
        }
        Self {
            value: Some(value.into()),
            table: Some(table),
            missing: None,
            missing_reason: None,
            moves: views,
            ..Self::unvalued(name, game, position, String::new())
        }
    }

    pub(super) fn position(&self) -> &str {
        &self.position
    }
}

/// A move of a line.
#[derive(Serialize)]
pub(crate) struct LineMove {
    text: String,
    /// For the side that makes it.
    value: ValueView,
    next: Option<String>,
}

impl LineMove {
    pub(super) fn of<G: SolvedGame>(game: &G, best: &ValuedMove<G::Position>) -> Self {
        let next = best.next.as_ref().map(|next| game.text(next));
        Self { text: best.name.clone(), value: best.value.into(), next }
    }
}

/// A move of a solution.
#[derive(Serialize)]
pub(crate) struct PuzzleMove {
    pub(super) text: String,
    pub(super) next: Option<String>,
}

/// A puzzle.
#[derive(Serialize)]
pub(crate) struct PuzzleView {
    position: String,
    plies: u16,
    /// As the game's community counts: to where the boss is beyond help.
    moves: u16,
    rows: Rows,
    hands: Hands,
    /// What moves first.
    hint: Option<char>,
    solution: Vec<PuzzleMove>,
    /// How many lines lead to the end.
    lines: u64,
}

impl PuzzleView {
    pub(super) fn of<G: SolvedGame>(
        name: Name,
        game: &G,
        position: &G::Position,
        plies: u16,
        solution: Vec<PuzzleMove>,
        lines: u64,
    ) -> Self {
        let first = solution.first().map(|first| first.text.clone());
        let hint = game.moves(position).into_iter().find(|(text, _)| Some(text) == first.as_ref());
        Self {
            position: game.text(position),
            plies,
            moves: if name == Name::Doves { plies.saturating_sub(2) } else { plies },
            rows: game.rows(position),
            hands: hands(name, game, position),
            hint: hint.map(|(_, step)| step.piece),
            solution,
            lines,
        }
    }
}
