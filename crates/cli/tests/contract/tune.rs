//! `yomikiri tune`: the same numbers whatever happens meanwhile, and clear refusals.

use crate::program::{json, run};
use std::fs;
use std::path::Path;

const QUICK: [&str; 8] =
    ["tune", "--nodes", "150", "--max-moves", "50", "--rate", "0.5", "--numbers=reverse_margin,null_base"];

fn tune(out: &Path, more: &[&str]) -> (i32, String, String) {
    run(&[&QUICK[..], &["--out", out.to_str().unwrap()], more].concat())
}

#[test]
fn a_run_that_was_cut_short_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tune.jsonl");
    let (code, whole, error) = tune(&path, &["--iterations", "8"]);
    assert_eq!(code, 0, "{error}");
    let log = fs::read(&path).unwrap();
    let line_ends: Vec<_> = (0..log.len()).filter(|&at| log[at] == b'\n').collect();
    assert_eq!(line_ends.len(), 9);
    for cut in [10, line_ends[4] + 1, line_ends[4] + 20, log.len() - 1] {
        fs::write(&path, &log[..cut]).unwrap();
        let (code, again, error) = tune(&path, &["--iterations", "8"]);
        assert_eq!((code, again.as_str()), (0, whole.as_str()), "cut at byte {cut}: {error}");
        assert_eq!(fs::read(&path).unwrap(), log, "cut at byte {cut}");
    }
    // Somebody won a pair, so the numbers have moved; the report is the last line's values.
    let moved = |line: &str| line.split_whitespace().nth(2).unwrap().parse::<f64>().unwrap();
    assert!(whole.starts_with("8 pairs of games\n"), "{whole}");
    let reverse = whole.lines().find(|line| line.starts_with("reverse_margin")).unwrap();
    assert!(reverse.split_whitespace().nth(1) == Some("110") && (moved(reverse) - 110.0).abs() > 0.1);
    let told = json(&[&QUICK[..], &["--iterations=8", "--json", "--out", path.to_str().unwrap()]].concat());
    assert_eq!(
        format!("{:.1}", told["numbers"]["reverse_margin"].as_f64().unwrap()),
        format!("{:.1}", moved(reverse))
    );
    // Other settings never mix with these.
    let (code, _, error) = tune(&path, &["--iterations", "8", "--seed", "2"]);
    assert!(code == 2 && error.contains("--seed is 1 there and 2 now"), "{code} {error}");
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tune.jsonl");
    let out = out.to_str().unwrap();
    for (arguments, told) in [
        (&["--numbers", "reverse_margins"][..], "\"reverse_margins\": no such option"),
        (&["--numbers", "TableMode"], "\"TableMode\": an option of another kind, expected a spin"),
        (&["--option", "reverse_margin=9"], "\"9\" is wrong"),
        (&["--iterations", "0"], "--iterations 0: expected at least 1"),
        (&["--rate", "0"], "--rate 0: expected a number above 0"),
        (&["--nodes", "0"], "at least 1"),
    ] {
        let (code, _, error) = run(&[&["tune", "--out", out], arguments].concat());
        assert!(code == 2 && error.contains(told), "{arguments:?}: {code} {error}");
    }
    let (code, _, error) = run(&["tune", "--out", out, "--numbers", "x", "--engine", "/no/such/engine"]);
    assert!(code == 1 && error.contains("/no/such/engine"), "{code} {error}");
    // An engine that breaks off in the middle stops the run, and nothing is learnt from it.
    assert!(!Path::new(out).exists());
}
