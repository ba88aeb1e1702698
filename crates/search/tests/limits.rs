//! Every limit is kept, every option obeyed, and one thread always finds the same.

use search::{Control, Decision, Engine, Info, Limits, Options, Outcome, Score};
use shogi::{EnteringKingRule, Position};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const MIDDLE: &str = "l2g3nl/1ks2rg2/1pnpppsp1/p1p3p1p/7P1/P1PP1PP1P/1PSGP1N2/1KG2S1R1/LN6L b Bb 45";
const WILD: &str = "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1";

fn options() -> Options {
    Options { hash_mib: 2, ..Options::default() }
}

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

fn go(engine: &mut Engine, sfen: &str, limits: &Limits) -> (Outcome, Vec<Info>) {
    let infos = Mutex::new(Vec::new());
    let outcome =
        engine.search(&read(sfen), limits, &Control::new(), &|info| infos.lock().unwrap().push(info.clone()));
    (outcome, infos.into_inner().unwrap())
}

#[test]
fn one_thread_always_finds_the_same() {
    let run = || {
        let mut engine = Engine::new(options());
        let deep = Limits { depth: Some(8), ..Limits::default() };
        // The second search builds on what the first left behind.
        [MIDDLE, WILD, MIDDLE].map(|sfen| {
            let outcome = go(&mut engine, sfen, &deep).0;
            (outcome.nodes, outcome.lines, outcome.ponder)
        })
    };
    assert_eq!(run(), run());
}

#[test]
fn a_new_game_forgets_everything() {
    let mut engine = Engine::new(options());
    let deep = Limits { depth: Some(7), ..Limits::default() };
    let first = go(&mut engine, WILD, &deep).0;
    let second = go(&mut engine, WILD, &deep).0;
    assert_ne!(first.nodes, second.nodes);
    engine.new_game();
    assert_eq!(first.nodes, go(&mut engine, WILD, &deep).0.nodes);
}

#[test]
fn depth_and_nodes_are_exact() {
    let mut engine = Engine::new(options());
    let (outcome, infos) = go(&mut engine, MIDDLE, &Limits { depth: Some(5), ..Limits::default() });
    assert_eq!(outcome.lines[0].depth, 5);
    assert_eq!(infos.iter().map(|info| info.line.depth).max(), Some(5));
    for nodes in [1, 100, 5_000, 33_333] {
        let (outcome, _) = go(&mut engine, MIDDLE, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(outcome.nodes, nodes);
        assert!(outcome.best_move().is_some());
    }
}

/// The shortest of five searches: a loaded machine may delay any single answer, it cannot hurry one.
fn shortest(limits: &Limits) -> Duration {
    let mut engine = Engine::new(options());
    (0..5).map(|_| go(&mut engine, MIDDLE, limits).0.time).min().unwrap()
}

#[test]
fn move_time_and_clock_are_kept() {
    let limits = Limits { move_time: Some(Duration::from_millis(200)), ..Limits::default() };
    let took = shortest(&limits).as_millis();
    assert!((150..=200).contains(&took), "{took}");
    let clock = search::Clock {
        time: [Duration::from_millis(300); 2],
        byoyomi: Duration::ZERO,
        increment: [Duration::ZERO; 2],
    };
    let took = shortest(&Limits { clock: Some(clock), ..Limits::default() });
    assert!(took < Duration::from_millis(300), "{took:?}");
}

#[test]
fn stop_answers_at_once() {
    let mut engine = Engine::new(Options { threads: 2, hash_mib: 16, ..Options::default() });
    let mut fastest = Duration::MAX;
    for sfen in [MIDDLE, WILD, shogi::STARTPOS, MIDDLE, WILD] {
        let control = Control::new();
        let position = read(sfen);
        let limits = Limits { infinite: true, ..Limits::default() };
        let late = std::thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let outcome = engine.search(&position, &limits, &control, &|_| {});
                (Instant::now(), outcome)
            });
            std::thread::sleep(Duration::from_millis(120));
            let stopped = Instant::now();
            control.stop();
            let (answered, outcome) = thread.join().unwrap();
            assert!(outcome.best_move().is_some());
            answered - stopped
        });
        // A loaded machine may delay any single answer; it cannot make one faster than it is.
        fastest = fastest.min(late);
    }
    assert!(fastest <= Duration::from_millis(20), "{fastest:?}");
}

#[test]
fn a_stop_before_the_start_still_gives_a_move() {
    let control = Control::new();
    control.stop();
    let limits = Limits { infinite: true, ..Limits::default() };
    let outcome = Engine::new(options()).search(&read(MIDDLE), &limits, &control, &|_| {});
    assert!(outcome.best_move().is_some_and(|mv| read(MIDDLE).is_legal(mv)));
}

#[test]
fn infinite_and_ponder_wait_for_the_word() {
    let mut engine = Engine::new(options());
    let mate = read("9/9/9/9/9/9/4K4/9/4k1+P1R b - 1");
    let waits = |engine: &mut Engine, limits: &Limits, end: &dyn Fn(&Control)| {
        let control = Control::new();
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| engine.search(&mate, limits, &control, &|_| {}));
            std::thread::sleep(Duration::from_millis(150));
            assert!(!thread.is_finished(), "answered before it was asked to");
            end(&control);
            assert_eq!(thread.join().unwrap().score(), Score::Mate(1));
        });
    };
    waits(&mut engine, &Limits { infinite: true, ..Limits::default() }, &Control::stop);
    let ponder = Limits { ponder: true, depth: Some(2), ..Limits::default() };
    waits(&mut engine, &ponder, &Control::stop);
    waits(&mut engine, &ponder, &|control| control.ponder_hit(None));
}

#[test]
fn after_a_ponder_hit_the_clock_counts() {
    let mut engine = Engine::new(options());
    let position = read(MIDDLE);
    let clock = search::Clock { byoyomi: Duration::from_millis(200), ..search::Clock::default() };
    // The clock may come with `go ponder` or, from some GUIs, only with the hit.
    for (early, late) in [(Some(clock), None), (None, Some(clock))] {
        let limits = Limits { ponder: true, clock: early, ..Limits::default() };
        let control = Control::new();
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| engine.search(&position, &limits, &control, &|_| {}));
            std::thread::sleep(Duration::from_millis(400));
            assert!(!thread.is_finished());
            let hit = Instant::now();
            control.ponder_hit(late);
            thread.join().unwrap();
            let took = hit.elapsed();
            assert!(took > Duration::from_millis(100) && took < Duration::from_secs(5), "{took:?}");
        });
    }
}

#[test]
fn several_lines_are_ranked_and_different() {
    let mut engine = Engine::new(Options { multi_pv: 4, ..options() });
    let (outcome, infos) = go(&mut engine, MIDDLE, &Limits { depth: Some(6), ..Limits::default() });
    assert_eq!(outcome.lines.len(), 4);
    assert!(outcome.lines.windows(2).all(|two| two[0].score.centipawns() >= two[1].score.centipawns()));
    let mut first: Vec<_> = outcome.lines.iter().map(|line| line.pv[0]).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 4);
    let last: Vec<_> = infos.iter().filter(|info| info.line.depth == 6).map(|info| info.multi_pv).collect();
    assert_eq!(last, [1, 2, 3, 4]);
    // More lines than moves: all moves.
    engine.set_options(Options { multi_pv: 500, ..options() });
    let outcome = go(&mut engine, MIDDLE, &Limits { depth: Some(1), ..Limits::default() }).0;
    assert_eq!(outcome.lines.len(), read(MIDDLE).legal_moves().len());
}

#[test]
fn every_line_is_legal() {
    for sfen in [MIDDLE, WILD, shogi::STARTPOS] {
        let mut engine = Engine::new(Options { multi_pv: 3, ..options() });
        let (_, infos) = go(&mut engine, sfen, &Limits { depth: Some(8), ..Limits::default() });
        for info in infos {
            let mut position = read(sfen);
            for &mv in &info.line.pv {
                position.try_apply(mv).unwrap();
            }
        }
    }
}

#[test]
fn a_search_stopped_anywhere_claims_no_mate_that_is_none() {
    let mut engine = Engine::new(options());
    for nodes in (1..4000).step_by(37) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = go(&mut engine, MIDDLE, &limits).0;
        assert!(matches!(outcome.score(), Score::Cp(_)), "{nodes} nodes: {:?}", outcome.score());
    }
}

#[test]
fn a_try_is_a_win() {
    let rule = EnteringKingRule::Try;
    let mut engine = Engine::new(Options { entering_king: rule, ..options() });
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let outcome = go(&mut engine, "9/4K4/9/9/9/9/9/9/k8 b - 1", &limits).0;
    assert_eq!((outcome.best_move(), outcome.score()), ("5b5a".parse().ok(), Score::Mate(1)));
}

#[test]
fn only_the_asked_moves_are_searched() {
    let mut engine = Engine::new(options());
    let asked: Vec<_> = ["9g9f", "2e2d"].iter().map(|text| text.parse().unwrap()).collect();
    let limits = Limits { depth: Some(5), search_moves: asked.clone(), ..Limits::default() };
    let outcome = go(&mut engine, MIDDLE, &limits).0;
    assert!(asked.contains(&outcome.best_move().unwrap()));
    let limits = Limits { search_moves: vec!["5a5b".parse().unwrap()], ..limits };
    assert_eq!(go(&mut engine, MIDDLE, &limits).0.decision, Decision::NoMove);
}

#[test]
fn threads_share_the_work_and_agree_on_a_mate() {
    let mut engine = Engine::new(Options { threads: 3, ..options() });
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let outcome = go(&mut engine, "9/9/9/9/9/9/4K4/9/4k1+P1R b - 1", &limits).0;
    assert_eq!(outcome.score(), Score::Mate(1));
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    let outcome = go(&mut engine, MIDDLE, &limits).0;
    assert!((60_000..70_000).contains(&outcome.nodes), "{}", outcome.nodes);
}

#[test]
fn a_won_entering_king_is_declared() {
    // SOURCE: a published test of declaration; 35 points with ten pieces besides the king.
    const WON: &str = "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    let decide = |rule| {
        let mut engine = Engine::new(Options { entering_king: rule, ..options() });
        go(&mut engine, WON, &Limits { depth: Some(3), ..Limits::default() }).0.decision
    };
    assert_eq!(decide(EnteringKingRule::Points27), Decision::Declare);
    assert!(matches!(decide(EnteringKingRule::Off), Decision::Play(_)));
    // A move before: any quiet move leads to a declaration two plies later, unless White prevents it.
    let before = WON.replace(" b ", " w ");
    let mut engine = Engine::new(options());
    let outcome = go(&mut engine, &before, &Limits { depth: Some(4), ..Limits::default() }).0;
    assert!(outcome.score().centipawns() < -2000, "{}", outcome.score());
}

#[test]
fn a_try_wins_under_the_try_rule() {
    let sfen = "9/5K3/9/9/9/9/9/k8/9 b - 1";
    let mut engine = Engine::new(Options { entering_king: EnteringKingRule::Try, ..options() });
    let outcome = go(&mut engine, sfen, &Limits { depth: Some(3), ..Limits::default() }).0;
    assert_eq!(outcome.best_move(), "4b5a".parse().ok());
}

#[test]
fn the_move_limit_draws() {
    let drawn = Options { max_moves_to_draw: 45, draw_value: [-55, -66], ..options() };
    let mut engine = Engine::new(drawn.clone());
    let outcome = go(&mut engine, MIDDLE, &Limits { depth: Some(4), ..Limits::default() }).0;
    assert_eq!(outcome.score(), Score::Cp(-55), "move 45 is the last one");
    let mate = "9/9/9/9/9/9/4K4/9/4k1+P1R b - 45";
    let outcome = go(&mut engine, mate, &Limits { depth: Some(4), ..Limits::default() }).0;
    assert_eq!(outcome.score(), Score::Mate(1), "a mate by the last move counts");
}
