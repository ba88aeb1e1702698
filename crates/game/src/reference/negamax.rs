//! Negamax that prunes nothing and keeps every position of the game in view.

use std::collections::HashMap;

use crate::rule::DrawValue;
use crate::value::{INFINITY, MATE, shrink};
use crate::{Game, History, Rule, Value};

/// `V(history, depth)`: the value of the current position for the side to move.
///
/// Order of tests: repetition, then depth 0, then move generation. No legal move is a loss. The current position of
/// `game` is the last one of `history`; it is not terminal if it is the root of the history.
pub fn negamax<G: Game>(
    game: &mut G,
    history: &mut History,
    rule: Rule,
    draw: DrawValue,
    depth: u32,
) -> Value {
    if let Some(found) = history.repetition(rule) {
        return found.outcome.value(draw.of(game.side()));
    }
    if depth == 0 {
        return game.evaluate();
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = -INFINITY;
    for mv in moves {
        game.play(mv);
        history.push_game(game);
        best = best.max(-shrink(negamax(game, history, rule, draw, depth - 1)));
        history.pop();
        game.undo();
    }
    best.max(-MATE)
}

/// Plain min-max on positions, without history: repetition never ends the game.
pub fn minimax<G: Game>(game: &mut G, depth: u32) -> Value {
    if depth == 0 {
        return game.evaluate();
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = -MATE;
    for mv in moves {
        game.play(mv);
        best = best.max(-shrink(minimax(game, depth - 1)));
        game.undo();
    }
    best
}

/// Values of positions with an *empty history*, computed by brute force and remembered.
///
/// With nothing before it the value is a function of position and depth alone, so remembering it by both is exact
/// (the values inside the computation are not, and are not remembered).
#[derive(Debug)]
pub struct Facts {
    rule: Rule,
    draw: DrawValue,
    known: HashMap<(u64, u32), Value>,
}

impl Facts {
    /// No facts yet, under this rule.
    pub fn new(rule: Rule, draw: DrawValue) -> Self {
        Self { rule, draw, known: HashMap::new() }
    }

    /// The value of the current position of `game` at `depth` with an empty history.
    ///
    /// The position counts as one below a root: returning to it is a repetition under [`Rule::Engine`].
    pub fn value<G: Game>(&mut self, game: &mut G, depth: u32) -> Value {
        let key = (game.key(), depth);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        // An unmatchable position in front, so that the current one lies strictly below the root.
        let mut history = History::new(!game.key(), 1 - game.side(), false);
        history.push_game(game);
        let value = negamax(game, &mut history, self.rule, self.draw, depth);
        self.known.insert(key, value);
        value
    }
}
