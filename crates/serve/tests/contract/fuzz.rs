//! Requests of every kind of nonsense: never a crash, never an answer that is not in the interface's own words.

use crate::support::{Answer, Request, Server};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::Duration;

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        Server::limited(|limits| {
            limits.time = Duration::from_millis(50);
            limits.per_client = 100_000;
            limits.together = 100_000;
            limits.games = 100_000;
            limits.games_per_client = 100_000;
            limits.abandoned = Duration::from_millis(100);
        })
    })
}

const PATHS: [&str; 14] = [
    "records/parse",
    "records/export",
    "positions",
    "analyses",
    "reviews",
    "games",
    "games/0/moves",
    "games/0/declare",
    "solved/doves/position",
    "solved/dobutsu/line",
    "solved/doves/puzzles",
    "runs/first/king-piece",
    "pictures/board.svg",
    "runs/first/events/x",
];

/// Whether an answer is one that the interface gives.
fn in_order(answer: &Answer) -> Result<(), TestCaseError> {
    prop_assert!(matches!(answer.status, 200..=499), "{}: {}", answer.status, answer.text());
    // What is no HTTP at all is refused before it comes to us, without a word.
    if answer.status >= 400 && !(answer.status == 400 && answer.body.is_empty()) {
        let body: Value = serde_json::from_slice(&answer.body)
            .map_err(|error| TestCaseError::fail(format!("{} {error}: {}", answer.status, answer.text())))?;
        let told = body["error"]["code"].is_string()
            && body["error"]["message"].as_str().is_some_and(|text| text.len() > 5);
        prop_assert!(told, "{body}");
    }
    Ok(())
}

/// JSON with the fields that requests have, and values of every type.
fn body() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "position",
        "move",
        "multi_pv",
        "depth",
        "nodes",
        "time_ms",
        "rule",
        "color",
        "level",
        "clock",
        "game",
        "start",
        "moves",
        "headers",
        "ending",
        "branches",
        "comments",
        "max_moves",
        "insist",
        "lenient",
        "x",
    ]);
    let texts = prop_oneof![
        "[ -~]{0,30}",
        Just("startpos".to_owned()),
        Just("startpos moves 7g7f 3c3d".to_owned()),
        Just("4k4/9/4P4/9/9/9/9/9/4K4 b G 1".to_owned()),
        Just("black".to_owned()),
        Just("27".to_owned()),
        "[1-9][a-i][1-9][a-i]\\+?",
        "\\PC{0,20}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_u64..200).prop_map(Value::from),
        any::<f64>().prop_map(|n| json!(n)),
        texts.prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::hash_map("usi|kind|at|parent|key|value|moves|main_ms|winner", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    prop::collection::vec((names, value), 0..6).prop_map(|fields| {
        let map: serde_json::Map<_, _> =
            fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Value::Object(map).to_string()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bodies_of_nonsense(path in prop::sample::select(PATHS.to_vec()), body in body(), cut in 0_usize..400) {
        let body = &body.as_bytes()[..body.len().saturating_sub(cut / 300 * cut % 7)];
        let answer = server().request("POST", &format!("/api/v1/{path}")).body(body).send();
        in_order(&answer)?;
    }

    #[test]
    fn records_of_nonsense(
        head in prop::sample::select(vec!["", "手合割：平手\n", "V2.2\nPI\n+\n", "startpos moves ", "#KIF version=2.0\n", "後手の持駒：\n"]),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let record: Vec<u8> = head.bytes().chain(bytes).collect();
        in_order(&server().request("POST", "/api/v1/records/parse?name=x").body(&record).send())?;
    }

    #[test]
    fn paths_and_queries_of_nonsense(
        path in prop::sample::select(PATHS.to_vec()),
        more in "[a-z0-9./%-]{0,20}",
        query in "[a-z_]{1,9}=[ -~&&[^ #]]{0,20}",
    ) {
        in_order(&server().get(&format!("/api/v1/{path}{more}?{query}")))?;
        in_order(&server().get(&format!("/api/v1/{path}?position={query}")))?;
    }

    #[test]
    fn bytes_that_are_no_http(bytes in prop::collection::vec(any::<u8>(), 1..300)) {
        let mut stream = TcpStream::connect(server().address).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let _ = stream.write_all(&bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        drop(stream);
        // Whatever that was, the next one is answered.
        let alive = Request::new(server().address, "GET", "/api/v1/version").send();
        prop_assert_eq!(alive.status, 200);
    }
}
