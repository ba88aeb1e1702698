//! Repetition over the whole game, as the search values it.

use search::{Control, Engine, Limits, Options, Outcome, Score};
use shogi::{Move, Position};

/// Start, moves up to the fourth occurrence, and what it means for the side to move there.
///
/// SOURCE: constructed games and loops from published engine tests; each result was checked by two independent classifiers.
const GAMES: &[(&str, &str, &str)] = &[
    (
        "startpos",
        "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7f6f",
        "win",
    ),
    (
        "startpos",
        "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7i6h 3a4b 6h7i 4b3a 7f6f 6d7d 6f7f 7d6d 7f6f",
        "draw",
    ),
    (
        "ln1skg1nl/1r1sg2b1/ppp1GSppp/3p1p3/9/9/PPPPPPPPP/1B5R1/LN1GK2NL b Sp 1",
        "4c5b+ 6a5b S*4c S*6a 4c5b+ 6a5b S*4c S*6a 4c5b+ 6a5b S*4c S*6a 4c5b+",
        "draw",
    ),
    (
        "l2g2B1l/1r2k2g1/p1nsppnp1/2pp4p/9/1pPS2s1P/P2PPPN1B/1PG6/LN2KG2L w S2Prp 66",
        "9c9d 3a5c+ 5b5a 5c6b 5a4b 6b5c 4b5a 5c6b 5a4b 6b5c 4b5a 5c6b 5a4b 6b5c 4b5a",
        "loss",
    ),
    (
        "1+s4k2/5r3/9/9/9/9/9/9/1+N4K2 w - 1",
        "4b3b 3i4i 3b4b 4i3i 4b3b 3i4i 3b4b 4i3i 4b3b 3i4i 3b4b 4i3i",
        "loss",
    ),
    ("k5r2/+s8/9/9/9/9/9/9/S5K2 b - 1", "3i2i 3a2a 2i3i 2a3a 3i2i 3a2a 2i3i 2a3a 3i2i 3a2a 2i3i 2a3a", "win"),
    ("startpos", "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b", "draw"),
    (
        "ln3g2l/1r2g1sk1/1pp1ppn2/p2ps1ppp/1PP6/2GP4P/P1N1PPPP1/1R2S1SK1/L4G1NL w Bb 44",
        "9d9e 8h6h 8b6b 6h8h 6b8b 8h6h 8b6b 6h8h 6b8b 8h6h 8b6b 6h8h 6b8b",
        "draw",
    ),
];

/// What a draw is worth in these tests: a number that no evaluation gives by chance.
const DRAW: [i32; 2] = [-77, -33];

/// The game without its last move, and that move.
fn before_last(start: &str, moves: &str) -> (Position, Move) {
    let mut position =
        if start == "startpos" { Position::startpos() } else { Position::from_sfen(start).unwrap() };
    let moves: Vec<Move> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
    let (last, earlier) = moves.split_last().unwrap();
    for &mv in earlier {
        position.try_apply(mv).unwrap();
    }
    (position, *last)
}

fn search(position: &Position, mv: Option<Move>, depth: u32) -> Outcome {
    let options = Options { hash_mib: 1, draw_value: DRAW, ..Options::default() };
    let limits = Limits { depth: Some(depth), search_moves: mv.into_iter().collect(), ..Limits::default() };
    Engine::new(options).search(position, &limits, &Control::new(), &|_| {})
}

#[test]
fn the_fourth_occurrence_has_its_value() {
    for (start, moves, result) in GAMES {
        let (position, last) = before_last(start, moves);
        for depth in [1, 3, 6] {
            let score = search(&position, Some(last), depth).score();
            // From the view of the side that repeats.
            match *result {
                "draw" => {
                    assert_eq!(score, Score::Cp(DRAW[position.side_to_move().index()]), "{moves}");
                }
                "win" => assert!(matches!(score, Score::Cp(..-29_000)), "{moves}: {score}"),
                _ => assert!(matches!(score, Score::Cp(29_000..)), "{moves}: {score}"),
            }
        }
    }
}

#[test]
fn a_perpetual_check_is_not_given_and_not_missed() {
    for (start, moves, result) in GAMES {
        let (position, last) = before_last(start, moves);
        let outcome = search(&position, None, 4);
        match *result {
            "win" => assert_ne!(outcome.best_move(), Some(last), "{moves}: the checker loses"),
            "loss" => assert!(outcome.score().centipawns() > 29_000, "{moves}: the checker has lost"),
            _ => {}
        }
    }
}

#[test]
fn history_before_the_root_counts() {
    // Third occurrence on the board: the move that brings the fourth draws although no position occurs twice in the search.
    let (position, last) = before_last(GAMES[6].0, GAMES[6].1);
    let score = |position: &Position| search(position, Some(last), 1).score();
    assert_eq!(score(&position), Score::Cp(DRAW[1]));
    assert_ne!(score(&position.without_history()), Score::Cp(DRAW[1]));
}

#[test]
fn a_draw_is_taken_when_behind_and_avoided_when_ahead() {
    // White, a rook behind, may repeat for the fourth time by 7b8b.
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let loop_moves = "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b";
    for (hands, draws) in [("R2G", true), ("r2g", false)] {
        let start = sfen.replace(" - ", &format!(" {hands} "));
        let (position, last) = before_last(&start, loop_moves);
        let outcome = search(&position, None, 5);
        assert_eq!(outcome.best_move() == Some(last), draws, "{hands}");
        assert_eq!(outcome.score() == Score::Cp(DRAW[1]), draws, "{hands}");
        assert_eq!(outcome.lines[0].rests_on_repetition, draws, "{hands}");
    }
}
