//! Odd positions, long games and tiny tables: no crash, and every answer a legal move.

use search::{Control, Engine, Limits, Options};
use shogi::{Position, Repetition};

/// SOURCE: positions on which libraries of shogi rules are known to have failed (pinned pieces, pawn-drop mates, one king,
/// no king, pieces that do not fit into a set), rewritten from public bug reports.
const ODD: &[&str] = &[
    "8k/9/7+Rr/8L/9/9/9/9/9 b P2b4g4s4n3l17p 1",
    "8k/9/7+R1/9/9/9/9/9/K8 b P 1",
    "7B1/3R2n2/5kn2/4P4/5G3/9/9/9/4K4 b P 1",
    "4k4/2l6/9/6r2/3KS4/3P5/4+p4/9/9 w p 1",
    "R6gk/9/7S1/9/9/9/9/9/9 b P 1",
    "9/8p/3pG1gp1/2p2kl1N/3P1p1s1/lPP6/2SGBP3/PK1S2+p2/LN7 w RSL3Prbg2n4p 1",
    "l+N4knl/6g2/4+P2p1/p1s2Pp1p/1pp1l2P1/P1sK2P1P/1P3S1r1/5G3/LN7 w R2BGSN3Pg2p 1",
    "9/7pp/7gk/9/7G1/9/9/9/9 b P2r2b2g4s4n4l15p 1",
    "lnsg1g1nl/3k3r1/pppp1s1pp/b3p1p2/2PP1p2B/P3P3P/1P3PPP1/1S3K1R1/LN1G1GSNL w - 1",
    "R6+S1/2K1S2Sk/4B2n1/9/9/9/9/9/1L1L1L3 b RBGSNLP3g2n17p 3",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "s3k2n1/l3g2gl/rPl+P1s2l/2pP1Ppp1/2P4SP/pG4PP1/N3p1N2/P2S3+r+p/G1B+n1K3 w 2Pbp 162",
    "5+B+P2/K+P1+P+R+P3/+P+P+NPP4/7g1/6gg1/5+n1s1/3+p+p4/1+p3+n1k1/9 b G2SNL3Psl4p 1",
    "9/9/9/9/9/9/9/9/9 b - 1",
    "4kK3/9/9/9/9/9/9/9/9 w - 1",
    "P3k4/9/9/9/9/9/9/9/4K4 b - 1",
    "4k4/9/P8/P8/9/9/9/9/4K4 b 18P 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 65536",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
];

#[test]
fn odd_positions_are_searched() {
    let mut engine = Engine::new(Options { hash_mib: 1, multi_pv: 2, ..Options::default() });
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut searched = 0;
    for sfen in ODD {
        let position = Position::from_sfen(sfen).unwrap();
        // Where the king of the side that is not to move could be taken, no move means anything.
        let mut turned = position.clone();
        turned.apply_null();
        let capturable = turned.king(turned.side_to_move()).is_some() && turned.checkers().any();
        if capturable {
            continue;
        }
        let outcome = engine.search(&position, &limits, &Control::new(), &|_| {});
        match outcome.best_move() {
            Some(mv) => assert!(position.is_legal(mv), "{sfen}: {mv}"),
            None => assert!(!position.has_legal_move() || outcome.score().centipawns() > 0, "{sfen}"),
        }
        searched += 1;
    }
    assert!(searched >= ODD.len() - 4, "{searched}");
}

/// Deterministic pseudo-random numbers (xorshift).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 33) as usize
}

#[test]
fn a_game_of_400_plies() {
    let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let mut state = 3;
    let mut position = Position::startpos();
    let mut searched = 0;
    while position.history_len() < 400 {
        assert!(position.has_legal_move(), "choose another seed: the random game ended early");
        let before = position.clone();
        let outcome = engine.search(&position, &limits, &Control::new(), &|_| {});
        assert!(position == before);
        assert!(outcome.best_move().is_none_or(|mv| position.is_legal(mv)));
        searched += 1;
        // Random moves that do not end the game: neither by mate nor by repetition.
        let moves = position.legal_moves();
        let start = next(&mut state) % moves.len();
        let quiet = moves.iter().cycle().skip(start).take(moves.len()).find(|&&mv| {
            position.apply(mv);
            let goes_on = position.has_legal_move()
                && position.mate_in_one().is_none()
                && position.repetition() == Repetition::None;
            position.undo();
            goes_on
        });
        position.apply(*quiet.unwrap_or(&moves[start]));
    }
    assert_eq!(searched, 400);
}

#[test]
fn games_against_itself_end_by_the_rules() {
    let options = Options { hash_mib: 1, max_moves_to_draw: 320, ..Options::default() };
    let mut engine = Engine::new(options);
    let limits = Limits { nodes: Some(400), ..Limits::default() };
    for first in ["7g7f", "2g2f", "5g5f"] {
        engine.new_game();
        let mut position = Position::startpos();
        position.apply(first.parse().unwrap());
        while position.repetition() == Repetition::None && position.history_len() < 320 {
            let outcome = engine.search(&position, &limits, &Control::new(), &|_| {});
            let Some(mv) = outcome.best_move() else { break };
            position.try_apply(mv).unwrap();
        }
        assert!(position.history_len() > 20, "{}", position.history_len());
    }
}
