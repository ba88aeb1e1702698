//! `yomikiri solve`, `probe`, `puzzles` and `verify`.

use crate::program::run;
use std::fs;

/// A table of the game with at most five doves, once for all tests.
fn table() -> &'static str {
    use std::sync::OnceLock;
    static TABLE: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    let (_, path) = TABLE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("five.table").display().to_string();
        let (code, out, error) = run(&["solve", "doves", "--max-doves", "5", "--table", &path]);
        assert_eq!(code, 0, "{error}");
        assert!(out.contains("the start: Draw"), "{out}");
        (folder, path)
    });
    path
}

#[test]
fn solving_prints_the_rows_and_takes_up_a_run_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run").display().to_string();
    let solve = |more: &[&str]| {
        let arguments = ["solve", "doves", "--max-doves", "4", "--tsv", "--folder", &place];
        run(&[&arguments[..], more].concat())
    };
    let (code, out, error) = solve(&["--plies", "0"]);
    assert_eq!((code, out.as_str()), (0, "status\tply\tn2\tn3\tn4\nLose\t0\t0\t0\t60\n"), "{error}");
    let (code, out, _) = solve(&[]);
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "status\tply\tn2\tn3\tn4\nLose\t0\t0\t0\t60\nWin\t1\t0\t0\t397\nDraw\t-\t2\t180\t28163\n"
    );
    let (code, _, error) = run(&["solve", "doves", "--max-doves", "5", "--folder", &place]);
    assert_eq!(code, 2);
    assert!(error.contains("at most 4 doves; 5 were asked for"), "{error}");
    let (code, _, error) = run(&["solve", "doves", "--max-doves", "6", "--memory", "1"]);
    assert_eq!(code, 2);
    assert!(error.contains("1 MiB of memory are too few"), "{error}");
}

#[test]
fn counters_give_the_rows_that_frames_give() {
    let solve = |more: &[&str]| run(&[&["solve", "doves", "--max-doves", "4", "--tsv"], more].concat());
    let (code, out, error) = solve(&["--counters"]);
    assert_eq!(code, 0, "{error}");
    assert_eq!(out, solve(&[]).1);
    assert_eq!(solve(&["--counters", "--plies", "3"]).0, 2);
}

#[test]
fn a_plot_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("depths.svg");
    let (code, _, error) = run(&["solve", "doves", "--max-doves", "4", "--plot", picture.to_str().unwrap()]);
    assert_eq!(code, 0, "{error}");
    assert!(fs::read_to_string(picture).unwrap().contains("plies to the end"));
}

#[test]
fn probing_tells_value_moves_and_line() {
    let (code, out, error) = run(&["probe", "doves", "--table", table(), "b/B", "r"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("value  Draw") && out.contains("Red to move"), "{out}");
    let (code, _, error) = run(&["probe", "doves", "--table", table(), "b/Q", "r"]);
    assert_eq!(code, 2);
    assert!(error.contains("character 3: Some('Q')"), "{error}");
    let (code, _, error) = run(&["probe", "doves", "--table", table(), "ba/yB/AY r"]);
    assert_eq!(code, 2);
    assert!(error.contains("6 doves are on the board; this game has at most 5"), "{error}");
    let (code, _, error) = run(&["probe", "dobutsu", "--table", table(), "gle/.c./.C./ELG -"]);
    assert_eq!(code, 2);
    assert!(error.contains("values of dobutsu was asked for"), "{error}");
}

#[test]
fn puzzles_have_lines_of_their_length_that_probing_confirms() {
    let (code, out, error) =
        run(&["puzzles", "--table", table(), "--depth", "3", "--count", "1", "--solutions"]);
    assert_eq!(code, 0, "{error}");
    let solutions: Vec<&str> = out.lines().filter_map(|l| l.strip_prefix("solution: ")).collect();
    assert_eq!(solutions.len(), 1, "{out}");
    assert!(solutions.iter().all(|s| s.split(' ').count() == 3), "{out}");
    let first = out.lines().next().unwrap();
    let position = first.strip_prefix("1. ").unwrap().split(" (").next().unwrap();
    let (_, probed, _) = run(&["probe", "doves", "--table", table(), position]);
    assert!(probed.contains("value  Win 3"), "{probed}");
    let first_move = solutions[0].split(' ').next().unwrap();
    assert!(probed.contains(&format!("line   {first_move} ")), "{probed}\n{out}");
}

#[test]
fn a_table_is_verified_and_a_damaged_one_named() {
    let (code, out, error) = run(&["verify", "table", table(), "--sample", "2000"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("entries follow from the rules"), "{out}");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    let mut bytes = fs::read(table()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&copy, bytes).unwrap();
    let (code, _, error) = run(&["verify", "table", copy.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(error.contains("copy: block ") && error.contains("is damaged"), "{error}");
}
