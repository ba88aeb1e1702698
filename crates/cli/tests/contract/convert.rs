//! `yomikiri convert`: what is written, what is counted, exit codes.

use crate::program::{command, run};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::Stdio;

const GAMES: &str = "V2.2\nN+Kuro\nPI\n+\n+7776FU\nT3\n-3334FU\nT4\n%TORYO\n/\nV2.2\nPI\n+\n-7776FU\n/\n\
                     V2.2\nPI\n+\n+2726FU\n-8384FU\n+2725FU\n%TORYO\n/\nV2.2\nPI\n+\n+5756FU\n%CHUDAN\n";

struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

#[test]
fn one_bad_game_is_told_and_the_others_are_written() {
    let files = Files::new();
    let input = files.write("games.csa", GAMES.as_bytes());
    let (code, out, told) = run(&["convert", "--to", "usi", &input]);
    assert_eq!(code, 2, "{told}");
    assert_eq!(out, "startpos moves 7g7f 3c3d resign\nstartpos moves 2g2f 8c8d\nstartpos moves 5g5f\n");
    assert!(told.contains(&format!("refused: {input}:14:1: it is black's turn")), "{told}");
    assert!(told.contains(&format!("cut: {input}:21:1: +2725FU: no piece stands on the origin")), "{told}");
    assert!(
        told.contains("3 games read (1 cut, 0 not from an even start, 0 with notes), 1 refused"),
        "{told}"
    );
    assert!(told.contains("error: 1 of 4 games or files are not in the output"), "{told}");
}

#[test]
fn every_format_goes_into_every_other_and_back() {
    let files = Files::new();
    let whole = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n%TORYO\n";
    let input = files.write("game", whole.as_bytes());
    let moves = "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e";
    for to in ["usi", "csa", "kif", "ki2", "psv", "hcpe"] {
        let output = files.path(&format!("converted.{to}"));
        let (code, summary, told) = run(&["convert", "--to", to, "-o", &output, "--json", &input]);
        assert_eq!(code, 0, "{to}: {told}");
        let summary: Value = serde_json::from_str(&summary).unwrap();
        assert_eq!((summary["read"].as_u64(), summary["written"].as_u64()), (Some(1), Some(1)));
        assert_eq!(summary["plies"], 5);
        let (code, back, told) = run(&["convert", "--to", "usi", &output]);
        assert_eq!(code, 0, "{to}: {told}");
        assert!(back.starts_with(moves), "{to}: {back}");
    }
    assert_eq!(fs::metadata(files.path("converted.psv")).unwrap().len(), 5 * 40);
    assert_eq!(fs::metadata(files.path("converted.hcpe")).unwrap().len(), 5 * 38);
}

#[test]
fn training_data_takes_games_with_a_result_only() {
    let files = Files::new();
    let input = files.write("lines.usi", b"startpos moves 7g7f resign\nstartpos moves 2g2f\n");
    let output = files.path("data.psv");
    let (code, _, told) = run(&["convert", "--to", "psv", "-o", &output, &input]);
    assert_eq!(code, 2);
    assert!(told.contains("lines.usi:2:1: psv cannot hold the game: the game has no result"), "{told}");
    assert_eq!(fs::read(&output).unwrap().len(), 40);
}

#[test]
fn an_output_file_is_replaced_whole_or_not_at_all() {
    let files = Files::new();
    let input = files.write("game.usi", b"startpos moves 7g7f\n");
    let output = files.write("old.kif", b"what was there");
    let (code, ..) = run(&["convert", "--to", "kif", "--encoding", "cp932", "-o", &output, &input]);
    assert_eq!(code, 0);
    let bytes = fs::read(&output).unwrap();
    assert!(bytes.windows(4).any(|window| window == [0x82, 0x56, 0x98, 0x5a]), "７六 in cp932");
    // Into itself: the input is read to its end before the output takes its place.
    let (code, ..) = run(&["convert", "--to", "csa", "-o", &output, &output]);
    assert_eq!(code, 0);
    assert_eq!(fs::read_to_string(&output).unwrap(), "V2.2\nPI\n+\n+7776FU\n");
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(files.folder.path()).unwrap().count(), 2);
    let nowhere = files.path("no/such/folder.kif");
    let (code, _, told) = run(&["convert", "--to", "kif", "-o", &nowhere, &input]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("folder.kif"), "{told}");
}

/// What did not arrive is not counted as written, and the error names the place.
#[test]
fn a_failed_write_is_not_told_as_written() {
    let files = Files::new();
    let input = files.write("games.csa", GAMES.as_bytes());
    let folder = files.path("");
    let nowhere = files.path("no/such/folder.kif");
    for (output, reason) in [
        (folder.trim_end_matches('/'), "is a folder"),
        (&nowhere, "No such file"),
        #[cfg(target_os = "linux")]
        ("/dev/full", "No space left"),
    ] {
        let (code, out, told) = run(&["convert", "--to", "usi", "--json", "-o", output, &input]);
        assert_eq!(code, 1, "{output}: {told}");
        let summary: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&summary["written"], &summary["plies"]), (&0.into(), &0.into()), "{output}: {out}");
        let last = told.lines().last().unwrap();
        assert!(last.starts_with("error: ") && last.contains(output) && last.contains(reason), "{told}");
    }
    // The games were read all the same, and nothing is left behind.
    assert_eq!(fs::read_dir(files.folder.path()).unwrap().count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_no_success() {
    let files = Files::new();
    let input = files.write("games.csa", GAMES.as_bytes());
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command(&["convert", "--to", "usi", &input]).stdout(full()).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("1 games read") && told.contains("; 0 written with 0 plies"), "{told}");
    assert!(told.contains("error: writing standard output: No space left"), "{told}");
    // Into a device that takes everything, everything is written.
    let (code, out, told) = run(&["convert", "--to", "usi", "-o", "/dev/null", &input]);
    assert_eq!(code, 2, "{told}");
    assert!(out.contains("; 3 written with 5 plies"), "{out}");
}

#[test]
fn files_that_are_missing_empty_or_no_records_are_refused_one_by_one() {
    let files = Files::new();
    let (empty, prose) = (files.write("empty.kif", b""), files.write("letter.txt", b"Dear friends\n"));
    let good = files.write("good.usi", b"startpos moves 7g7f\n");
    let missing = files.path("missing.csa");
    let (code, out, told) = run(&["convert", "--to", "usi", &empty, &missing, &prose, &good]);
    assert_eq!((code, out.as_str()), (2, "startpos moves 7g7f\n"), "{told}");
    for reason in ["empty.kif:1:1: the file is empty", "missing.csa: ", "letter.txt:1:1: no line of KIF"] {
        assert!(told.contains(reason), "{reason}: {told}");
    }
    assert!(told.contains("3 refused"), "{told}");
}

#[test]
fn standard_input_and_notes() {
    let mut child = command(&["convert", "--to", "kif", "--notes", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 千日手\n";
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8(output.stdout).unwrap().contains("   1 ７六歩(77)\n   2 千日手\nまで1手で千日手\n")
    );
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("note: -:3:1: a draw by repetition"), "{told}");
}
