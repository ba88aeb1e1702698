//! The factored solver: against published-form counts, against the dense solver, interrupted, and out of memory.

use doves::{ClosedGame, Position};
use game::solve::{RankedGame, Value};
use retro::factored::{Options, Row, SolveError, Solver, Summary};
use retro::{Observer, Progress, Silent, dense};
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::path::Path;
use tablebase::{ValueTable, verify};

fn options(max_doves: u32) -> Options {
    Options { max_doves, threads: 2, memory: 1 << 30, folder: None, history: false, last_ply: None }
}

fn lines(summary: &Summary, max_doves: usize) -> String {
    let heads: Vec<String> = (2..=max_doves).map(|n| format!("n{n}")).collect();
    let mut out = format!("status\tply\t{}\n", heads.join("\t"));
    let mut line = |status: &str, ply: &str, counts: &[u64; 13]| {
        let counts: Vec<String> = counts[2..=max_doves].iter().map(u64::to_string).collect();
        let _ = writeln!(out, "{status}\t{ply}\t{}", counts.join("\t"));
    };
    summary.rows.iter().for_each(|r| line(r.status(), &r.ply.to_string(), &r.counts));
    line("Draw", "-", &summary.unsettled());
    out
}

/// SOURCE: `data/doves-closed-4.tsv` and `-5`: computed beforehand by two other methods (the crate `tokyodoves` with
/// plain retrograde counting, and an independent prototype of the factored method).
#[test]
fn at_most_four_and_five_doves_have_the_reference_counts() {
    for (max, expected) in
        [(4, include_str!("data/doves-closed-4.tsv")), (5, include_str!("data/doves-closed-5.tsv"))]
    {
        let summary = Solver::new(options(max)).unwrap().run(&Silent).unwrap();
        assert!(summary.finished);
        assert_eq!(lines(&summary, max as usize), expected);
    }
}

/// The rules of `Position` and a counter for each rank on one side, frames and bit rows on the other.
#[test]
fn the_dense_solver_gives_every_position_the_same_value() {
    two_methods_agree(4);
}

/// Minutes where the other is seconds: `cargo test --release -p yomikiri-retro -- --ignored`.
#[test]
#[ignore = "takes a minute in a release build"]
fn the_dense_solver_gives_every_position_of_five_doves_the_same_value() {
    two_methods_agree(5);
}

fn two_methods_agree(max_doves: u32) {
    let game = ClosedGame::new(max_doves);
    let (table, _folder) = table_of(&game, max_doves);
    let dense = dense::solve(&game, 2, &Silent).unwrap();
    for (rank, value) in (0..game.size()).zip(dense.values()) {
        assert_eq!(table.value(rank).unwrap(), value, "{}", game.position(rank));
    }
}

fn table_of(game: &ClosedGame, max_doves: u32) -> (ValueTable, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let mut solver = Solver::new(Options { history: true, ..options(max_doves) }).unwrap();
    solver.run(&Silent).unwrap();
    solver.write_table(game, &path).unwrap();
    (ValueTable::open(&path, "doves").unwrap(), folder)
}

#[test]
fn the_values_of_at_most_five_doves_follow_from_each_other_by_forward_moves() {
    let game = ClosedGame::new(5);
    let (table, _folder) = table_of(&game, 5);
    assert_eq!(table.value(game.rank(&Position::start())).unwrap(), Some(Value::Draw));
    for rank in (0..game.size()).step_by(509) {
        verify::entry(&game, &table, rank).unwrap();
    }
}

/// Names and checksums of all files of a run.
fn files(folder: &Path) -> Vec<(String, u64)> {
    let mut found = Vec::new();
    for part in ["", "won", "lost"] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() && path.file_name().unwrap() != "lock" {
                let mut hash = std::hash::DefaultHasher::new();
                std::fs::read(&path).unwrap().hash(&mut hash);
                found.push((path.strip_prefix(folder).unwrap().display().to_string(), hash.finish()));
            }
        }
    }
    found.sort();
    found
}

/// Gives up in the middle of a ply, as a killed process does: whatever has been written stays as it is.
struct DieAt(u32);

impl Observer for DieAt {
    fn progress(&self, _: &Progress) {}

    fn ply_done(&self, ply: u32, _: &[u64]) {
        assert!(ply != self.0, "this process dies now");
    }
}

#[test]
fn a_run_in_pieces_is_bit_identical_to_one_at_a_stretch() {
    [true, false].into_iter().for_each(a_run_in_pieces);
}

fn a_run_in_pieces(history: bool) {
    let whole = tempfile::tempdir().unwrap();
    let at_once =
        Options { folder: Some(whole.path().to_owned()), history, last_ply: Some(30), ..options(5) };
    let expected: Vec<Row> = Solver::new(at_once).unwrap().run(&Silent).unwrap().rows;
    let pieces = tempfile::tempdir().unwrap();
    let folder = pieces.path();
    // Little more than the least it runs with.
    let Err(SolveError::Memory { needed: least, .. }) = Solver::new(Options { memory: 1, ..options(5) })
    else {
        panic!("a byte is not enough");
    };
    let small = Options {
        folder: Some(folder.to_owned()),
        memory: (least + 1) << 20,
        last_ply: Some(30),
        ..options(5)
    };
    let small = Options { history, ..small };
    for die in [3, 4, 15, 17, 18] {
        let mut solver = Solver::new(small.clone()).unwrap();
        let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| solver.run(&DieAt(die))));
        assert!(died.is_err());
        drop(solver);
        // What an interrupted ply leaves behind.
        std::fs::write(folder.join("won/0003.0099"), b"half a segment").unwrap();
        std::fs::write(folder.join("settled.0099.new"), b"half of them").unwrap();
    }
    let mut solver = Solver::new(small.clone()).unwrap();
    assert!(matches!(Solver::new(small), Err(SolveError::Locked(_))));
    let summary = solver.run(&Silent).unwrap();
    assert_eq!(summary.rows, expected);
    assert!(summary.traffic[0] > 0, "nothing was read back");
    drop(solver);
    assert_eq!(files(folder), files(whole.path()));
}

#[test]
fn a_folder_of_another_run_or_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let begin = Options { folder: Some(folder.path().to_owned()), last_ply: Some(2), ..options(5) };
    Solver::new(begin.clone()).unwrap().run(&Silent).unwrap();
    let other = Solver::new(Options { max_doves: 6, ..begin.clone() }).err().unwrap().to_string();
    assert!(other.contains("at most 5 doves; 6 were asked for"), "{other}");
    let history = Solver::new(Options { history: true, ..begin.clone() }).err().unwrap().to_string();
    assert!(history.contains("without a history"), "{history}");
    let manifest = folder.path().join("manifest.json");
    let whole = std::fs::read(&manifest).unwrap();
    std::fs::write(&manifest, &whole[..whole.len() / 2]).unwrap();
    let damaged = Solver::new(begin.clone()).err().unwrap().to_string();
    assert!(damaged.contains("manifest.json"), "{damaged}");
    std::fs::write(&manifest, &whole).unwrap();
    let settled = folder.path().join("settled.0002");
    let mut bytes = std::fs::read(&settled).unwrap();
    bytes[110] ^= 1;
    std::fs::write(&settled, bytes).unwrap();
    let damaged = Solver::new(begin).err().unwrap().to_string();
    assert!(damaged.contains("settled.0002: block 0 is damaged"), "{damaged}");
}

/// SOURCE: `data/doves-closed-6.tsv`, of the same origin as those for 4 and 5. The whole of it is a matter of a
/// minute: `yomikiri solve doves --max-doves 6`.
#[test]
fn the_first_plies_with_at_most_six_doves_have_the_reference_counts() {
    let summary = Solver::new(Options { last_ply: Some(5), ..options(6) }).unwrap().run(&Silent).unwrap();
    let ours = lines(&summary, 6);
    let expected = include_str!("data/doves-closed-6.tsv");
    assert!(ours.lines().take(7).eq(expected.lines().take(7)), "{ours}");
}
