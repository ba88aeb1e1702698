//! The engine as a GUI meets it: whole sessions over pipes, with order, formats and time limits.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use usi::{BestMove, Reply, ScoreValue};

/// How long any single answer may take on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .arg("usi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    /// A session that has said hello and is ready, with a small table and no rounding of times.
    fn ready() -> Self {
        let mut session = Self::start();
        for option in ["USI_Hash value 8", "MinimumThinkingTime value 0", "RoundUpToFullSecond value false"] {
            session.say(&format!("setoption name {option}"));
        }
        session.say("isready");
        assert_eq!(session.next(), "readyok");
        session
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    fn next(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// Everything up to the line that begins with `word`, that line last.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            seen.push(self.next());
            if seen.last().is_some_and(|line| line.split(' ').next() == Some(word)) {
                return seen;
            }
        }
    }

    fn best_move(&mut self) -> BestMove {
        let last = self.until("bestmove").pop().unwrap();
        match Reply::parse(&last).unwrap() {
            Reply::BestMove(best) => best,
            other => panic!("{other}"),
        }
    }

    fn nothing_for(&mut self, time: Duration) {
        let got = self.lines.recv_timeout(time);
        assert_eq!(got, Err(RecvTimeoutError::Timeout), "no line expected");
    }

    fn end(mut self) {
        self.say("quit");
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // After a failed test only; the process has ended otherwise.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What `ShogiHome` sends for a game with byoyomi and pondering, in its order.
#[test]
fn a_game_as_shogihome_plays_it() {
    let mut session = Session::start();
    session.say("usi");
    let hello = session.until("usiok");
    assert!(hello[0].starts_with("id name yomikiri "), "{}", hello[0]);
    assert!(hello[1].starts_with("id author "), "{}", hello[1]);
    let mut declared = Vec::new();
    for line in &hello[2..hello.len() - 1] {
        match Reply::parse(line).unwrap() {
            Reply::Option(option) => declared.push(option.name),
            other => panic!("{other} among the options"),
        }
    }
    for name in [
        "Threads",
        "USI_Hash",
        "USI_Ponder",
        "MultiPV",
        "NetworkDelay",
        "NetworkDelay2",
        "MinimumThinkingTime",
        "RoundUpToFullSecond",
        "MaxMovesToDraw",
        "EnteringKingRule",
        "DrawValueBlack",
        "DrawValueWhite",
        "ResignValue",
    ] {
        assert!(declared.iter().any(|known| known == name), "{name} is not declared");
    }
    for option in [
        "USI_Ponder value true",
        "USI_Hash value 16",
        "Threads value 1",
        "NetworkDelay value 0",
        "NetworkDelay2 value 0",
        "MinimumThinkingTime value 0",
        "RoundUpToFullSecond value false",
        // Not declared, sent all the same.
        "USI_OwnBook value true",
        "USI_Variant value shogi",
    ] {
        session.say(&format!("setoption name {option}"));
    }
    session.say("isready");
    assert_eq!(session.next(), "readyok", "options are taken without a word");
    session.say("usinewgame");
    session.say("position startpos moves 7g7f");
    session.say("go btime 0 wtime 0 byoyomi 200");
    let lines = session.until("bestmove");
    for line in &lines[..lines.len() - 1] {
        let Reply::Info(info) = Reply::parse(line).unwrap() else { panic!("{line}") };
        assert!(info.depth.is_some() && info.seldepth.is_some() && info.score.is_some(), "{line}");
        assert!(info.nodes.is_some() && info.nps.is_some() && info.time.is_some(), "{line}");
        assert!(info.hashfull.is_some() && !info.pv.is_empty(), "{line}");
        let pv = line.find(" pv ").unwrap();
        assert!(["nodes", "time", "score", "nps"].iter().all(|word| line.find(word).unwrap() < pv), "{line}");
    }
    assert!(lines.len() > 3, "{lines:?}");
    let BestMove::Move { mv, ponder: Some(ponder) } = Reply::parse(lines.last().unwrap())
        .map(|reply| match reply {
            Reply::BestMove(best) => best,
            other => panic!("{other}"),
        })
        .unwrap()
    else {
        panic!("{:?}", lines.last())
    };
    // The opponent's time: think about the expected reply, which then comes.
    session.say(&format!("position startpos moves 7g7f {mv} {ponder}"));
    session.say("go ponder btime 0 wtime 0 byoyomi 200");
    std::thread::sleep(Duration::from_millis(400));
    let early: Vec<_> = session.lines.try_iter().collect();
    assert!(early.iter().all(|line| line.starts_with("info ")), "no answer while pondering: {early:?}");
    let hit = Instant::now();
    session.say("ponderhit");
    let BestMove::Move { mv: second, .. } = session.best_move() else { panic!("a move") };
    assert!(hit.elapsed() >= Duration::from_millis(90), "{:?}", hit.elapsed());
    // Another reply than the expected one: stop, whose answer is thrown away, then the real position.
    session.say(&format!("position startpos moves 7g7f {mv} {ponder} {second}"));
    session.say("go ponder btime 0 wtime 0 byoyomi 200");
    std::thread::sleep(Duration::from_millis(60));
    session.say("stop");
    session.best_move();
    session.say(&format!("position startpos moves 7g7f {mv}"));
    session.say("go btime 0 wtime 0 byoyomi 100");
    session.best_move();
    session.say("gameover win");
    session.say("isready");
    assert_eq!(session.next(), "readyok");
    session.nothing_for(Duration::from_millis(50));
    session.end();
}

#[test]
fn stop_is_always_answered_once() {
    let mut session = Session::ready();
    session.say("position startpos");
    for go in ["go infinite", "go ponder", "go", "go nodes 99999999999", "go btime 900000 wtime 900000"] {
        session.say(go);
        std::thread::sleep(Duration::from_millis(40));
        session.say("stop");
        assert!(matches!(session.best_move(), BestMove::Move { .. }), "{go}");
    }
    // Also where the search itself had nothing left to do.
    session.say("position sfen 9/9/9/9/9/9/4K4/9/4k1+P1R b - 1");
    session.say("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    session.say("stop");
    assert!(matches!(session.best_move(), BestMove::Move { .. }));
    // Without a search there is nothing to answer.
    session.say("stop");
    session.nothing_for(Duration::from_millis(100));
    session.end();
}

#[test]
fn an_analysis_with_several_lines() {
    let mut session = Session::ready();
    session.say("setoption name MultiPV value 3");
    session.say("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 2g2f");
    session.say("go depth 5");
    let lines = session.until("bestmove");
    let last: Vec<_> = lines[..lines.len() - 1]
        .iter()
        .filter_map(|line| match Reply::parse(line).unwrap() {
            Reply::Info(info) if info.depth == Some(5) => info.multipv,
            _ => None,
        })
        .collect();
    assert_eq!(last, [1, 2, 3]);
    session.say("go depth 3 searchmoves 8b3b 1c1d");
    let BestMove::Move { mv, .. } = session.best_move() else { panic!("a move") };
    assert!(["8b3b", "1c1d"].contains(&mv.to_string().as_str()));
    session.end();
}

#[test]
fn mistakes_are_named_and_change_nothing() {
    let mut session = Session::ready();
    session.say("position startpos moves 2g2f");
    for (line, says) in [
        ("position startpos moves 7g7f win", "\"win\""),
        ("position startpos moves 7g7f 7g7f", "7g7f"),
        ("position sfen lnsgkgsnl/9/9 b - 1", "board"),
        ("position sfen 4k4/9/9/9/4R4/9/9/9/4K4 b - 1", "check"),
        ("position", "startpos"),
        ("fly", "fly"),
        ("setoption name Threads value none", "Threads"),
        ("setoption name Colour value red", "Colour"),
        ("perft many", "many"),
        ("bench 0", "bench"),
        ("go\0", "token 0 \"go\\0\": control character"),
        ("position startpos\u{c}", "token 1"),
        ("setoption name ResignValue value 1\0", "token 4"),
    ] {
        session.say(line);
        let answer = session.next();
        assert!(answer.starts_with("info string error"), "{line}: {answer}");
        assert!(answer.contains(says), "{line}: {answer}");
    }
    session.say("ponderhit");
    assert!(session.next().starts_with("info string error"));
    session.say("d");
    let drawn = session.until("moves");
    assert!(
        drawn
            .iter()
            .any(|line| line == "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2"),
        "the position is the last good one: {drawn:?}"
    );
    // What can be repaired is, and that is said.
    session.say("position sfen 4k4/9/9/9/9/9/9/9/4K4 b P");
    assert!(session.next().contains("repaired"));
    // An argument that means nothing does not keep the rest from being obeyed.
    session.say("go depth 2 quickly");
    assert!(session.next().contains("quickly"));
    session.best_move();
    session.say("");
    session.say("   ");
    session.nothing_for(Duration::from_millis(50));
    session.end();
}

#[test]
fn the_end_of_a_game() {
    let mut session = Session::ready();
    // Mated.
    session.say("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    session.say("go btime 1000 wtime 1000");
    assert_eq!(session.best_move(), BestMove::Resign);
    // A won declaration. SOURCE: a published test of the 27-point rule, 35 points.
    session.say("position sfen +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1");
    session.say("go btime 1000 wtime 1000");
    let lines = session.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove win");
    // Hopeless: resigned at the value set, played on without.
    let hopeless = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1";
    session.say(hopeless);
    session.say("go depth 2");
    assert!(matches!(session.best_move(), BestMove::Move { .. }));
    session.say("setoption name ResignValue value 3000");
    session.say(hopeless);
    session.say("go depth 2");
    assert_eq!(session.best_move(), BestMove::Resign);
    session.end();
}

/// `go mate`: a line that mates, the denial, the time limit, `stop`, and the engine is there for the next `go`.
#[test]
fn mates_are_solved() {
    let mut session = Session::ready();
    let mut answer = |position: &str, go: &str| {
        session.say(position);
        session.say(go);
        session.until("checkmate").pop().unwrap()
    };
    // Without a king of its own, as mate problems are written.
    assert_eq!(answer("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", "go mate infinite"), "checkmate G*5b");
    assert_eq!(answer("position startpos", "go mate 1000"), "checkmate nomate");
    let pawn = "position sfen 8k/9/7GP/9/9/9/9/9/9 b P 1";
    assert_eq!(answer(pawn, "go mate"), "checkmate 1c1b+");
    let deep = "position sfen 1+R7/5+p1+R1/3k5/1n5Sl/9/9/9/9/9 b - 1";
    assert_eq!(answer(deep, "go mate 1"), "checkmate timeout");
    session.say(deep);
    session.say("go mate infinite");
    std::thread::sleep(Duration::from_millis(100));
    session.say("stop");
    let last = session.until("checkmate").pop().unwrap();
    assert!(last == "checkmate timeout" || last == "checkmate nomate" || last.len() > 20, "{last}");
    session.say("position startpos");
    session.say("go depth 2");
    assert!(matches!(session.best_move(), BestMove::Move { .. }));
    session.end();
}

#[test]
fn a_mate_is_told_as_a_mate() {
    let mut session = Session::ready();
    session.say("position sfen 9/9/9/9/9/9/4K4/9/4k1+P1R b - 1");
    session.say("go depth 3");
    let lines = session.until("bestmove");
    let Reply::Info(info) = Reply::parse(&lines[lines.len() - 2]).unwrap() else { panic!("{lines:?}") };
    assert_eq!(info.score.map(|score| score.value), Some(ScoreValue::MateIn(1)));
    session.end();
}

#[test]
fn commands_for_a_terminal() {
    let mut session = Session::ready();
    session.say("perft 3");
    let lines = session.until("25470");
    assert_eq!(lines.len(), 31, "one line per move and the count");
    session.say("moves");
    assert_eq!(session.next().split(' ').count(), 30);
    assert_eq!(session.next(), "30 legal moves");
    session.say("eval");
    assert!(session.until("eval").len() >= 3);
    session.say("bench 2");
    let signature = |lines: Vec<String>| lines.last().unwrap().clone();
    let first = signature(session.until("Bench:"));
    session.say("bench 2");
    assert_eq!(first, signature(session.until("Bench:")));
    session.end();
}

/// `perft` and `bench` take their time, and the session goes on.
#[test]
fn counting_does_not_keep_the_session_waiting() {
    let mut session = Session::ready();
    for (command, name) in [("perft 9", "perft 9: stopped"), ("bench 40", "bench 40: stopped")] {
        session.say(command);
        session.say("isready");
        session.until("readyok");
        // A second one waits for the first; `stop` ends both.
        session.say("perft 12");
        session.say("stop");
        let stopped = |line: &String| line.starts_with("info string");
        let mut lines = Vec::new();
        while lines.iter().filter(|line| stopped(line)).count() < 2 {
            lines.push(session.next());
        }
        let told: Vec<_> = lines.iter().filter(|line| stopped(line)).collect();
        assert!(
            told[0].contains(name) && told[1].contains("perft 12: stopped after 0 of 30 moves"),
            "{told:?}"
        );
    }
    // What comes after a stop is not stopped, and the position is the one of its own command.
    session.say("perft 3");
    session.say("position startpos moves 7g7f");
    session.say("perft 1");
    assert_eq!(session.until("25470").len(), 31);
    assert_eq!(session.until("30").len(), 31);
    session.say("perft 65");
    assert!(session.next().contains("from 0 to 64"));
    // A search beside it is answered.
    session.say("perft 12");
    session.say("go depth 1");
    session.best_move();
    session.say("bench 50");
    session.end();
}

#[test]
fn a_script_gets_its_count_at_the_end_of_its_commands() {
    let mut session = Session::start();
    session.say("perft 3");
    session.say("bench 1");
    drop(session.input.take());
    session.until("25470");
    session.until("Bench:");
}

#[test]
fn odd_bytes_and_the_end_of_input() {
    let mut session = Session::ready();
    let input = session.input.as_mut().unwrap();
    input.write_all(b"setoption name BookFile value C:\\\x8f\xa2\x96\xd8.db\r\nusi\r\n").unwrap();
    input.flush().unwrap();
    assert!(session.next().contains("BookFile"));
    session.until("usiok");
    // The GUI dies in the middle of a search.
    session.say("position startpos");
    session.say("go infinite");
    drop(session.input.take());
    let start = Instant::now();
    while session.child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE, "the engine outlives its GUI");
        std::thread::sleep(Duration::from_millis(5));
    }
}
