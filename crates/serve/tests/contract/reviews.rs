//! `reviews`: a whole game with progress, graph and record.

use crate::support::{Server, error};
use serde_json::{Value, json};

/// A bishop given away. SOURCE: of our own making.
const GAME: &str = "startpos moves 7g7f 5a5b 8h3c+ 2a3c 2g2f";

#[test]
fn every_position_comes_with_its_number() {
    let server = Server::usual();
    let url = server.make("/api/v1/reviews", &json!({ "position": GAME, "nodes": 3000, "multi_pv": 2 }));
    let events: Vec<_> = server.events(&url).collect();
    let entries: Vec<_> = events.iter().filter(|(name, _)| name == "info").map(|(_, data)| data).collect();
    assert_eq!(entries.len(), 6);
    for (index, data) in entries.iter().enumerate() {
        assert_eq!((data["entry"]["ply"].as_u64(), data["total"].as_u64()), (Some(index as u64), Some(6)));
    }
    let judged = &entries[2]["entry"];
    assert_eq!(judged["move"]["text_ja"], "△５二玉");
    let done = &events.last().unwrap().1;
    let black = done["summary"]["black"]["moves"].as_u64();
    assert_eq!(
        (done["state"].as_str(), black, done["summary"]["positions"].as_u64()),
        (Some("done"), Some(3), Some(6))
    );
    let whole = server.good(&url);
    assert_eq!(whole["entries"].as_array().unwrap().len(), 6);
    assert_eq!(whole["entries"][0]["lines"].as_array().unwrap().len(), 2);
}

#[test]
fn graph_and_record_can_be_had() {
    let server = Server::usual();
    let game = json!({
        "start": shogi::STARTPOS,
        "headers": [{ "key": "black", "value": "山田" }],
        "moves": [{ "usi": "7g7f", "comments": ["from the record"] }, { "usi": "3c3d" }, { "usi": "8h5e" }, { "usi": "2b5e" }],
        "ending": { "kind": "resignation" }
    });
    let url = server.make("/api/v1/reviews", &json!({ "game": game, "nodes": 5000 }));
    server.events(&url).wait_for("done");
    let svg = server.get(&format!("{url}/graph.svg"));
    assert_eq!((svg.status, svg.header("content-type")), (200, "image/svg+xml"));
    assert!(svg.text().starts_with("<svg") && svg.text().contains("評価値") && !svg.text().contains("Score"));
    let english_svg = server.get(&format!("{url}/graph.svg?lang=en")).text();
    assert!(
        english_svg.contains("Score") && english_svg.contains("blunder") && !english_svg.contains("評価値")
    );
    let japanese_png = server.get(&format!("{url}/graph.png?lang=ja")).body;
    assert!(japanese_png.starts_with(b"\x89PNG"));
    assert_ne!(japanese_png, server.get(&format!("{url}/graph.png?lang=en")).body);
    assert_eq!(error(&server.get(&format!("{url}/graph.svg?lang=de"))).1, "bad_query");
    let png = server.get(&format!("{url}/graph.png?width=400&height=300"));
    assert!(png.body.starts_with(b"\x89PNG"));
    let kif = server.get(&format!("{url}/record?format=kif")).text();
    for part in ["先手：山田", "*from the record", "*評価値 ", "深さ ", "読み筋 ", "悪手??", "投了"]
    {
        assert!(kif.contains(part), "{part}: {kif}");
    }
    let english = server.get(&format!("{url}/record?format=kif&lang=en")).text();
    assert!(english.contains("blunder?? lost ") && !english.contains("評価値"), "{english}");
    // The record is read back with its scores.
    let read = server.request("POST", "/api/v1/records/parse").body(kif.as_bytes()).send().json();
    assert!(read["games"][0]["moves"][0]["score_cp"].is_i64(), "{read}");
    assert_eq!(error(&server.get(&format!("{url}/graph.gif"))).0, 404);
    assert_eq!(error(&server.get(&format!("{url}/graph.svg?width=1"))).1, "bad_field");
    assert_eq!(error(&server.get(&format!("{url}/record?lang=de"))).1, "bad_query");
}

#[test]
fn it_is_stopped_on_request() {
    let server = Server::usual();
    let url = server.make("/api/v1/reviews", &json!({ "position": GAME, "time_ms": 5000 }));
    assert_eq!(server.request("DELETE", &url).send().status, 204);
    let done = server.events(&url).wait_for("done");
    assert_eq!(done["state"], "stopped");
    // What there is of a graph is drawn.
    assert_eq!(server.get(&format!("{url}/graph.svg")).status, 200);
}

#[test]
fn what_is_wrong_is_told() {
    let server = Server::usual();
    let told = |body: Value| error(&server.post("/api/v1/reviews", &body)).1;
    for (body, code) in [
        (json!({}), "bad_field"),
        (json!({ "position": "startpos", "game": { "start": shogi::STARTPOS } }), "bad_field"),
        (json!({ "position": "startpos moves 7g7e" }), "bad_position"),
        (json!({ "game": { "start": shogi::STARTPOS, "moves": [{ "usi": "7g7e" }] } }), "illegal_move"),
        (json!({ "position": "startpos", "nodes": 5_000_001 }), "bad_field"),
        (json!({ "position": "startpos", "time_ms": 5001 }), "bad_field"),
        (json!({ "position": "startpos", "multi_pv": 99 }), "bad_field"),
    ] {
        assert_eq!(told(body.clone()), code, "{body}");
    }
}

#[test]
fn the_same_request_gives_the_same_scores() {
    let server = Server::usual();
    let asked = json!({ "position": GAME, "nodes": 20_000, "multi_pv": 2 });
    let review = || {
        let url = server.make("/api/v1/reviews", &asked);
        server.events(&url).wait_for("done");
        let mut entries = server.good(&url)["entries"].clone();
        for entry in entries.as_array_mut().unwrap() {
            entry["time_ms"] = json!(0);
        }
        entries
    };
    let first = review();
    assert_eq!(review(), first);
    // Whatever else the engine has done in between.
    let other = server.make("/api/v1/analyses", &json!({ "position": GAME, "nodes": 50_000 }));
    server.events(&other).wait_for("done");
    assert_eq!(review(), first);
}
