//! `yomikiri match` against engines that misbehave: each fault is named, with the right engine and the right game.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The fake engine, an example of this crate: `cargo test` builds it beside the tests.
fn fake() -> PathBuf {
    let mut folder = std::env::current_exe().unwrap();
    folder.pop();
    if folder.ends_with("deps") {
        folder.pop();
    }
    let path = folder.join("examples").join(format!("fake_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "{} is not built: cargo build -p yomikiri-cli --example fake_engine",
        path.display()
    );
    path
}

fn engine(manner: &str) -> String {
    format!("'{}' {manner} --name {}", fake().display(), manner.split('@').next().unwrap())
}

fn command(a: &str, b: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(["match", &engine(a), &engine(b), "--json", "--quiet"]).args(more);
    command
}

fn play(a: &str, b: &str, more: &[&str]) -> (Output, Value) {
    let output = command(a, b, more).output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = text.lines().last().unwrap_or_else(|| panic!("nothing printed: {told}"));
    let summary = serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {text}\n{told}"));
    (output, summary)
}

fn count(summary: &Value) -> [u64; 4] {
    ["wins", "draws", "losses", "faults"].map(|name| summary[name].as_u64().unwrap())
}

/// Two games, A at fault in both; the same with A and B exchanged.
#[track_caller]
fn assert_fault(manner: &str, fault: &str, detail: &str, more: &[&str]) {
    let more = [&["--games", "2", "--nodes", "1", "--max-moves", "40"], more].concat();
    for (a, b, guilty, result) in [(manner, "good", "A", [0, 0, 2, 2]), ("good", manner, "B", [2, 0, 0, 2])] {
        let (output, summary) = play(a, b, &more);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(count(&summary), result, "{summary}");
        for (index, found) in summary["fault_list"].as_array().unwrap().iter().enumerate() {
            assert_eq!(found["engine"], guilty, "{summary}");
            assert_eq!(found["game"], index as u64 + 1);
            assert_eq!(found["fault"], fault, "{summary}");
            assert!(found["detail"].as_str().unwrap().contains(detail), "{summary}");
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let name = manner.split('@').next().unwrap();
        assert!(text.contains(&format!("{name} ({guilty}): {fault}")), "{text}");
    }
}

#[test]
fn illegal_move() {
    assert_fault("illegal@9", "illegal move", "5e5d (no piece stands on the origin)", &[]);
}

#[test]
fn malformed_answer() {
    assert_fault("malformed", "malformed bestmove", "bestmove e2e4", &[]);
}

#[test]
fn no_answer() {
    assert_fault("silent@8", "no answer", "ms", &["--hang", "200"]);
}

#[test]
fn late_answer() {
    assert_fault("late@9", "time loss", "of 300", &["--hang", "300"]);
}

#[test]
fn crash() {
    assert_fault("crash@10", "crash", "exit code 7: for good", &[]);
}

#[cfg(unix)]
#[test]
fn abort() {
    assert_fault("abort", "crash", "killed by signal 6", &[]);
}

#[test]
fn false_declaration() {
    assert_fault("declare@9", "false declaration", "king outside", &[]);
}

#[test]
fn not_ready_for_the_next_game() {
    let more = ["--games", "2", "--nodes", "1", "--ready", "300", "--max-moves", "12"];
    let (_, summary) = play("unready-later", "good", &more);
    assert_eq!(count(&summary), [0, 1, 1, 1], "{summary}");
    assert_eq!(summary["fault_list"][0]["fault"], "not ready");
    assert_eq!(summary["fault_list"][0]["game"], 2);
    assert_eq!(summary["fault_list"][0]["engine"], "A");
}

#[test]
fn a_time_loss_by_clock_counts_the_whole_clock() {
    // 30 ms a move of 200 ms: the clock runs out after some moves, without byoyomi.
    let more =
        ["--games", "2", "--time", "200", "--grace", "0", "--limit-a", "nodes=1", "--max-moves", "200"];
    let (_, summary) = play("good", "slow", &more);
    assert_eq!(summary["fault_list"][0]["fault"], "time loss", "{summary}");
    assert_eq!(summary["fault_list"][0]["engine"], "B");
    assert_eq!(count(&summary), [2, 0, 0, 2]);
}

#[test]
fn oddities_are_no_faults() {
    for manner in ["garbage", "noisy", "twice"] {
        let (_, summary) = play(manner, "good", &["--games", "2", "--nodes", "1", "--max-moves", "14"]);
        assert_eq!(count(&summary), [0, 2, 0, 0], "{manner}: {summary}");
        assert_eq!(summary["ends"]["move limit"], 2);
    }
}

#[test]
fn resignation_is_no_fault() {
    let (_, summary) = play("resign@9", "good", &["--games", "3", "--nodes", "1"]);
    assert_eq!(count(&summary), [0, 0, 3, 0], "{summary}");
    assert_eq!(summary["ends"]["resignation"], 3);
}

#[test]
fn repetition_is_a_draw_at_the_fourth_occurrence_counted_from_the_first_position() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("start.usi");
    std::fs::write(&openings, "startpos\n").unwrap();
    let out = folder.path().join("match");
    let more = [
        "--games",
        "1",
        "--nodes",
        "1",
        "--openings",
        openings.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--save",
        "usi",
    ];
    let (_, summary) = play("shuffle", "shuffle", &more);
    assert_eq!(summary["ends"]["repetition"], 1, "{summary}");
    let games = std::fs::read_to_string(out.join("games.usi")).unwrap();
    assert_eq!(games, format!("startpos moves{}\n", " 2h3h 8b7b 3h2h 7b8b".repeat(3)));
}

#[test]
fn engines_that_do_not_start_are_told_before_the_first_game() {
    for (a, b, says) in [
        ("deaf", "good", "engine A"),
        ("good", "unready", "did not answer isready with readyok"),
        ("good", "deaf", "did not answer usi with usiok: no answer within 300 ms"),
    ] {
        let output = command(a, b, &["--ready", "300", "--nodes", "1"]).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(says), "{told}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["match", "/nowhere/engine", "/nowhere/other", "--nodes", "1"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("engine A (/nowhere/engine) could not be started: No such file"), "{told}");
}

#[test]
fn options_are_checked_against_what_the_engine_declares() {
    for (option, says) in [
        ("Level=12", "expected a whole number from 1 to 9"),
        ("Style=loud", "expected one of calm, wild"),
        ("level=x", "expected a whole number"),
    ] {
        let output = command("good", "good", &["--nodes", "1", "--option-b", option]).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("engine B") && told.contains(says), "{told}");
    }
    let more = [
        "--games",
        "1",
        "--nodes",
        "1",
        "--max-moves",
        "9",
        "--option-a",
        "Style=wild",
        "--option-a",
        "Level=9",
    ];
    assert_eq!(count(&play("good", "good", &more).1), [0, 1, 0, 0]);
}

#[test]
fn a_killed_match_goes_on_and_ends_as_if_it_had_not_been_killed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let out = folder.path().join(name);
        let arguments = [
            "--games",
            "12",
            "--nodes",
            "1",
            "--max-moves",
            "60",
            "--concurrency",
            "2",
            "--out",
            out.to_str().unwrap(),
        ];
        (command("slow", "good", &arguments), out)
    };
    let log = |out: &Path| {
        let text = std::fs::read_to_string(out.join("games.jsonl")).unwrap_or_default();
        let mut games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        games.sort_by_key(|game| game["game"].as_u64());
        games
    };
    let (mut first, out) = run("killed");
    let mut child = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while log_lines(&out) < 3 && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = log_lines(&out);
    assert!((3..12).contains(&before), "{before} games before the kill");
    let output = run("killed").0.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let output = run("whole").0.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let games = |name: &str| -> Vec<_> {
        log(&folder.path().join(name))
            .iter()
            .map(|game| (game["game"].clone(), game["usi"].clone()))
            .collect()
    };
    assert_eq!(games("killed"), games("whole"));
    assert_eq!(games("killed").len(), 12);
    assert_eq!(std::fs::read_dir(out.join("csa")).unwrap().count(), 12);
    // Once more: nothing is left to play, the report is the same.
    let (output, summary) = play(
        "slow",
        "good",
        &["--games", "12", "--nodes", "1", "--max-moves", "60", "--out", out.to_str().unwrap()],
    );
    assert!(output.status.success());
    assert_eq!(summary["games"], 12);
    // Another match in the same folder is refused.
    let output =
        command("slow", "good", &["--nodes", "2", "--max-moves", "60", "--out", out.to_str().unwrap()])
            .output()
            .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("another match"), "{told}");
}

fn log_lines(out: &Path) -> usize {
    std::fs::read_to_string(out.join("games.jsonl")).map_or(0, |text| text.matches('\n').count())
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let more = ["--games", "500", "--nodes", "1", "--sprt", "0,100", "--max-moves", "300"];
    let (_, summary) = play("good", "resign@12", &more);
    assert_eq!(summary["sprt"], "H1", "{summary}");
    assert!(summary["llr"].as_f64().unwrap() > 2.94);
    assert!(summary["games"].as_u64().unwrap() < 100, "{summary}");
}

/// No process of a match is left behind, not even one that ignores `quit` behind a shell.
#[cfg(target_os = "linux")]
#[test]
fn processes_are_ended_and_waited_for() {
    let mark = format!("stay-{}", std::process::id());
    let wrapped = format!("sh -c \"{} --name {mark}; true\"", engine("stay"));
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args([
            "match",
            &wrapped,
            &engine("silent@9"),
            "--games",
            "1",
            "--nodes",
            "1",
            "--hang",
            "200",
            "--json",
        ])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let left = processes_with(&mark);
    assert!(left.is_empty(), "{left:?}");
}

/// A request to stop ends the engines, keeps what is finished and says how to go on.
#[cfg(unix)]
#[test]
fn an_interrupted_match_says_so_and_leaves_nobody_behind() {
    let folder = tempfile::tempdir().unwrap();
    let mark = format!("interrupt-{}", std::process::id());
    let out = folder.path().join("out");
    let child = command("slow", &format!("good --name {mark}"), &["--nodes", "1", "--max-moves", "40"])
        .args(["--concurrency", "2", "--out", out.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while log_lines(&out) < 1 && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_raw(child.id().try_into().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("interrupted after") && told.contains("the same command goes on"), "{told}");
    let text = String::from_utf8(output.stdout).unwrap();
    let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(summary["games"].as_u64().unwrap() as usize, log_lines(&out));
    assert_eq!(summary["faults"], 0, "{summary}");
    assert!(processes_with(&mark).is_empty());
}

/// Command lines of running processes that hold `mark`.
#[cfg(unix)]
fn processes_with(mark: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir("/proc") else { return Vec::new() };
    folder
        .filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(mark))
        .collect()
}
