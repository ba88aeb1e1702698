//! Levels below full strength: legal, repeatable, different from game to game, and weaker the lower they are.

use game::random::Random;
use search::{Control, Decision, Engine, Level, Limits, Options, Score};
use shogi::{Color, Move, Position, Repetition};

fn engine(level: u8, level_seed: u64) -> Engine {
    let level = Level::new(level).unwrap();
    Engine::new(Options { hash_mib: 1, level, level_seed, ..Options::default() })
}

fn plays(engine: &mut Engine, position: &Position) -> Option<Move> {
    let outcome = engine.search(position, &Limits::default(), &Control::new(), &|_| {});
    // What is told first is what is played.
    assert_eq!(outcome.best_move(), outcome.lines.first().map(|line| line.pv[0]));
    outcome.best_move()
}

/// The moves of a game of a player against itself.
fn game(level: u8, seed: u64, plies: usize) -> Vec<Move> {
    let (mut engine, mut position) = (engine(level, seed), Position::startpos());
    let mut moves = Vec::new();
    while moves.len() < plies
        && let Some(mv) = plays(&mut engine, &position)
    {
        position.try_apply(mv).unwrap();
        moves.push(mv);
    }
    moves
}

#[test]
fn a_seed_is_a_player() {
    for level in [1, 4] {
        let first = game(level, 5, 24);
        assert_eq!(first, game(level, 5, 24));
        assert!((6..9).any(|seed| game(level, seed, 24) != first));
    }
}

/// Every position of random play has an answer at every level, also where hardly anything is left to see.
#[test]
fn every_level_moves_everywhere() {
    let mut random = Random::new(3);
    let mut engines: Vec<_> = (1..=6).map(|level| engine(level, 1)).collect();
    let mut position = Position::startpos();
    let mut answered = 0;
    while answered < 150 {
        let legal = position.legal_moves();
        if legal.is_empty() || position.history_len() > 150 {
            position = Position::startpos();
            continue;
        }
        if random.percent(40) {
            let engine = random.below(engines.len());
            let mv = plays(&mut engines[engine], &position).unwrap();
            assert!(position.is_legal(mv), "{position} {mv}");
            answered += 1;
        }
        position.apply(random.pick(&legal));
    }
}

/// Positions of random play in which there is a mate in one.
#[test]
fn mates_in_one_are_seen_from_the_third_level_on() {
    let mut random = Random::new(11);
    let mut position = Position::startpos();
    let (mut found, mut missed) = (0, 0);
    while found < 12 {
        let legal = position.legal_moves();
        if legal.is_empty() || position.history_len() > 200 {
            position = Position::startpos();
            continue;
        }
        if position.mate_in_one().is_some() {
            found += 1;
            for level in 1..=9 {
                let mut end = position.clone();
                let mv = plays(&mut engine(level, found), &position).unwrap();
                end.apply(mv);
                assert!(level < 3 || !end.has_legal_move(), "level {level}: {mv} in {position}");
                missed += usize::from(end.has_legal_move());
            }
        }
        position.apply(random.pick(&legal));
    }
    assert!(missed > 0, "beginners do miss one now and then");
}

#[test]
fn analysis_is_at_full_strength() {
    let control = Control::new();
    let position =
        Position::from_sfen("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1").unwrap();
    let limits = Limits { infinite: true, ..Limits::default() };
    let outcome = engine(1, 1).search(&position, &limits, &control, &|info| {
        if info.line.depth >= 5 {
            control.stop();
        }
    });
    assert!(outcome.lines[0].depth >= 5);
    let plain = engine(10, 1).search(
        &position,
        &Limits { depth: Some(5), ..Limits::default() },
        &Control::new(),
        &|_| {},
    );
    assert_eq!(outcome.decision, plain.decision);
}

/// What a weak player believes must not be found by the strong one that takes over.
#[test]
fn full_strength_learns_nothing_from_a_player() {
    let position = Position::startpos();
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let think = |engine: &mut Engine| {
        let outcome = engine.search(&position, &limits, &Control::new(), &|_| {});
        (outcome.decision, outcome.score(), outcome.nodes)
    };
    let mut mixed = engine(2, 1);
    think(&mut mixed);
    mixed.set_options(Options { level: Level::FULL, ..mixed.options().clone() });
    assert_eq!(think(&mut mixed), think(&mut engine(10, 0)));
}

/// Not a measurement (that is in the book), but a difference that must not get lost.
#[test]
fn a_much_higher_level_wins() {
    for (seed, strong) in [(1, Color::Black), (2, Color::White)] {
        let mut players = [engine(7, seed), engine(1, seed)];
        let mut position = Position::startpos();
        let winner = loop {
            let side = position.side_to_move();
            assert!(position.history_len() < 400, "no end");
            let weak = usize::from(side != strong);
            let outcome = players[weak].search(&position, &Limits::default(), &Control::new(), &|_| {});
            // Hopeless: the weak side would only be led on to the mate.
            if weak == 1 && outcome.score() == Score::Mate(-2) {
                break strong;
            }
            match outcome.decision {
                Decision::Play(mv) => position.apply(mv),
                Decision::Declare => break side,
                Decision::NoMove => break !side,
            }
            assert_eq!(position.repetition(), Repetition::None);
        };
        assert_eq!(winner, strong, "seed {seed}");
    }
}
