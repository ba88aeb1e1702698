//! One finished game as the journal keeps it: one JSON object on one line.

use crate::matches::outcome::{End, Outcome};
use anyhow::Context;
use record::{Ending, EndingKind, Game, Key};
use search::Score;
use serde::{Deserialize, Serialize};
use shogi::{Color, Move, Position};
use usi::{PositionCommand, position_text};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Played {
    /// Number of the game, from 1.
    pub(crate) game: usize,
    /// 1 for Black, -1 for White, 0 for a draw.
    winner: i8,
    pub(crate) end: End,
    /// The whole game as `startpos moves …` or `sfen … moves …`.
    usi: String,
    /// Moves that were not found by the search of the game.
    pub(crate) opening_plies: usize,
    /// The score of each move after them, seen by its side: centipawns, `m5` mates in 5 plies, `m-4` is mated in 4.
    scores: Vec<String>,
}

impl Played {
    pub(crate) fn new(
        game: usize,
        last: &Position,
        opening_plies: usize,
        scores: &[Score],
        outcome: Outcome,
    ) -> Self {
        let winner = match outcome.winner {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        let scores = scores.iter().map(|&score| score_text(score)).collect();
        Self { game, winner, end: outcome.end, usi: position_text(last), opening_plies, scores }
    }

    pub(crate) fn winner(&self) -> Option<Color> {
        match self.winner {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// Number of moves, those of the opening included.
    pub(crate) fn plies(&self) -> usize {
        self.opening_plies + self.scores.len()
    }

    /// Number of positions with a score.
    pub(crate) fn positions(&self) -> usize {
        self.scores.len()
    }

    /// What tells two games apart.
    pub(crate) fn usi(&self) -> &str {
        &self.usi
    }

    /// The start position and the moves. An error where the two and the scores do not fit together.
    fn moves(&self) -> anyhow::Result<(Position, Vec<Move>)> {
        let place = || format!("game {}", self.game);
        let mut position = PositionCommand::parse(&self.usi).with_context(place)?.position;
        let moves: Vec<_> =
            (0..position.history_len()).filter_map(|index| position.history(index)?.mv).collect();
        if moves.len() != self.plies() {
            anyhow::bail!("{}: {} moves, expected {}", place(), moves.len(), self.plies());
        }
        while position.undo().is_some() {}
        Ok((position, moves))
    }

    /// As a row of the table of games, without a line end.
    pub(crate) fn row(&self, seed: u64) -> anyhow::Result<String> {
        let (_, moves) = self.moves()?;
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        let none = std::iter::repeat_n("-", self.opening_plies);
        let scores: Vec<_> = none.chain(self.scores.iter().map(String::as_str)).collect();
        Ok(format!(
            "selfplay-{seed}-{:05}\t{}\t{}\t{}\t{}\t{}",
            self.game,
            self.end_word(),
            self.plies(),
            self.opening_plies,
            moves.join(" "),
            scores.join(" ")
        ))
    }

    /// The end in one word, in those that tables of games have for it: of two of our own, only the winner is told.
    fn end_word(&self) -> &'static str {
        match (&self.end, self.winner()) {
            (End::Mate | End::NoMoves, _) => "mate",
            (End::Resign, _) => "%TORYO",
            (End::Declaration { .. }, _) => "%KACHI",
            (End::DeclarationDraw { .. }, _) => "%JISHOGI",
            (End::Repetition, _) => "repetition",
            (End::MaxMoves, _) => "max",
            (_, Some(Color::Black)) => "1-0",
            (_, Some(Color::White)) => "0-1",
            (_, None) => "draw",
        }
    }

    /// The game as a record with its scores.
    pub(crate) fn record(&self, seed: u64) -> anyhow::Result<Game> {
        let (start, moves) = self.moves()?;
        let mut game = Game::from_moves(start, moves);
        for (ply, score) in game.main.plies.iter_mut().skip(self.opening_plies).zip(&self.scores) {
            ply.score = Some(centipawns(score).with_context(|| format!("game {}", self.game))?);
        }
        for key in [Key::Black, Key::White] {
            game.headers.push(key, concat!("yomikiri ", env!("CARGO_PKG_VERSION")));
        }
        game.headers.push(Key::Event, &format!("yomikiri selfplay, seed {seed}, game {}", self.game));
        game.comments.push(format!("opening: the first {} moves", self.opening_plies));
        let mut ending = Ending::from(self.ending());
        let result = self.winner().map_or_else(|| "draw".to_owned(), |color| format!("{color} wins"));
        ending.comments.push(format!("{result} by {}", self.end));
        game.main.ending = Some(ending);
        Ok(game)
    }

    /// The part of the game that the engine played: training data has no place for moves without a score.
    pub(crate) fn scored_record(&self, seed: u64) -> anyhow::Result<Game> {
        let mut game = self.record(seed)?;
        let scored = game.main.plies.split_off(self.opening_plies);
        game.main.plies.iter().for_each(|ply| game.start.apply(ply.mv));
        game.start = game.start.without_history();
        game.main.plies = scored;
        Ok(game)
    }

    /// In the words of the records.
    fn ending(&self) -> EndingKind {
        match (&self.end, self.winner()) {
            (End::Mate | End::NoMoves, _) => EndingKind::Mate,
            (End::Resign, _) => EndingKind::Resignation,
            (End::Declaration { .. }, _) => EndingKind::Declaration,
            (End::DeclarationDraw { .. }, _) => EndingKind::Impasse,
            (End::Repetition, _) => EndingKind::Repetition,
            (End::MaxMoves, _) => EndingKind::MaxMoves,
            (End::Try, Some(winner)) => EndingKind::Win(winner),
            (_, Some(winner)) => EndingKind::Foul(!winner),
            (_, None) => EndingKind::Draw,
        }
    }
}

fn score_text(score: Score) -> String {
    match score {
        Score::Cp(value) => value.to_string(),
        Score::Mate(plies) => format!("m{plies}"),
    }
}

/// Mates as ±(32,000 - plies), as the engine counts them.
fn centipawns(text: &str) -> anyhow::Result<i32> {
    let number = |text: &str| text.parse().map_err(|_| anyhow::anyhow!("{text:?} is no score"));
    Ok(match text.strip_prefix('m') {
        Some(plies) => Score::Mate(number(plies)?).centipawns(),
        None => number(text)?,
    })
}
