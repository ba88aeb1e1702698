//! The window theorem of the source document (lemmas 1 to 5), over all windows of small trees and with repetition.
//!
//! Lemma 1: a child is the principal one iff no child is worth more and none found earlier is worth as much.
//! Lemma 2: a position with moves has a principal variation. Lemma 3: a result at or below alpha bounds the value
//! from above. Lemma 4: one at or above beta bounds it from below. Lemma 5: one strictly inside is the value.

use std::sync::Arc;

use game::random::Random;
use game::reference::{alpha_beta, alpha_beta_source, minimax, negamax};
use game::rule::DrawValue;
use game::synthetic::{Family, Graph, GraphGame, NodeSpec};
use game::value::{INFINITY, MATE, shrink};
use game::{Game, History, Rule, Value};
use proptest::prelude::*;

/// Every tree of depth 2 with two moves at each node and values in {-1, 0, 1}.
fn small_trees() -> impl Iterator<Item = Graph> {
    (0..81u32).map(|code| {
        let leaf = |index: u32| NodeSpec {
            side: 0,
            check: false,
            eval: (code / 3u32.pow(index) % 3) as i32 - 1,
            edges: vec![],
        };
        let inner = |side, edges: &[u16]| NodeSpec { side, check: false, eval: 0, edges: edges.to_vec() };
        let nodes =
            vec![inner(0, &[1, 2]), inner(1, &[3, 4]), inner(1, &[5, 6]), leaf(0), leaf(1), leaf(2), leaf(3)];
        Graph::new(nodes, 1)
    })
}

fn check_theorem(result: Value, value: Value, alpha: Value, beta: Value) -> Result<(), String> {
    let holds = if result <= alpha {
        value <= alpha
    } else if result >= beta {
        value >= beta
    } else {
        value == result
    };
    if holds { Ok(()) } else { Err(format!("[{alpha}, {beta}) gave {result}, the value is {value}")) }
}

#[test]
fn lemmas_3_to_5_hold_for_every_window_of_every_small_tree() {
    for graph in small_trees() {
        let mut game = GraphGame::new(Arc::new(graph), 0);
        let mut history = History::start(&game);
        for depth in 0..=2 {
            let value = minimax(&mut game, depth);
            for alpha in -3..3 {
                for beta in alpha + 1..=3 {
                    let source = alpha_beta_source(&mut game, &mut history, Rule::Free, depth, alpha, beta);
                    check_theorem(source, value, alpha, beta).unwrap();
                    let window = (alpha, beta);
                    let draw = DrawValue::default();
                    let hard = alpha_beta(&mut game, &mut history, Rule::Free, draw, depth, window);
                    assert_eq!(hard, value.clamp(alpha, beta));
                }
            }
        }
    }
}

#[test]
fn a_position_without_moves_returns_alpha_and_the_lemmas_still_hold() {
    let stuck = NodeSpec { side: 0, check: true, eval: 5, edges: vec![] };
    let mut game = GraphGame::new(Arc::new(Graph::new(vec![stuck], 1)), 0);
    let mut history = History::start(&game);
    for alpha in -3..3 {
        let result = alpha_beta_source(&mut game, &mut history, Rule::Free, 4, alpha, alpha + 1);
        assert_eq!(result, alpha);
        check_theorem(result, minimax(&mut game, 4), alpha, alpha + 1).unwrap();
    }
}

fn families() -> impl Strategy<Value = Family> {
    prop::sample::select(Family::ALL.to_vec())
}

fn rules() -> impl Strategy<Value = Rule> {
    prop::sample::select(vec![Rule::Free, Rule::Fold(2), Rule::Fold(3), Rule::FOURFOLD, Rule::ENGINE])
}

/// A game with a past: up to twelve random moves.
fn game_with_past(family: Family, checks: u32, seed: u64) -> (GraphGame, History) {
    let mut random = Random::new(seed);
    let mut game = GraphGame::new(Arc::new(family.generate(&mut random, checks)), 0);
    let mut history = History::start(&game);
    let mut moves = Vec::new();
    for _ in 0..random.below(13) {
        game.moves(&mut moves);
        if moves.is_empty() || history.last().nth == 3 {
            break;
        }
        game.play(random.pick(&moves));
        history.push_game(&game);
    }
    history.root_here();
    (game, history)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_theorem_holds_under_every_repetition_rule(
        family in families(),
        rule in rules(),
        checks in prop::sample::select(vec![0u32, 25, 60]),
        seed: u64,
        depth in 0u32..6,
        low in -25i32..25,
        width in 1i32..30,
        draw in -3i32..4,
    ) {
        let (mut game, mut history) = game_with_past(family, checks, seed);
        let draw = DrawValue { first: draw };
        let value = negamax(&mut game, &mut history, rule, draw, depth);
        for window in [(low, low + width), (value - 1, value), (value, value + 1), (-INFINITY, INFINITY)] {
            let result = alpha_beta(&mut game, &mut history, rule, draw, depth, window);
            prop_assert_eq!(result, value.clamp(window.0, window.1));
        }
    }

    #[test]
    fn the_first_best_child_is_the_principal_one(family in families(), seed: u64, depth in 1u32..6) {
        // Lemmas 1 and 2: scanning with `alpha < value` stops at the first child worth the maximum, which exists.
        let (mut game, mut history) = game_with_past(family, 25, seed);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        prop_assume!(!moves.is_empty());
        let draw = DrawValue::default();
        let value = negamax(&mut game, &mut history, Rule::ENGINE, draw, depth);
        let mut worths = Vec::new();
        for &mv in &moves {
            game.play(mv);
            history.push_game(&game);
            worths.push(-shrink(negamax(&mut game, &mut history, Rule::ENGINE, draw, depth - 1)));
            history.pop();
            game.undo();
        }
        let (mut alpha, mut principal) = (-MATE - 1, None);
        for (at, &worth) in worths.iter().enumerate() {
            if alpha < worth {
                (alpha, principal) = (worth, Some(at));
            }
        }
        let first_best = worths.iter().position(|&worth| Some(worth) == worths.iter().copied().max());
        prop_assert_eq!(principal, first_best);
        prop_assert_eq!(alpha, value);
    }

    #[test]
    fn free_negamax_is_min_max(family in families(), seed: u64, depth in 0u32..6) {
        let (mut game, mut history) = game_with_past(family, 25, seed);
        let value = negamax(&mut game, &mut history, Rule::Free, DrawValue::default(), depth);
        prop_assert_eq!(value, minimax(&mut game, depth));
    }
}
