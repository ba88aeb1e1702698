//! `yomikiri book`, and a session that plays from what it made.

use crate::program::{command, run};
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// What a session says to these lines.
fn session(lines: &[String]) -> String {
    let mut child = command(&["usi"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_book_is_made_shown_and_played_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = "id\tend\tmoves\n1\t1-0\t7g7f 3c3d 2g2f\n2\t1-0\t7g7f 3c3d 6g6f\n3\t0-1\t2g2f 8c8d\n4\t1-0\t7g7f 8c8d\n";
    fs::write(path("games.tsv"), games).unwrap();
    let (code, out, error) = run(&["book", "make", &path("games.tsv"), "--out", &path("book.db")]);
    assert_eq!(
        (code, out.as_str()),
        (0, &*format!("4 games, 2 positions and 2 moves in {}\n", path("book.db"))),
        "{error}"
    );
    let text = fs::read_to_string(path("book.db")).unwrap();
    assert!(text.starts_with("#YANEURAOU-DB2016 1.00\nsfen "), "{text}");
    let (code, out, _) = run(&["book", "show", &path("book.db")]);
    assert!(code == 0 && out.starts_with("7g7f\t▲７六歩\t3c3d\t") && out.ends_with("\t0\t3\n"), "{out}");
    assert_eq!(run(&["book", "show", &path("book.db"), "startpos moves 2g2f"]).1, "");

    let said = session(&[
        format!("setoption name BookFile value {}", path("book.db")),
        "isready".to_owned(),
        "position startpos".to_owned(),
        "go btime 1000 wtime 1000".to_owned(),
        "setoption name USI_OwnBook value false".to_owned(),
        "go depth 1".to_owned(),
    ]);
    assert!(said.contains("info string book of 2 positions, 0 lines that cannot be used"), "{said}");
    assert!(said.contains("string from the book\nbestmove 7g7f ponder 3c3d\n"), "{said}");
    assert_eq!(said.matches("bestmove").count(), 2, "{said}");
    assert_eq!(said.matches("from the book").count(), 1, "{said}");
}

#[test]
fn what_is_wrong_with_a_book_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    fs::write(path("bad.db"), format!("#YANEURAOU-DB2016 1.00\n{start}\n7g7f\n7g7e\n")).unwrap();
    let (code, out, error) = run(&["book", "show", &path("bad.db")]);
    assert!(code == 2 && out.starts_with("7g7f\t") && error.contains("bad.db:4:1: 7g7e"), "{error}");
    let said = session(&[format!("setoption name BookFile value {}", path("bad.db"))]);
    assert!(said.contains("info string error ") && said.contains("bad.db:4:1: 7g7e"), "{said}");
    assert!(said.contains("book of 1 positions, 1 lines"), "{said}");

    fs::write(path("none"), "no book\n").unwrap();
    let (code, _, error) = run(&["book", "show", &path("none")]);
    assert!(code == 2 && error.contains("none:1:1: expected `#YANEURAOU-DB2016"), "{error}");
    let (code, _, error) = run(&["book", "make", &path("none"), "--out", &path("x.db")]);
    assert!(code == 2 && !fs::exists(path("x.db")).unwrap(), "{error}");
    let (code, _, error) = run(&["book", "make", &path("missing"), "--out", &path("x.db")]);
    assert!(code == 2 && error.contains("missing"), "{error}");
}
