//! Solved games as their tables know them: positions, values, moves, lines to the end, puzzles.

mod dobutsu;
mod doves;
mod puzzle;

pub use dobutsu::Dobutsu;
pub use doves::{Doves, DovesRules};
pub use puzzle::{Solution, solution};

use game::solve::Value;
use std::path::Path;
use tablebase::{TableError, ValueTable};

/// Why a question about a solved game was not answered.
#[derive(Debug, thiserror::Error)]
pub enum SolvedError {
    /// The question is wrong: the place and what was expected.
    #[error("{0}")]
    Input(String),
    /// The table cannot be believed, or read.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl SolvedError {
    /// Whatever can say what is wrong.
    pub(crate) fn because(reason: impl std::fmt::Display) -> Self {
        Self::Input(reason.to_string())
    }
}

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub enum Next<P> {
    /// The game ends, or its end is plain: the value of the move for the player who makes it.
    Ends(Value),
    /// It goes on.
    Goes(P),
}

/// A cell, counted from the upper left of what [`SolvedGame::rows`] gives; it may lie beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Downwards.
    pub row: i32,
    /// To the right.
    pub column: i32,
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub struct Step<P> {
    /// The letter of what moves, upper case.
    pub piece: char,
    /// The cell that it leaves; none if it comes from the hand.
    pub from: Option<Cell>,
    /// The cell that it reaches; none if it goes to the hand.
    pub to: Option<Cell>,
    /// Where that leads.
    pub next: Next<P>,
}

/// A game whose positions are read, drawn, and looked up.
pub trait SolvedGame {
    /// A position.
    type Position: Clone;

    /// The game's name in tables.
    const NAME: &'static str;

    /// Reads a position.
    ///
    /// # Errors
    /// The place in the text and what was expected, or that the position is none of this table's.
    fn read(&self, text: &str) -> Result<Self::Position, SolvedError>;

    /// The position in the game's own notation.
    fn text(&self, position: &Self::Position) -> String;

    /// The board for a terminal.
    fn draw(&self, position: &Self::Position) -> String;

    /// The letters on the board, from above; none: an empty cell.
    fn rows(&self, position: &Self::Position) -> Vec<Vec<Option<char>>>;

    /// The pieces in hand of the first side (red; the side to move) and of the second.
    fn hands(&self, position: &Self::Position) -> [String; 2];

    /// The value of a position that tables leave out because the mover ends the game with this very move.
    fn plain(&self, position: &Self::Position) -> Option<Value>;

    /// The number of a position in the table.
    ///
    /// # Errors
    /// If the table has none for it.
    fn rank(&self, position: &Self::Position) -> Result<u64, SolvedError>;

    /// The position of a number.
    fn unrank(&self, rank: u64) -> Self::Position;

    /// The same for positions that are equal by symmetry.
    fn key(&self, position: &Self::Position) -> u64;

    /// The moves with their names, those that lose at once left out unless the game has no others.
    fn moves(&self, position: &Self::Position) -> Vec<(String, Step<Self::Position>)>;
}

/// A table with its game.
pub struct Solved<G> {
    /// The game.
    pub game: G,
    /// The table.
    pub table: ValueTable,
}

impl<G: SolvedGame> Solved<G> {
    /// Opens a table; `game` makes the game of the table's variant.
    ///
    /// # Errors
    /// What is wrong with the file, or that it is of another game or of no variant.
    pub fn open(game: impl FnOnce(u64) -> Result<G, SolvedError>, path: &Path) -> Result<Self, SolvedError> {
        let table = ValueTable::open(path, G::NAME)?;
        Ok(Self { game: game(table.variant())?, table })
    }

    /// The value of a position for the side to move.
    ///
    /// # Errors
    /// If the table has none, or is damaged.
    pub fn value(&self, position: &G::Position) -> Result<Value, SolvedError> {
        if let Some(value) = self.game.plain(position) {
            return Ok(value);
        }
        let rank = self.game.rank(position)?;
        self.table.value(rank)?.ok_or_else(|| {
            let text = self.game.text(position);
            SolvedError::Input(format!("{text}: the table holds no such position (it may not arise in play)"))
        })
    }

    /// The moves with their values for the player who makes them, the best first.
    ///
    /// # Errors
    /// As [`Solved::value`].
    pub fn valued_moves(&self, position: &G::Position) -> Result<Vec<ValuedMove<G::Position>>, SolvedError> {
        let mut moves = Vec::new();
        for (name, step) in self.game.moves(position) {
            let (value, next) = match &step.next {
                Next::Ends(value) => (*value, None),
                Next::Goes(next) => (self.value(next)?.before(), Some(next.clone())),
            };
            moves.push(ValuedMove { name, value, next, step });
        }
        moves.sort_by_key(|m| -m.value.preference());
        Ok(moves)
    }

    /// The line to the end under best play; of equal moves the first. None of a draw.
    ///
    /// # Errors
    /// As [`Solved::value`].
    pub fn line(&self, position: &G::Position) -> Result<Vec<ValuedMove<G::Position>>, SolvedError> {
        let mut line = Vec::new();
        let mut position = position.clone();
        // A table that contradicts itself must not lead in circles.
        let plies = match self.value(&position)? {
            Value::Draw => 0,
            Value::Win(plies) | Value::Lose(plies) => plies,
        };
        for _ in 0..plies {
            let Some(best) = self.valued_moves(&position)?.into_iter().next() else { break };
            let next = best.next.clone();
            line.push(best);
            let Some(next) = next else { break };
            position = next;
        }
        Ok(line)
    }
}

/// A move, what it is worth, and where it leads.
pub struct ValuedMove<P> {
    /// Its name in the game's notation.
    pub name: String,
    /// For the player who makes it.
    pub value: Value,
    /// The position that it leads to; none if the game ends.
    pub next: Option<P>,
    /// What moves, and from where to where.
    pub step: Step<P>,
}
