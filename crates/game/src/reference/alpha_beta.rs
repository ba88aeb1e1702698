//! Alpha-beta without a table, in the textbook form.

use crate::rule::DrawValue;
use crate::value::{MATE, child_window, shrink};
use crate::{Game, History, Rule, Value};

/// The fail-hard form: what it returns lies in the window. Strictly inside, it is what [`super::negamax`] returns; at
/// `alpha` that is no more than `alpha`, at `beta` no less than `beta`.
pub fn alpha_beta<G: Game>(
    game: &mut G,
    history: &mut History,
    rule: Rule,
    draw: DrawValue,
    depth: u32,
    (mut alpha, beta): (Value, Value),
) -> Value {
    if let Some(found) = history.repetition(rule) {
        return found.outcome.value(draw.of(game.side())).clamp(alpha, beta);
    }
    if depth == 0 {
        return game.evaluate().clamp(alpha, beta);
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    if moves.is_empty() {
        return (-MATE).clamp(alpha, beta);
    }
    for mv in moves {
        game.play(mv);
        history.push_game(game);
        let value = -shrink(alpha_beta(game, history, rule, draw, depth - 1, child_window(alpha, beta)));
        history.pop();
        game.undo();
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}

/// The form of the source document (chapters on the search window): leaves return their value whatever the window,
/// a position without moves returns `alpha`, and no score counts plies.
///
/// Its lemmas 1 to 5 are about this form; `rule` gives its terminal test (C1, C2).
pub fn alpha_beta_source<G: Game>(
    game: &mut G,
    history: &mut History,
    rule: Rule,
    depth: u32,
    mut alpha: Value,
    beta: Value,
) -> Value {
    if let Some(found) = history.repetition(rule) {
        return found.outcome.value(0);
    }
    if depth == 0 {
        return game.evaluate();
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for mv in moves {
        game.play(mv);
        history.push_game(game);
        let value = -alpha_beta_source(game, history, rule, depth - 1, -beta, -alpha);
        history.pop();
        game.undo();
        if beta <= value {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}
