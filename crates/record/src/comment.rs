//! Scores in comments: `** 30`, centipawns from Black's side, as CSA V3.0 and floodgate write them.

use crate::Ply;
use shogi::Color;

/// Gives a comment to a move. A score in it is read; a comment that is nothing but a score is not kept as text.
pub(crate) fn attach(ply: &mut Ply, text: &str, mover: Color) {
    let mut words = text.strip_prefix("** ").unwrap_or("").split_whitespace();
    let score: Option<i32> = words.next().and_then(|word| word.parse().ok());
    if let Some(score) = score {
        ply.score = Some(seen_by(mover, score));
        if words.next().is_none() {
            return;
        }
    }
    ply.comments.push(text.to_owned());
}

/// The comment that holds the score of a move, unless one of its comments does already.
pub(crate) fn score_line(ply: &Ply, mover: Color) -> Option<String> {
    let score = ply.score?;
    let told = ply.comments.iter().any(|comment| comment.starts_with("** "));
    (!told).then(|| format!("** {}", seen_by(mover, score)))
}

fn seen_by(color: Color, score: i32) -> i32 {
    if color == Color::Black { score } else { score.saturating_neg() }
}
