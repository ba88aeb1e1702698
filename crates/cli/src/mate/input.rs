//! The positions to solve.

use super::bad;
use crate::exit::BadInput;
use crate::position_text;
use learn::Found;
use shogi::{Move, Position};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A position to solve.
pub(super) struct Problem {
    /// Where it comes from; empty for the command line.
    pub(super) place: String,
    pub(super) sfen: String,
    pub(super) position: Position,
}

impl Problem {
    fn new(place: String, position: Position) -> Self {
        Self { place, sfen: position.to_sfen(), position }
    }
}

/// The position of the command line.
pub(super) fn position(text: &str) -> anyhow::Result<Problem> {
    let position = position_text::read(text, false)?.position;
    position_text::refuse_unplayed(&position)?;
    Ok(Problem::new(String::new(), position))
}

/// The positions of a list, one a line; empty lines and those that begin with `#` say nothing.
pub(super) fn list(path: &Path) -> anyhow::Result<Vec<Problem>> {
    let name = path.display();
    let mut text = String::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    let text = read.map_err(|error| BadInput(format!("{name}: {error}")))?;
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{name}:{}", number + 1);
        let problem = position(line).map_err(|error| bad(&place, error))?;
        problems.push(Problem { place, ..problem });
    }
    if problems.is_empty() {
        return Err(bad(&name.to_string(), "no position in it"));
    }
    Ok(problems)
}

/// How many of the winner's last moves have to be checks.
const CHECKS: usize = 3;

/// Of each game the position in which the last unbroken checks of the side that moved last began.
pub(super) fn ends_of_games(paths: &[PathBuf]) -> anyhow::Result<Vec<Problem>> {
    let mut problems = Vec::new();
    let mut refused = None;
    for path in paths {
        learn::read_file(path, &mut |found| {
            match found {
                Found::Game(game, _) => problems.extend(end_of_game(game.id, &game.moves)),
                Found::OtherStart => {}
                Found::Refused(reason) => {
                    refused.get_or_insert(reason);
                }
            }
            Ok(())
        })
        .map_err(|error| BadInput(format!("{:#}", anyhow::Error::from(error))))?;
    }
    match refused {
        Some(reason) => Err(BadInput(reason).into()),
        None if problems.is_empty() => Err(BadInput("no game ends in checks".to_owned()).into()),
        None => Ok(problems),
    }
}

fn end_of_game(id: String, moves: &[Move]) -> Option<Problem> {
    let mut position = Position::startpos();
    let checks: Vec<_> = moves
        .iter()
        .map(|&mv| {
            position.apply(mv);
            position.in_check()
        })
        .collect();
    let run = checks.iter().rev().step_by(2).take_while(|&&check| check).count();
    if run < CHECKS {
        return None;
    }
    for _ in 0..2 * run - 1 {
        position.undo();
    }
    Some(Problem::new(id, position))
}
