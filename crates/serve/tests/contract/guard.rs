//! Foreign names, foreign pages, paths that lead out.

use crate::support::{Server, error, options, tables};
use serve::Options;

#[test]
fn foreign_hosts_and_pages_are_refused_everywhere() {
    let server = Server::usual();
    let own = server.address.to_string();
    let paths = [
        ("GET", "/"),
        ("GET", "/api/v1/version"),
        ("POST", "/api/v1/analyses"),
        ("GET", "/api/v1/solved"),
        ("GET", "/nothing"),
    ];
    for (method, path) in paths {
        let ask =
            |name: &str, value: &str| server.request(method, path).header(name, value).body(b"{}").send();
        for host in
            ["evil.example", "evil.example:8135", "127.0.0.1.evil.example", "0.0.0.0", "169.254.1.1:80"]
        {
            let answer = ask("Host", host);
            assert_eq!((answer.status, error(&answer).1.as_str()), (403, "foreign_host"), "{path} {host}");
        }
        assert_eq!(error(&ask("Host", "")).0, 400);
        for origin in ["http://evil.example", "null", "http://localhost:1", "https://evil.example"] {
            let answer = ask("Origin", origin);
            assert_eq!(
                (answer.status, error(&answer).1.as_str()),
                (403, "foreign_origin"),
                "{path} {origin}"
            );
        }
    }
    let page = server.request("GET", "/api/v1/version").header("Origin", &format!("http://{own}"));
    assert_eq!(page.send().status, 200);
    for site in ["cross-site", "same-site"] {
        let ask = |path| server.request("GET", path).header("Sec-Fetch-Site", site).send().status;
        // A link from elsewhere may open the page; it may not ask the interface.
        assert_eq!((ask("/api/v1/version"), ask("/")), (403, 200));
    }
    assert_eq!(server.request("OPTIONS", "/api/v1/analyses").send().status, 405);
    let started = server.good("/api/v1/version");
    assert_eq!(started["load"]["running"], 0, "no refused request started anything");
}

#[test]
fn a_configured_name_is_answered() {
    let server = Server::new(Options { hosts: vec!["shogi.example".to_owned()], ..options() });
    let ask = |host| server.request("GET", "/api/v1/version").header("Host", host).send().status;
    assert_eq!(
        [ask("shogi.example"), ask("Shogi.Example:443"), ask("localhost:99"), ask("other.example")],
        [200, 200, 200, 403]
    );
}

#[test]
fn every_answer_forbids_frames_and_foreign_content() {
    let server = Server::usual();
    for path in ["/", "/api/v1/version", "/api/v1/nothing", "/missing.js"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
}

#[test]
fn no_path_leads_out_of_the_folders() {
    std::fs::write(tables().parent().unwrap().join("yomikiri-outside"), "secret").unwrap();
    let server = Server::usual();
    let climbs = [
        "../yomikiri-outside",
        "..%2fyomikiri-outside",
        "%2e%2e/yomikiri-outside",
        "..",
        "%2e%2e",
        "%2fetc%2fpasswd",
        "..%5cx",
        "%00",
        "first%2f..%2f..",
        "x%ff",
    ];
    for climb in climbs {
        for path in [
            format!("/{climb}"),
            format!("/js/{climb}"),
            format!("/api/v1/runs/{climb}"),
            format!("/api/v1/runs/{climb}/events"),
            format!("/api/v1/runs/{climb}/learning.svg"),
            format!("/api/v1/runs/first/{climb}"),
            format!("/api/v1/solved/doves/position?table={climb}"),
            format!("/api/v1/solved/{climb}/position"),
            format!("/api/v1/pictures/{climb}"),
        ] {
            let answer = server.get(&path);
            assert!(matches!(answer.status, 400 | 404), "{path}: {} {}", answer.status, answer.text());
            assert!(!answer.text().contains("secret") && !answer.text().contains("root:"), "{path}");
        }
    }
}

#[test]
fn the_page_is_served_and_unknown_paths_say_so() {
    let server = Server::usual();
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("<html"));
    assert_eq!(error(&server.get("/api/v1/nothing")).1, "not_found");
    assert_eq!(error(&server.get("/api/v2/version")).1, "not_found");
    assert_eq!(error(&server.get("/api")).1, "not_found");
    assert_eq!(error(&server.request("PUT", "/api/v1/version").send()).1, "bad_method");
}
