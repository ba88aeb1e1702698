//! `records`: every format in, every format out.

use crate::support::{Answer, Server, error};
use serde_json::{Value, json};

fn parse(server: &Server, name: &str, bytes: &[u8]) -> Answer {
    server.request("POST", &format!("/api/v1/records/parse?name={name}")).body(bytes).send()
}

fn export(server: &Server, query: &str, game: &Value) -> Answer {
    server.post(&format!("/api/v1/records/export?{query}"), game)
}

/// SOURCE: a game of our own making.
fn game() -> Value {
    json!({
        "start": shogi::STARTPOS,
        "headers": [{ "key": "black", "value": "山田" }, { "key": "white", "value": "鈴木" }, { "key": "event", "value": "練習" }],
        "comments": ["始まり"],
        "moves": [
            { "usi": "7g7f", "time_ms": 3000, "comments": ["一手目"] },
            { "usi": "3c3d", "score_cp": 55 },
            { "usi": "8h2b+" },
            { "usi": "3a2b" }
        ],
        "ending": { "kind": "resignation", "winner": "white" },
        "branches": [{ "parent": null, "at": 2, "moves": [{ "usi": "2g2f" }, { "usi": "8c8d" }] }]
    })
}

#[test]
fn every_format_and_character_set_comes_back_as_it_went() {
    let server = Server::usual();
    for format in ["kif", "ki2", "csa", "usi"] {
        for charset in ["utf-8", "cp932", "euc-jp"] {
            let file = export(&server, &format!("format={format}&charset={charset}"), &game());
            assert_eq!(file.status, 200, "{}", file.text());
            assert!(file.header("content-disposition").contains(&format!("game.{format}")));
            let read = parse(&server, "x", &file.body);
            assert_eq!(read.status, 200, "{format} {charset}: {}", read.text());
            let read = read.json();
            assert_eq!(read["format"], format, "{charset}");
            let moves: Vec<_> = read["games"][0]["moves"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mv| mv["usi"].as_str().unwrap())
                .collect();
            assert_eq!(moves, ["7g7f", "3c3d", "8h2b+", "3a2b"], "{format} {charset}");
            if format != "usi" {
                assert_eq!(read["charset"], charset, "{format}");
                assert_eq!(read["games"][0]["black"], "山田");
                assert_eq!(read["games"][0]["ending"]["winner"], "white");
            }
            if format.starts_with("ki") {
                assert_eq!(read["games"][0]["branches"][0]["moves"][1]["usi"], "8c8d");
                assert_eq!(read["games"][0]["moves"][0]["comments"][0], "一手目");
                assert_eq!(read["games"][0]["comments"][0], "始まり");
            } else {
                assert!(file.header("x-yomikiri-left-out").starts_with("branches=1"));
            }
            // What was read can be written again as it is.
            let again = export(&server, &format!("format={format}&charset={charset}"), &read["games"][0]);
            assert_eq!(again.text(), file.text(), "{format} {charset}");
        }
    }
}

#[test]
fn a_position_is_a_record_too() {
    let server = Server::usual();
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let read = parse(&server, "x", sfen.as_bytes()).json();
    assert_eq!((read["format"].as_str(), read["games"][0]["start"].as_str()), (Some("sfen"), Some(sfen)));
    let line = parse(&server, "x", b"position startpos moves 7g7f").json();
    assert_eq!(
        (line["format"].as_str(), line["games"][0]["position"].as_str()),
        (Some("usi"), Some("position startpos moves 7g7f"))
    );
}

#[test]
fn one_bad_game_does_not_hide_the_others() {
    let server = Server::usual();
    let text = b"V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nV2.2\nPI\n+\n-7776FU\n";
    let read = parse(&server, "two.csa", text).json();
    assert_eq!(read["games"][0]["moves"].as_array().unwrap().len(), 1);
    let error = &read["games"][1]["error"];
    assert_eq!(
        (error["code"].as_str(), error["place"]["line"].as_u64()),
        (Some("bad_record"), Some(10)),
        "{read}"
    );
    let cut = parse(&server, "cut.usi", b"startpos moves 7g7f 7g7f\n").json();
    let cut = &cut["games"][0]["cut"];
    assert_eq!((cut["left_out"].as_u64(), cut["why"]["code"].as_str()), (Some(1), Some("no_piece")), "{cut}");
    assert!(cut["message"].as_str().unwrap().ends_with("; 1 move left out"), "{cut}");
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let server = Server::usual();
    let (status, code, message) =
        error(&parse(&server, "broken.kif", "手合割：平手\n   1 ７五歩(77)\n".as_bytes()));
    assert_eq!((status, code.as_str()), (400, "bad_record"));
    assert!(message.starts_with("broken.kif:2:"), "{message}");
    for bad in [&b""[..], b"\0\0\0", b"hello\n", &[0xff; 200]] {
        assert_eq!(error(&parse(&server, "x", bad)).0, 400);
    }
    let long = parse(&server, &"x".repeat(300), b"startpos\n");
    assert_eq!(error(&long).1, "bad_field");
    let mut game = game();
    game["moves"][1]["usi"] = json!("3c3e");
    let (_, code, message) = error(&export(&server, "format=kif", &game));
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("illegal_move", "moves[1]: 3c3e: the piece does not move that way")
    );
    game["moves"] = json!([]);
    assert!(error(&export(&server, "", &game)).2.starts_with("branches[0].at"));
    assert_eq!(error(&export(&server, "format=pgn", &game)).1, "bad_query");
    let ending = json!({ "start": shogi::STARTPOS, "ending": { "kind": "boredom" } });
    assert!(error(&export(&server, "", &ending)).2.contains("expected one of"));
    let emoji = json!({ "start": shogi::STARTPOS, "comments": ["🙂"] });
    assert_eq!(error(&export(&server, "charset=cp932", &emoji)).1, "cannot_hold");
}

#[test]
fn players_names_count_wherever_they_stand() {
    let server = Server::usual();
    let plain = |black: Value, headers: Value| json!({ "start": shogi::STARTPOS, "black": black, "white": null, "headers": headers, "moves": [{ "usi": "7g7f" }] });
    let told = json!([{ "key": "black", "value": "山田" }]);
    for game in [
        plain(json!("山田"), json!([])),
        plain(json!("山田"), told.clone()),
        plain(json!(null), told.clone()),
    ] {
        assert!(export(&server, "format=kif", &game).text().contains("先手：山田\n"), "{game}");
        assert!(export(&server, "format=csa", &game).text().contains("N+山田\n"), "{game}");
    }
    let (status, code, message) = error(&export(&server, "format=kif", &plain(json!("佐藤"), told)));
    assert_eq!((status, code.as_str()), (400, "bad_field"));
    assert!(message.starts_with("black: \"佐藤\", but headers say \"山田\""), "{message}");
    for key in ["", "a：b", "a:b", "a\n   1 ７六歩(77)"] {
        let game = plain(json!(null), json!([{ "key": key, "value": "x" }]));
        assert!(error(&export(&server, "format=kif", &game)).2.starts_with("headers[0].key"), "{key:?}");
    }
}

#[test]
fn what_could_not_be_read_back_is_not_written() {
    let server = Server::usual();
    let control = "a\u{b}b";
    let places = [
        ("comments[0]", json!({ "comments": [control] })),
        ("headers[0].value", json!({ "headers": [{ "key": "event", "value": control }] })),
        ("black", json!({ "black": control })),
        (
            "moves[1].comments[0]",
            json!({ "moves": [{ "usi": "7g7f" }, { "usi": "3c3d", "comments": ["\0"] }] }),
        ),
        ("moves[0].bookmark", json!({ "moves": [{ "usi": "7g7f", "bookmark": "\u{1}" }] })),
        ("moves[0].time_ms", json!({ "moves": [{ "usi": "7g7f", "time_ms": 1_000_000_000_000_u64 }] })),
        ("ending.comments[0]", json!({ "ending": { "kind": "draw", "comments": [control] } })),
        (
            "branches[0].moves[0].comments[0]",
            json!({ "branches": [{ "parent": null, "at": 0, "moves": [{ "usi": "2g2f", "comments": [control] }] }] }),
        ),
    ];
    for (place, mut game) in places {
        game["start"] = json!(shogi::STARTPOS);
        for format in ["kif", "ki2", "csa", "usi"] {
            let answer = export(&server, &format!("format={format}"), &game);
            let (status, code, message) = error(&answer);
            assert_eq!((status, code.as_str()), (400, "bad_field"), "{place}");
            assert!(message.starts_with(&format!("{place}: ")), "{message}");
            assert_eq!(answer.json()["error"]["place"]["field"], place);
        }
    }
    // The longest time, and what is between words and lines, come back.
    let moves =
        json!([{ "usi": "7g7f", "time_ms": 999_999_999_000_u64, "comments": ["a\tb\nc", "d\u{c}e\u{7f}f"] }]);
    let game = json!({ "start": shogi::STARTPOS, "moves": moves });
    for format in ["kif", "csa"] {
        let read = parse(&server, "x", &export(&server, &format!("format={format}"), &game).body).json();
        let mv = &read["games"][0]["moves"][0];
        assert_eq!(mv["time_ms"], 999_999_999_000_u64, "{format}: {read}");
        assert_eq!(mv["comments"], json!(["a\tb", "c", "d\u{c}e\u{7f}f"]), "{format}");
    }
}

#[test]
fn a_header_that_would_be_read_as_something_else_is_refused() {
    let server = Server::usual();
    let refused = [
        ("kif", "変化", "1手"),
        ("ki2", "変化", "1手"),
        ("kif", "変化球", "x"),
        ("kif", "手合割", "香落ち"),
        ("ki2", "手合割", "香落ち"),
        ("kif", "手合割", "平手"),
        ("kif", "手合割の由来", "x"),
        ("kif", "後手の持駒", "飛"),
        ("kif", "*comment", "x"),
        ("kif", "#comment", "x"),
        ("kif", "   1 ７六歩(77)", "x"),
    ];
    for (format, key, value) in refused {
        let mut game = game();
        game["headers"] = json!([{ "key": "event", "value": "練習" }, { "key": key, "value": value },
            { "key": "大会", "value": "春" }]);
        let answer = export(&server, &format!("format={format}"), &game);
        assert_eq!(answer.status, 400, "{format} {key}: {}", answer.text());
        let (_, code, message) = error(&answer);
        assert_eq!(code, "bad_field", "{key}");
        assert!(message.starts_with("headers[1]: "), "{key}: {message}");
        assert_eq!(answer.json()["error"]["place"]["field"], "headers[1]", "{key}");
    }
    // In CSA a header has a mark of its own, and these are words like others; so is nearly everything in KIF.
    let harmless = [
        ("csa", "変化", "1手"),
        ("csa", "手合割", "香落ち"),
        ("kif", "下手", "山田"),
        ("kif", "大会", "手合割：香落ち"),
        ("kif", "棋戦", ""),
        ("kif", "A B", "x, y: z"),
    ];
    for (format, key, value) in harmless {
        for charset in ["utf-8", "cp932", "euc-jp"] {
            let mut game = game();
            game["headers"] = json!([{ "key": key, "value": value }]);
            let file = export(&server, &format!("format={format}&charset={charset}"), &game);
            assert_eq!(file.status, 200, "{key}: {}", file.text());
            let read = parse(&server, "x", &file.body).json();
            assert_eq!(read["games"].as_array().unwrap().len(), 1, "{key}: {read}");
            assert_eq!(read["games"][0]["moves"].as_array().unwrap().len(), 4, "{key}: {read}");
        }
    }
}

#[test]
fn an_end_that_usi_has_no_word_for_is_counted() {
    let server = Server::usual();
    for kind in ["foul", "interruption", "repetition", "impasse", "take_back", "resignation", "declaration"] {
        let told = matches!(kind, "resignation" | "declaration");
        let game =
            json!({ "start": shogi::STARTPOS, "moves": [{ "usi": "7g7f" }], "ending": { "kind": kind } });
        let left_out = |format: &str| {
            let file = export(&server, &format!("format={format}"), &game);
            file.header("x-yomikiri-left-out").to_owned()
        };
        assert_eq!(left_out("usi"), format!("branches=0 comments=0 endings={}", u8::from(!told)), "{kind}");
        assert_eq!(left_out("csa"), "branches=0 comments=0 endings=0", "{kind}");
    }
}
