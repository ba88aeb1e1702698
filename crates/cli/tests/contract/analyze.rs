//! `yomikiri analyze`.

use crate::program::{command, run};
use serde_json::Value;
use std::io::Write as _;
use std::process::Stdio;

/// The JSON lines that the program prints.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let (code, out, error) = run(&[&["analyze", "--json", "--hash", "1"], arguments].concat());
    assert_eq!(code, 0, "{arguments:?}: {error}");
    out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

/// White takes a bishop, and Black does not take back.
const GAME: &str = "startpos moves 7g7f 3c3d 1g1f 2b8h+ 1f1e";

#[test]
fn a_game_is_told_position_by_position_and_summed_up() {
    let told = lines(&["--depth", "6", GAME]);
    assert_eq!(told.len(), 7);
    let (summary, positions) = told.split_last().unwrap();
    assert_eq!((&summary["type"], &summary["positions"]), (&"summary".into(), &6.into()));
    assert_eq!((&summary["black"]["moves"], &summary["white"]["moves"]), (&3.into(), &2.into()));
    for (ply, position) in positions.iter().enumerate() {
        assert_eq!(position["type"], "position");
        assert_eq!(position["ply"], ply);
        assert_eq!(position["depth"], 6);
        assert_eq!(position["side_to_move"], ["black", "white"][ply % 2]);
        assert_eq!(position["best_move"], position["pv"][0]);
        let pv = position["pv"].as_array().unwrap().len();
        assert_eq!(position["pv_japanese"].as_array().unwrap().len(), pv);
        let expected = position["expected"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&expected));
        assert!(position["score_cp"].is_i64() && position["mate"].is_null() && position["decided"].is_null());
        // A line can be played from its position.
        let line = position["pv"].as_array().unwrap().iter().filter_map(Value::as_str).collect::<Vec<_>>();
        let text = format!("sfen {} moves {}", position["sfen"].as_str().unwrap(), line.join(" "));
        assert_eq!(run(&["position", "--json", &text]).0, 0, "{text}");
    }
    assert_eq!((&positions[0]["move"], &positions[0]["judgement"]), (&Value::Null, &Value::Null));
    assert_eq!((&positions[1]["move"], &positions[1]["move_japanese"]), (&"7g7f".into(), &"▲７六歩".into()));
    // Scores are from Black's view, whoever is to move.
    assert_eq!(positions[5]["judgement"], "blunder");
    assert!(positions[5]["score_cp"].as_i64().unwrap() < -500, "{}", positions[5]["score_cp"]);
    assert_eq!(summary["black"]["blunders"], 1);
}

#[test]
fn one_thread_and_a_node_limit_give_the_same_answer_again() {
    let timeless = |mut value: Value| {
        value["time_ms"] = 0.into();
        value
    };
    let told = || lines(&["--nodes", "3000", GAME]).into_iter().map(timeless).collect::<Vec<_>>();
    assert_eq!(told(), told());
}

#[test]
fn a_repetition_is_told_as_what_it_is() {
    let cycle = "2h3h 8b7b 3h2h 7b8b ";
    let told = lines(&["--depth", "2", &format!("startpos moves {}", cycle.repeat(3))]);
    let last = &told[12];
    assert_eq!((&last["ending"], &last["decided"]), (&"repetition".into(), &"draw".into()));
    assert_eq!((&last["occurrences"], &last["best_move"]), (&4.into(), &Value::Null));
    // White, a rook behind, takes the draw that the game before makes possible.
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b R2G 1";
    let moves = &cycle.repeat(3)[..54];
    let told = lines(&["--depth", "3", &format!("sfen {start} moves {moves}")]);
    let (first, last) = (&told[0], &told[11]);
    assert_eq!((&last["best_move"], &last["rests_on_repetition"]), (&"7b8b".into(), &true.into()));
    assert_eq!(
        (&first["rests_on_repetition"], &last["lines"][0]["rests_on_repetition"]),
        (&false.into(), &true.into())
    );
    let games = include_str!("../../../shogi/tests/data/repetition.tsv");
    let checks = games.lines().find(|line| line.starts_with("G1\t")).unwrap();
    let moves = checks.split('\t').nth(2).unwrap();
    let (code, out, _) = run(&["analyze", "--depth", "1", &format!("startpos moves {moves}")]);
    assert_eq!(code, 0);
    assert!(out.contains("perpetual check, △ wins"), "{out}");
}

#[test]
fn a_game_of_thousands_of_plies_is_no_burden() {
    // From the fourth occurrence on the rules answer, not the engine.
    let cycle = "2h3h 8b7b 3h2h 7b8b ";
    let told = lines(&["--depth", "1", &format!("startpos moves {}", cycle.repeat(750))]);
    assert_eq!(told.len(), 3002);
    assert_eq!((&told[3000]["ending"], &told[3000]["occurrences"]), (&"repetition".into(), &751.into()));
}

#[test]
fn mate_is_told_with_its_winner() {
    let position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let told = lines(&["--depth", "3", position]);
    assert_eq!((&told[0]["mate"], &told[0]["best_move"]), (&1.into(), &"G*5b".into()));
    let (_, out, _) = run(&["analyze", "--depth", "3", position]);
    assert!(out.contains("▲ mate 1") && out.contains("▲５二金 (mate)"), "{out}");
}

#[test]
fn several_lines_are_told_best_first() {
    let told = lines(&["--depth", "4", "--multipv", "3", "startpos"]);
    let scores: Vec<_> =
        told[0]["lines"].as_array().unwrap().iter().map(|line| line["score_cp"].as_i64().unwrap()).collect();
    assert_eq!(scores.len(), 3);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(told[0]["lines"][0]["pv"], told[0]["pv"]);
}

#[test]
fn a_game_comes_from_a_file_or_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.usi");
    std::fs::write(&path, format!("# a game\n\nposition {GAME}\n")).unwrap();
    let told = lines(&["--depth", "1", path.to_str().unwrap()]);
    assert_eq!(told.len(), 7);
    let mut child = command(&["analyze", "--json", "--depth", "1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(GAME.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 7);
}

#[test]
fn the_graph_is_written_whole_as_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    for (name, start) in [("graph.svg", "<svg".as_bytes()), ("graph.png", b"\x89PNG")] {
        let path = folder.path().join(name);
        let (code, _, error) = run(&["analyze", "--depth", "2", "--graph", path.to_str().unwrap(), GAME]);
        assert_eq!(code, 0, "{error}");
        assert!(std::fs::read(&path).unwrap().starts_with(start));
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn bad_input_is_told_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.usi");
    std::fs::write(&bad, "\nstartpos moves 7g7f 7g7f\n").unwrap();
    let two = folder.path().join("two.usi");
    std::fs::write(&two, "startpos\nstartpos\n").unwrap();
    let bytes = folder.path().join("bytes.usi");
    std::fs::write(&bytes, b"\x83\x5c\x83\x74").unwrap();
    let in_folder = folder.path().join("no/graph.svg");
    for (arguments, expected) in [
        (&["no-such-file.usi"][..], "no-such-file.usi: No such file"),
        (&[bad.to_str().unwrap()], "bad.usi, line 2: move 2, 7g7f: no piece stands on the origin"),
        (&[two.to_str().unwrap()], "two.usi, line 2: a second game"),
        (&[bytes.to_str().unwrap()], "bytes.usi, byte 1: not UTF-8"),
        (&[folder.path().to_str().unwrap()], "directory"),
        (&["startpos moves 7g7f win"], "move 2: \"win\" is not a USI move"),
        (&["4k4/4R4/9/9/9/9/9/9/4K4 b - 1"], "the side that is not to move is in check"),
        (&["--graph", "graph.jpg"], "ends in .svg or .png"),
        (&["--graph", in_folder.to_str().unwrap()], "its folder does not exist"),
        (&["--depth", "0"], "--depth"),
        (&["--nodes", "0"], "--nodes"),
        (&["--threads", "0"], "--threads"),
        (&["--rule", "28"], "--rule"),
    ] {
        let (code, out, error) = run(&[&["analyze"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
