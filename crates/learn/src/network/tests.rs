//! Runs on small tables of games.

use super::*;
use crate::Silent;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// Games by chance; a score is the material, so that there is something to learn.
fn table(folder: &Path, games: u32) -> PathBuf {
    let mut text = "id\tmoves\tscores\n".to_owned();
    let mut random = Random::new(7, 7);
    for game in 0..games {
        let mut position = Position::startpos();
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let capture = legal.iter().find(|mv| position.piece_at(mv.to()).is_some());
            let mv = *capture.filter(|_| random.below(2) == 0).unwrap_or(&legal[random.below(legal.len())]);
            let side = if position.side_to_move() == shogi::Color::Black { 1 } else { -1 };
            scores.push((side * position.material()).to_string());
            moves.push(mv.to_string());
            position.apply(mv);
        }
        let _ = writeln!(text, "g{game}\t{}\t{}", moves.join(" "), scores.join(" "));
    }
    let path = folder.join("games.tsv");
    fs::write(&path, text).unwrap();
    path
}

fn options(passes: u32) -> NetworkOptions {
    NetworkOptions {
        passes,
        seed: 1,
        batch: 50,
        rate: 2e-3,
        rate_decay: 0.9,
        beta1: 0.9,
        beta2: 0.99,
        scale: 600.0,
        result: 0.2,
        checkpoint_seconds: 0,
    }
}

#[test]
fn the_loss_falls_also_on_games_that_were_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut corpus = Corpus::read(&[table(folder.path(), 60)], 20.0).unwrap();
    let out = folder.path().join("out");
    let outcome = learn_network(&mut corpus, None, &options(8), &out, &Silent).unwrap();
    let (first, last) = (&outcome.rows[0], &outcome.rows[7]);
    let above = |row: &NetworkRow| row.held_out_loss - row.held_out_floor;
    assert!(last.held_out_positions > 100 && above(last) < 0.7 * above(first), "{:#?}", outcome.rows);
    let written = Network::read(&fs::read(out.join("nn.bin")).unwrap()[..]).unwrap();
    assert!(written == *outcome.network);
    let log = fs::read_to_string(out.join("log.csv")).unwrap();
    assert_eq!(log.lines().count(), 9);
    assert!(log.starts_with(NetworkRow::CSV));
    // It can be gone on with, or from.
    let mut more = options(1);
    more.seed = 2;
    let out = folder.path().join("more");
    let gone_on = learn_network(&mut corpus, Some(&written), &more, &out, &Silent).unwrap();
    let above = |row: &NetworkRow| row.loss - row.floor;
    assert!(above(&gone_on.rows[0]) < 0.7 * above(first), "{:#?}", gone_on.rows);
}

/// Panics after so many calls: a killed run.
struct Killer(AtomicU32);

impl Observer for Killer {
    fn advance(&self, _: u64) {
        assert!(self.0.fetch_sub(1, Ordering::Relaxed) > 1, "killed");
    }
}

#[test]
fn a_killed_run_goes_on_as_if_it_had_not_been_killed() {
    let folder = tempfile::tempdir().unwrap();
    let games = table(folder.path(), 24);
    let corpus = || Corpus::read(std::slice::from_ref(&games), 20.0).unwrap();
    let whole = folder.path().join("whole");
    let expected = learn_network(&mut corpus(), None, &options(3), &whole, &Silent).unwrap();
    let out = folder.path().join("killed");
    for after in [3, 1, 2, 4] {
        let killer = Killer(AtomicU32::new(after));
        let run = || learn_network(&mut corpus(), None, &options(3), &out, &killer);
        let killed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        assert!(killed.is_err());
    }
    let found = learn_network(&mut corpus(), None, &options(3), &out, &Silent).unwrap();
    assert!(found.network == expected.network);
    let losses =
        |rows: &[NetworkRow]| -> Vec<_> { rows.iter().map(|row| (row.positions, row.loss)).collect() };
    assert_eq!(losses(&found.rows), losses(&expected.rows));
    // Another run is refused by the name of what differs, and a damaged checkpoint as such.
    let mut other = options(3);
    other.rate = 1e-3;
    let refused = |options: &NetworkOptions| {
        learn_network(&mut corpus(), None, options, &out, &Silent).unwrap_err().to_string()
    };
    assert!(refused(&other).contains("rate 0.002, not 0.001"), "{}", refused(&other));
    let path = out.join("checkpoint.bin");
    let mut bytes = fs::read(&path).unwrap();
    bytes[200_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert!(refused(&options(3)).contains("damaged"));
    fs::write(&path, "YMKLEARN").unwrap();
    assert!(refused(&options(3)).contains("YMKLNNUE"));
}

#[test]
fn only_the_shape_that_is_learnt_can_be_begun_with() {
    let folder = tempfile::tempdir().unwrap();
    let mut corpus = Corpus::read(&[table(folder.path(), 2)], 0.0).unwrap();
    let half = Network::random(eval::Shape::HalfKingPiece, 1);
    let out = folder.path().join("out");
    let error = learn_network(&mut corpus, Some(&half), &options(1), &out, &Silent).unwrap_err();
    assert!(error.to_string().contains("HalfKP 256x2-32-32 to begin with"), "{error}");
}
