//! What the subcommands on solved games share: a game as a table of values sees it.

mod dobutsu;
mod doves;

pub(crate) use dobutsu::Dobutsu;
pub(crate) use doves::Doves;

use crate::exit::BadInput;
use clap::ValueEnum;
use game::solve::Value;
use std::path::Path;
use tablebase::{TableError, ValueTable};

/// The games that have tables: one line each.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum GameName {
    /// Tokyo Doves, such as `b/B r`
    Doves,
    /// Dobutsu shogi, such as `gle/.c./.C./ELG -`
    Dobutsu,
}

/// Where a move leads.
pub(crate) enum Next<P> {
    /// The game ends, or its end is plain: the value of the move for the player who makes it.
    Ends(Value),
    /// It goes on.
    Goes(P),
}

/// A game whose positions are read, drawn, and looked up.
pub(crate) trait Shown {
    type Position: Clone;

    /// The game's name in tables.
    const NAME: &'static str;

    fn read(&self, text: &str) -> anyhow::Result<Self::Position>;
    fn text(&self, position: &Self::Position) -> String;
    fn draw(&self, position: &Self::Position) -> String;

    /// The value of a position that tables leave out because the mover ends the game with this very move.
    fn plain(&self, position: &Self::Position) -> Option<Value>;

    fn rank(&self, position: &Self::Position) -> anyhow::Result<u64>;

    /// The moves with their names, those that lose at once left out unless the game has no others.
    fn moves(&self, position: &Self::Position) -> Vec<(String, Next<Self::Position>)>;
}

/// A file that is not what it should be is bad input; one that cannot be read is not.
pub(crate) fn fault(error: TableError) -> anyhow::Error {
    if matches!(error, TableError::Io { .. }) { error.into() } else { BadInput::because(error) }
}

/// A table with its game.
pub(crate) struct Solved<G> {
    pub(crate) game: G,
    pub(crate) table: ValueTable,
}

impl<G: Shown> Solved<G> {
    pub(crate) fn open(game: impl FnOnce(u64) -> anyhow::Result<G>, path: &Path) -> anyhow::Result<Self> {
        let table = ValueTable::open(path, G::NAME).map_err(fault)?;
        Ok(Self { game: game(table.variant())?, table })
    }

    /// The value of a position for the side to move.
    pub(crate) fn value(&self, position: &G::Position) -> anyhow::Result<Value> {
        if let Some(value) = self.game.plain(position) {
            return Ok(value);
        }
        let rank = self.game.rank(position)?;
        self.table.value(rank).map_err(fault)?.ok_or_else(|| {
            let text = self.game.text(position);
            BadInput(format!("{text}: the table holds no such position (it may not arise in play)")).into()
        })
    }

    /// The moves with their values for the player who makes them, the best first.
    pub(crate) fn valued_moves(
        &self,
        position: &G::Position,
    ) -> anyhow::Result<Vec<ValuedMove<G::Position>>> {
        let mut moves = Vec::new();
        for (name, next) in self.game.moves(position) {
            let (value, next) = match next {
                Next::Ends(value) => (value, None),
                Next::Goes(next) => (self.value(&next)?.before(), Some(next)),
            };
            moves.push(ValuedMove { name, value, next });
        }
        moves.sort_by_key(|m| -m.value.preference());
        Ok(moves)
    }
}

/// A move, what it is worth, and where it leads.
pub(crate) struct ValuedMove<P> {
    pub(crate) name: String,
    pub(crate) value: Value,
    pub(crate) next: Option<P>,
}
