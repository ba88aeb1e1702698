//! `yomikiri analyze`.

use crate::program::{command, run};
use serde_json::Value;
use std::fs;
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
    assert!(told.iter().all(|value| value["game"] == 1));
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
    // White, bishop and gold behind, takes the draw that the game before makes possible.
    let start = "lnsgk1snl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b BG 1";
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
    // KIF in cp932: ７六歩(77), ３四歩(33).
    let kif = b"1 \x82\x56\x98\x5a\x95\xe0(77)\n2 \x82\x52\x8e\x6c\x95\xe0(33)\n";
    child.stdin.take().unwrap().write_all(kif).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.lines().count(), 4);
    assert!(told.contains("\"move\":\"3c3d\"") && told.contains("\"file\":\"standard input\""), "{told}");
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

/// The picture was asked for, whoever reads the lines.
#[test]
fn the_graph_is_written_though_nobody_reads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.svg");
    let run = |graph: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let arguments = [&["analyze", "--depth", "2"], graph, &[GAME]].concat();
        let output = command(&arguments).stdout(writer).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(&["--graph", path.to_str().unwrap()]), (Some(0), String::new()));
    let picture = fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert_eq!(run(&[]), (Some(0), String::new()));
}

/// Moves, as `--json` tells them, of each game.
fn moves(told: &[Value]) -> Vec<Vec<&str>> {
    let mut games = Vec::new();
    for value in told.iter().filter(|value| value["type"] == "position") {
        if value["ply"] == 0 {
            games.push(Vec::new());
        }
        games.last_mut().unwrap().extend(value["move"].as_str());
    }
    games
}

#[test]
fn games_of_every_format_and_character_set_are_analyzed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let two = "手合割：平手\n先手：山田太郎\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ８八角成(22)\n";
    let two =
        two.replace("８八角成(22)", "２二角成(88)") + "   4 投了\n手合割：平手\n   1 ２六歩(27)\n   2 投了\n";
    fs::write(path("two.kif"), two).unwrap();
    for (to, encoding) in [
        ("kif", "utf8"),
        ("kif", "cp932"),
        ("kif", "eucjp"),
        ("ki2", "cp932"),
        ("csa", "eucjp"),
        ("csa", "utf8"),
        ("usi", "utf8"),
        ("psv", "utf8"),
        ("hcpe", "utf8"),
    ] {
        let file = path("games");
        let convert = ["convert", "--to", to, "--encoding", encoding, "-o", &file, &path("two.kif")];
        assert_eq!(run(&convert).0, 0, "{to} {encoding}");
        let told = lines(&["--depth", "1", &file]);
        assert_eq!(moves(&told), [vec!["7g7f", "3c3d", "8h2b+"], vec!["2g2f"]], "{to} {encoding}");
        let numbers: Vec<_> = told.iter().map(|value| value["game"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [1, 1, 1, 1, 1, 2, 2, 2], "{to} {encoding}");
        let first = &told[4];
        assert_eq!((&first["type"], &first["file"]), (&"summary".into(), &file.as_str().into()));
    }
    let (code, out, _) = run(&["analyze", "--depth", "1", &path("two.kif")]);
    assert_eq!(code, 0);
    let second = format!("\ngame 2, {}:7:1\n", path("two.kif"));
    assert!(out.starts_with("game 1, ") && out.contains(": ▲ 山田太郎\n") && out.contains(&second), "{out}");
    // A picture of each.
    let picture = path("score.svg");
    assert_eq!(run(&["analyze", "--depth", "1", "--graph", &picture, &path("two.kif")]).0, 0);
    assert!(fs::exists(path("score-1.svg")).unwrap() && fs::exists(path("score-2.svg")).unwrap());
    assert!(!fs::exists(picture).unwrap());
}

/// A record is analyzed as it stands, also with two pawns on a file and a lance at its end; not where a king can be taken.
#[test]
fn odd_starts_of_records_are_analyzed_as_far_as_moves_mean_something() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.csa");
    fs::write(&path, "V2.2\nP-11OU21FU22FU23FU24FU\nP+99OU71KY\n+\n+9998OU\n/\nP-11OU\nP+99OU19HI\n+\n")
        .unwrap();
    let (code, out, told) = run(&["analyze", "--json", "--depth", "3", path.to_str().unwrap()]);
    assert_eq!((code, out.lines().count()), (2, 3), "{told}");
    assert!(
        told.contains("odd.csa:7:1: no move can be played: the side that is not to move is in check"),
        "{told}"
    );
}

/// The collection of odd records beside the checkout: the games that cannot be read to their end, and no others, are told.
#[test]
fn odd_records_from_many_programs() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("YOMIKIRI_SHARED").map_or_else(|| beside.into(), std::path::PathBuf::from);
    let Ok(found) = fs::read_dir(shared.join("records")) else {
        println!("{} is absent: nothing tested", shared.display());
        return;
    };
    let mut files: Vec<_> = found.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_none_or(|ending| ending != "md"));
    files.sort();
    let names: Vec<_> = files.iter().map(|path| path.to_str().unwrap()).collect();
    let (code, out, told) =
        run(&[&["analyze", "--json", "--depth", "1", "--hash", "1"], &names[..]].concat());
    assert_eq!(code, 2, "{told}");
    let faulty = ["01_csa", "08_csa", "csa13", "csa16", "csa17", "ki209"];
    for (name, fault) in faulty.iter().zip(told.lines()) {
        assert!(fault.contains(name), "{fault}");
    }
    assert_eq!(told.lines().count(), faulty.len() + 1, "{told}");
    // One file has two games; of the faulty ones two are analyzed up to their fault.
    let summaries = out.lines().filter(|line| line.contains("\"type\":\"summary\"")).count();
    assert_eq!(summaries, names.len() + 1 - 4);
}

#[test]
fn a_broken_game_is_told_and_the_others_are_analyzed() {
    let games = "V2.2\nN+Kuro\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n/\nV2.2\nPI\n+\n-7776FU\n/\n\
                 V2.2\nPI\n+\n+2726FU\n-8384FU\n+2725FU\n%TORYO\n/\nV2.2\nPI\n+\n+5756FU\n%CHUDAN\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.csa");
    fs::write(&path, games).unwrap();
    let file = path.to_str().unwrap();
    let (code, out, told) = run(&["analyze", "--json", "--depth", "1", file, "missing.kif"]);
    assert_eq!(code, 2, "{told}");
    let values: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(moves(&values), [vec!["7g7f", "3c3d"], vec!["2g2f", "8c8d"], vec!["5g5f"]]);
    assert_eq!(values.iter().map(|value| value["game"].as_u64().unwrap()).max(), Some(4));
    assert!(values.iter().all(|value| value["game"] != 2));
    for says in [
        format!("refused: game 2: {file}:12:1: it is black's turn"),
        format!("cut: game 3: {file}:19:1: +2725FU: no piece stands on the origin; 1 move left out"),
        "refused: game 5: missing.kif: No such file".to_owned(),
        "error: 3 of 5 games could not be read, or not to their end".to_owned(),
    ] {
        assert!(told.contains(&says), "{says}: {told}");
    }
}

#[test]
fn bad_input_is_told_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.usi");
    std::fs::write(&bad, "\nstartpos moves 7g7e 7g7f\n").unwrap();
    let bytes = folder.path().join("bytes.usi");
    std::fs::write(&bytes, b"\x83\x5c\x83\x74").unwrap();
    let in_folder = folder.path().join("no/graph.svg");
    for (arguments, expected) in [
        (&["no-such-file.usi"][..], "no-such-file.usi: No such file"),
        (
            &[bad.to_str().unwrap()],
            "bad.usi:2:16: 7g7e: illegal move at ply 1: the piece does not move that way",
        ),
        (&[bytes.to_str().unwrap()], "bytes.usi:1:1: no line of KIF, KI2, CSA or USI was found"),
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
