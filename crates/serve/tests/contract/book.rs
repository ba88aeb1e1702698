//! The examples of the book's page on the interface, request by request.

use crate::support::{Request, Server};
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/book/src/serve-api.md");

/// The blocks of HTTP in the page: requests and answers in turn.
fn blocks() -> Vec<&'static str> {
    PAGE.split("```http\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Whether a value is as the page has it: `"…"` is anything, in a list the rest of it; an object with the field `…` may have
/// more fields.
fn compare(found: &Value, expected: &Value, place: &str) {
    match (found, expected) {
        (_, Value::String(any)) if any == "…" => {}
        (Value::Array(found_items), Value::Array(items)) => {
            let open = items.last().is_some_and(|last| last == "…");
            let items = if open { &items[..items.len() - 1] } else { items };
            let right =
                if open { found_items.len() >= items.len() } else { found_items.len() == items.len() };
            assert!(right, "{place}: {} elements, the page has {}: {found}", found_items.len(), items.len());
            for (index, (found, expected)) in found_items.iter().zip(items).enumerate() {
                compare(found, expected, &format!("{place}[{index}]"));
            }
        }
        (Value::Object(found), Value::Object(fields)) => {
            for (name, expected) in fields.iter().filter(|(name, _)| *name != "…") {
                let found =
                    found.get(name).unwrap_or_else(|| panic!("{place}.{name} is missing in {found:?}"));
                compare(found, expected, &format!("{place}.{name}"));
            }
            let more: Vec<_> = found.keys().filter(|name| !fields.contains_key(*name)).collect();
            assert!(
                more.is_empty() || fields.contains_key("…"),
                "{place}: the page does not tell of {more:?}"
            );
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

#[test]
fn every_example_is_answered_as_the_page_says() {
    let server = Server::usual();
    let mut id = String::new();
    let blocks = blocks();
    assert!(blocks.len() > 20 && blocks.len().is_multiple_of(2));
    for pair in blocks.chunks(2) {
        let [request, expected] = pair else { continue };
        let (line, body) = request.split_once('\n').unwrap();
        let (method, path) = line.split_once(' ').unwrap();
        let path = path.replace("{id}", &id);
        let mut sent: Request = server.request(method, &path);
        if method == "POST" {
            sent = sent.body(body.trim_start_matches('\n').as_bytes());
        }
        let (status, expected) = expected.split_once("\n\n").unwrap();
        let status: u16 = status.rsplit(' ').next().unwrap().parse().unwrap();
        if path.ends_with("/events") {
            let told: Vec<_> = sent.events().collect();
            for event in expected.split("event: ").skip(1) {
                let (name, data) = event.split_once('\n').unwrap();
                let found = told
                    .iter()
                    .find(|(other, _)| other == name)
                    .unwrap_or_else(|| panic!("{line}: no {name}"));
                compare(&found.1, &serde_json::from_str(data).unwrap(), &format!("{line}: {name}"));
            }
            continue;
        }
        let answer = sent.send();
        assert_eq!(answer.status, status, "{line}: {}", answer.text());
        let found = answer.json();
        compare(
            &found,
            &serde_json::from_str(expected).unwrap_or_else(|error| panic!("{line}: {error}: {expected}")),
            line,
        );
        if let Some(made) = found["id"].as_str() {
            made.clone_into(&mut id);
        }
    }
}
