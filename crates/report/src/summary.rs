//! What the moves of each side add up to.

use crate::{Entry, Judgement};
use serde::Serialize;
use shogi::Color;

/// The last line of a game in the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    r#type: &'static str,
    /// Number of the game, from 1.
    game: u64,
    file: String,
    /// Where it begins; of PSV and hcpe the number of the entry.
    line: u64,
    /// Black's moves.
    pub black: Side,
    /// White's moves.
    pub white: Side,
    /// Positions studied.
    pub positions: usize,
    /// Nodes over all of them.
    pub nodes: u64,
    /// Time over all of them.
    pub time_ms: u64,
}

/// The moves of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Side {
    /// How many.
    pub moves: u32,
    /// Moves that the engine would have played.
    pub best: u32,
    /// Moves that lost much.
    pub mistakes: u32,
    /// Moves that lost very much.
    pub blunders: u32,
    /// Mean loss of expected score per move, gains counting as 0.
    pub mean_loss: f64,
}

impl Summary {
    /// Of the game with this number, which begins there.
    pub fn of(game: u64, file: &str, line: u64, entries: &[Entry]) -> Self {
        let sum = |value: fn(&Entry) -> u64| entries.iter().map(value).sum();
        Self {
            r#type: "summary",
            game,
            file: file.to_owned(),
            line,
            black: Side::of(entries, Color::Black),
            white: Side::of(entries, Color::White),
            positions: entries.len(),
            nodes: sum(|entry| entry.study.nodes),
            time_ms: sum(|entry| entry.study.time.as_millis() as u64),
        }
    }
}

impl Side {
    fn of(entries: &[Entry], color: Color) -> Self {
        let mut side = Self::default();
        let mut lost = 0.0;
        for pair in entries.windows(2) {
            let [before, after] = pair else { continue };
            if after.mover() != Some(color) {
                continue;
            }
            side.moves += 1;
            let played = after.played.as_ref().map(|&(mv, _)| mv);
            side.best += u32::from(before.study.best_move() == played);
            side.mistakes += u32::from(after.judgement == Some(Judgement::Mistake));
            side.blunders += u32::from(after.judgement == Some(Judgement::Blunder));
            lost += after.loss.unwrap_or_default().max(0.0);
        }
        if side.moves > 0 {
            side.mean_loss = lost / f64::from(side.moves);
        }
        side
    }
}
