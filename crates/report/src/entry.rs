//! One position of the game with everything found, and what the moves of each side add up to.

use crate::study::{Ending, Study, Variation};
use crate::{Judgement, Score};
use serde::Serialize;
use shogi::{Color, Move, Position};

/// A position of the game. It keeps no history of its own: a game of thousands of plies would keep it thousands of times.
pub struct Entry {
    /// Plies since the first position.
    pub ply: u32,
    /// The position.
    pub sfen: String,
    /// Whose turn it is.
    pub side_to_move: Color,
    /// How often the position has occurred, this time included.
    pub occurrences: usize,
    /// The move that led here, in both notations.
    pub played: Option<(Move, String)>,
    /// What was found.
    pub study: Study,
    /// The expected score that the move lost.
    pub loss: Option<f64>,
    /// What that makes of the move.
    pub judgement: Option<Judgement>,
}

impl Entry {
    /// The entry of a position that was studied; the move that led there is judged by the entry before.
    pub fn new(
        position: &Position,
        played: Option<(Move, String)>,
        study: Study,
        before: Option<&Self>,
    ) -> Self {
        let (mut loss, mut judgement) = (None, None);
        if let (Some(before), Some((mv, _))) = (before, &played) {
            let side = before.side_to_move;
            loss = Some(Judgement::loss(side, before.study.score, study.score));
            // A difference between two searches of the same line is the engine's doing, not the player's.
            if before.study.best_move() != Some(*mv) {
                judgement = Judgement::of(side, before.study.score, study.score);
            }
        }
        Self {
            ply: position.history_len() as u32,
            sfen: position.to_sfen(),
            side_to_move: position.side_to_move(),
            occurrences: position.occurrences(),
            played,
            study,
            loss,
            judgement,
        }
    }

    /// The side that made the move that led here.
    pub fn mover(&self) -> Option<Color> {
        self.played.as_ref().map(|_| !self.side_to_move)
    }
}

/// The JSON form of an entry: one line of output.
#[derive(Clone, Debug, Serialize)]
pub struct EntryJson {
    r#type: &'static str,
    /// Number of the game, from 1; a game that is refused has one too.
    game: u64,
    ply: u32,
    sfen: String,
    side_to_move: String,
    r#move: Option<String>,
    move_japanese: Option<String>,
    #[serde(flatten)]
    score: ScoreJson,
    ending: Option<&'static str>,
    occurrences: usize,
    depth: Option<u32>,
    best_move: Option<String>,
    pv: Vec<String>,
    pv_japanese: Vec<String>,
    rests_on_repetition: bool,
    lines: Vec<LineJson>,
    nodes: u64,
    time_ms: u64,
    loss: Option<f64>,
    judgement: Option<&'static str>,
}

/// A score from Black's view; exactly one of the first three is not null.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreJson {
    /// Hundredths of a pawn.
    score_cp: Option<i32>,
    /// Plies to mate, negative where White mates.
    mate: Option<i64>,
    /// `draw`, `black` or `white`, decided by a rule other than mate.
    decided: Option<String>,
    /// The expected score of Black, 0 to 1.
    expected: f64,
}

/// The JSON form of a line.
#[derive(Clone, Debug, Serialize)]
pub struct LineJson {
    #[serde(flatten)]
    score: ScoreJson,
    depth: u32,
    seldepth: u32,
    pv: Vec<String>,
    pv_japanese: Vec<String>,
    ending: Option<&'static str>,
    rests_on_repetition: bool,
}

impl From<Score> for ScoreJson {
    fn from(score: Score) -> Self {
        let mut json = Self { score_cp: None, mate: None, decided: None, expected: score.expected() };
        match score {
            Score::Centipawns(value) => json.score_cp = Some(value),
            // A mate in 0 plies has no sign: the winner is the side that is not to move.
            Score::Mate { winner, plies } => {
                json.mate = Some(if winner == Color::Black { plies.into() } else { -i64::from(plies) });
            }
            Score::Decided { winner, .. } => {
                json.decided = Some(winner.map_or("draw".to_owned(), |winner| winner.to_string()));
            }
        }
        json
    }
}

impl From<&Variation> for LineJson {
    fn from(line: &Variation) -> Self {
        Self {
            score: line.score.into(),
            depth: line.depth,
            seldepth: line.seldepth,
            pv: line.moves.iter().map(ToString::to_string).collect(),
            pv_japanese: line.japanese.clone(),
            ending: line.ending.map(Ending::name),
            rests_on_repetition: line.rests_on_repetition,
        }
    }
}

impl EntryJson {
    /// The JSON form of an entry of the game with this number.
    pub fn of(game: u64, entry: &Entry) -> Self {
        let study = &entry.study;
        let first = study.lines.first().map(LineJson::from);
        let (pv, pv_japanese) = first.map_or_else(Default::default, |line| (line.pv, line.pv_japanese));
        Self {
            r#type: "position",
            game,
            ply: entry.ply,
            sfen: entry.sfen.clone(),
            side_to_move: entry.side_to_move.to_string(),
            r#move: entry.played.as_ref().map(|(mv, _)| mv.to_string()),
            move_japanese: entry.played.as_ref().map(|(_, text)| text.clone()),
            score: study.score.into(),
            ending: study.ending.map(Ending::name),
            occurrences: entry.occurrences,
            depth: study.lines.first().map(|line| line.depth),
            best_move: study.best_move().map(|mv| mv.to_string()),
            pv,
            pv_japanese,
            rests_on_repetition: study.lines.first().is_some_and(|line| line.rests_on_repetition),
            lines: study.lines.iter().map(LineJson::from).collect(),
            nodes: study.nodes,
            time_ms: u64::try_from(study.time.as_millis()).unwrap_or(u64::MAX),
            loss: entry.loss,
            judgement: entry.judgement.map(Judgement::name),
        }
    }
}
