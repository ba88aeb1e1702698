//! Games whose end is known: each way to end, with the right winner.

use super::*;
use crate::selfplay::arguments::Arguments;
use crate::selfplay::written::Kind;
use clap::Parser;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    arguments: Arguments,
}

/// What these options mean, with one opening.
fn plan(opening: &str, options: &[&str]) -> Plan {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    std::fs::write(&file, opening).unwrap();
    let words = ["selfplay", "--out", "unused.usi", "--hash", "1", "--openings", file.to_str().unwrap()];
    let command = Command::try_parse_from(words.iter().chain(options)).unwrap();
    command.arguments.plan(Kind::Usi).unwrap()
}

fn played(opening: &str, options: &[&str]) -> Played {
    play(&plan(opening, options), 1, &AtomicBool::new(false)).unwrap().unwrap()
}

/// A game for each way to end; the last number counts the moves that the engine made.
///
/// SOURCE: positions of our own making.
pub(crate) fn every_end() -> Vec<(Played, &'static str, Option<Color>, usize)> {
    use Color::{Black, White};
    let cycle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    // White, bishop and gold behind, takes the draw.
    let behind = "sfen lnsgk1snl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b BG 1 moves ";
    let repetition = format!("{behind}{}", &cycle[..54]);
    // White's next step completes the fourth occurrence after checks with every move of Black.
    let checks = "4f5f 5d4d 5f4f 4d5d ".repeat(3);
    let checked = "sfen lnsg1gsnl/1r5b1/ppppppppp/4k4/9/5R3/PPPPPPPPP/1B7/LNSGKGSNL b - 1 moves ";
    let perpetual = format!("{checked}{}", &checks[..54]);
    let mate = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let inside = "sfen K+R+R+B+BGGSS/GG7/9/9/9/9/9/9/8k b 5P 1";
    // 24 points, against a rook, a bishop and 20 other pieces in hand.
    let weak = "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b 6Prb4g4s4n4l4p 1";
    let odds = "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let near = "sfen 8k/4K4/9/9/9/9/9/9/9 b R 1";
    let depth = ["--depth", "4"];
    let with = |options: &[&'static str]| [&depth[..], options].concat();
    vec![
        (played(mate, &depth), "mate", Some(Black), 1),
        (played(inside, &depth), "declaration", Some(Black), 0),
        (played(weak, &with(&["--entering-king", "24"])), "declaration draw", None, 0),
        (played(near, &with(&["--entering-king", "try"])), "try", Some(Black), 1),
        (played(&repetition, &depth), "repetition", None, 1),
        (played(&perpetual, &depth), "perpetual check", Some(White), 1),
        (played("startpos", &with(&["--max-moves", "5", "--random-plies", "2"])), "move limit", None, 3),
        (played(odds, &with(&["--resign", "500"])), "resignation", Some(Black), 3),
    ]
}

#[test]
fn every_end_has_its_name_and_its_winner() {
    for (game, end, winner, positions) in every_end() {
        assert_eq!((game.end.name(), game.winner(), game.positions()), (end, winner, positions), "{game:?}");
    }
}

#[test]
fn the_last_move_is_played_though_a_declaration_is_off() {
    let game =
        played("sfen K+R+R+B+BGGSS/GG7/9/9/9/9/9/9/8k b 5P 1", &["--depth", "6", "--entering-king", "off"]);
    // The bare king is mated or left without a move: both lose.
    assert!(["mate", "no legal move"].contains(&game.end.name()), "{game:?}");
    assert_eq!(game.winner(), Some(Color::Black));
}

#[test]
fn numbers_name_games() {
    let plan =
        plan("startpos", &["--nodes", "300", "--random-plies", "6", "--noise", "40", "--max-moves", "20"]);
    let play = |number| play(&plan, number, &AtomicBool::new(false)).unwrap().unwrap();
    let first = play(1);
    assert_eq!(first, play(1));
    assert_eq!((first.opening_plies, first.plies()), (6, 20));
    let others: std::collections::HashSet<_> = (1..=6).map(|number| play(number).usi().to_owned()).collect();
    assert_eq!(others.len(), 6);
    assert!(super::play(&plan, 1, &AtomicBool::new(true)).unwrap().is_none());
}

#[test]
fn noise_makes_one_opening_many_games_and_ends_when_it_should() {
    let first_move_differs = |options: &[&str]| {
        let plan = plan("startpos", &[&["--depth", "3", "--max-moves", "8"], options].concat());
        let games: Vec<_> =
            (1..=8).map(|number| play(&plan, number, &AtomicBool::new(false)).unwrap().unwrap()).collect();
        games.iter().any(|game| game.usi() != games[0].usi())
    };
    assert!(!first_move_differs(&[]));
    assert!(first_move_differs(&["--noise", "50"]));
    assert!(!first_move_differs(&["--noise", "50", "--noise-plies", "0"]));
}

#[test]
fn weights_change_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    eval::Weights::initial(eval::Set::Slides).write(&mut std::fs::File::create(&file).unwrap()).unwrap();
    let options = ["--depth", "3", "--max-moves", "30"];
    let weighed = [&options[..], &["--weights", file.to_str().unwrap()]].concat();
    assert_ne!(played("startpos", &options).usi(), played("startpos", &weighed).usi());
}
