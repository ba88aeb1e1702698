//! Many clients at once.

use crate::support::{Request, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const CLIENTS: usize = 50;

/// What all clients counted.
#[derive(Default)]
struct Tally {
    requests: AtomicU64,
    events: AtomicU64,
    analyses: AtomicU64,
    moves: AtomicU64,
    vanished: AtomicU64,
    /// The longest that any of the short requests took, in milliseconds.
    slowest: AtomicU64,
}

struct Client<'a> {
    address: SocketAddr,
    name: String,
    tally: &'a Tally,
}

impl Client<'_> {
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let began = Instant::now();
        let mut request = Request::new(self.address, method, path).header("X-Yomikiri-Client", &self.name);
        if let Some(body) = body {
            request = request.body(body.to_string().as_bytes());
        }
        let answer = request.send();
        self.tally.requests.fetch_add(1, Ordering::Relaxed);
        self.tally.slowest.fetch_max(began.elapsed().as_millis() as u64, Ordering::Relaxed);
        let json = if answer.body.is_empty() { Value::Null } else { answer.json() };
        assert!(answer.status < 300, "{method} {path}: {} {json}", answer.status);
        (answer.status, json)
    }

    /// An analysis watched to its end, or left in the middle.
    fn analyse(&self, position: &str, leave: bool) {
        let (_, made) = self.ask(
            "POST",
            "/api/v1/analyses",
            Some(&json!({ "position": position, "multi_pv": 2, "nodes": 20_000 })),
        );
        let path = made["events"].as_str().unwrap();
        let mut events = Request::new(self.address, "GET", path).events();
        if leave {
            events.next();
            self.tally.vanished.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let mut last = String::new();
        for (name, data) in events {
            self.tally.events.fetch_add(1, Ordering::Relaxed);
            if name == "done" {
                assert_eq!(data["state"], "done", "{data}");
            }
            last = name;
        }
        assert_eq!(last, "done");
        self.tally.analyses.fetch_add(1, Ordering::Relaxed);
    }

    /// Some moves of a game against the engine.
    fn play(&self) {
        let (_, made) = self.ask("POST", "/api/v1/games", Some(&json!({ "color": "black", "level": 2 })));
        let url = made["url"].as_str().unwrap();
        let mut events = Request::new(self.address, "GET", made["events"].as_str().unwrap()).events();
        for mv in ["7g7f", "2g2f", "6i7h"] {
            while events.wait_for("info")["turn"] != "you" {}
            let answer = Request::new(self.address, "POST", &format!("{url}/moves"))
                .body(json!({ "move": mv }).to_string().as_bytes())
                .send();
            self.tally.requests.fetch_add(1, Ordering::Relaxed);
            // The engine may have made the move impossible.
            if answer.status != 200 {
                assert_eq!(answer.json()["error"]["code"], "illegal_move");
                break;
            }
            self.tally.moves.fetch_add(1, Ordering::Relaxed);
        }
        self.ask("DELETE", url, None);
    }

    fn round(&self, number: usize) {
        let (_, version) = self.ask("GET", "/api/v1/version", None);
        assert_eq!(version["api"], 1);
        let (_, view) =
            self.ask("POST", "/api/v1/positions", Some(&json!({ "position": "startpos moves 7g7f 3c3d" })));
        let moves = view["moves"].as_array().unwrap();
        let chosen = &moves[number * 7 % moves.len()]["usi"];
        let (_, view) = self.ask(
            "POST",
            "/api/v1/positions",
            Some(&json!({ "position": view["position"], "move": chosen })),
        );
        let position = view["position"].as_str().unwrap();
        match number % 5 {
            0 => self.play(),
            1 => self.analyse(position, true),
            _ => self.analyse(position, false),
        }
        self.ask("GET", "/api/v1/solved/doves/position", None);
    }
}

/// So many clients for so long; nobody may meet an error.
fn load(clients: usize, time: Duration) -> Tally {
    let server = Server::usual();
    let tally = Tally::default();
    let began = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..clients {
            let client = Client { address: server.address, name: format!("client {number}"), tally: &tally };
            scope.spawn(move || {
                let mut round = number;
                while began.elapsed() < time {
                    client.round(round);
                    round += 1;
                }
            });
        }
    });
    // Those who vanished leave nothing running.
    let began = Instant::now();
    loop {
        let load = &server.good("/api/v1/version")["load"];
        if load["running"] == 0 && load["waiting"] == 0 {
            return tally;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{load}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn some_clients_at_once() {
    let tally = load(8, Duration::from_secs(2));
    assert!(tally.analyses.into_inner() > 0);
}

/// `cargo test -p yomikiri-serve --test contract -- --ignored --nocapture fifty`
#[test]
#[ignore = "takes more than a minute"]
fn fifty_clients_for_a_minute() {
    let tally = load(CLIENTS, Duration::from_mins(1));
    let told = |name: &str, value: AtomicU64| println!("{name:<24} {}", value.into_inner());
    println!("{CLIENTS} clients, a minute, no error");
    told("requests", tally.requests);
    told("analyses to their end", tally.analyses);
    told("analyses left", tally.vanished);
    told("events", tally.events);
    told("moves played", tally.moves);
    told("slowest request, ms", tally.slowest);
}
