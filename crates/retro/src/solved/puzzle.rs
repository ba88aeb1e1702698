//! Puzzles: positions with a single winning line.

use super::{Solved, SolvedError, SolvedGame, ValuedMove};
use game::solve::Value;

/// A move by its name, and the position after it; none if it ends the game.
type Named<P> = (String, Option<P>);

/// The solution of a puzzle.
pub struct Solution<P> {
    /// The line to the end, against one of the longest defences.
    pub line: Vec<Named<P>>,
    /// How many lines there are in all.
    pub lines: u64,
}

/// The solution of a won position (詰めハト, in Tokyo Doves) if the winner never has a choice, whichever longest defence is chosen.
///
/// # Errors
/// As [`Solved::value`].
pub fn solution<G: SolvedGame>(
    solved: &Solved<G>,
    position: &G::Position,
    strict: bool,
) -> Result<Option<Solution<G::Position>>, SolvedError> {
    let moves = solved.valued_moves(position)?;
    let Some(best) = moves.first() else { return Ok(Some(Solution { line: Vec::new(), lines: 1 })) };
    let wins = matches!(best.value, Value::Win(_));
    let key = |m: &ValuedMove<G::Position>| m.next.as_ref().map(|next| solved.game.key(next));
    let good = |m: &&ValuedMove<G::Position>| {
        if strict && wins { matches!(m.value, Value::Win(_)) } else { m.value == best.value }
    };
    let mut replies: Vec<&ValuedMove<G::Position>> = moves.iter().filter(good).collect();
    // Moves that end the game stay apart; of those into positions equal by symmetry one is enough.
    replies.sort_by_key(|m| key(m));
    replies.dedup_by(|a, b| key(a).is_some() && key(a) == key(b));
    if wins && replies.len() > 1 {
        return Ok(None);
    }
    let mut whole = Solution { line: Vec::new(), lines: 0 };
    for reply in replies {
        let rest = match &reply.next {
            Some(next) => solution(solved, next, strict)?,
            None => Some(Solution { line: Vec::new(), lines: 1 }),
        };
        let Some(rest) = rest else { return Ok(None) };
        if reply.name == best.name || whole.line.is_empty() {
            whole.line = std::iter::once((reply.name.clone(), reply.next.clone())).chain(rest.line).collect();
        }
        whole.lines += rest.lines;
    }
    Ok(Some(whole))
}
