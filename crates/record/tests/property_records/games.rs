//! Random legal games with all that a record can hold, and their comparison.

use proptest::collection::vec;
use proptest::prelude::*;
use record::{Branch, Ending, EndingKind, Game, Key, Line, Place, Ply};
use shogi::{Color, Handicap, Position};
use std::time::Duration;

/// Starts from which many pieces of a kind reach the same squares, so that moves have to be told apart.
const CROWDED: [&str; 8] = [
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    "4k4/9/9/9/9/9/9/9/4K4 w RB2G2S2N2L9Prb2g2s2n2l9p 8",
    "k8/9/2+P+P+P4/2+P1+P4/2+P+P+P4/9/9/9/8K b - 1",
    "k8/9/9/9/4+p+p+p2/4+p1+p2/4+p+p+p2/9/8K w gs 44",
    "k8/9/3+R1+R3/9/3+B1+B3/9/9/9/8K b GS 21",
    "k8/9/9/3G1G3/9/3G1G3/9/9/8K b 4S 1",
    "8k/9/9/3s1s3/9/3s1s3/9/9/K8 w 4g 1",
    "8k/9/4n1n2/9/9/1N1N5/9/9/K8 b L 3",
];

fn start() -> impl Strategy<Value = Position> {
    prop_oneof![
        3 => Just(Position::startpos()),
        2 => (0..Handicap::ALL.len()).prop_map(|index| Handicap::ALL[index].position()),
        3 => (0..CROWDED.len()).prop_map(|index| Position::from_sfen(CROWDED[index]).unwrap()),
    ]
}

fn comment() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9(&#'あ-んア-ン一二三金銀▲：:,][ -~あ-ん、。]{0,12}"
}

fn value() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9一-龠あ-ん][ -~一-龠（）：]{0,10}[a-z0-9段]|"
}

/// What is chosen for one move.
#[derive(Clone, Debug)]
struct Choice {
    mv: usize,
    time: Option<u64>,
    score: Option<i32>,
    comments: Vec<String>,
    bookmark: Option<String>,
}

fn choice() -> impl Strategy<Value = Choice> {
    let comments = prop_oneof![6 => Just(Vec::new()), 1 => vec(comment(), 1..3)];
    let time = prop_oneof![2 => Just(None), 3 => (0_u64..9000).prop_map(Some)];
    let score = prop_oneof![5 => Just(None), 1 => (-32000..32000).prop_map(Some)];
    let bookmark = prop_oneof![12 => Just(None), 1 => "[a-zあ-ん]{1,5}".prop_map(Some)];
    (any::<u16>(), time, score, comments, bookmark).prop_map(|(mv, time, score, comments, bookmark)| Choice {
        mv: mv.into(),
        time,
        score,
        comments,
        bookmark,
    })
}

/// Plays the choices as far as there are legal moves.
fn play(position: &mut Position, choices: &[Choice]) -> Vec<Ply> {
    let mut plies = Vec::new();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice.mv % moves.len()];
        position.apply(mv);
        plies.push(Ply {
            mv,
            time: choice.time.map(Duration::from_secs),
            score: choice.score,
            comments: choice.comments.clone(),
            bookmark: choice.bookmark.clone(),
        });
    }
    plies
}

fn ending(index: usize, to_move: Color) -> Option<EndingKind> {
    let kinds = [
        None,
        Some(EndingKind::Resignation),
        Some(EndingKind::Interruption),
        Some(EndingKind::Repetition),
        Some(EndingKind::Impasse),
        Some(EndingKind::Mate),
        Some(EndingKind::NoMate),
        Some(EndingKind::Timeout),
        Some(EndingKind::Foul(to_move)),
        Some(EndingKind::Foul(!to_move)),
        Some(EndingKind::Declaration),
        Some(EndingKind::Forfeit(to_move)),
        Some(EndingKind::Forfeit(!to_move)),
        Some(EndingKind::MaxMoves),
        Some(EndingKind::Draw),
        Some(EndingKind::Error),
        Some(EndingKind::TakeBack),
        Some(EndingKind::Sealed),
        Some(EndingKind::Win(!to_move)),
        Some(EndingKind::Win(to_move)),
    ];
    kinds[index % kinds.len()]
}

/// A branch to be: from which line, after how many moves, its moves, its end.
type Fork = (usize, usize, Vec<Choice>, usize);

fn fork() -> impl Strategy<Value = Fork> {
    (any::<usize>(), any::<usize>(), vec(choice(), 1..6), any::<usize>())
}

/// A game with at least one move.
pub(crate) fn game(longest: usize) -> impl Strategy<Value = Game> {
    let headers = vec((any::<usize>(), value()), 0..5);
    let decor = (headers, vec(comment(), 0..3), vec(fork(), 0..4), any::<usize>(), vec(comment(), 0..2));
    (start(), vec(choice(), 1..longest), decor).prop_map(|(start, choices, decor)| {
        let (headers, comments, forks, last, last_comments) = decor;
        let mut game = Game::new(Place { file: "made".into(), line: 1, column: 1 }, start.clone());
        let mut position = start;
        game.comments = comments;
        game.main.plies = play(&mut position, &choices);
        let kind = ending(last, position.side_to_move());
        game.main.ending = kind.map(|kind| Ending {
            kind,
            time: None,
            // These have no statement of their own in CSA, where a comment would not be theirs.
            comments: match kind {
                EndingKind::Forfeit(_) | EndingKind::Sealed | EndingKind::Win(_) => Vec::new(),
                _ => last_comments,
            },
        });
        let keys = [
            Key::Black,
            Key::White,
            Key::Event,
            Key::Site,
            Key::StartTime,
            Key::TimeLimit,
            Key::Opening,
            Key::Remarks,
            Key::Other("TAG".to_owned()),
        ];
        for (key, value) in headers {
            game.headers.push(keys[key % keys.len()].clone(), &value);
        }
        for fork in forks {
            add_branch(&mut game, fork);
        }
        game
    })
}

fn add_branch(game: &mut Game, (parent, at, choices, last): Fork) {
    let parent = match parent % (game.branches.len() + 1) {
        0 => None,
        number => Some(number - 1),
    };
    let path: Vec<_> = parent.map_or_else(|| game.moves().collect(), |index| game.branch_moves(index));
    // A branch begins after the line that it leaves began.
    let from = parent.map_or(0, |index| game.branches[index].at + 1);
    let at = from + at % (path.len() + 1 - from);
    let mut position = game.start.clone();
    path[..at].iter().for_each(|&mv| position.apply(mv));
    let plies = play(&mut position, &choices);
    if plies.is_empty() {
        return;
    }
    let ending = ending(last, position.side_to_move()).map(Ending::from);
    game.branches.push(Branch { parent, at, line: Line { plies, ending, cut: None } });
}

/// Path, where it leaves, its end, its comments.
type Path = (String, usize, Option<EndingKind>, Vec<Vec<String>>);

/// Branches as paths with their ends: the order in which a record lists them is not compared.
pub(crate) fn branches(game: &Game) -> Vec<Path> {
    let mut found: Vec<_> = (0..game.branches.len())
        .map(|index| {
            let branch = &game.branches[index];
            let path = game.branch_moves(index).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let kind = branch.line.ending.as_ref().map(|ending| ending.kind);
            let comments = branch.line.plies.iter().map(|ply| ply.comments.clone()).collect();
            (path, branch.at, kind, comments)
        })
        .collect();
    found.sort_by(|a, b| (&a.0, a.1, &a.3).cmp(&(&b.0, b.1, &b.3)));
    found
}

pub(crate) fn moves(game: &Game) -> String {
    game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}
