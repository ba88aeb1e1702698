//! Folders made once for all tests: a small table of Tokyo Doves, and a short learning run.

use doves::ClosedGame;
use eval::{Set, Weights};
use learn::{Adaptive, Corpus, Method, ValueTerm};
use retro::factored::{Options, Solver};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A folder with `doves-4.values`, a damaged table, and a file that is none.
pub(crate) fn tables() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("doves-4.values");
            solve(4, &path);
            let mut bytes = std::fs::read(&path).unwrap();
            bytes.truncate(bytes.len() / 2);
            std::fs::write(folder.path().join("cut.values"), bytes).unwrap();
            std::fs::write(folder.path().join("notes.txt"), "not a table").unwrap();
            folder
        })
        .path()
}

fn solve(max_doves: u32, path: &Path) {
    let memory = 256 << 20;
    let options = Options { max_doves, threads: 1, memory, folder: None, history: true, last_ply: None };
    let mut solver = Solver::new(options).unwrap();
    solver.run(&retro::Silent).unwrap();
    solver.write_table(&ClosedGame::new(max_doves), path).unwrap();
}

/// A folder with `doves-5.values`, which has puzzles; it takes some seconds.
pub(crate) fn larger() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    solve(5, &folder.path().join("doves-5.values"));
    folder
}

/// A folder with the run `first`: one pass over games whose moves are drawn.
pub(crate) fn runs() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| {
            let folder = tempfile::tempdir().unwrap();
            let games = folder.path().join("games.tsv");
            std::fs::write(&games, drawn_games(8)).unwrap();
            let mut corpus = Corpus::read(&[games], 20.0).unwrap();
            let out = folder.path().join("first");
            let initial = Weights::initial(Set::Slides);
            learn::learn(&mut corpus, &initial, &learning(), &out, &learn::Silent).unwrap();
            std::fs::create_dir(folder.path().join("empty")).unwrap();
            std::fs::create_dir(folder.path().join("broken")).unwrap();
            std::fs::write(folder.path().join("broken/checkpoint.bin"), "no checkpoint").unwrap();
            folder
        })
        .path()
}

fn learning() -> learn::Options {
    let method = Method::Adaptive(Adaptive {
        batch: 50,
        rate: 2.0,
        rate_decay: 0.8,
        beta1: 0.9,
        beta2: 0.99,
        epsilon: 2.0,
        shrink: 0.0005,
        average: 1.0,
    });
    learn::Options {
        method,
        passes: 1,
        seed: 1,
        threads: 1,
        choice: false,
        value: ValueTerm { weight: 0.0, scale: 600.0, result: 0.0, compared: 1.0 },
        constrained: true,
        keep_all: false,
        checkpoint_seconds: 60,
    }
}

fn drawn_games(count: u64) -> String {
    let mut text = "id\tmoves\n".to_owned();
    let mut state = 1_u64;
    let mut draw = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for game in 0..count {
        let mut position = shogi::Position::startpos();
        let mut moves = Vec::new();
        while moves.len() < 16 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[draw(legal.len())];
            position.apply(mv);
            moves.push(mv.to_string());
        }
        text.extend(["g", &game.to_string(), "\t", &moves.join(" "), "\n"]);
    }
    text
}
