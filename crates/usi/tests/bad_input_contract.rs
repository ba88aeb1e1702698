//! What bad lines are answered with: the token, its index, and what was expected there.

use usi::{BestMove, Clock, Command, ErrorKind, Go, MateLimit, PositionCommand, Reply, ScoreValue};

fn command_error(line: &str) -> (usize, String, String) {
    let error = Command::parse(line).expect_err(line);
    (error.index, error.token.clone(), error.kind.to_string())
}

#[track_caller]
fn assert_error(line: &str, index: usize, token: &str, says: &str) {
    let (found_index, found_token, message) = command_error(line);
    assert_eq!((found_index, found_token.as_str()), (index, token), "{line}: {message}");
    assert!(message.contains(says), "{line}: {message}");
}

#[test]
fn commands() {
    assert_error("", 0, "", "empty");
    assert_error(" \r\n", 0, "", "empty");
    assert_error("uci", 0, "uci", "usi, isready");
    assert_error("Usi", 0, "Usi", "unknown");
    assert_error("usi now", 1, "now", "the end of the line");
    assert_error("gameover", 1, "", "win, lose or draw");
    assert_error("gameover loose", 1, "loose", "win, lose or draw");
    assert_error("setoption", 1, "", "name");
    assert_error("setoption USI_Hash value 16", 1, "USI_Hash", "name");
    assert_error("setoption name value 16", 2, "", "the option's name");
    assert_error("perft", 1, "", "plies");
    assert_error("perft -1", 1, "-1", "plies");
    assert_error("ponderhit btime", 2, "", "milliseconds");
}

/// A command with a control character is not carried out, whichever part of it the character stands in.
#[test]
fn control_characters() {
    for (line, index, token) in [
        ("go\0", 0, "go\0"),
        ("go\0 depth 3", 0, "go\0"),
        ("\0", 0, "\0"),
        ("\u{1b}[Ago", 0, "\u{1b}[Ago"),
        ("position startpos moves\u{c}7g7f", 2, "moves\u{c}7g7f"),
        ("usi\nquit\n", 0, "usi\nquit"),
        ("isready\rquit\r\n", 0, "isready\rquit"),
        ("setoption name Book\0File value x", 2, "Book\0File"),
        ("setoption name BookFile value a  b\u{7f}", 5, "b\u{7f}"),
        ("bench 1 \u{7}", 2, "\u{7}"),
    ] {
        assert_error(line, index, token, "control character");
        assert!(Command::parse_lenient(line).is_err(), "{line:?}");
    }
    for (line, index) in
        [("id name a b\0", 3), ("info depth 3 string a\u{1b}[m", 4), ("bestmove\u{b}7g7f", 0)]
    {
        let error = Reply::parse_lenient(line).expect_err(line);
        assert_eq!((error.index, matches!(error.kind, ErrorKind::Control { .. })), (index, true), "{line:?}");
    }
    assert_eq!(
        Command::parse("a\0b").unwrap_err().to_string(),
        "token 0 \"a\\0b\": control character as character 2 of the token, expected text with blanks and tabs alone \
         between tokens"
    );
    assert!(PositionCommand::parse_lenient("startpos\0").is_err());
    assert_eq!(Command::parse("\tgo\t depth\t1\r\n").unwrap().to_string(), "go depth 1");
}

#[test]
fn positions() {
    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    assert_error("position", 1, "", "startpos or sfen");
    assert_error("position moves 7g7f", 1, "moves", "startpos or sfen");
    assert_error("position startpos 7g7f", 2, "7g7f", "moves");
    assert_error("position startpos moves 7g7f win", 4, "win", "USI move");
    assert_error("position startpos moves 7g7f 7g7f", 4, "7g7f", "move 2 after the start position");
    assert_error("position startpos moves 7g7f 3c3d 8h2b 3a2b P*5d", 7, "P*5d", "move 5");
    assert_error("position sfen", 2, "", "missing");
    assert_error("position sfen 9/9 b - 1", 2, "9/9", "2 ranks, expected 9");
    assert_error(&format!("position sfen {START} x - 1"), 3, "x", "expected 'b' or 'w'");
    assert_error(&format!("position sfen {START} b 3X 1"), 4, "3X", "RBGSNLP");
    assert_error(&format!("position sfen {START} b - one"), 5, "one", "whole number");
    assert_error(&format!("position sfen {START} b - 1 mvoes 7g7f"), 6, "mvoes", "moves");
    assert_error("position sfen 4k4/9/9/9/4R4/9/9/9/4K4 b - 1", 2, "4k4/9/9/9/4R4/9/9/9/4K4", "black's turn");
}

#[test]
fn a_sfen_that_can_be_repaired_is_used_and_the_repair_told() {
    let line = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b pR moves R*5b";
    assert!(matches!(Command::parse(line).unwrap_err().kind, ErrorKind::Repaired(_)));
    let (command, problems) = Command::parse_lenient(line).unwrap();
    let Command::Position(read) = command else { panic!("{line}") };
    assert_eq!(read.position.history_len(), 1);
    assert_eq!(problems.len(), 2, "{problems:?}");
}

#[test]
fn a_text_without_the_command_word_is_a_position_too() {
    for text in ["startpos moves 7g7f", "position startpos moves 7g7f"] {
        assert_eq!(PositionCommand::parse(text).unwrap().position.history_len(), 1);
    }
}

#[test]
fn go_keeps_what_it_understands() {
    let read = |line: &str| {
        let (command, problems) = Command::parse_lenient(line).unwrap();
        let told: Vec<_> = problems.iter().map(|problem| (problem.index, problem.token.clone())).collect();
        (command.to_string(), told)
    };
    let told = |index: usize, token: &str| vec![(index, token.to_owned())];
    assert_eq!(read("go btime wtime 500"), ("go wtime 500".to_owned(), told(2, "wtime")));
    assert_eq!(read("go depth x nodes 5"), ("go nodes 5".to_owned(), told(2, "x")));
    assert_eq!(read("go nodes"), ("go".to_owned(), told(2, "")));
    assert_eq!(read("go fast byoyomi 1"), ("go byoyomi 1".to_owned(), told(1, "fast")));
    assert_eq!(read("go searchmoves infinite"), ("go infinite".to_owned(), told(2, "")));
    assert_eq!(read("go btime -30 wtime 7").0, "go btime 0 wtime 7");
}

#[test]
fn go_as_guis_send_it() {
    let go = |line: &str| match Command::parse(line) {
        Ok(Command::Go(go)) => *go,
        other => panic!("{line}: {other:?}"),
    };
    let all = go("go ponder btime 1 wtime 2 byoyomi 3");
    assert!(all.ponder && all.clock.byoyomi.is_some() && all.clock.increment == [None, None]);
    assert_eq!(go("go mate 5000").mate, Some(MateLimit::Time(std::time::Duration::from_secs(5))));
    assert_eq!(go("go mate"), Go { mate: Some(MateLimit::Infinite), ..Go::default() });
    assert_eq!(go("go searchmoves 7g7f P*5e infinite").searchmoves.len(), 2);
    assert_eq!(go("go"), Go::default());
    let Ok(Command::PonderHit(clock)) = Command::parse("ponderhit") else { panic!() };
    assert_eq!(clock, Clock::default());
}

#[test]
fn options_keep_their_blanks() {
    let read = |line: &str| match Command::parse(line) {
        Ok(Command::SetOption(option)) => (option.name, option.value),
        other => panic!("{line}: {other:?}"),
    };
    let value = |text: &str| Some(text.to_owned());
    assert_eq!(read("setoption name Clear Hash\r\n"), ("Clear Hash".to_owned(), None));
    assert_eq!(
        read("setoption name Book  File value C:\\a  b\tc \r\n"),
        ("Book File".to_owned(), value("C:\\a  b\tc"))
    );
    assert_eq!(read("setoption name X value"), ("X".to_owned(), value("")));
    assert_eq!(read("setoption name X value <empty>"), ("X".to_owned(), value("")));
    assert_eq!(read("setoption name X value a value b"), ("X".to_owned(), value("a value b")));
}

#[test]
fn replies() {
    for (line, index) in [
        ("bestmove", 1),
        ("bestmove none", 1),
        ("bestmove 7g", 1),
        ("bestmove 7g7f ponder (none)", 3),
        ("bestmove resign now", 2),
        ("checkmate", 1),
        ("checkmate maybe", 1),
        ("checkmate 7g7f oops", 2),
        ("id", 1),
        ("id nome x", 1),
        ("option nome x", 1),
        ("option name x", 3),
        ("option name x type float", 4),
        ("option name x type spin default 1 min 0", 9),
        ("option name x type spin default one min 0 max 2", 6),
        ("option name x type check default yes", 6),
        ("info depth deep", 2),
        ("info score 5", 2),
        ("info score mate x", 3),
        ("info pv 7g7f pass 3c3d", 3),
        ("No such option: USI_Hash", 0),
    ] {
        assert_eq!(Reply::parse(line).expect_err(line).index, index, "{line}");
    }
}

#[test]
fn a_decision_survives_a_bad_ponder_move() {
    let (reply, problems) = Reply::parse_lenient("bestmove 7g7f ponder (none)").unwrap();
    assert!(matches!(reply, Reply::BestMove(BestMove::Move { ponder: None, .. })));
    assert_eq!(problems[0].token, "(none)");
}

#[test]
fn info_as_engines_send_it() {
    let info = |line: &str| match Reply::parse_lenient(line) {
        Ok((Reply::Info(info), _)) => *info,
        other => panic!("{line}: {other:?}"),
    };
    for (text, value) in [
        ("mate +5", ScoreValue::MateIn(5)),
        ("mate -4", ScoreValue::MatedIn(4)),
        ("mate 0", ScoreValue::MatedIn(0)),
        ("mate -0", ScoreValue::MatedIn(0)),
        ("mate +", ScoreValue::Mates),
        ("mate -", ScoreValue::Mated),
        ("cp -1148897", ScoreValue::Centipawns(-1_148_897)),
    ] {
        let read = info(&format!("info depth 3 score {text} upperbound pv 7g7f"));
        assert_eq!(read.score.map(|score| score.value), Some(value), "{text}");
        assert_eq!(read.pv.len(), 1);
    }
    let read = info("info string depth 3  pv resign");
    assert_eq!((read.depth, read.string.as_deref()), (None, Some("depth 3  pv resign")));
    assert_eq!(info("info time -5 nodes 12 pv 7g7f pass").nodes, Some(12));
}
