//! `solved`: values, lines and puzzles from the tables at hand, and clear words where there is none.

use crate::support::{Server, error, larger, options};
use serde_json::{Value, json};
use serve::Options;

fn query(position: &str) -> String {
    position.replace(' ', "%20").replace('/', "%2F")
}

#[test]
fn games_and_tables_are_listed() {
    let server = Server::usual();
    let list = server.good("/api/v1/solved");
    let doves = &list["games"][0];
    assert_eq!(
        (doves["tables"][0]["file"].as_str(), doves["tables"].as_array().unwrap().len()),
        (Some("doves-4.values"), 1)
    );
    assert_eq!(list["games"][1]["tables"], json!([]));
    // What was cut is told, by its name alone; what is no table is passed over.
    let problems = list["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1);
    let problem = problems[0].as_str().unwrap();
    assert!(problem.starts_with("cut.values: truncated") && !problem.contains("/tmp"), "{problem}");
}

#[test]
fn a_puzzle_is_solved_along_its_line() {
    let folder = larger();
    let server = Server::new(Options { tables: Some(folder.path().to_owned()), ..options() });
    let found = server.good("/api/v1/solved/doves/puzzles?plies=5&count=3");
    let puzzle = &found["puzzles"][0];
    assert_eq!((puzzle["plies"].as_u64(), puzzle["moves"].as_u64()), (Some(5), Some(3)));
    let solution = puzzle["solution"].as_array().unwrap();
    assert_eq!(solution.len(), 5);
    let mut position = puzzle["position"].as_str().unwrap().to_owned();
    for (index, step) in solution.iter().enumerate() {
        let view = server.good(&format!("/api/v1/solved/doves/position?position={}", query(&position)));
        let value = &view["value"];
        let expected = if index % 2 == 0 { "win" } else { "loss" };
        assert_eq!(
            (value["result"].as_str(), value["plies"].as_u64()),
            (Some(expected), Some(5 - index as u64))
        );
        let best = &view["moves"][0];
        assert_eq!(
            (best["rank"].as_u64(), best["value"]["plies"].as_u64()),
            (Some(1), Some(5 - index as u64))
        );
        let moves = view["moves"].as_array().unwrap();
        let taken = moves.iter().find(|mv| mv["text"] == step["text"]).unwrap();
        assert_eq!(taken["next"], step["next"]);
        if index % 2 == 0 {
            // The winner has no choice.
            assert!(
                moves
                    .iter()
                    .filter(|mv| mv["value"] == taken["value"])
                    .all(|mv| mv["value"]["result"] == "win")
            );
        }
        if index == 0 {
            assert_eq!(taken["piece"], puzzle["hint"]);
        }
        match step["next"].as_str() {
            Some(next) => next.clone_into(&mut position),
            None => assert_eq!(index, 4),
        }
    }
    let line = server
        .good(&format!("/api/v1/solved/doves/line?position={}", query(puzzle["position"].as_str().unwrap())));
    assert_eq!(line["moves"].as_array().unwrap().len(), 5);
    let next = found["next"].as_u64().unwrap();
    let more = server.good(&format!("/api/v1/solved/doves/puzzles?plies=5&count=3&from={next}"));
    assert_ne!(more["puzzles"], found["puzzles"]);
    let none = server.good(&format!("/api/v1/solved/doves/puzzles?plies=5&from={}", u64::MAX));
    assert_eq!((none["next"].is_null(), none["puzzles"].as_array().unwrap().len()), (true, 0));
}

#[test]
fn moves_say_where_they_go() {
    let server = Server::usual();
    let start = server.good("/api/v1/solved/doves/position");
    assert_eq!((start["position"].as_str(), start["rows"].clone()), (Some("b/B r"), json!([["b"], ["B"]])));
    let moves = start["moves"].as_array().unwrap();
    let put = moves
        .iter()
        .find(|mv| mv["text"] == "+AE1")
        .or_else(|| moves.iter().find(|mv| mv["kind"] == "put"))
        .unwrap();
    assert!(
        put["from"].is_null() && put["to"]["row"].is_i64() && put["next"].as_str().unwrap().ends_with(" g")
    );
    let green = server
        .good(&format!("/api/v1/solved/doves/position?position={}", query(put["next"].as_str().unwrap())));
    assert_eq!(green["side_to_move"], "green");
    assert!(green["hands"]["red"].as_array().unwrap().len() == 4);
}

#[test]
fn without_a_table_there_is_a_clear_word_and_the_moves() {
    let server = Server::usual();
    let dobutsu = server.good("/api/v1/solved/dobutsu/position");
    let missing = dobutsu["missing"].as_str().unwrap();
    assert!(missing.contains("yomikiri solve dobutsu --table"), "{missing}");
    assert_eq!((dobutsu["value"].is_null(), dobutsu["moves"].as_array().unwrap().len()), (true, 4));
    assert_eq!(dobutsu["rows"][0], json!(["g", "l", "e"]));
    // More doves than the table has.
    let more = server.good(&format!("/api/v1/solved/doves/position?position={}", query("bay/BAY r")));
    assert!(more["missing"].as_str().unwrap().contains("--max-doves") && more["value"].is_null());
    let line = server.good(&format!("/api/v1/solved/doves/line?position={}", query("bay/BAY r")));
    assert!(line["missing"].is_string());
    let bare = Server::new(Options { tables: None, ..options() });
    assert!(
        bare.good("/api/v1/solved/doves/position")["missing"].as_str().unwrap().contains("without --tables")
    );
    assert_eq!(error(&bare.get("/api/v1/solved/doves/puzzles?plies=5")).0, 404);
    assert_eq!(bare.good("/api/v1/solved")["problems"], json!([]));
}

#[test]
fn what_is_wrong_is_told() {
    let server = Server::usual();
    let told = |path: &str| {
        let (status, code, _) = error(&server.get(&format!("/api/v1/solved/{path}")));
        (status, code)
    };
    let bad = |code: &str| (400, code.to_owned());
    assert_eq!(told("doves/position?position=b"), bad("bad_position"));
    assert_eq!(told("dobutsu/position?position=x"), bad("bad_position"));
    assert_eq!(told("doves/line?position=Q"), bad("bad_position"));
    assert_eq!(told("chess/position").0, 404);
    assert_eq!(told("doves/position?table=none.values").0, 404);
    assert_eq!(told("doves/position?nothing=1"), bad("bad_query"));
    assert_eq!(told("doves/puzzles"), bad("bad_query"));
    assert_eq!(told("doves/puzzles?plies=4"), bad("bad_field"));
    assert_eq!(told("doves/puzzles?plies=5&count=51"), bad("bad_field"));
    let text: Value = server.get("/api/v1/solved/doves/position?position=b/z%20r").json();
    let expected = "a dove (BAYMTH or baymth), '.', '/' or a space";
    assert_eq!(text["error"]["message"], format!("position: character 3: 'z' where {expected} was expected"));
    let reason = &text["error"]["reason"];
    assert_eq!(reason["code"], "text_expected");
    assert_eq!(reason["values"], json!({ "at": "3", "found": "'z'", "expected": expected }));
    let (_, _, end) = error(&server.get("/api/v1/solved/doves/position?position=b/B"));
    assert!(end.starts_with("position: character 4: the end where "), "{end}");
}
