//! `games`: against the engine, to every kind of end.

use crate::support::{Events, Server, error};
use serde_json::{Value, json};
use std::time::Duration;

/// The state once it is the client's turn, or the game is over.
fn settled(events: &mut Events) -> Value {
    loop {
        let state = events.wait_for("info");
        if state["turn"] != "engine" {
            return state;
        }
    }
}

fn play(server: &Server, url: &str, mv: &str) -> Value {
    let answer = server.post(&format!("{url}/moves"), &json!({ "move": mv }));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

#[test]
fn the_engine_answers_at_every_level() {
    let server = Server::usual();
    for level in [1, 5, 10] {
        let clock = json!({ "main_ms": 3000, "increment_ms": 100 });
        let url = server.make("/api/v1/games", &json!({ "color": "white", "level": level, "clock": clock }));
        let mut events = server.events(&url);
        let state = settled(&mut events);
        assert_eq!((state["turn"].as_str(), state["moves"].as_array().unwrap().len()), (Some("you"), 1));
        assert!(state["thought"]["pv"][0]["usi"] == state["moves"][0]["usi"], "{state}");
        assert_eq!(
            (state["clock"]["running"].as_str(), state["clock"]["byoyomi_ms"].as_u64()),
            (Some("white"), Some(0))
        );
        // The engine has used its own time, and has got its increment.
        assert!(state["clock"]["black_ms"].as_u64().unwrap() <= 3100);
        let after = play(&server, &url, "3c3d");
        assert_eq!(after["turn"], "engine");
        assert_eq!(settled(&mut events)["moves"].as_array().unwrap().len(), 3);
        assert_eq!(server.request("DELETE", &url).send().status, 204);
        assert_eq!(events.last().map(|(name, _)| name), None, "the stream ends with the game");
        assert_eq!(server.get(&url).status, 404);
    }
}

#[test]
fn mate_ends_the_game_and_is_taken_back() {
    let server = Server::usual();
    let url = server.make("/api/v1/games", &json!({ "color": "black", "position": MATE_IN_ONE, "level": 1 }));
    let over = play(&server, &url, "G*5b");
    assert_eq!(
        (over["state"].as_str(), over["result"]["kind"].as_str(), over["result"]["winner"].as_str()),
        (Some("over"), Some("mate"), Some("black"))
    );
    let refused = server.post(&format!("{url}/moves"), &json!({ "move": "5i5h" }));
    assert_eq!(error(&refused).1, "game_over");
    let kif = server.get(&format!("{url}/record?format=kif")).text();
    assert!(kif.contains("詰み") && kif.contains("先手：player"), "{kif}");
    let csa = server.get(&format!("{url}/record?format=csa&charset=utf-8")).text();
    assert!(csa.contains("%TSUMI"), "{csa}");
    let back = server.post(&format!("{url}/take-back"), &json!({})).json();
    assert_eq!(
        (back["state"].as_str(), back["turn"].as_str(), back["moves"].as_array().unwrap().len()),
        (Some("playing"), Some("you"), 0)
    );
    assert_eq!(error(&server.post(&format!("{url}/take-back"), &json!({}))).1, "nothing_to_take_back");
    // The engine has the move after another one, and answers; both moves go back.
    let mut events = server.events(&url);
    assert_eq!(settled(&mut events)["moves"].as_array().unwrap().len(), 0);
    play(&server, &url, "5i5h");
    assert_eq!(settled(&mut events)["moves"].as_array().unwrap().len(), 2);
    let back = server.post(&format!("{url}/take-back"), &json!({})).json();
    assert_eq!(back["position"], format!("position sfen {MATE_IN_ONE}"));
}

#[test]
fn resignation_and_the_engines_turn() {
    let server = Server::usual();
    let url = server.make("/api/v1/games", &json!({ "color": "black", "level": 10 }));
    play(&server, &url, "7g7f");
    let refused = server.post(&format!("{url}/moves"), &json!({ "move": "2g2f" }));
    assert_eq!(error(&refused).1, "not_your_turn");
    // Resigning while the engine thinks; it is silenced.
    let over = server.post(&format!("{url}/resign"), &json!({})).json();
    assert_eq!(
        (over["result"]["kind"].as_str(), over["result"]["winner"].as_str()),
        (Some("resignation"), Some("white"))
    );
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(server.good(&url)["moves"].as_array().unwrap().len(), 1);
    assert_eq!(error(&server.post(&format!("{url}/resign"), &json!({}))).1, "game_over");
    let read = server
        .request("POST", "/api/v1/records/parse")
        .body(&server.get(&format!("{url}/record")).body)
        .send()
        .json();
    assert_eq!(read["games"][0]["ending"]["winner"], "white", "{read}");
}

#[test]
fn declarations() {
    let server = Server::usual();
    let entered = "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    let game = |rule: &str, entered: &str| {
        server.make("/api/v1/games", &json!({ "color": "black", "position": entered, "rule": rule }))
    };
    let url = game("27", entered);
    assert_eq!(server.good(&url)["declaration"], "win");
    let won = server.post(&format!("{url}/declare"), &json!({})).json();
    assert_eq!(
        (won["result"]["kind"].as_str(), won["result"]["winner"].as_str()),
        (Some("declaration"), Some("black"))
    );
    let drawn = server
        .post(&format!("{}/declare", game("24", &entered.replace("G3S3N3L7Pl", "G3S3N4l7p"))), &json!({}))
        .json();
    assert_eq!(
        (drawn["result"]["kind"].as_str(), drawn["result"]["winner"].is_null()),
        (Some("declaration_draw"), true)
    );
    let url = server.make("/api/v1/games", &json!({ "color": "black" }));
    let (status, code, message) = error(&server.post(&format!("{url}/declare"), &json!({})));
    assert_eq!((status, code.as_str()), (409, "false_declaration"));
    assert!(message.contains("king outside"), "{message}");
    let lost = server.post(&format!("{url}/declare"), &json!({ "insist": true })).json();
    assert_eq!(
        (lost["result"]["kind"].as_str(), lost["result"]["winner"].as_str()),
        (Some("false_declaration"), Some("white"))
    );
    // The engine declares by itself.
    let engine = server.make("/api/v1/games", &json!({ "color": "white", "position": entered }));
    assert_eq!(settled(&mut server.events(&engine))["result"]["kind"], "declaration");
    // The try rule.
    let try_rule = json!({ "color": "black", "position": "9/4K4/9/9/9/9/9/9/k8 b - 1", "rule": "try" });
    let url = server.make("/api/v1/games", &try_rule);
    assert_eq!(play(&server, &url, "5b5a")["result"]["kind"], "try");
}

#[test]
fn repetition_perpetual_check_and_the_move_limit() {
    let server = Server::usual();
    let cycle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    let before = cycle.trim_end().rsplit_once(' ').unwrap().0;
    let position = format!("startpos moves {before}");
    let url = server.make("/api/v1/games", &json!({ "color": "white", "position": position }));
    let over = play(&server, &url, "7b8b");
    assert_eq!(
        (over["result"]["kind"].as_str(), over["result"]["winner"].is_null()),
        (Some("repetition"), true)
    );
    let checks =
        "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f ".to_owned() + &"6d7d 6f7f 7d6d 7f6f ".repeat(3);
    let before = checks.trim_end().rsplit_once(' ').unwrap().0;
    let position = format!("startpos moves {before}");
    let url = server.make("/api/v1/games", &json!({ "color": "black", "position": position }));
    let over = play(&server, &url, "7f6f");
    assert_eq!(
        (over["result"]["kind"].as_str(), over["result"]["winner"].as_str()),
        (Some("perpetual_check"), Some("white"))
    );
    let url = server.make("/api/v1/games", &json!({ "color": "black", "level": 1, "max_moves": 1 }));
    assert_eq!(play(&server, &url, "7g7f")["result"]["kind"], "move_limit");
}

#[test]
fn time_runs_out() {
    let server = Server::usual();
    let clock = json!({ "main_ms": 0, "byoyomi_ms": 300 });
    let url = server.make("/api/v1/games", &json!({ "color": "black", "clock": clock }));
    let mut events = server.events(&url);
    let done = events.wait_for("done");
    assert_eq!(
        (done["result"]["kind"].as_str(), done["result"]["winner"].as_str()),
        (Some("time_loss"), Some("white"))
    );
    let clock = &done["clock"];
    assert_eq!((clock["black_ms"].as_u64(), clock["byoyomi_left_ms"].as_u64()), (Some(0), Some(0)), "{done}");
    assert_eq!(server.good(&url)["clock"], *clock);
    let record = server.get(&format!("{url}/record")).text();
    assert!(record.contains("切れ負け"), "{record}");
    // A game that was lost on time goes on when the client takes a move back; here there is none.
    assert_eq!(error(&server.post(&format!("{url}/take-back"), &json!({}))).1, "nothing_to_take_back");
}

#[test]
fn a_whole_game_ends_by_the_rules() {
    let server = Server::usual();
    let url = server.make("/api/v1/games", &json!({ "color": "black", "level": 5, "max_moves": 400 }));
    let mut events = server.events(&url);
    let mut state = settled(&mut events);
    let mut draw = 7_u64;
    while state["result"].is_null() {
        let view = server.post("/api/v1/positions", &json!({ "position": state["position"] })).json();
        let moves = view["moves"].as_array().unwrap();
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = &moves[(draw >> 33) as usize % moves.len()];
        let after = play(&server, &url, mv["usi"].as_str().unwrap());
        state = if after["result"].is_null() { settled(&mut events) } else { after };
        while state["turn"] != "you" && state["result"].is_null() {
            state = settled(&mut events);
        }
    }
    // Who plays at random is mated.
    assert_eq!(
        (state["result"]["kind"].as_str(), state["result"]["winner"].as_str()),
        (Some("mate"), Some("white")),
        "{state}"
    );
    let view = server.post("/api/v1/positions", &json!({ "position": state["position"] })).json();
    assert_eq!(view["result"], state["result"]);
}

#[test]
fn what_is_wrong_is_told() {
    let server = Server::usual();
    let told = |body: Value| error(&server.post("/api/v1/games", &body)).1;
    for (body, code) in [
        (json!({}), "bad_json"),
        (json!({ "color": "red" }), "bad_json"),
        (json!({ "color": "black", "level": 11 }), "bad_field"),
        (json!({ "color": "black", "clock": { "main_ms": 0 } }), "bad_field"),
        (json!({ "color": "black", "clock": { "main_ms": u64::MAX } }), "bad_field"),
        (json!({ "color": "black", "max_moves": 0 }), "bad_field"),
        (json!({ "color": "black", "position": "x" }), "bad_position"),
    ] {
        assert_eq!(told(body.clone()), code, "{body}");
    }
    let url = server.make("/api/v1/games", &json!({ "color": "black" }));
    let moved = |mv: &str| error(&server.post(&format!("{url}/moves"), &json!({ "move": mv }))).1;
    assert_eq!([moved("7g7e"), moved("resign")], ["illegal_move", "bad_field"]);
    assert_eq!(error(&server.post(&format!("{url}/moves"), &json!({}))).1, "bad_json");
}

#[test]
fn a_game_needs_both_kings() {
    let server = Server::usual();
    for (position, side) in
        [("4k4/9/4P4/9/9/9/9/9/9 b G 1", "black"), ("9/9/4P4/9/9/9/9/9/4K4 b G 1", "white")]
    {
        let answer = server.post("/api/v1/games", &json!({ "color": "black", "position": position }));
        let (status, code, message) = error(&answer);
        assert_eq!((status, code.as_str()), (400, "bad_position"));
        assert_eq!(message, format!("position: no game can be played: {side} has no king"));
        let reason = &answer.json()["error"]["reason"];
        assert_eq!(reason["code"], "no_game_from_here");
        assert_eq!(reason["because"], json!({ "code": "no_king", "values": { "side": side } }));
        // It can be looked at and analysed all the same, as mating problems are.
        let view = server.post("/api/v1/positions", &json!({ "position": position })).json();
        assert_eq!((view["playable"].as_bool(), view["moves"][0].is_object()), (Some(true), true));
        assert_eq!(view["validation"]["reasons"][0]["code"], "no_king");
    }
}
