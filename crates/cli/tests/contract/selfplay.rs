//! `yomikiri selfplay`: the same games whatever happens meanwhile, and clear refusals.

use crate::program::{command, json, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const QUICK: [&str; 8] = ["selfplay", "--nodes", "400", "--hash", "1", "--max-moves", "60", "--quiet"];

fn play(out: &Path, more: &[&str]) -> (i32, String, String) {
    run(&[&QUICK[..], &["--out", out.to_str().unwrap()], more].concat())
}

/// Plays, and gives the bytes of the output.
#[track_caller]
fn games(out: &Path, more: &[&str]) -> Vec<u8> {
    let (code, _, error) = play(out, more);
    assert_eq!(code, 0, "{error}");
    fs::read(out).unwrap()
}

fn journal(out: &Path) -> PathBuf {
    out.with_file_name(format!("{}.journal", out.file_name().unwrap().to_str().unwrap()))
}

#[test]
fn a_seed_gives_the_same_games_whatever_the_concurrency() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    let options = ["--games", "6", "--seed", "5", "--noise", "40"];
    let one = games(&path("one.tsv"), &options);
    assert_eq!(String::from_utf8_lossy(&one).lines().count(), 7);
    assert_eq!(games(&path("two.tsv"), &[&options[..], &["--concurrency", "2"]].concat()), one);
    assert_eq!(games(&path("many.tsv"), &[&options[..], &["--concurrency", "9"]].concat()), one);
    assert_ne!(games(&path("other.tsv"), &["--games", "6", "--seed", "6", "--noise", "40"]), one);
    // The first games of a longer run are those of a shorter one.
    let three = games(&path("three.tsv"), &["--games", "3", "--seed", "5", "--noise", "40"]);
    assert!(one.starts_with(&three));
}

#[test]
fn a_run_that_was_cut_short_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    let options = ["--games", "5", "--seed", "2"];
    let whole = games(&path("whole.tsv"), &options);
    let log = fs::read(journal(&path("whole.tsv"))).unwrap();
    let line_ends: Vec<_> = (0..log.len()).filter(|&at| log[at] == b'\n').collect();
    assert_eq!(line_ends.len(), 6);
    // Within the settings, at a line end, and within the third game.
    for cut in [10, line_ends[2] + 1, line_ends[2] + 100, log.len() - 1] {
        let out = path("cut.tsv");
        fs::write(journal(&out), &log[..cut]).unwrap();
        assert_eq!(games(&out, &options), whole, "cut at byte {cut}");
        assert_eq!(fs::read(journal(&out)).unwrap(), log, "cut at byte {cut}");
    }
    // More games, and another format, from the same journal.
    let (code, out, error) = play(&path("whole.tsv"), &["--games", "6", "--seed", "2", "--json"]);
    assert_eq!(code, 0, "{error}");
    let told: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((&told["games"], &told["resumed"]), (&6.into(), &5.into()));
    assert!(fs::read(path("whole.tsv")).unwrap().starts_with(&whole));
}

#[test]
fn a_killed_run_loses_the_game_in_progress_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("killed.tsv");
    let options = ["--games", "6", "--seed", "3", "--nodes", "1500", "--concurrency", "2"];
    let quick = ["selfplay", "--hash", "1", "--max-moves", "60", "--quiet", "--out"];
    let all = |out: &Path| [&quick[..], &[out.to_str().unwrap()], &options].concat().join(" ");
    let arguments = all(&out);
    let mut child = command(&arguments.split(' ').collect::<Vec<_>>())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = || fs::read(journal(&out)).map_or(0, |log| log.split(|&byte| byte == b'\n').count() - 1);
    let begun = Instant::now();
    while lines() < 3 && begun.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let finished = lines() - 1;
    assert!(finished >= 2);
    assert!(!out.exists() || finished == 6);
    let told = json(&(arguments + " --json").split(' ').collect::<Vec<_>>());
    assert_eq!((&told["games"], &told["resumed"]), (&6.into(), &finished.into()));
    let other = folder.path().join("other.tsv");
    assert_eq!(run(&all(&other).split(' ').collect::<Vec<_>>()).0, 0);
    assert_eq!(fs::read(&out).unwrap(), fs::read(&other).unwrap());
}

#[test]
fn other_options_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.tsv");
    let before = games(&out, &["--games", "1"]);
    for (option, told) in [
        (&["--seed", "9"][..], "--seed is 1 there and 9 now"),
        (&["--noise", "7"], "--noise is 0 there and 7 now"),
        (&["--resign", "900"], "--resign is not given there and 900 now"),
        (&["--depth", "3"], "--depth is not given there and 3 now"),
        (&["--random-plies", "4"], "--random-plies is 12 there and 4 now"),
        (&["--entering-king", "24"], "--entering-king is \"Points27\" there and \"Points24\" now"),
    ] {
        let (code, printed, error) = play(&out, &[&["--games", "2"], option].concat());
        assert_eq!((code, printed.as_str()), (2, ""), "{option:?}");
        assert!(error.contains(told) && error.contains("games.tsv.journal"), "{error}");
    }
    assert_eq!(fs::read(&out).unwrap(), before);
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    let (code, _, error) = play(&path("no/such/games.tsv"), &["--games", "1"]);
    assert!(code == 1 && error.contains("no/such/games.tsv.journal"), "{code} {error}");
    // Somebody else's file, and a journal that is none.
    fs::write(path("mine.csa"), "V2.2\n").unwrap();
    let (code, _, error) = play(&path("mine.csa"), &["--games", "1"]);
    assert!(code == 2 && error.contains("not overwritten"), "{code} {error}");
    assert_eq!(fs::read(path("mine.csa")).unwrap(), b"V2.2\n");
    fs::write(path("b.tsv.journal"), "{\"a\":1}\n").unwrap();
    let (code, _, error) = play(&path("b.tsv"), &["--games", "1"]);
    assert!(code == 2 && error.contains("not a journal of selfplay"), "{code} {error}");
    // The place of the output is taken by a folder: the games stay in the journal.
    fs::create_dir_all(path("d/games.tsv")).unwrap();
    let (code, _, error) = play(&path("d/"), &["--games", "1"]);
    assert!(code == 1 && error.contains("d/games.tsv"), "{code} {error}");
    assert_eq!(fs::read_to_string(path("d/games.journal")).unwrap().lines().count(), 2);
    let broken = fs::read_to_string(path("d/games.journal")).unwrap() + "nonsense\n";
    fs::write(path("d/games.journal"), broken).unwrap();
    let (code, _, error) = play(&path("d/"), &["--games", "1"]);
    assert!(code == 2 && error.contains("games.journal, line 3"), "{code} {error}");
}

/// A file that may not grow is what a full disk is: a part of a line is written, and no more.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_finished_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let arguments =
        |out: &Path| [QUICK.join(" "), "--games 5 --out".to_owned(), out.display().to_string()].join(" ");
    let program = env!("CARGO_BIN_EXE_yomikiri");
    let script = format!("trap '' XFSZ; ulimit -f 4; exec '{program}' {}", arguments(&path("full.tsv")));
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("full.tsv.journal"), "{error}");
    assert!(!path("full.tsv").exists());
    let run_whole = |name: &str| run(&arguments(&path(name)).split(' ').collect::<Vec<_>>()).0;
    assert_eq!((run_whole("full.tsv"), run_whole("whole.tsv")), (0, 0));
    assert_eq!(fs::read(path("full.tsv")).unwrap(), fs::read(path("whole.tsv")).unwrap());
}

#[test]
fn an_interrupted_run_leaves_a_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.tsv");
    let arguments = [&QUICK[..], &["--games", "100000", "--out", out.to_str().unwrap()]].concat();
    let child = command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while fs::read(journal(&out)).map_or(0, |log| log.len()) < 2000
        && begun.elapsed() < Duration::from_mins(1)
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && error.contains("the same command goes on from here"),
        "{error}"
    );
    let games = fs::read_to_string(journal(&out)).unwrap().lines().count() - 1;
    assert!(games >= 1);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), games + 1);
}

#[test]
fn every_format_is_read_by_the_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let whole =
        json(&[&QUICK[..], &["--games", "3", "--json", "--out", folder.path().to_str().unwrap()]].concat());
    assert_eq!((&whole["games"], &whole["format"]), (&3.into(), &"tsv".into()));
    for format in ["usi", "csa", "kif", "psv"] {
        let again = ["--games", "3", "--json", "--format", format, "--out", folder.path().to_str().unwrap()];
        let told = json(&[&QUICK[..], &again].concat());
        assert_eq!((&told["resumed"], &told["plies"]), (&3.into(), &whole["plies"]));
        let file = folder.path().join(format!("games.{format}"));
        let (code, _, error) = run(&["convert", "--to", "usi", "--json", file.to_str().unwrap()]);
        assert_eq!(code, 0, "{error}");
        let read: Value = serde_json::from_str(error.lines().last().unwrap()).unwrap();
        let plies = if format == "psv" { &whole["positions"] } else { &whole["plies"] };
        assert_eq!(
            (&read["read"], &read["plies"], &read["noted"]),
            (&3.into(), plies, &0.into()),
            "{format}"
        );
    }
}

#[test]
fn bad_options_are_told_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.tsv");
    let openings = folder.path().join("openings");
    let file = openings.to_str().unwrap();
    fs::write(&openings, "startpos moves 7g7f\nstartpos moves 7g7f 7g7f\n").unwrap();
    let (code, _, error) = play(&out, &["--openings", file]);
    assert!(code == 2 && error.contains("line 2"), "{error}");
    fs::write(&openings, "sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1\n").unwrap();
    let (code, _, error) = play(&out, &["--openings", file]);
    assert!(code == 2 && error.contains("opening 1 starts from") && error.contains("usi, csa"), "{error}");
    fs::write(&openings, "YMKREVAL\u{7}\0\0\0").unwrap();
    let (code, _, error) = play(&out, &["--weights", file]);
    assert!(code == 2 && error.contains("weights in format version 7"), "{error}");
    for option in [["--games", "0"], ["--nodes", "0"], ["--noise", "-1"], ["--format", "xyz"]] {
        assert_eq!(run(&[&["selfplay", "--out", "x"][..], &option].concat()).0, 2, "{option:?}");
    }
    assert!(!out.exists() && !journal(&out).exists());
}

/// The games that learners use as their example: SOURCE.md beside them tells how they were made.
#[test]
fn the_bundled_games_are_whole_and_legal() {
    let text = include_str!("../../data/selfplay.tsv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("id\tend\tplies\topening_plies\tmoves\tscores"));
    let (mut games, mut positions) = (0, 0);
    for line in lines {
        let fields: Vec<_> = line.split('\t').collect();
        let [id, end, plies, opening, moves, scores] = fields[..] else { panic!("{line}") };
        let mut position = shogi::Position::startpos();
        for mv in moves.split(' ') {
            position.try_apply(mv.parse().unwrap()).unwrap_or_else(|reason| panic!("{id}: {mv}: {reason}"));
        }
        assert_eq!(position.history_len().to_string(), plies, "{id}");
        assert_eq!(scores.split(' ').count().to_string(), plies, "{id}");
        assert!(end == "mate" && !position.has_legal_move(), "{id}");
        let scored = scores.split(' ').skip_while(|&score| score == "-");
        let scored: Vec<_> =
            scored.map(|score| score.trim_start_matches('m').parse::<i32>().unwrap()).collect();
        assert_eq!((position.history_len() - scored.len()).to_string(), opening, "{id}");
        assert!(scores.ends_with(" m1"), "{id}");
        (games, positions) = (games + 1, positions + scored.len());
    }
    assert_eq!((games, positions), (64, 7201));
}
