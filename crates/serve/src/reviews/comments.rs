//! A game with what a review found as its comments.

use record::Game;
use report::{Entry, Judgement, Score};
use serde::Deserialize;
use shogi::Color;
use std::fmt::Write;

/// The language of comments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Language {
    #[default]
    Ja,
    En,
}

/// Moves of a line that a comment shows.
const SHOWN: usize = 10;

/// The game with a score for each move that was reviewed, and comments after those of the record.
pub(super) fn commented(game: &Game, entries: &[Entry], language: Language) -> Game {
    let mut game = game.clone();
    if let Some(first) = entries.first() {
        game.comments.extend(comments(first, None, language));
    }
    let first = game.start.side_to_move();
    let plies = game.main.plies.iter_mut().enumerate();
    for ((index, ply), pair) in plies.zip(entries.windows(2)) {
        let mover = if index.is_multiple_of(2) { first } else { !first };
        let [before, entry] = pair else { continue };
        if let Score::Centipawns(value) = entry.study.score {
            ply.score = Some(if mover == Color::Black { value } else { -value });
        }
        ply.comments.extend(comments(entry, Some(before), language));
    }
    game
}

fn score(score: Score, language: Language) -> String {
    match (language, score) {
        (Language::En, score) => score.to_string(),
        (_, Score::Centipawns(_)) => score.to_string(),
        (_, Score::Mate { winner, plies: 0 }) => format!("{}の勝ち（詰み）", winner.mark()),
        (_, Score::Mate { winner, plies }) => format!("{} {plies}手詰", winner.mark()),
        (_, Score::Decided { winner: Some(winner), .. }) => format!("{}の勝ち", winner.mark()),
        (_, Score::Decided { winner: None, .. }) => "引き分け".to_owned(),
    }
}

/// The comments on a position; what was better than the move that led there, if it lost much.
fn comments(entry: &Entry, before: Option<&Entry>, language: Language) -> Vec<String> {
    let japanese = language == Language::Ja;
    let mut comments = Vec::new();
    let value = score(entry.study.score, language);
    let line = |entry: &Entry| {
        let moves = entry.study.lines.first().map_or(&[][..], |line| &line.japanese);
        moves.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(" ")
    };
    if let (Some(judgement), Some(before)) = (entry.judgement, before) {
        let lost = entry.loss.unwrap_or_default() * 100.0;
        let better = line(before);
        comments.push(match (japanese, judgement) {
            (true, Judgement::Blunder) => format!("悪手?? 期待勝率 -{lost:.0}%、最善は {better}"),
            (true, Judgement::Mistake) => format!("疑問手? 期待勝率 -{lost:.0}%、最善は {better}"),
            (false, judgement) => {
                format!(
                    "{}{} lost {lost:.0} % of the expected score; better was {better}",
                    judgement.name(),
                    judgement.mark()
                )
            }
        });
    }
    let depth = entry.study.lines.first().map(|line| line.depth);
    let mut text = match (japanese, depth) {
        (true, Some(depth)) => format!("評価値 {value} 深さ {depth} 読み筋 {}", line(entry)),
        (true, None) => format!("評価値 {value}"),
        (false, Some(depth)) => format!("score {value}, depth {depth}, line {}", line(entry)),
        (false, None) => format!("score {value}"),
    };
    if entry.study.lines.first().is_some_and(|line| line.rests_on_repetition) {
        text += if japanese { "（千日手による評価）" } else { " (rests on a repetition)" };
    }
    if entry.occurrences > 1 {
        // Writing into a String cannot fail.
        let _ = match language {
            Language::Ja => write!(text, "（同一局面{}回目）", entry.occurrences),
            Language::En => write!(text, " (occurrence {})", entry.occurrences),
        };
    }
    comments.push(text.trim_end().to_owned());
    comments
}
