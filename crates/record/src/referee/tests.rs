//! The judge on games whose results are known.

use super::*;
use shogi::Color;

const RULES: Rules = Rules { entering_king: EnteringKingRule::Points27, max_moves: None };

/// Plays a game move by move; the ply at which it ended and how.
fn judge(rules: Rules, start: &str, moves: &str) -> (usize, Option<Outcome>) {
    let mut position = crate::read_position(start, false).unwrap().position;
    for (index, mv) in moves.split_whitespace().enumerate() {
        if let Some(outcome) = rules.play(&mut position, mv.parse().unwrap()) {
            return (index + 1, Some(outcome));
        }
    }
    (position.history_len(), None)
}

/// SOURCE: games of our own making after classes of repetition in the rules of shogi (four occurrences, checks of one
/// side throughout, interrupted checks, captures and drops inside the loop, start position counted).
#[test]
fn repetition_is_the_fourth_occurrence_and_perpetual_check_loses() {
    let loop_with = |first: &str, cycle: &str| format!("{first} {}", cycle.repeat(3));
    // The start position is the first of the four.
    let (ply, outcome) = judge(RULES, "startpos", &loop_with("", "2h3h 8b7b 3h2h 7b8b "));
    assert_eq!((ply, outcome), (12, Some(Outcome::draw(End::Repetition))));
    // Black checks with every move: the fourth occurrence has White, who was checked, to move.
    let opening = "5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f";
    let (ply, outcome) = judge(RULES, "startpos", &loop_with(opening, "6d7d 6f7f 7d6d 7f6f "));
    assert_eq!((ply, outcome), (21, Some(Outcome::won_by(Color::White, End::PerpetualCheck))));
    // The same with the checker to move at the fourth occurrence.
    let start = "sfen lnsg1gsnl/1r5b1/ppppppppp/4k4/9/5R3/PPPPPPPPP/1B7/LNSGKGSNL b - 1";
    let (ply, outcome) = judge(RULES, start, &loop_with("", "4f5f 5d4d 5f4f 4d5d "));
    assert_eq!((ply, outcome), (12, Some(Outcome::won_by(Color::White, End::PerpetualCheck))));
    // Checks that were interrupted once inside the four occurrences: a draw.
    let cycle = "6d7d 6f7f 7d6d 7f6f";
    let game = format!("{opening} {cycle} 6d7d 6f7f 7d6d 7i6h 3a4b 6h7i 4b3a 7f6f {cycle}");
    let (ply, outcome) = judge(RULES, "startpos", &game);
    assert_eq!((ply, outcome), (24, Some(Outcome::draw(End::Repetition))));
    // The second and the third occurrence end nothing.
    let (_, nothing) = judge(RULES, "startpos", &"2h3h 8b7b 3h2h 7b8b ".repeat(2));
    assert_eq!(nothing, None);
}

#[test]
fn the_golden_games_end_where_and_as_they_must() {
    let folder = std::env::var_os("YOMIKIRI_SHARED").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        std::path::PathBuf::from,
    );
    let file = folder.join("goldens/repetition.tsv");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("{} is absent: the golden games were not judged", file.display());
        return;
    };
    let mut games = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let (ply, outcome) = judge(RULES, fields[1], fields[2]);
        let outcome = outcome.expect(fields[0]);
        let start = crate::read_position(fields[1], false).unwrap().position.side_to_move();
        let to_move = if ply % 2 == 0 { start } else { !start };
        let expected = match fields[4] {
            "draw" => Outcome::draw(End::Repetition),
            "win" => Outcome::won_by(to_move, End::PerpetualCheck),
            "loss" => Outcome::lost_by(to_move, End::PerpetualCheck),
            other => panic!("{other}"),
        };
        assert_eq!((ply.to_string().as_str(), outcome), (fields[3], expected), "{}", fields[0]);
        games += 1;
    }
    assert!(games >= 11);
}

#[test]
fn mates_and_illegal_moves() {
    let (_, mate) = judge(RULES, "sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "G*5b");
    assert_eq!(mate, Some(Outcome::won_by(Color::Black, End::Mate)));
    // Mate with the very last move of the limit.
    let rules = Rules { max_moves: Some(1), ..RULES };
    let (_, mate) = judge(rules, "sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "G*5b");
    assert_eq!(mate, Some(Outcome::won_by(Color::Black, End::Mate)));
    let (ply, draw) = judge(Rules { max_moves: Some(3), ..RULES }, "startpos", "7g7f 3c3d 2g2f 8c8d");
    assert_eq!((ply, draw), (3, Some(Outcome::draw(End::MaxMoves))));
    // White cannot move and is not in check.
    let (_, stuck) = judge(RULES, "sfen k8/9/1+R7/9/9/9/9/9/4K4 b - 1", "5i5h");
    assert_eq!(stuck, Some(Outcome::won_by(Color::Black, End::NoMoves)));
    let (_, illegal) = judge(RULES, "startpos", "7g7f 8h2b");
    let outcome = illegal.unwrap();
    assert_eq!(outcome.winner, Some(Color::Black));
    assert!(matches!(outcome.end, End::IllegalMove { .. }));
    let (_, pawn) = judge(RULES, "startpos", "7g7f 3c3d P*5e");
    assert_eq!(pawn.unwrap().winner, Some(Color::White));
}

#[test]
fn claims_are_counted() {
    // King and eleven others inside; 28 points are needed under the 27-point rule, 27 are there.
    let short = "sfen 5+B+P2/K+P1+P+R+P3/+P+P+NPP4/7g1/6gg1/5+n1s1/3+p+p4/1+p3+n1k1/9 b G2SNL3Psl4p 1";
    let position = crate::read_position(short, false).unwrap().position;
    let outcome = RULES.claim(&position);
    assert_eq!(outcome.winner, Some(Color::White));
    assert!(outcome.end.is_fault());
    let rules = Rules { entering_king: EnteringKingRule::Points24, ..RULES };
    assert_eq!(rules.claim(&position), Outcome::draw(End::DeclarationDraw { points: 27, pieces: 11 }));
    let off = Rules { entering_king: EnteringKingRule::Off, ..RULES };
    assert!(off.claim(&position).end.is_fault());

    let enough = "sfen +R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    let position = crate::read_position(enough, false).unwrap().position;
    let won = Outcome::won_by(Color::Black, End::Declaration { points: 35, pieces: 10 });
    assert_eq!(RULES.claim(&position), won);
    assert!(RULES.claim(&Position::startpos()).end.is_fault());
}

#[test]
fn under_the_try_rule_the_king_that_arrives_has_won() {
    let rules = Rules { entering_king: EnteringKingRule::Try, ..RULES };
    let (_, tried) = judge(rules, "sfen 9/4K4/9/9/9/9/9/k8/9 b - 1", "5b5a");
    assert_eq!(tried, Some(Outcome::won_by(Color::Black, End::Try)));
    let (_, nothing) = judge(RULES, "sfen 9/4K4/9/9/9/9/9/k8/9 b - 1", "5b5a");
    assert_eq!(nothing, None);
}
