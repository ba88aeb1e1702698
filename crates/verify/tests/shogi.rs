//! Repetition in shogi: the golden games, the counterexample to the source document, and real games.

use std::path::PathBuf;

use game::rule::DrawValue;
use game::{Game, History, Outcome, Rule};
use shogi::Repetition;
use table::{Options, Table};
use verify::bundled::{self, GOLDENS};
use verify::shogi_game::ShogiGame;
use verify::shogi_set::{ShogiLine, ShogiSet};
use verify::{Mode, Searcher, Setup};

const fn same(outcome: Outcome) -> Repetition {
    match outcome {
        Outcome::Draw => Repetition::Draw,
        Outcome::Win => Repetition::Win,
        Outcome::Loss => Repetition::Loss,
    }
}

#[test]
fn the_fourth_occurrence_of_every_golden_game_is_seen_and_no_other() {
    for golden in GOLDENS {
        let line = ShogiLine::parse(golden.name, golden.start, golden.moves, 1).expect("a legal game");
        let mut game = ShogiGame::new(line.start.clone());
        let mut history = History::start(&game);
        for (at, &mv) in line.moves.iter().enumerate() {
            game.play(mv);
            history.push_game(&game);
            let found = history.repetition(Rule::FOURFOLD);
            let is_last = at + 1 == line.moves.len();
            assert_eq!(
                found.map(|found| found.outcome),
                is_last.then_some(golden.outcome),
                "{}",
                golden.name
            );
            let expected = found.map_or(Repetition::None, |found| same(found.outcome));
            assert_eq!(game.position().repetition(), expected, "{}", golden.name);
        }
    }
}

#[test]
fn the_history_agrees_with_the_position_at_every_root() {
    for golden in GOLDENS {
        let line = ShogiLine::parse(golden.name, golden.start, golden.moves, 1).expect("a legal game");
        for root in 0..line.moves.len() {
            let mut game = ShogiGame::new(line.start.clone());
            let mut history = History::start(&game);
            for (at, &mv) in line.moves.iter().enumerate() {
                if at == root {
                    history.root_here();
                }
                game.play(mv);
                history.push_game(&game);
                if at < root {
                    continue;
                }
                let ours =
                    history.repetition(Rule::ENGINE).map_or(Repetition::None, |found| same(found.outcome));
                assert_eq!(ours, game.position().repetition_in_search(root), "{}, root {root}", golden.name);
                if ours != Repetition::None {
                    break;
                }
            }
        }
    }
}

/// Searches the end of a line to `depth`.
fn search(line: &ShogiLine, plies: usize, table: &Table, mode: Mode, depth: u32) -> i32 {
    let mut game = ShogiGame::new(line.start.clone());
    let mut history = History::start(&game);
    for &mv in &line.moves[..plies] {
        game.play(mv);
        history.push_game(&game);
    }
    let setup = Setup { draw: DrawValue::default(), ..Setup::new(Rule::FOURFOLD, mode) };
    let infinity = game::value::INFINITY;
    let bounds = Searcher::new(game, history, table, setup).search(depth, -infinity, infinity);
    bounds.lower.expect("a full window gives a value").value
}

#[test]
fn the_checking_move_that_earned_a_bound_may_be_the_one_that_loses() {
    // Black's rook checks on 5f and 4f in turn. With an empty history the check on 5f or 4f keeps what the rook has;
    // with three occurrences behind it, the same check loses the game.
    let start = "lnsg1gsnl/1r5b1/ppppppppp/4k4/9/4R4/PPPPPPPPP/1B7/LNSGKGSNL w - 1";
    let round = "5d4d 5f4f 4d5d 4f5f ";
    let line =
        ShogiLine::parse("perpetual", start, &round.repeat(3)[..round.len() * 3 - 5], 1).expect("legal");
    for depth in 2..=3 {
        for plies in [10, 11] {
            let fresh = || Table::new(Options { bytes: 8 << 20, ..Options::default() }).expect("small");
            let truth = search(&line, plies, &fresh(), Mode::Bare, depth);
            let table = fresh();
            // The same table has seen the beginning of the game.
            for earlier in 0..4 {
                for shallow in 1..=depth {
                    search(&line, earlier, &table, Mode::Exact, shallow);
                }
            }
            assert_eq!(
                search(&line, plies, &table, Mode::Exact, depth),
                truth,
                "{plies} plies, depth {depth}"
            );
        }
    }
}

#[test]
fn real_games_with_repetitions_are_searched_as_without_a_table() {
    let shared = std::env::var_os("YOMIKIRI_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let Ok(text) = std::fs::read_to_string(shared.join("games/games.tsv")) else {
        println!("games/games.tsv is absent from {}: nothing was compared", shared.display());
        return;
    };
    let lines: Vec<ShogiLine> = text
        .lines()
        .skip(1)
        .filter_map(|line| {
            let moves = line.rsplit('\t').next()?;
            let line = ShogiLine::parse("game", "startpos", moves, 1).expect("legal games");
            bundled::until_repetition(line, 2)
        })
        .take(20)
        .collect();
    let set = ShogiSet { rule: Rule::ENGINE, depth: 3, pvs: true, table_bytes: 8 << 20, sample: 100 };
    let sums = set.run(&lines, &[Mode::Bare, Mode::Exact], &mut |_| ()).expect("small tables");
    let exact = &sums[1];
    assert_eq!(exact.verdict.wrong_roots, 0, "{:?}", exact.first_wrong);
    assert_eq!(exact.verdict.wrong_claims, 0);
    assert_eq!(exact.verdict.roots, 20 * 2 * 3);
}
