//! `positions`: what the rules say.

use crate::support::{Server, error};
use serde_json::{Value, json};

fn view(server: &Server, position: &str) -> Value {
    let answer = server.post("/api/v1/positions", &json!({ "position": position }));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn the_start_and_a_move() {
    let server = Server::usual();
    let start = server.post("/api/v1/positions", &json!({})).json();
    assert_eq!(start["moves"].as_array().unwrap().len(), 30);
    assert_eq!((start["handicap"].as_str(), start["result"].is_null()), (Some("平手"), true));
    let moved =
        server.post("/api/v1/positions", &json!({ "position": start["position"], "move": "7g7f" })).json();
    assert_eq!(moved["position"], "position startpos moves 7g7f");
    let last = &moved["last_move"];
    assert_eq!((last["text_ja"].as_str(), last["text_en"].as_str()), (Some("▲７六歩"), Some("P-7f")));
    assert_eq!(moved["history"][0], *last);
}

#[test]
fn repetitions_and_ends() {
    let server = Server::usual();
    let cycle = "2h3h 8b7b 3h2h 7b8b ";
    let twice = view(&server, &format!("startpos moves {cycle}"));
    assert_eq!((twice["repetition"]["occurrences"].as_u64(), &twice["result"]), (Some(2), &Value::Null));
    assert_eq!(twice["repetition"]["earlier"], json!([0]));
    let fourth = view(&server, &format!("startpos moves {}", cycle.repeat(3)));
    assert_eq!(fourth["result"], json!({ "kind": "repetition", "winner": null, "text": "repetition" }));
    assert_eq!(fourth["moves"], json!([]));
    let checks =
        "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f ".to_owned() + &"6d7d 6f7f 7d6d 7f6f ".repeat(3);
    let perpetual = view(&server, &format!("startpos moves {checks}"));
    assert_eq!(
        (perpetual["result"]["kind"].as_str(), perpetual["result"]["winner"].as_str()),
        (Some("perpetual_check"), Some("white"))
    );
    let mated = view(&server, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    assert_eq!((mated["result"]["kind"].as_str(), mated["check"].as_bool()), (Some("mate"), Some(true)));
    let over = server.post("/api/v1/positions", &json!({ "position": fourth["position"], "move": "7g7f" }));
    assert_eq!((error(&over).0, error(&over).1.as_str()), (409, "game_over"));
}

#[test]
fn a_declaration_is_told_by_rule() {
    let server = Server::usual();
    let position = "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    let fewer = &position.replace("G3S3N3L7Pl", "G3S3N4l7p");
    for (position, rule, possible) in
        [(position, "27", "win"), (position, "24", "win"), (fewer, "24", "draw"), (position, "off", "none")]
    {
        let answer = server.post("/api/v1/positions", &json!({ "position": position, "rule": rule })).json();
        assert_eq!(answer["declaration"]["possible"], possible, "{rule}");
    }
    let bad = server.post("/api/v1/positions", &json!({ "rule": "30" }));
    assert_eq!(error(&bad).1, "bad_json");
}

#[test]
fn an_edited_position_is_shown_even_if_it_cannot_be_played() {
    let server = Server::usual();
    let answer = view(&server, "4k4/9/9/9/9/9/9/9/4R3K b - 1");
    assert_eq!((answer["playable"].as_bool(), answer["moves"].as_array().unwrap().len()), (Some(false), 0));
    assert_eq!(answer["validation"]["findings"][0], "the side that is not to move is in check");
    let lenient = json!({ "position": "4k4/9/9/9/9/9/9/9/4K4  b  -  0", "lenient": true });
    let repaired = server.post("/api/v1/positions", &lenient).json();
    assert!(!repaired["repairs"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let server = Server::usual();
    let told = |body: Value| error(&server.post("/api/v1/positions", &body));
    let (status, code, message) = told(json!({ "position": "startpos moves 7g7f 3c3d 2h2c+" }));
    assert_eq!((status, code.as_str()), (400, "bad_position"));
    assert_eq!(message, "position: move 3, 2h2c+: a piece stands in the way");
    let answer =
        server.post("/api/v1/positions", &json!({ "position": "startpos moves 7g7f 3c3d 2h2c+" })).json();
    let values = json!({ "number": "3", "move": "2h2c+" });
    let reason = json!({ "code": "at_move_number", "values": values, "because": { "code": "blocked" } });
    assert_eq!(answer["error"]["reason"], reason);
    assert_eq!(told(json!({ "position": "9/9 b - 1" })).1, "bad_position");
    assert_eq!(told(json!({ "position": "startpos", "move": "2h2c+" })).1, "illegal_move");
    assert_eq!(told(json!({ "position": "startpos", "move": "x" })).1, "bad_field");
    assert_eq!(told(json!({ "positions": "startpos" })).1, "bad_json");
    let broken = server.request("POST", "/api/v1/positions").body(b"{\n \"position\": }").send();
    let body = broken.json();
    assert_eq!((body["error"]["place"]["line"].as_u64(), broken.status), (Some(2), 400), "{body}");
    let long = "2h3h 8b7b 3h2h 7b8b ".repeat(2000);
    assert_eq!(told(json!({ "position": format!("startpos moves {long}") })).1, "bad_field");
}

#[test]
fn boards_are_drawn() {
    let server = Server::usual();
    let svg = server.get("/api/v1/pictures/board.svg?position=startpos%20moves%207g7f&flip=true&lang=en");
    assert_eq!((svg.status, svg.header("content-type")), (200, "image/svg+xml"));
    assert!(svg.text().starts_with("<svg"));
    let png = server.get("/api/v1/pictures/board.png?size=300");
    assert_eq!((png.status, png.header("content-type")), (200, "image/png"));
    assert!(png.body.starts_with(b"\x89PNG"));
    for bad in ["board.svg?size=9", "board.svg?size=x", "board.svg?position=x", "board.svg?nothing=1"] {
        assert_eq!(server.get(&format!("/api/v1/pictures/{bad}")).status, 400, "{bad}");
    }
    assert_eq!(server.get("/api/v1/pictures/board.gif").status, 404);
}
