//! The errors of the source document, each as the smallest position that shows it.

use std::sync::Arc;

use game::reference::negamax;
use game::rule::DrawValue;
use game::synthetic::{Graph, GraphGame, NodeSpec};
use game::value::INFINITY;
use game::{Game, History, Outcome, Rule, Value};
use table::{Index, Options, Table};
use verify::{Case, Mode, Searcher, Setup, WindowKind};

fn node(side: u8, check: bool, eval: Value, edges: &[u16]) -> NodeSpec {
    NodeSpec { side, check, eval, edges: edges.to_vec() }
}

fn table() -> Table {
    Table::new(Options { bytes: 1 << 16, ..Options::default() }).expect("small")
}

/// Plays a line; its last position is the root.
fn play(graph: &Arc<Graph>, line: &[u16]) -> (GraphGame, History) {
    let mut game = GraphGame::new(Arc::clone(graph), line[0]);
    let mut history = History::start(&game);
    for &to in &line[1..] {
        game.play(to);
        history.push_game(&game);
    }
    history.root_here();
    (game, history)
}

/// Searches the end of a line; the value that the search settles on.
fn search(
    graph: &Arc<Graph>,
    line: &[u16],
    table: &Table,
    mode: Mode,
    depth: u32,
    window: (Value, Value),
) -> Value {
    let (game, history) = play(graph, line);
    let setup = Setup::new(Rule::Fold(2), mode);
    let bounds = Searcher::new(game, history, table, setup).search(depth, window.0, window.1);
    bounds.lower.or(bounds.upper).expect("a search claims something").value
}

fn brute(graph: &Arc<Graph>, line: &[u16], depth: u32) -> Value {
    let (mut game, mut history) = play(graph, line);
    negamax(&mut game, &mut history, Rule::Fold(2), DrawValue::default(), depth)
}

const FULL: (Value, Value) = (-INFINITY, INFINITY);

#[test]
fn the_checked_side_to_move_wins_where_the_source_says_draw() {
    // Side 0 checks with every move; the fourth occurrence falls on side 1. The source asks only whether the side to
    // move was the checker, and calls the rest a draw.
    let mut history = History::new(0, 1, true);
    for step in 1..=12u64 {
        history.push(step % 4, 1 - (step % 2) as u8, step % 2 == 0);
        if step == 1 {
            history.root_here();
        }
    }
    let found = history.repetition(Rule::FOURFOLD).expect("fourth occurrence");
    assert_eq!(found.outcome, Outcome::Win);
    let sides_own_moves_were_checks = history.all_checks(1, found.first);
    assert!(!sides_own_moves_were_checks, "so the source's second predicate is false, and it returns 0");
}

/// E -> S, S -> A (check) -> B (-5) or D (+3), D -> E (check), S -> N -> C (-500).
fn perpetual() -> Arc<Graph> {
    let (s, a, b, d, e, n, c) = (0, 1, 2, 3, 4, 5, 6);
    Arc::new(Graph::new(
        vec![
            node(0, false, 0, &[a, n]),
            node(1, true, 0, &[b, d]),
            node(0, false, -5, &[]),
            node(0, false, 3, &[e]),
            node(1, true, 0, &[s]),
            node(1, false, 0, &[c]),
            node(0, false, -500, &[]),
        ],
        1,
    ))
}

#[test]
fn the_pessimistic_read_is_unsound_with_perpetual_check() {
    let (graph, (a, d, e)) = (perpetual(), (1, 3, 4));
    assert_eq!(brute(&graph, &[e], 3), 5);
    assert_eq!(brute(&graph, &[a, d, e], 3), 500);
    for (mode, wanted) in [(Mode::Source, 5), (Mode::Plain, 5), (Mode::Exact, 500), (Mode::Practical, 500)] {
        let table = table();
        assert_eq!(search(&graph, &[e], &table, mode, 3, FULL), 5, "{mode:?}");
        // The same table in another game: S -> A would now be the fourth check of a perpetual.
        assert_eq!(search(&graph, &[a, d, e], &table, mode, 3, FULL), wanted, "{mode:?}");
    }
}

#[test]
fn the_flag_alone_is_wrong() {
    // P -> S -> A -> B (+10) or C (+12), C -> P. With C in the history A has a draw.
    let (p, s, a, b, c) = (0, 1, 2, 3, 4);
    let graph = Arc::new(Graph::new(
        vec![
            node(1, false, 0, &[s]),
            node(0, false, 0, &[a]),
            node(1, false, 0, &[b, c]),
            node(0, false, 10, &[]),
            node(0, false, 12, &[p]),
        ],
        1,
    ));
    assert_eq!(brute(&graph, &[p], 3), -10);
    assert_eq!(brute(&graph, &[c, p], 3), 0);
    // The first search meets no repetition at all: every flag is clean, and plain is the flag without more.
    for (mode, wanted) in [(Mode::Plain, -10), (Mode::Source, 0), (Mode::Exact, 0)] {
        let table = table();
        assert_eq!(search(&graph, &[p], &table, mode, 3, FULL), -10, "{mode:?}");
        assert_eq!(search(&graph, &[c, p], &table, mode, 3, FULL), wanted, "{mode:?}");
    }
}

#[test]
fn a_fail_low_alpha_is_no_lower_bound() {
    // P -> S -> X (-50).
    let graph = Arc::new(Graph::new(
        vec![node(1, false, 0, &[1]), node(0, false, 0, &[2]), node(1, false, 50, &[])],
        1,
    ));
    for (mode, wanted) in [(Mode::SourceLetter, 0), (Mode::Source, 50), (Mode::Exact, 50)] {
        let table = table();
        search(&graph, &[0], &table, mode, 2, (-100, -10));
        assert_eq!(search(&graph, &[0], &table, mode, 2, FULL), wanted, "{mode:?}");
    }
}

#[test]
fn a_bound_proved_in_one_window_serves_every_other() {
    // "Never store beta" throws away facts: V >= beta and V <= alpha hold whatever the window was.
    let graph = Arc::new(Graph::new(
        vec![
            node(1, false, 0, &[1]),
            node(0, false, 0, &[2, 3]),
            node(1, false, 50, &[]),
            node(1, false, -7, &[]),
        ],
        1,
    ));
    let table = table();
    for window in [(-5, 0), (30, 31), (-60, -59), FULL] {
        let value = search(&graph, &[0], &table, Mode::Exact, 2, window);
        let low = -7;
        let holds = if value <= window.0 { low <= window.0 } else { value < window.1 || low >= window.1 };
        assert!(holds, "{window:?} gave {value}");
    }
    assert_eq!(search(&graph, &[0], &table, Mode::Exact, 2, FULL), -7);
}

/// A search that goes on beyond a repetition meets a position for the third time where the second ended the game: without the first
/// occurrence it is still terminal, with another loop and another result.
#[test]
fn a_position_that_came_once_too_often_is_not_taken_for_less() {
    let (p0, p7, p11, p22, p24, p29) = (0, 1, 2, 3, 4, 5);
    let graph = Arc::new(Graph::new(
        vec![
            node(0, false, 0, &[p11]),
            node(1, false, 0, &[p0]),
            node(1, false, 0, &[p24]),
            node(0, false, 0, &[p11]),
            node(0, false, 0, &[p29]),
            node(1, true, 0, &[p24, p22]),
        ],
        1,
    ));
    for loosen in [0, 3] {
        let case = Case {
            graph: Arc::clone(&graph),
            line: vec![p7],
            first_root: 0,
            depth: 9,
            rule: Rule::Fold(2),
            draw: 0,
            windows: WindowKind::Full,
            pvs: false,
            table_bytes: 1 << 16,
            index: Index::MultiplyHigh,
            most_nodes: 100_000,
            facts: true,
            seed: 1,
            loosen,
        };
        let verdict = case.run(Mode::Exact, None);
        assert_eq!((verdict.wrong_roots, verdict.wrong_claims), (0, 0), "{:?}", verdict.failure);
        assert!(verdict.claims > 50);
    }
}
