//! Tokyo Doves as a solved game.

use super::{Cell, Next, SolvedError, SolvedGame, Step};
use ::doves::geometry::bounds;
use ::doves::notation::{action_text, draw, letter, rows};
use ::doves::{Action, ClosedGame, HAND, Kind, Outcome, Position, Side};
use game::solve::{RankedGame, Value};

/// The game with at most as many doves on the board as the table has.
pub struct Doves {
    game: ClosedGame,
}

/// How many doves may be on the board.
const DOVES: std::ops::RangeInclusive<u32> = 2..=12;

impl Doves {
    /// The game of a table's variant.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn new(max_doves: u64) -> Result<Self, SolvedError> {
        let max = u32::try_from(max_doves).ok().filter(|n| DOVES.contains(n));
        let max = max.ok_or_else(|| {
            SolvedError::Input(format!("a table of Tokyo Doves with at most {max_doves} doves"))
        })?;
        Ok(Self { game: ClosedGame::new(max) })
    }

    /// The numbering.
    pub fn closed(&self) -> &ClosedGame {
        &self.game
    }
}

/// The cell of a place, from the upper left of the box around all doves.
fn cell(position: &Position, place: u8) -> Cell {
    let b = bounds(position.occupied());
    Cell { row: i32::from(place / 8) - b.top as i32, column: i32::from(place % 8) - b.left as i32 }
}

/// The actions, a dove being put only while fewer than `most` are there; those that surround the own boss left out.
pub(super) fn steps(position: &Position, most: u32) -> Vec<(String, Step<Position>)> {
    let full = position.count() >= most;
    let mut moves = Vec::new();
    for action in position.legal_actions() {
        if full && matches!(action, Action::Put { .. }) {
            continue;
        }
        let next = match position.outcome(action) {
            Outcome::Wins => Next::Ends(Value::Win(1)),
            Outcome::Continues => Next::Goes(position.after(action)),
            Outcome::Loses => continue,
        };
        let at = |place| Some(cell(position, place));
        let (from, to) = match action {
            Action::Put { to, .. } => (None, at(to)),
            Action::Move { from, to, .. } => (at(from), at(to)),
            Action::Remove { from, .. } => (at(from), None),
        };
        let piece = action.kind().letter();
        moves.push((action_text(position, action), Step { piece, from, to, next }));
    }
    moves
}

/// The doves in hand of red and of green.
pub(super) fn hands(position: &Position) -> [String; 2] {
    [Side::Red, Side::Green].map(|side| {
        let held = Kind::ALL.into_iter().filter(|&kind| position.place(side, kind) == HAND);
        held.map(|kind| letter(side, kind)).collect()
    })
}

/// The board as cells.
pub(super) fn cells(position: &Position) -> Vec<Vec<Option<char>>> {
    let row = |row: Vec<char>| row.into_iter().map(|c| (c != '.').then_some(c)).collect();
    rows(position).into_iter().map(row).collect()
}

impl SolvedGame for Doves {
    type Position = Position;

    const NAME: &'static str = "doves";

    fn read(&self, text: &str) -> Result<Position, SolvedError> {
        let position: Position = text.parse().map_err(SolvedError::because)?;
        self.game.ranks(&position).map_err(SolvedError::because)?;
        Ok(position)
    }

    fn text(&self, position: &Position) -> String {
        position.to_string()
    }

    fn draw(&self, position: &Position) -> String {
        draw(position)
    }

    fn rows(&self, position: &Position) -> Vec<Vec<Option<char>>> {
        cells(position)
    }

    fn hands(&self, position: &Position) -> [String; 2] {
        hands(position)
    }

    fn plain(&self, _: &Position) -> Option<Value> {
        None
    }

    fn rank(&self, position: &Position) -> Result<u64, SolvedError> {
        self.game.ranks(position).map_err(SolvedError::because)?;
        Ok(self.game.rank(position))
    }

    fn unrank(&self, rank: u64) -> Position {
        self.game.position(rank)
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn moves(&self, position: &Position) -> Vec<(String, Step<Position>)> {
        steps(position, self.game.frames().max_doves)
    }
}

/// The rules without a table: positions and moves, no values.
pub struct DovesRules;

impl SolvedGame for DovesRules {
    type Position = Position;

    const NAME: &'static str = Doves::NAME;

    fn read(&self, text: &str) -> Result<Position, SolvedError> {
        text.parse().map_err(SolvedError::because)
    }

    fn text(&self, position: &Position) -> String {
        position.to_string()
    }

    fn draw(&self, position: &Position) -> String {
        draw(position)
    }

    fn rows(&self, position: &Position) -> Vec<Vec<Option<char>>> {
        cells(position)
    }

    fn hands(&self, position: &Position) -> [String; 2] {
        hands(position)
    }

    fn plain(&self, position: &Position) -> Option<Value> {
        (!position.is_free()).then_some(Value::Lose(0))
    }

    fn rank(&self, position: &Position) -> Result<u64, SolvedError> {
        Err(SolvedError::Input(format!("{position}: there is no table at hand")))
    }

    fn unrank(&self, _: u64) -> Position {
        Position::start()
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn moves(&self, position: &Position) -> Vec<(String, Step<Position>)> {
        steps(position, *DOVES.end())
    }
}
