//! Whole runs on a small corpus: games of a player who chooses by weights that the learner does not know.

use super::{learn, read_run};
use crate::adaptive::Adaptive;
use crate::corpus::Corpus;
use crate::gradient::{Gradient, ValueTerm};
use crate::objective::{Objective, SLOPE_ONE, T_ONE, WIDTH};
use crate::observer::{Observer, Silent};
use crate::options::{Method, Options};
use crate::quiescence::Prepared;
use crate::random::Random;
use crate::rows::Rows;
use crate::run::slides_pass::{Rower, slopes};
use crate::slides::{Constraint, Penalty, Slides};
use crate::variations::Searcher;
use crate::{LearnError, Row};
use eval::{Evaluator, FRACTION, Model, Set, Weights};
use shogi::Position;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A player with a taste: where own pieces stand around the king.
fn player() -> Arc<Model> {
    let mut weights = Weights::initial(Set::Slides);
    let family = Set::Slides.layout().family("king-piece").unwrap();
    let mut random = Random::new(9, 9);
    for index in family.range() {
        weights.values_mut()[index] = random.below(4001) as i16 - 2000;
    }
    Arc::new(Model::new(weights))
}

fn best_move(model: &Arc<Model>, position: &Position) -> Option<shogi::Move> {
    let mut position = position.without_history();
    let mut evaluator = Evaluator::new(model.clone(), &position, 1);
    let moves = position.legal_moves();
    let value = |&mv: &shogi::Move| {
        evaluator.push(&position, mv);
        position.apply(mv);
        evaluator.settle(&position, mv);
        let value = evaluator.evaluate(&position);
        position.undo();
        evaluator.pop();
        value
    };
    moves.iter().copied().min_by_key(value)
}

/// A table of games with scores, written into `folder`.
fn games(folder: &Path, count: u64, plies: usize) -> PathBuf {
    let model = player();
    let mut text = "id\tend\topening_plies\tmoves\tscores\n".to_owned();
    for game in 0..count {
        let mut random = Random::new(game, 1);
        let mut position = Position::startpos();
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        while moves.len() < plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let random_move = moves.len() < 8 || random.below(10) == 0;
            let chosen = if random_move { None } else { best_move(&model, &position) };
            let mv = chosen.unwrap_or_else(|| legal[random.below(legal.len())]);
            scores.push(Evaluator::new(model.clone(), &position, 1).evaluate(&position).to_string());
            position.apply(mv);
            moves.push(mv.to_string());
        }
        let _ = writeln!(text, "game-{game}\tdraw\t8\t{}\t{}", moves.join(" "), scores.join(" "));
    }
    let path = folder.join("games.tsv");
    std::fs::write(&path, text).unwrap();
    path
}

fn adaptive(threads: usize, passes: u32) -> Options {
    Options {
        method: Method::Adaptive(Adaptive {
            batch: 150,
            rate: 4.0,
            rate_decay: 0.9,
            beta1: 0.9,
            beta2: 0.99,
            epsilon: 0.2,
            shrink: 0.0005,
            average: 0.1,
        }),
        passes,
        seed: 5,
        threads,
        value: ValueTerm { weight: 1.0, scale: 600.0, result: 0.25, compared: 0.8 },
        choice: false,
        constrained: true,
        keep_all: false,
        checkpoint_seconds: 0,
    }
}

fn slides(threads: usize, passes: u32) -> Options {
    let method = Method::Slides(Slides {
        steps: 16,
        step: 64,
        constraint: Constraint::Multiplier,
        penalty: Penalty::Weighted,
        weight: 0.001,
        // Some of the rows go through the temporary file.
        memory: 1 << 20,
    });
    Options { method, ..adaptive(threads, passes) }
}

fn run(games: &Path, folder: &Path, options: &Options) -> Result<(Vec<Row>, Weights), LearnError> {
    let mut corpus = Corpus::read(&[games.to_owned()], 20.0)?;
    let outcome = learn(&mut corpus, &Weights::initial(Set::Slides), options, folder, &Silent)?;
    Ok((outcome.rows, outcome.weights))
}

/// Rows without what the clock says.
fn timeless(rows: &[Row]) -> Vec<Row> {
    rows.iter().map(|row| Row { seconds: 0.0, ..row.clone() }).collect()
}

#[test]
fn both_methods_learn_the_players_taste() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), 24, 40);
    for (name, options) in [("adaptive", adaptive(2, 5)), ("slides", slides(2, 3))] {
        let (rows, weights) = run(&games, &folder.path().join(name), &options).unwrap();
        let (first, last) = (&rows[0], rows.last().unwrap());
        assert!(last.training.j() < 0.7 * first.training.j(), "{name}: {first:?} {last:?}");
        assert!(last.training.top[0] > first.training.top[0], "{name}");
        // On games that it has not seen, too.
        assert!(last.held_out.positions > 50, "{name}");
        assert!(last.held_out.j_per_sibling() < 0.9 * first.training.j_per_sibling(), "{name}");
        let initial: i32 = Weights::initial(Set::Slides).values()[..7].iter().map(|&v| i32::from(v)).sum();
        let sum: i32 = weights.values()[..7].iter().map(|&v| i32::from(v)).sum();
        assert!((sum - initial).abs() <= 4, "{name}: {sum}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), 10, 30);
    for (name, options) in [
        ("adaptive", adaptive as fn(usize, u32) -> Options),
        ("choice", |threads, passes| Options { choice: true, ..adaptive(threads, passes) }),
        ("slides", slides),
    ] {
        let result = |threads| {
            let to = folder.path().join(format!("{name}-{threads}"));
            let (rows, weights) = run(&games, &to, &options(threads, 2)).unwrap();
            (timeless(&rows), weights)
        };
        let one = result(1);
        assert_eq!(result(2), one, "{name}");
        assert_eq!(result(3), one, "{name}");
    }
}

/// Ends the run after so many positions, as a kill would.
struct Killer(AtomicU64);

impl Observer for Killer {
    fn advance(&self, positions: u64) {
        let left = self.0.fetch_sub(positions, Ordering::Relaxed);
        assert!(left > positions, "killed");
    }
}

#[test]
fn a_run_that_was_killed_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), 16, 30);
    for (name, options) in [("adaptive", adaptive(1, 3)), ("slides", slides(1, 3))] {
        let (rows, weights) = run(&games, &folder.path().join(format!("{name}-whole")), &options).unwrap();
        let killed = folder.path().join(format!("{name}-killed"));
        for positions in [120, 330, 250] {
            let mut corpus = Corpus::read(std::slice::from_ref(&games), 20.0).unwrap();
            let killer = Killer(AtomicU64::new(positions));
            let initial = Weights::initial(Set::Slides);
            let ended =
                catch_unwind(AssertUnwindSafe(|| learn(&mut corpus, &initial, &options, &killed, &killer)));
            assert!(ended.is_err(), "{name}: killed within");
        }
        let (again, same) = run(&games, &killed, &options).unwrap();
        assert_eq!((timeless(&again), &same), (timeless(&rows), &weights), "{name}");
        assert_eq!(read_run(&killed).unwrap().1, weights);
        // More passes go on; other options do not.
        assert_eq!(run(&games, &killed, &Options { passes: 4, ..options.clone() }).unwrap().0.len(), 4);
        let error = run(&games, &killed, &Options { seed: 6, ..options.clone() }).unwrap_err().to_string();
        assert!(error.contains("made with seed 5, not 6"), "{error}");
    }
}

#[test]
fn slopes_are_difference_quotients_and_both_ways_to_them_agree() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), 6, 40);
    let mut corpus = Corpus::read(&[games], 0.0).unwrap();
    // Weights of all families that are not 0.
    let mut weights = Weights::initial(Set::Slides);
    let mut random = Random::new(3, 3);
    for value in &mut weights.values_mut()[13..] {
        *value += random.below(401) as i16 - 200;
    }
    for value in &mut weights.values_mut()[13..51] {
        *value /= 20;
    }
    let numbers = corpus.training.clone();
    let chosen = corpus.load(&numbers).unwrap();
    let prepared = Prepared::new(weights.clone());
    let objective = Objective::new();
    let none = ValueTerm { weight: 0.0, scale: 600.0, result: 0.0, compared: 1.0 };
    let mut gradient = Gradient::new(&prepared, &objective, none, false);
    let mut rower = Rower::new(&prepared, &objective);
    for game in &chosen {
        for ply in game.plies() {
            gradient.add(game, ply);
            rower.add(game, ply);
        }
    }
    let mut rows = Rows::new(u64::MAX);
    rows.add(rower.writer).unwrap();
    let (found, _) = slopes(&rows, &weights, &objective, 2).unwrap();
    let largest = found.sums.iter().map(|sum| sum.abs()).max().unwrap();
    for (one, other) in found.sums.iter().zip(&gradient.sums) {
        // The search rounds each value to a whole number, the rows only the difference.
        assert!((one - other).abs() <= largest / 50 + one.abs() / 20, "{one} {other}");
    }
    let mut compared = 0;
    for family in Set::Slides.layout().families() {
        let strongest = family.range().max_by_key(|&index| found.sums[index].abs()).unwrap();
        if found.sums[strongest].abs() < largest / 30 {
            continue;
        }
        // Two units of evaluation either way.
        let by = (2 * FRACTION / family.scale) as i16;
        let j = |by: i16| {
            let mut moved = weights.clone();
            moved.values_mut()[strongest] += by;
            slopes(&rows, &moved, &objective, 1).unwrap().1 as f64 / T_ONE as f64
        };
        let quotient = (j(by) - j(-by)) / 4.0;
        let slope = found.sums[strongest] as f64 / SLOPE_ONE as f64 / WIDTH;
        assert!((quotient - slope).abs() < 0.1 * slope.abs(), "{}: {quotient} {slope}", family.name);
        compared += 1;
    }
    assert!(compared >= 5, "{compared} families have a slope to compare");
}

#[test]
fn a_value_is_the_evaluation_at_the_end_of_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(folder.path(), 4, 60);
    let mut corpus = Corpus::read(&[games], 0.0).unwrap();
    let numbers = corpus.training.clone();
    let model = player();
    let prepared = Prepared::new(model.weights().clone());
    let objective = Objective::new();
    let (mut seen, mut longest) = (0, 0);
    for game in corpus.load(&numbers).unwrap() {
        for ply in game.plies() {
            let position = crate::gradient::position_at(&game, ply);
            let mut searcher = Searcher::new(&prepared, &objective);
            let Some(found) = searcher.compare(&position, game.game.moves[ply]) else { continue };
            let value = |mv, line: &crate::Line| {
                let mut leaf = position.clone();
                leaf.apply(mv);
                for &mv in line.moves() {
                    leaf.try_apply(mv).unwrap();
                }
                let value = Evaluator::new(model.clone(), &leaf, 1).evaluate(&leaf);
                if leaf.side_to_move() == position.side_to_move() { value } else { -value }
            };
            let record = value(found.mv, &found.line);
            for sibling in &found.siblings {
                assert_eq!(value(sibling.mv, &sibling.line) - record, sibling.difference, "{}", sibling.mv);
                longest = longest.max(sibling.line.moves().len());
                seen += 1;
            }
        }
    }
    assert!(seen > 1000 && longest >= 3, "{seen} lines, the longest of {longest} moves");
}
