//! The search finds what brute force finds: mates in one and three, and no mate where there is none.

use search::{Control, Engine, Limits, Options, Outcome, Score};
use shogi::{Move, Position};

fn engine() -> Engine {
    Engine::new(Options { hash_mib: 4, ..Options::default() })
}

fn to_depth(engine: &mut Engine, position: &Position, depth: u32) -> Outcome {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(position, &limits, &Control::new(), &|_| {})
}

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap()
}

/// Whether the side to move can force mate within `plies` (odd), trying every legal move of the defender and of the
/// attacker, or of the attacker only those that give check.
fn can_mate(position: &mut Position, plies: u32, by_checks: bool) -> bool {
    let moves = if by_checks { position.checks() } else { position.legal_moves() };
    moves.iter().any(|&mv| {
        position.apply(mv);
        let mated = is_mated_within(position, plies - 1, by_checks);
        position.undo();
        mated
    })
}

fn is_mated_within(position: &mut Position, plies: u32, by_checks: bool) -> bool {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return true;
    }
    plies > 0
        && moves.iter().all(|&mv| {
            position.apply(mv);
            let mate = can_mate(position, plies - 1, by_checks);
            position.undo();
            mate
        })
}

/// Deterministic pseudo-random numbers (xorshift).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 33) as usize
}

/// Bare endgames: a few attackers, a king near the edge, something in hand.
fn endgame(state: &mut u64) -> Option<Position> {
    const HANDS: [&str; 6] = ["G", "GS", "RP", "SN", "BG", "2G"];
    let mut squares = [['1'; 9]; 9];
    let mut put = |rank: usize, file: usize, piece: char| squares[rank][file] = piece;
    put(8, next(state) % 9, 'K');
    for piece in ['G', 'S', 'N', 'P', 'p', 's'] {
        let (rank, file) = (next(state) % 5, next(state) % 9);
        if !(rank < 2 && "NP".contains(piece)) {
            put(rank, file, piece);
        }
    }
    put(next(state) % 2, next(state) % 9, 'k');
    let rows: Vec<String> = squares.iter().map(|row| row.iter().collect()).collect();
    let board = rows.join("/");
    let mut packed = String::new();
    let mut empty = 0;
    for c in board.chars().chain(std::iter::once(' ')) {
        if c == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            packed += &empty.to_string();
            empty = 0;
        }
        packed.push(c);
    }
    let position = read(&format!("{}b {} 1", packed, HANDS[next(state) % HANDS.len()]));
    (position.validate().level == shogi::Level::Playable).then_some(position)
}

#[test]
fn mates_are_those_of_brute_force() {
    let mut state = 5;
    let mut engine = engine();
    let (mut in_one, mut in_three, mut none) = (0, 0, 0);
    while in_one < 20 || in_three < 20 {
        let Some(mut position) = endgame(&mut state) else { continue };
        engine.new_game();
        let outcome = to_depth(&mut engine, &position, 8);
        // What the search calls a mate is one.
        if let Score::Mate(plies @ 1..=3) = outcome.score() {
            assert!(can_mate(&mut position, plies as u32, false), "{position}");
            assert!(plies == 1 || !can_mate(&mut position, 1, false), "{position}");
            // The line must be a mate on the board, not only in number.
            let pv = &outcome.lines[0].pv;
            assert_eq!(pv.len(), plies as usize, "{position}");
            let mut end = position.clone();
            for &mv in pv {
                end.try_apply(mv).unwrap();
            }
            assert!(!end.has_legal_move(), "{position}");
        }
        // And it finds those that consist of checks. (One that begins with a quiet sacrifice may need more depth.)
        match [1, 3].into_iter().find(|&plies| can_mate(&mut position, plies, true)) {
            Some(plies) => {
                // A quiet move may do it even sooner: the loser has no move left, in check or not.
                let found = outcome.score();
                assert!(matches!(found, Score::Mate(n) if n > 0 && n <= plies as i32), "{position}: {found}");
                *(if plies == 1 { &mut in_one } else { &mut in_three }) += 1;
            }
            None => none += 1,
        }
    }
    assert!(none > 5, "positions without a short mate are part of the test: {none}");
}

/// SOURCE: positions on which published programs gave a wrong answer about mate in one (collected reports of rsshogi's and
/// other libraries' users; answers checked by trying every move).
#[test]
fn known_traps() {
    let mut engine = engine();
    // In check oneself; no move mates.
    let position = read("1+R6l/g2g2+P2/1s2s4/2np2ppp/1pPkN2+b1/P2NS+b3/1P1+s2P1P/4PK+R2/3g3+lL w N5Pglp 3");
    assert_ne!(to_depth(&mut engine, &position, 1).score(), Score::Mate(1));
    // A promoted pawn mates on either of two squares.
    let position = read("9/9/9/9/9/9/4K4/9/4k1+P1R b - 1");
    let outcome = to_depth(&mut engine, &position, 1);
    assert_eq!(outcome.score(), Score::Mate(1));
    let answers: [Move; 2] = ["3i3h", "3i2h"].map(|text| text.parse().unwrap());
    assert!(answers.contains(&outcome.best_move().unwrap()));
    // A pawn drop may not mate.
    let position = read("s3k2n1/l3g2gl/rPl+P1s2l/2pP1Ppp1/2P4SP/pG4PP1/N3p1N2/P2S3+r+p/G1B+n1K3 w 2Pbp 162");
    assert_ne!(to_depth(&mut engine, &position, 4).best_move(), "P*4h".parse().ok());
}

#[test]
fn the_side_without_a_move_has_lost() {
    // SOURCE: a board without a legal move and without a check, from a list of move-counting positions.
    let position = read("+R+N+SGKG+S+N+R/+B+N+SG+LG+S+N+B/P+LPP+LPP+LP/1P2P2P1/9/9/9/9/4k4 b 9P 200");
    let outcome = to_depth(&mut engine(), &position, 5);
    assert_eq!((outcome.decision, outcome.score()), (search::Decision::NoMove, Score::Mate(0)));
}
