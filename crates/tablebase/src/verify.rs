//! Checks a table against the rules by forward moves only.
//!
//! A table in which every entry passes is right: by induction on depth every win and loss has the line it claims,
//! and a position with a shorter or any end would break the law at the first entry along that line.

use crate::{TableError, ValueTable};
use game::solve::{RankedGame, Value};
use thiserror::Error;

/// What a check of an entry found.
#[derive(Debug, Error)]
pub enum Fault {
    /// The file is at fault.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The entry contradicts its successors.
    #[error("rank {rank}: the table says {found}, its successors give {expected}")]
    Value {
        /// The rank.
        rank: u64,
        /// The table's value.
        found: String,
        /// What the rules give.
        expected: String,
    },
}

fn show(value: Option<Value>) -> String {
    value.map_or_else(|| "no position".to_owned(), |v| v.to_string())
}

/// Re-derives one entry from the entries of its successors.
///
/// # Errors
/// The contradiction, or what is wrong with the file.
pub fn entry<G: RankedGame>(game: &G, table: &ValueTable, rank: u64) -> Result<(), Fault> {
    let found = table.value(rank)?;
    let expected = match game.unrank(rank) {
        None => None,
        Some(position) => Some(match game.terminal(&position) {
            Some(value) => value,
            None => best(game, table, &position)?,
        }),
    };
    if found == expected {
        return Ok(());
    }
    Err(Fault::Value { rank, found: show(found), expected: show(expected) })
}

fn best<G: RankedGame>(game: &G, table: &ValueTable, position: &G::Position) -> Result<Value, Fault> {
    let mut best: Option<Value> = None;
    let mut fault = None;
    game.successors(position, &mut |next| match table.value(next) {
        Ok(Some(value)) => {
            let value = value.before();
            if best.is_none_or(|b| value.preference() > b.preference()) {
                best = Some(value);
            }
        }
        Ok(None) => {
            let (found, expected) = (show(None), "a position".to_owned());
            fault = Some(Fault::Value { rank: next, found, expected });
        }
        Err(e) => fault = Some(e.into()),
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(best.unwrap_or(Value::Lose(0))),
    }
}
