//! Every message that can be written is read back as it was, and no line makes a reader panic.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use shogi::{Move, Position};
use std::time::Duration;
use usi::{
    BestMove, Bound, Checkmate, Clock, Command, DeclaredOption, ErrorKind, GameResult, Go, Info, MateLimit,
    OptionKind, PositionCommand, Reply, Score, ScoreValue, SetOption,
};

fn any_move() -> impl Strategy<Value = Move> {
    any::<u16>().prop_filter_map("not a move", Move::from_bits)
}

fn time() -> impl Strategy<Value = Duration> {
    (0_u64..1 << 40).prop_map(Duration::from_millis)
}

/// Words that occur in names and values, keywords of the protocol among them.
fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof!["[A-Za-z0-9_/.\u{3042}\u{3000}-]{1,8}", "name|default|min|var|moves|string"];
    vec(word, 1..4).prop_map(|words| words.join(" "))
}

fn name() -> impl Strategy<Value = String> {
    vec("[A-Z][A-Za-z0-9_]{0,8}", 1..4).prop_map(|words| words.join(" "))
}

/// A position reached by legal moves chosen by `choices` from the start position.
fn play(choices: &[usize]) -> Position {
    let mut position = Position::startpos();
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.apply(moves[choice % moves.len()]);
    }
    position
}

fn position() -> impl Strategy<Value = Position> {
    (vec(any::<usize>(), 0..60), 0_usize..20).prop_map(|(choices, cut)| {
        let cut = cut.min(choices.len());
        let mut position = play(&choices[..cut]).without_history();
        for &choice in &choices[cut..] {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.apply(moves[choice % moves.len()]);
        }
        position
    })
}

fn clock() -> impl Strategy<Value = Clock> {
    (of(time()), of(time()), of(time()), of(time()), of(time())).prop_map(|(b, w, bi, wi, byoyomi)| Clock {
        time: [b, w],
        increment: [bi, wi],
        byoyomi,
    })
}

fn go() -> impl Strategy<Value = Go> {
    let mate = of(prop_oneof![Just(MateLimit::Infinite), time().prop_map(MateLimit::Time)]);
    let limits = (of(any::<u32>()), of(any::<u32>()), of(any::<u64>()), of(time()), mate);
    (vec(any_move(), 0..4), any::<bool>(), any::<bool>(), clock(), limits).prop_map(
        |(searchmoves, ponder, infinite, clock, (movestogo, depth, nodes, movetime, mate))| Go {
            searchmoves,
            ponder,
            clock,
            movestogo,
            depth,
            nodes,
            movetime,
            infinite,
            mate,
        },
    )
}

fn command() -> impl Strategy<Value = Command> {
    let result = prop_oneof![Just(GameResult::Win), Just(GameResult::Lose), Just(GameResult::Draw)];
    prop_oneof![
        Just(Command::Usi),
        Just(Command::IsReady),
        Just(Command::UsiNewGame),
        Just(Command::Stop),
        Just(Command::Quit),
        Just(Command::Show),
        Just(Command::Eval),
        Just(Command::Moves),
        any::<u32>().prop_map(Command::Perft),
        vec("[a-z0-9]{1,6}", 0..3).prop_map(Command::Bench),
        clock().prop_map(Command::PonderHit),
        result.prop_map(Command::GameOver),
        (name(), of(prop_oneof![text(), Just(String::new())]))
            .prop_map(|(name, value)| Command::SetOption(SetOption { name, value })),
        position().prop_map(|position| Command::Position(Box::new(PositionCommand { position }))),
        go().prop_map(|go| Command::Go(Box::new(go))),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    let value = prop_oneof![
        any::<i32>().prop_map(ScoreValue::Centipawns),
        (1..1000_u32).prop_map(ScoreValue::MateIn),
        (0..1000_u32).prop_map(ScoreValue::MatedIn),
        Just(ScoreValue::Mates),
        Just(ScoreValue::Mated),
    ];
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    (value, bound).prop_map(|(value, bound)| Score { value, bound })
}

fn info() -> impl Strategy<Value = Info> {
    let small = || of(any::<u32>());
    let large = || of(any::<u64>());
    let numbers = (small(), small(), small(), small(), small(), small());
    (
        numbers,
        large(),
        large(),
        large(),
        of(time()),
        of(score()),
        of(any_move()),
        vec(any_move(), 0..5),
        of(text()),
    )
        .prop_map(|(numbers, nodes, nps, tbhits, time, score, currmove, pv, string)| Info {
            depth: numbers.0,
            seldepth: numbers.1,
            multipv: numbers.2,
            hashfull: numbers.3,
            cpuload: numbers.4,
            currmovenumber: numbers.5,
            score,
            nodes,
            nps,
            time,
            tbhits,
            currmove,
            pv,
            string,
        })
}

fn declared() -> impl Strategy<Value = DeclaredOption> {
    let free = || prop_oneof![text(), Just(String::new())];
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        (name(), vec(name(), 0..4)).prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        Just(OptionKind::Button),
        free().prop_map(|default| OptionKind::String { default }),
        free().prop_map(|default| OptionKind::Filename { default }),
    ];
    (name(), kind).prop_map(|(name, kind)| DeclaredOption { name, kind })
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        text().prop_map(Reply::Name),
        text().prop_map(Reply::Author),
        declared().prop_map(Reply::Option),
        Just(Reply::UsiOk),
        Just(Reply::ReadyOk),
        info().prop_map(|info| Reply::Info(Box::new(info))),
        (any_move(), of(any_move())).prop_map(|(mv, ponder)| Reply::BestMove(BestMove::Move { mv, ponder })),
        Just(Reply::BestMove(BestMove::Resign)),
        Just(Reply::BestMove(BestMove::Win)),
        vec(any_move(), 1..9).prop_map(|moves| Reply::Checkmate(Checkmate::Moves(moves))),
        Just(Reply::Checkmate(Checkmate::NoMate)),
        Just(Reply::Checkmate(Checkmate::Timeout)),
        Just(Reply::Checkmate(Checkmate::NotImplemented)),
    ]
}

/// The same line with other blanks between its words.
fn odd_blanks(line: &str) -> String {
    format!(" \t{}  \r\n", line.replace(' ', " \t "))
}

/// Lines made of words that mean something, in an order that does not.
fn nonsense() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "setoption|name|value|position|startpos|sfen|moves|go|btime|nodes|mate|searchmoves|infinite|ponder",
        "info|score|cp|pv|string|multipv|bestmove|resign|win|checkmate|option|type|spin|default|min|max|id",
        "ponderhit|gameover|perft|bench|7g7f|P\\*5e|8h2b\\+|-1|99999999999999999999|\\+|-|b|w|none",
        "[1-9kKrRbB/+]{3,30}",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
        ".{0,6}",
    ];
    vec(word, 0..14).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn commands_round_trip(command in command()) {
        let line = command.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(Command::parse(&line), Ok(command.clone()), "{}", line);
        if !matches!(command, Command::SetOption(_)) {
            prop_assert_eq!(Command::parse(&odd_blanks(&line)), Ok(command), "{}", line);
        }
    }

    #[test]
    fn replies_round_trip(reply in reply()) {
        let line = reply.to_string();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(Reply::parse(&line), Ok(reply), "{}", line);
    }

    #[test]
    fn a_problem_names_a_token_of_the_line(line in nonsense()) {
        let mut problems = Vec::new();
        match Command::parse_lenient(&line) {
            Ok((command, found)) => {
                prop_assert_eq!(Command::parse(&command.to_string()), Ok(command), "{}", line);
                problems.extend(found);
            }
            Err(error) => problems.push(error),
        }
        match Reply::parse_lenient(&line) {
            Ok((reply, found)) => {
                prop_assert_eq!(Reply::parse(&reply.to_string()), Ok(reply), "{}", line);
                problems.extend(found);
            }
            Err(error) => problems.push(error),
        }
        let inside = line.trim_start_matches('\u{feff}').trim_matches([' ', '\t', '\r', '\n']);
        let words: Vec<_> = inside.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        for problem in problems {
            let word = words.get(problem.index).copied().unwrap_or_default();
            prop_assert!(problem.token.is_empty() || problem.token == word, "{line:?}: {problem}");
            prop_assert!(problem.index <= words.len());
        }
    }

    /// Control characters in texts of the caller become blanks: one line is written, and it is read as it was written.
    #[test]
    fn any_text_can_be_sent(text in any::<String>(), odd in "[a-z\\x00-\\x1f\\x7f-\\x9f \u{3000}]{0,12}") {
        for text in [text, odd] {
            let value = Some(text.clone());
            let command = Command::SetOption(SetOption { name: "Book File".to_owned(), value });
            let line = command.to_string();
            prop_assert!(!line.contains(|c: char| c.is_control() && c != '\t'), "{line:?}");
            prop_assert_eq!(Command::parse(&line).map(|read| read.to_string()), Ok(line));
            for reply in [Reply::Name(text.clone()), Reply::Info(Box::new(Info::text(text.clone())))] {
                let line = reply.to_string();
                prop_assert!(!line.contains(|c: char| c.is_control() && c != '\t'), "{line:?}");
                prop_assert_eq!(Reply::parse(&line).map(|read| read.to_string()), Ok(line));
            }
        }
    }

    /// One control character anywhere in a line, and nothing is carried out.
    #[test]
    fn a_control_character_is_never_passed_over(
        command in command(),
        at in any::<proptest::sample::Index>(),
        stray in "[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]",
    ) {
        let mut line: Vec<char> = command.to_string().chars().collect();
        line.insert(at.index(line.len()), stray.chars().next().unwrap_or('\0'));
        let line: String = line.into_iter().collect();
        // At its beginning a line end stands around the line.
        if !line.starts_with(['\n', '\r']) {
            let error = Command::parse_lenient(&line).expect_err("a control character");
            prop_assert!(matches!(error.kind, ErrorKind::Control { .. }), "{line:?}: {error}");
        }
    }

    #[test]
    fn any_text_is_answered_without_a_panic(line in any::<String>()) {
        let _ = Command::parse_lenient(&line);
        let _ = Reply::parse_lenient(&line);
        let _ = PositionCommand::parse_lenient(&line);
    }
}
