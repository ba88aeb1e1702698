//! `runs`: lists, numbers, pictures, and news of a run that goes on.

use crate::support::{Server, error, options, runs};
use serde_json::json;
use serve::Options;
use std::fs;

#[test]
fn runs_are_listed_and_broken_ones_told() {
    let server = Server::usual();
    let list = server.good("/api/v1/runs");
    assert_eq!(
        (list["runs"][0]["name"].as_str(), list["runs"].as_array().unwrap().len()),
        (Some("first"), 1)
    );
    let problem = list["problems"][0].as_str().unwrap();
    assert!(problem.contains("broken/checkpoint.bin") && !problem.contains("/tmp"), "{problem}");
    let none = Server::new(Options { runs: None, ..options() });
    assert_eq!(none.good("/api/v1/runs")["runs"], json!([]));
    assert_eq!(error(&none.get("/api/v1/runs/first")).0, 404);
}

#[test]
fn a_run_has_numbers_for_every_plot() {
    let server = Server::usual();
    let run = server.good("/api/v1/runs/first");
    let pass = &run["passes"][0];
    assert!(pass["j"].as_f64().unwrap() > 0.0 && pass["held_out_j"].is_f64());
    assert_eq!((pass["top"].as_array().unwrap().len(), pass["material"].as_array().unwrap().len()), (4, 13));
    assert_eq!(
        (run["material_names"][0].as_str(), run["top_ranks"].clone()),
        (Some("pawn"), json!([1, 2, 4, 8]))
    );
    let king = server.good("/api/v1/runs/first/king-piece?king=2h&piece=silver");
    let own = king["own"].as_array().unwrap();
    assert_eq!(own.len(), 81);
    // 2h is the square with number 16: file by file.
    assert!(own[16].is_null() && own.iter().filter(|value| value.is_null()).count() == 1);
    for picture in ["learning.svg", "material.png", "margins.svg", "king-piece.svg?king=8h&piece=pawn"] {
        let answer = server.get(&format!("/api/v1/runs/first/{picture}"));
        assert_eq!(answer.status, 200, "{picture}: {}", answer.text());
    }
    assert_eq!(error(&server.get("/api/v1/runs/first/king-piece?piece=king")).1, "bad_field");
    assert_eq!(error(&server.get("/api/v1/runs/first/king-piece?king=10a")).1, "bad_field");
    assert_eq!(error(&server.get("/api/v1/runs/first/else.svg")).0, 404);
    assert_eq!(error(&server.get("/api/v1/runs/broken")).1, "bad_run");
    assert_eq!(error(&server.get("/api/v1/runs/empty")).0, 404);
}

#[test]
fn news_of_a_run_come_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("live");
    fs::create_dir(&run).unwrap();
    for name in ["checkpoint.bin", "weights.bin", "log.csv"] {
        fs::copy(runs().join("first").join(name), run.join(name)).unwrap();
    }
    let server = Server::new(Options { runs: Some(folder.path().to_owned()), ..options() });
    let mut events = server.events("/api/v1/runs/live");
    let mut other = server.events("/api/v1/runs/live");
    assert_eq!(events.wait_for("info")["done"], false);
    assert_eq!(other.wait_for("info")["passes"].as_array().unwrap().len(), 1);
    fs::write(run.join("manifest.json"), r#"{"passes": 1, "frontier_margins": []}"#).unwrap();
    let done = events.wait_for("done");
    assert_eq!((done["done"].as_bool(), done["manifest"]["passes"].as_u64()), (Some(true), Some(1)));
    assert_eq!(other.wait_for("done"), done);
    assert!(events.next().is_none());
}

#[test]
fn a_run_that_has_just_begun_is_no_problem() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("young");
    fs::create_dir(&run).unwrap();
    fs::copy(runs().join("first/checkpoint.bin"), run.join("checkpoint.bin")).unwrap();
    let server = Server::new(Options { runs: Some(folder.path().to_owned()), ..options() });
    let list = server.good("/api/v1/runs");
    assert_eq!(list, json!({ "runs": [], "begun": ["young"], "problems": [] }));
    let (status, code, message) = error(&server.get("/api/v1/runs/young"));
    assert_eq!((status, code.as_str()), (404, "no_weights_yet"));
    assert!(message.starts_with("young: no weights yet"), "{message}");
    // One can watch until it has some.
    let mut events = server.events("/api/v1/runs/young");
    assert_eq!(events.wait_for("state"), json!({ "state": "no_weights_yet" }));
    fs::copy(runs().join("first/weights.bin"), run.join("weights.part")).unwrap();
    fs::rename(run.join("weights.part"), run.join("weights.bin")).unwrap();
    assert_eq!(events.wait_for("info")["passes"].as_array().unwrap().len(), 1);
    assert_eq!(server.good("/api/v1/runs")["begun"], json!([]));
}
