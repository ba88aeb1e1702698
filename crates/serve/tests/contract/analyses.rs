//! `analyses`: lines live, shared fairly, stopped when nobody looks.

use crate::support::{Server, error};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Asks until the analysis has come to this state.
fn until(server: &Server, url: &str, state: &str) -> Value {
    let began = Instant::now();
    loop {
        let now = server.good(url);
        if now["state"] == state {
            return now;
        }
        assert!(began.elapsed() < Duration::from_secs(30), "{now}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn lines_come_live_and_the_end_has_them_all() {
    let server = Server::usual();
    let asked = json!({ "position": "startpos moves 7g7f 3c3d", "multi_pv": 3, "depth": 6 });
    let url = server.make("/api/v1/analyses", &asked);
    let events: Vec<_> = server.events(&url).collect();
    let (name, done) = events.last().unwrap();
    assert_eq!(
        (name.as_str(), done["state"].as_str(), done["decision"].as_str()),
        ("done", Some("done"), Some("play"))
    );
    let lines = done["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!((line["multi_pv"].as_u64(), line["depth"].as_u64()), (Some(index as u64 + 1), Some(6)));
        assert!(line["pv"].as_array().unwrap().len() > 1 && line["score"]["score_cp"].is_i64());
        for field in ["nodes", "nps", "hashfull", "seldepth", "time_ms"] {
            assert!(line[field].is_u64(), "{field}");
        }
        assert!(line["pv"][0]["text_ja"].as_str().unwrap().starts_with('▲'));
    }
    assert!(events.iter().any(|(name, _)| name == "info") && events.iter().any(|(name, _)| name == "state"));
    assert_eq!(server.good(&url)["lines"], done["lines"]);
}

#[test]
fn a_repetition_is_told() {
    let server = Server::usual();
    // White, without rook and bishop, brings the fourth occurrence with 5b5a and is glad of the draw.
    let start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let cycle = "2h3h 5a5b 3h2h 5b5a ".repeat(3);
    let before = cycle.trim_end().rsplit_once(' ').unwrap().0;
    let asked = json!({ "position": format!("sfen {start} moves {before}"), "depth": 5 });
    let url = server.make("/api/v1/analyses", &asked);
    let done = server.events(&url).wait_for("done");
    let line = &done["lines"][0];
    assert_eq!(
        (line["pv"][0]["usi"].as_str(), line["rests_on_repetition"].as_bool()),
        (Some("5b5a"), Some(true)),
        "{done}"
    );
    assert_eq!((line["ending"].as_str(), line["score"]["score_cp"].as_i64()), (Some("repetition"), Some(0)));
    let whole = format!("sfen {start} moves {}", cycle.trim_end());
    let review = server.make("/api/v1/reviews", &json!({ "position": whole, "nodes": 100 }));
    let last = server.events(&review).filter(|(name, _)| name == "info").last().unwrap().1;
    assert_eq!(
        (last["entry"]["ending"].as_str(), last["entry"]["score"]["decided"].as_str()),
        (Some("repetition"), Some("draw"))
    );
}

#[test]
fn it_is_stopped_on_request_and_keeps_what_it_found() {
    let server = Server::usual();
    let url = server.make("/api/v1/analyses", &json!({}));
    let mut events = server.events(&url);
    events.wait_for("info");
    assert_eq!(server.request("DELETE", &url).send().status, 204);
    let done = events.wait_for("done");
    assert_eq!(
        (done["state"].as_str(), done["lines"].as_array().unwrap().is_empty()),
        (Some("stopped"), false)
    );
    assert!(events.next().is_none());
    let began = Instant::now();
    while server.good("/api/v1/version")["load"]["running"] != 0 {
        assert!(began.elapsed() < Duration::from_secs(10), "the engine is free again");
    }
    assert_eq!(error(&server.get("/api/v1/analyses/0123")).0, 404);
}

#[test]
fn a_client_that_vanishes_is_noticed() {
    let server = Server::limited(|limits| limits.abandoned = Duration::from_millis(300));
    let url = server.make("/api/v1/analyses", &json!({}));
    let mut events = server.events(&url);
    events.wait_for("info");
    // While it is watched, it goes on.
    std::thread::sleep(Duration::from_millis(1500));
    let load = json!({ "running": 1, "waiting": 0, "clients": 1 });
    assert_eq!(server.good("/api/v1/version")["load"], load);
    drop(events);
    let began = Instant::now();
    while server.good("/api/v1/version")["load"]["running"] != 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "nobody watches any more");
        std::thread::sleep(Duration::from_millis(50));
    }
    until(&server, &url, "abandoned");
    // One that nobody ever looked at.
    let url =
        server.make("/api/v1/reviews", &json!({ "position": "startpos moves 7g7f 3c3d", "time_ms": 5000 }));
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(server.good(&url)["state"], "abandoned");
}

#[test]
fn a_client_that_does_not_read_holds_nobody_up() {
    let server = Server::usual();
    let url = server.make("/api/v1/analyses", &json!({ "time_ms": 2500, "multi_pv": 20 }));
    let slow = server.events(&url);
    let done = server.events(&url).wait_for("done");
    assert_eq!(done["state"], "done");
    // It has the end all the same, once it looks.
    let mut slow = slow;
    assert_eq!(slow.wait_for("done"), done);
}

#[test]
fn clients_take_turns() {
    let server = Server::limited(|limits| limits.slice = Duration::from_millis(100));
    let ask = |client: &str, body: &Value| {
        let request = server.request("POST", "/api/v1/analyses").header("X-Yomikiri-Client", client);
        let answer = request.body(body.to_string().as_bytes()).send();
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["url"].as_str().unwrap().to_owned()
    };
    let long: Vec<_> = (0..4).map(|_| ask("greedy", &json!({ "time_ms": 20_000 }))).collect();
    let short = ask("modest", &json!({ "depth": 4 }));
    let began = Instant::now();
    let done = server.events(&short).wait_for("done");
    assert_eq!(done["state"], "done");
    assert!(began.elapsed() < Duration::from_secs(6), "{:?}", began.elapsed());
    // The long ones came back: each has been at it.
    std::thread::sleep(Duration::from_millis(1500));
    for url in long {
        let now = server.good(&url);
        assert!(now["nodes"].as_u64().unwrap() > 0 && now["state"] == "running", "{now}");
        server.request("DELETE", &url).send();
    }
}

#[test]
fn what_is_wrong_is_told() {
    let server = Server::usual();
    let told = |body: Value| error(&server.post("/api/v1/analyses", &body));
    for (body, code) in [
        (json!({ "position": "4k4/9/9/9/9/9/9/9/4R3K b - 1" }), "bad_position"),
        (json!({ "multi_pv": 0 }), "bad_field"),
        (json!({ "multi_pv": 21 }), "bad_field"),
        (json!({ "depth": 128 }), "bad_field"),
        (json!({ "nodes": 0 }), "bad_field"),
        (json!({ "time_ms": 120_001 }), "bad_field"),
        (json!({ "depth": -1 }), "bad_json"),
        (json!([]), "bad_json"),
        (json!({ "depht": 3 }), "bad_json"),
    ] {
        assert_eq!(told(body.clone()).1, code, "{body}");
    }
    let client =
        server.request("POST", "/api/v1/analyses").header("X-Yomikiri-Client", "").body(b"{}").send();
    assert_eq!(error(&client).1, "bad_client");
    let mated = server.make("/api/v1/analyses", &json!({ "position": "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1" }));
    let done = server.events(&mated).wait_for("done");
    assert_eq!((done["decision"].as_str(), done["lines"].as_array().unwrap().len()), (Some("none"), 0));
}
