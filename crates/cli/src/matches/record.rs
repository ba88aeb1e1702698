//! One finished game as the log keeps it: one JSON object on one line.

use super::outcome::{End, Outcome, Who};
use anyhow::Context;
use serde::{Deserialize, Serialize};
use shogi::{Color, Move, Position};
use std::time::SystemTime;
use usi::{PositionCommand, Score, ScoreValue, position_text};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// Number of the game, from 0. Games 2k and 2k + 1 are a pair: one opening, colours swapped.
    pub(crate) game: usize,
    /// Number of the opening in the order played, from 0.
    pub(crate) opening: usize,
    /// Who had Black.
    pub(crate) black: Who,
    /// The winner; `None` for a draw.
    pub(crate) winner: Option<Who>,
    pub(crate) end: End,
    /// The whole game as `startpos moves …` or `sfen … moves …`, opening included.
    pub(crate) usi: String,
    /// Moves of the opening.
    pub(crate) opening_plies: usize,
    /// Milliseconds of each move after the opening, and of the answer that ended the game, if one did.
    pub(crate) ms: Vec<u64>,
    /// The score that the mover reported for each move after the opening: centipawns, `mN` mates, `-mN` is mated, `-` none.
    pub(crate) scores: Vec<String>,
    /// By how many milliseconds A and B exceeded the time of a move at most, whether the grace covered it or not.
    pub(crate) over_ms: [u64; 2],
    /// Seconds since 1970 at which the game began.
    pub(crate) began: u64,
}

impl GameRecord {
    pub(crate) fn begin(game: usize, opening: usize, position: &Position) -> Self {
        let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self {
            game,
            opening,
            black: if game.is_multiple_of(2) { Who::A } else { Who::B },
            winner: None,
            end: End::MaxMoves,
            usi: String::new(),
            opening_plies: position.history_len(),
            ms: Vec::new(),
            scores: Vec::new(),
            over_ms: [0; 2],
            began: since_epoch.as_secs(),
        }
    }

    pub(crate) fn who(&self, color: Color) -> Who {
        if color == Color::Black { self.black } else { !self.black }
    }

    pub(crate) fn color(&self, who: Who) -> Color {
        if who == self.black { Color::Black } else { Color::White }
    }

    pub(crate) fn finish(mut self, position: &Position, outcome: Outcome) -> Self {
        self.winner = outcome.winner.map(|color| self.who(color));
        self.end = outcome.end;
        self.usi = position_text(position);
        self
    }

    /// The last position, its history holding the game.
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        let read = PositionCommand::parse(&self.usi).with_context(|| format!("game {}", self.game + 1))?;
        Ok(read.position)
    }

    /// Number of moves, those of the opening included.
    pub(crate) fn plies(&self) -> usize {
        self.usi.split_once(" moves ").map_or(0, |(_, moves)| moves.split(' ').count())
    }

    /// The moves from the start position.
    pub(crate) fn moves(position: &Position) -> Vec<Move> {
        (0..position.history_len()).filter_map(|index| position.history(index)?.mv).collect()
    }

    /// The engine at fault, if the game ended by a fault.
    pub(crate) fn at_fault(&self) -> Option<Who> {
        self.end.is_fault().then_some(())?;
        self.winner.map(|winner| !winner)
    }

    /// A's half points: 0, 1 or 2.
    pub(crate) fn half_points(&self) -> usize {
        match self.winner {
            Some(Who::A) => 2,
            None => 1,
            Some(Who::B) => 0,
        }
    }
}

/// As the log has it: `-31`, `m5`, `-m4`, `-`.
pub(crate) fn score_text(score: Option<Score>) -> String {
    match score.map(|score| score.value) {
        None => "-".to_owned(),
        Some(ScoreValue::Centipawns(value)) => value.to_string(),
        Some(ScoreValue::MateIn(plies)) => format!("m{plies}"),
        Some(ScoreValue::MatedIn(plies)) => format!("-m{plies}"),
        Some(ScoreValue::Mates) => "m".to_owned(),
        Some(ScoreValue::Mated) => "-m".to_owned(),
    }
}
