//! `yomikiri mate`: answers, exit codes, lists and the ends of games.

use crate::program::{json, run};
use serde_json::Value;
use std::fs;

const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// Takes more than a few positions.
const ROUND: &str = "7k1/9/9/1n7/1+R7/9/9/9/9 b G 1";

#[test]
fn a_position_on_the_command_line() {
    let (code, out, _) = run(&["mate", ONE]);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!((code, &lines[..3]), (0, &["mate in 1 plies", "G*5b", "▲５二金"][..]));
    let (code, out, _) = run(&["mate", "startpos", "moves", "7g7f"]);
    assert_eq!((code, out.lines().next()), (0, Some("no mate")));
    let (code, out, error) = run(&["mate", "--nodes", "3", ROUND]);
    assert_eq!((code, out.lines().next()), (1, Some("not decided")));
    assert!(error.contains("1 of 1 not decided within the limits"), "{error}");
}

#[test]
fn an_answer_as_json() {
    let told = json(&["mate", "--json", "--nodes", "200000", ROUND]);
    let plies = told["plies"].as_u64().unwrap();
    assert_eq!((&told["result"], &told["sfen"]), (&"mate".into(), &ROUND.into()));
    assert!(plies % 2 == 1 && plies as usize == told["moves"].as_array().unwrap().len());
    assert_eq!(told["japanese"].as_array().unwrap().len(), plies as usize);
    assert_eq!(json(&["mate", "--json", "startpos"])["plies"], Value::Null);
}

#[test]
fn lists_and_ends_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("list"), format!("# two\n\n{ONE}\nstartpos\n")).unwrap();
    let (code, out, _) = run(&["mate", "--file", &path("list")]);
    let lines: Vec<Vec<_>> = out.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(code, 0);
    assert_eq!(
        (lines[0][0], lines[0][2], lines[0][3], lines[0][6]),
        (&*format!("{}:3", path("list")), "mate", "1", "G*5b")
    );
    assert_eq!(lines[1][2], "nomate");
    assert!(lines[2][0].starts_with("2 positions: 1 mates (the longest 1 plies), 1 without, 0 not decided"));

    fs::write(path("bad"), format!("{ONE}\n9/9 b - 1\n")).unwrap();
    let (code, _, error) = run(&["mate", "--file", &path("bad")]);
    assert!(code == 2 && error.contains("bad:2: "), "{error}");
    // The rook checks three times, the king walks, a gold mates: the place is before the first check.
    let moves = "2g2f 3c3d 2f2e 2b7g+ 8h7g B*5e";
    fs::write(path("none.usi"), format!("startpos moves {moves}\n")).unwrap();
    let (code, _, error) = run(&["mate", "--games", &path("none.usi")]);
    assert!(code == 2 && error.contains("no game ends in checks"), "{error}");
    let (code, out, error) = run(&[
        "mate",
        "--nodes",
        "100000",
        "--games",
        concat!(env!("CARGO_MANIFEST_DIR"), "/data/selfplay.tsv"),
    ]);
    assert!(code <= 1 && out.lines().count() > 3, "{error}");
    let mates = out.lines().filter(|line| line.split('\t').nth(2) == Some("mate")).count();
    assert!(mates > 0, "{out}");
}
