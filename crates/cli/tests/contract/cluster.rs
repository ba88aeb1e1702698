//! `yomikiri solve doves --cluster`: real processes on this machine.

use crate::program::run;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A file of hosts with ports that were free a moment ago.
fn hosts(folder: &Path, processes: usize) -> String {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> = listeners.iter().map(|l| l.local_addr().unwrap().to_string()).collect();
    let path = folder.join("hosts");
    fs::write(&path, lines.join("\n")).unwrap();
    path.display().to_string()
}

/// Starts a process; whatever the test meets, it does not outlive it.
struct Started(Option<Child>);

impl Started {
    fn output(mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn start(processes: usize, process: usize, hosts: &str, more: &[&str]) -> Started {
    let child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["solve", "doves", "--tsv", "--cluster", "-h", hosts, "-w", "1"])
        .args(["-n", &processes.to_string(), "-p", &process.to_string()])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    Started(Some(child))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs all processes to the end; returns what process 0 printed. The others print nothing.
fn together(processes: usize, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let hosts = hosts(folder.path(), processes);
    let started: Vec<Started> = (0..processes).map(|p| start(processes, p, &hosts, more)).collect();
    let outputs: Vec<Output> = started.into_iter().map(Started::output).collect();
    for output in &outputs {
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert!(outputs[1..].iter().all(|o| o.stdout.is_empty()));
    text(&outputs[0].stdout)
}

#[test]
fn one_two_and_four_processes_give_what_plain_threads_give() {
    let folder = tempfile::tempdir().unwrap();
    let table = |name: &str| folder.path().join(name).display().to_string();
    let plain = table("plain");
    let (code, expected, error) = run(&["solve", "doves", "--max-doves", "4", "--tsv", "--table", &plain]);
    assert_eq!(code, 0, "{error}");
    for processes in [1, 2, 4] {
        let shared = table(&format!("shared-{processes}"));
        assert_eq!(together(processes, &["--max-doves", "4", "--table", &shared]), expected);
        assert!(fs::read(&shared).unwrap() == fs::read(&plain).unwrap(), "{processes} processes");
    }
    let (_, expected, _) = run(&["solve", "doves", "--max-doves", "5", "--tsv", "--plies", "9"]);
    for processes in [2, 4] {
        assert_eq!(together(processes, &["--max-doves", "5", "--plies", "9"]), expected);
    }
}

#[test]
fn a_plan_divides_all_of_the_work() {
    let plan = |processes: &str| {
        let (code, out, error) =
            run(&["solve", "doves", "--max-doves", "5", "--cluster", "-n", processes, "--plan"]);
        assert_eq!(code, 0, "{error}");
        let rows = out.lines().filter_map(|line| {
            line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<f64>>>()
        });
        rows.filter(|row| row.len() == 5).collect::<Vec<_>>()
    };
    let (one, four) = (plan("1"), plan("4"));
    assert_eq!((one.len(), four.len(), one[0][1]), (1, 4, 100.0));
    assert!((four.iter().map(|row| row[1]).sum::<f64>() - 100.0).abs() < 0.5);
    assert!(four.iter().all(|row| (15.0..35.0).contains(&row[1]) && row[2] <= one[0][2]), "{four:?}");
}

/// Waits until a run in a folder has come to a ply.
fn wait_for_ply(folder: &Path, ply: u32) {
    let manifest: PathBuf = folder.join("process-1-of-2/manifest.json");
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_mins(2) {
        let next = fs::read_to_string(&manifest).ok().and_then(|text| {
            let rest = text.split_once("\"next_ply\":")?.1;
            rest.split(',').next()?.parse::<u32>().ok()
        });
        if next.is_some_and(|next| next > ply) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the run does not come to ply {ply}");
}

#[test]
fn a_process_that_dies_stops_the_run_which_is_then_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let options = ["--max-doves", "5", "--plies", "40", "--folder", place.to_str().unwrap()];
    let list = hosts(folder.path(), 2);
    let zero = start(2, 0, &list, &options);
    let mut one = start(2, 1, &list, &options);
    wait_for_ply(&place, 3);
    one.0.as_mut().unwrap().kill().unwrap();
    let output = zero.output();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(output.stdout.is_empty());
    let address = fs::read_to_string(&list).unwrap().lines().nth(1).unwrap().to_owned();
    assert!(error.contains(&format!("process 1 at {address} is gone")), "{error}");
    assert!(error.contains("take the run up after its last complete ply"), "{error}");
    assert!(!error.contains("panicked"), "{error}");
    drop(one);
    let (_, expected, _) = run(&["solve", "doves", "--max-doves", "5", "--tsv", "--plies", "40"]);
    assert_eq!(together(2, &options), expected);
    // The folder is that of two processes and stays so.
    let (code, _, error) = run(&[
        "solve",
        "doves",
        "--max-doves",
        "5",
        "--folder",
        &format!("{}/process-0-of-2", place.display()),
    ]);
    assert_eq!(code, 2);
    assert!(error.contains("a run of process 0 of 2; a single process was asked for"), "{error}");
}

#[test]
fn bad_hosts_and_absent_processes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hosts");
    let file = file.to_str().unwrap();
    let solve = |more: &[&str]| run(&[&["solve", "doves", "--max-doves", "4", "--cluster"], more].concat());
    fs::write(file, "here:2101\nthere\n").unwrap();
    let (code, _, error) = solve(&["-n", "2", "-h", file]);
    assert_eq!(code, 2);
    assert!(error.contains("line 2: \"there\" where host:port was expected"), "{error}");
    let (code, _, error) = solve(&["-n", "3", "-h", file, "-p", "3"]);
    assert_eq!(code, 2);
    assert!(error.contains("process 3 of 3: numbers go from 0 to 2"), "{error}");
    let list = hosts(folder.path(), 2);
    let (code, _, error) = solve(&["-n", "2", "-h", &list, "--patience", "1"]);
    assert_eq!(code, 1);
    assert!(
        error.contains("process 1 at 127.0.0.1:") && error.contains("did not come within 1 s"),
        "{error}"
    );
    let (code, _, error) = run(&["solve", "doves", "--max-doves", "4", "-n", "2"]);
    assert_eq!(code, 2);
    assert!(error.contains("--cluster"), "{error}");
}
