//! `yomikiri position` and `yomikiri perft`.

use crate::program::{command, json, run};
use serde_json::Value;

const LARGEST: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

/// Tab-separated rows of a data file of the rules, comments left out.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn position(text: &str) -> Value {
    json(&["position", "--json", text])
}

fn legal_moves(value: &Value) -> Vec<&str> {
    value["legal_moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

#[test]
fn the_fields_of_the_start_position() {
    let told = position("startpos");
    assert_eq!(told["sfen"], "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    assert_eq!(told["side_to_move"], "black");
    assert_eq!(told["ply"], 1);
    assert_eq!(told["in_check"], false);
    assert_eq!(told["repetition"], "none");
    assert_eq!(told["occurrences"], 1);
    assert_eq!(told["validation"]["level"], "playable");
    assert_eq!(told["validation"]["findings"].as_array().unwrap().len(), 0);
    assert_eq!(told["last_move"], Value::Null);
    assert_eq!(legal_moves(&told).len(), 30);
    for rule in ["27", "27-handicap", "24", "24-handicap", "try"] {
        assert_eq!(told["declaration"][rule], "none", "{rule}");
    }
    for key in ["key", "board_key"] {
        let text = told[key].as_str().unwrap();
        assert!(text.len() >= 16 && text.bytes().all(|b| b.is_ascii_hexdigit()), "{text}");
    }
    // No piece in hand: the hands contribute nothing.
    assert_eq!(told["key"], told["board_key"]);
}

#[test]
fn moves_are_played_and_keys_come_back_with_the_position() {
    let told = position("startpos moves 2h3h 8b7b 3h2h 7b8b");
    assert_eq!(told["key"], position("startpos")["key"]);
    assert_eq!(told["occurrences"], 2);
    assert_eq!(told["last_move"], "7b8b");
    assert_eq!(told["moves"].as_array().unwrap().len(), 4);
}

#[test]
fn a_position_may_be_one_argument_or_many() {
    let (code, whole, _) = run(&["position", "--json", LARGEST]);
    let words: Vec<_> = ["position", "--json", "sfen"].into_iter().chain(LARGEST.split(' ')).collect();
    assert_eq!((code, &whole), (0, &run(&words).1));
    // A hand of nothing is a lone hyphen, which is no option.
    let (code, text, _) = run(&["position", "4k4/9/9/9/9/9/9/9/4K4", "b", "-", "1"]);
    assert_eq!(code, 0);
    assert!(text.contains("玉") && text.contains("▲ black, move 1"), "{text}");
}

#[test]
fn every_sfen_is_read_by_the_letter_of_the_format() {
    let mut seen = 0;
    for row in rows(include_str!("../../../shogi/tests/data/sfen.tsv")) {
        let [sfen, strict, lenient, level, ..] = row[..] else { panic!("{row:?}") };
        // A word for the start position is no SFEN, but it is a position of USI.
        let (strict, lenient) = if sfen == "startpos" { ("ok", "ok") } else { (strict, lenient) };
        let (code, out, error) = run(&["position", "--json", sfen]);
        if let Some((field, column)) = strict.split_once(':') {
            assert_eq!((code, out.as_str()), (2, ""), "{sfen}");
            assert!(error.contains(field) && error.contains(&format!("column {column}")), "{sfen}: {error}");
        } else {
            assert_eq!(code, 0, "{sfen}: {error}");
            let told: Value = serde_json::from_str(&out).unwrap();
            assert_eq!(told["validation"]["level"], level.to_lowercase(), "{sfen}");
        }
        let (code, out, error) = run(&["position", "--json", "--lenient", sfen]);
        assert_eq!(code == 2, lenient == "error", "{sfen}: {error}");
        if code == 0 {
            let told: Value = serde_json::from_str(&out).unwrap();
            assert_eq!(told["repairs"].as_array().unwrap().is_empty(), lenient == "ok", "{sfen}");
        }
        seen += 1;
    }
    assert!(seen >= 27, "{seen}");
}

#[test]
fn the_lenient_reader_says_what_it_repaired() {
    let text = "ln1gkg2l/2s4s1/p1pp+Bpnpp/1r4p2/7P1/P8/2GPPPP1P/2S6/LN2KG+r1L_b_BPsn3p_1";
    assert_eq!(run(&["position", "--json", text]).0, 2);
    let told = json(&["position", "--json", "--lenient", text]);
    assert_eq!(told["sfen"], text.replace('_', " "));
    assert!(told["repairs"].to_string().contains("underscores"));
    let (code, shown, _) = run(&["position", "--lenient", text]);
    assert!(code == 0 && shown.contains("repaired"), "{shown}");
}

#[test]
fn moves_are_legal_or_not_as_the_rules_say() {
    let mut seen = 0;
    for row in rows(include_str!("../../../shogi/tests/data/legality.tsv")) {
        let [sfen, mv, legal, ..] = row[..] else { panic!("{row:?}") };
        let told = json(&["position", "--json", "--lenient", sfen]);
        assert_eq!(legal_moves(&told).contains(&mv), legal == "yes", "{sfen}: {mv}");
        if legal != "yes" {
            let (code, _, error) = run(&["position", "--lenient", &format!("{sfen} moves {mv}")]);
            assert!(code == 2 && error.contains("move 1") && error.contains(mv), "{error}");
        }
        seen += 1;
    }
    assert!(seen >= 29, "{seen}");
}

#[test]
fn fourfold_repetition_is_judged_over_the_whole_game() {
    let mut seen = 0;
    for row in rows(include_str!("../../../shogi/tests/data/repetition.tsv")) {
        let [id, start, moves, plies, expected, ..] = row[..] else { panic!("{row:?}") };
        let plies: usize = plies.parse().unwrap();
        let moves: Vec<_> = moves.split(' ').collect();
        let after = |plies: usize| position(&format!("{start} moves {}", moves[..plies].join(" ")));
        let told = after(plies);
        assert_eq!((&told["repetition"], &told["occurrences"]), (&expected.into(), &4.into()), "{id}");
        assert_eq!(after(plies - 1)["repetition"], "none", "{id}");
        seen += 1;
    }
    assert!(seen >= 11, "{seen}");
}

#[test]
fn a_piece_that_changes_hands_and_comes_back_does_not_hide_a_repetition() {
    let cycle = "P*5e 5a5e 9i9h 5e5a 9h8h 1a1b 8h9i 1b1a 9i9h P*3e 3i3e 1a1b 3e3i 1b2b 9h9i 2b1a";
    let start = "4r3k/9/9/9/9/9/9/9/K5R2 b P 1";
    let after = |times: usize| position(&format!("{start} moves {}", [cycle; 3][..times].join(" ")));
    assert_eq!((&after(2)["repetition"], &after(2)["occurrences"]), (&"none".into(), &3.into()));
    assert_eq!((&after(3)["repetition"], &after(3)["occurrences"]), (&"draw".into(), &4.into()));
}

#[test]
fn declarations_under_each_rule() {
    let eleven = "5+B+P2/K+P1+P+R+P3/+P+P+NPP4/7g1/6gg1/5+n1s1/3+p+p4/1+p3+n1k1/9 b G2SNL3Psl4p 1";
    let told = position(eleven);
    assert_eq!((&told["declaration"]["27"], &told["declaration"]["24"]), (&"none".into(), &"draw".into()));
    assert_eq!(told["declaration_count"]["points"], 27);
    assert_eq!(told["declaration_count"]["pieces_inside"], 11);
    let ten = "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    let told = json(&["position", "--json", "--rule", "27", ten]);
    assert_eq!(told["declaration"], serde_json::json!({ "27": "win" }));
    let king_on_the_way = "9/4K4/9/9/9/9/9/9/k8 b - 1";
    assert_eq!(position(king_on_the_way)["declaration"]["try"], "win");
    assert_eq!(run(&["position", "--rule", "28", ten]).0, 2);
}

#[test]
fn a_side_without_moves_is_told_so() {
    let stuck = "+R+N+SGKG+S+N+R/+B+N+SG+LG+S+N+B/P+LPP+LPP+LP/1P2P2P1/9/9/9/9/4k4 b 9P 200";
    let told = position(stuck);
    assert_eq!((legal_moves(&told).len(), &told["in_check"]), (0, &false.into()));
    assert!(run(&["position", stuck]).1.contains("has lost without being in check"));
    let mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    let told = position(mated);
    assert_eq!((legal_moves(&told).len(), &told["in_check"]), (0, &true.into()));
    assert_eq!(told["checkers"], serde_json::json!(["5b"]));
}

#[test]
fn bad_input_ends_with_2_and_names_the_place() {
    for (text, expected) in [
        ("startpos moves 7g7f win", "move 2: \"win\" is not a USI move"),
        ("startpos moves 7g7f 7c7d 2h2c", "move 3, 2h2c: a piece stands in the way"),
        ("startpos 7g7f", "expected `moves`"),
        ("startposs", "expected `moves`"),
        ("sfen", "column 5"),
        ("", "no position"),
        ("sfen  ", "no position"),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1 moves 5b5a", "the side that is not to move is in check"),
    ] {
        let (code, out, error) = run(&["position", "--json", text]);
        assert_eq!((code, out.as_str()), (2, ""), "{text}: {error}");
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert_eq!(run(&["position"]).0, 2);
    assert_eq!(run(&["no-such-command"]).0, 2);
}

#[test]
fn perft_ends_with_the_count_alone() {
    for (arguments, expected) in [
        (&["--depth", "0", "startpos"][..], "1"),
        (&["--depth", "3", "startpos"], "25470"),
        (&["--depth", "2", "--mode", "count", LARGEST], "105677"),
        (&["--depth", "2", "--mode", "leaves", LARGEST], "105677"),
        (&["--depth", "2", "--threads", "2", LARGEST], "105677"),
        (&["--depth", "3", "--threads", "2", "--divide", "startpos"], "25470"),
        (&["--depth", "1", "startpos", "moves", "7g7f"], "30"),
    ] {
        let (code, out, error) = run(&[&["perft"], arguments].concat());
        assert_eq!((code, out.lines().last()), (0, Some(expected)), "{arguments:?}: {error}");
    }
    let (_, alone, _) = run(&["perft", "--depth", "2", "--divide", "startpos"]);
    let (_, shared, _) = run(&["perft", "--depth", "2", "--divide", "--threads", "3", "startpos"]);
    assert_eq!(alone, shared);
    assert_eq!(alone.lines().count(), 31);
    assert!(alone.lines().any(|line| line == "7g7f: 30"), "{alone}");
}

#[test]
fn perft_verifies_a_count() {
    assert_eq!(
        run(&["perft", "--depth", "2", "--expect", "900", "startpos"]),
        (0, "900\n".to_owned(), String::new())
    );
    let (code, out, error) = run(&["perft", "--depth", "2", "--expect", "901", "startpos"]);
    assert_eq!((code, out.as_str(), error.as_str()), (3, "900\n", "error: counted 900, expected 901\n"));
}

#[test]
fn perft_refuses_what_it_cannot_count() {
    for arguments in [
        &["startpos"][..],
        &["--depth", "65", "startpos"],
        &["--depth", "-1", "startpos"],
        &["--depth", "1", "--threads", "0", "startpos"],
        &["--depth", "1", "--mode", "quick", "startpos"],
        &["--depth", "1", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1"],
        &["--depth", "1", "nothing"],
    ] {
        let (code, out, error) = run(&[&["perft"], arguments].concat());
        assert!(code == 2 && out.is_empty() && error.starts_with("error: "), "{arguments:?}: {error}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    // The reading end is closed before, or while, the lines are written.
    let mut child = command(&["perft", "--depth", "1", "--divide", LARGEST]);
    let mut child =
        child.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
