//! How much is taken: sizes, numbers, times, connections.

use crate::support::{Request, Server, error};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

#[test]
fn large_requests_are_refused() {
    let server = Server::limited(|limits| {
        limits.body = 10_000;
        limits.record = 50_000;
    });
    let large = vec![b' '; 20_000];
    let ask = |path: &str, body: &[u8]| server.request("POST", path).body(body).send();
    for path in ["positions", "analyses", "games"] {
        let (status, code, _) = error(&ask(&format!("/api/v1/{path}"), &large));
        assert_eq!((status, code.as_str()), (413, "too_large"), "{path}");
    }
    // A record may be larger.
    let mut record = b"startpos moves 7g7f\n".to_vec();
    record.extend(vec![b'\n'; 20_000]);
    assert_eq!(ask("/api/v1/records/parse", &record).status, 200);
    assert_eq!(ask("/api/v1/records/parse", &vec![b'\n'; 60_000]).status, 413);
    // A head of a megabyte.
    let head = server.request("GET", "/api/v1/version").header("X-Long", &"x".repeat(1 << 20)).send();
    assert_eq!(head.status, 431);
    let games: String = (0..300).map(|_| "startpos moves 7g7f\n").collect();
    let read = ask("/api/v1/records/parse", games.as_bytes()).json();
    assert_eq!((read["games"].as_array().unwrap().len(), read["more"].as_u64()), (200, Some(100)));
}

#[test]
fn the_number_of_analyses_and_games_is_limited() {
    let server = Server::limited(|limits| {
        limits.per_client = 2;
        limits.together = 3;
        limits.games = 2;
    });
    let ask = |client: &str| {
        server.request("POST", "/api/v1/analyses").header("X-Yomikiri-Client", client).body(b"{}").send()
    };
    let first = ask("a");
    assert_eq!([first.status, ask("a").status], [201, 201]);
    let third = ask("a");
    assert_eq!((error(&third).1.as_str(), third.status, third.header("retry-after")), ("too_many", 429, "2"));
    assert_eq!(ask("b").status, 201);
    assert_eq!(ask("b").status, 429, "all together have three");
    server.request("DELETE", first.json()["url"].as_str().unwrap()).send();
    assert_eq!(ask("a").status, 201);
    let game = |_: i32| server.post("/api/v1/games", &json!({ "color": "black" })).status;
    assert_eq!([0, 1, 2].map(game), [201, 201, 429]);
}

#[test]
fn an_analysis_ends_by_the_servers_limits() {
    let server = Server::limited(|limits| limits.time = Duration::from_millis(400));
    let began = Instant::now();
    let url = server.make("/api/v1/analyses", &json!({}));
    assert_eq!(server.events(&url).wait_for("done")["state"], "done");
    assert!(began.elapsed() < Duration::from_secs(5));
    let server = Server::limited(|limits| limits.nodes = 3000);
    let url = server.make("/api/v1/analyses", &json!({}));
    let done = server.events(&url).wait_for("done");
    assert!(done["nodes"].as_u64().unwrap() <= 3100, "{done}");
}

#[test]
fn results_are_forgotten_after_a_while() {
    let server = Server::limited(|limits| limits.kept = Duration::from_millis(300));
    let url = server.make("/api/v1/analyses", &json!({ "depth": 1 }));
    server.events(&url).wait_for("done");
    let began = Instant::now();
    while server.get(&url).status == 200 {
        assert!(began.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(100));
    }
    let game = server.make("/api/v1/games", &json!({ "color": "black" }));
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(server.get(&game).status, 404);
}

#[test]
fn a_request_that_never_comes_in_costs_no_more_than_its_time() {
    let server = Server::limited(|limits| limits.request = Duration::from_millis(300));
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let head = format!(
        "POST /api/v1/positions HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\n{{",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 512];
    let length = stream.read(&mut answer).unwrap();
    assert!(String::from_utf8_lossy(&answer[..length]).starts_with("HTTP/1.1 408"));
}

#[test]
fn connections_beyond_the_limit_wait_their_turn() {
    let server = Server::limited(|limits| limits.connections = 2);
    let hold: Vec<_> = (0..2).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    let address = server.address;
    let waiting = std::thread::spawn(move || Request::new(address, "GET", "/api/v1/version").send().status);
    std::thread::sleep(Duration::from_millis(300));
    assert!(!waiting.is_finished());
    drop(hold);
    assert_eq!(waiting.join().unwrap(), 200);
}

#[test]
fn an_address_cannot_take_all_connections_and_who_says_nothing_is_not_waited_for() {
    let server = Server::limited(|limits| {
        limits.connections = 8;
        limits.connections_per_address = 3;
        limits.silent = Duration::from_millis(600);
    });
    let silent: Vec<_> = (0..3).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(100));
    let mut fourth = TcpStream::connect(server.address).unwrap();
    fourth.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut told = String::new();
    fourth.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.1 429") && told.contains("\"too_many\""), "{told}");
    // The silent ones are hung up on, and there is room again.
    for mut stream in silent {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        assert_eq!(stream.read(&mut [0; 64]).unwrap(), 0);
    }
    let began = Instant::now();
    while Request::new(server.address, "GET", "/api/v1/version").try_send() != Some(200) {
        assert!(began.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(50));
    }
}
