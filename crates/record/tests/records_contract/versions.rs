//! The versions of CSA: V3.0 keeps milliseconds, V2.2 whole seconds, and the writer takes V3.0 where V2.2 would lose something.

use proptest::collection::vec;
use proptest::prelude::*;
use record::csa::Version;
use record::{EndingKind, Format, Game, GameWriter, Outcome, read_as};
use std::time::Duration;

const MOVES: [&str; 4] = ["7g7f", "3c3d", "2g2f", "4c4d"];

/// A game with these times, in milliseconds.
fn game(times: &[u64], ending: EndingKind) -> Game {
    let moves = MOVES.iter().take(times.len()).map(|mv| mv.parse().unwrap());
    let mut game = Game::from_moves(shogi::Position::startpos(), moves);
    for (ply, &time) in game.main.plies.iter_mut().zip(times) {
        ply.time = Some(Duration::from_millis(time));
    }
    game.main.ending = Some(ending.into());
    game
}

fn text(game: &Game, version: Version) -> String {
    let mut writer = GameWriter::new(Vec::new(), Format::Csa).with_version(version);
    writer.write(game).unwrap();
    String::from_utf8(writer.into_inner()).unwrap()
}

fn times(text: &str) -> Vec<u128> {
    let game = read_as(text.as_bytes(), "x.csa", Format::Csa).next().unwrap().unwrap();
    assert!(game.notes.is_empty(), "{:?}", game.notes);
    game.main.plies.iter().map(|ply| ply.time.unwrap().as_millis()).collect()
}

#[test]
fn each_version_says_what_it_can() {
    let fine = game(&[10_250, 5], EndingKind::Resignation);
    let expected = "V3.0\nPI\n+\n+7776FU\nT10.250\n-3334FU\nT0.005\n%TORYO\n";
    assert_eq!(text(&fine, Version::V30), expected);
    assert_eq!(text(&fine, Version::Auto), expected);
    assert_eq!(text(&fine, Version::V22), "V2.2\nPI\n+\n+7776FU\nT10\n-3334FU\nT0\n%TORYO\n");
    let whole = game(&[10_000, 0], EndingKind::Resignation);
    assert_eq!(text(&whole, Version::Auto), "V2.2\nPI\n+\n+7776FU\nT10\n-3334FU\nT0\n%TORYO\n");
    let longest = game(&[1000], EndingKind::MaxMoves);
    assert!(text(&longest, Version::Auto).starts_with("V3.0\n"));
}

#[test]
fn a_file_may_hold_both_versions() {
    let texts = [
        text(&game(&[10_250], EndingKind::MaxMoves), Version::Auto),
        text(&game(&[3000], EndingKind::Timeout), Version::Auto),
        text(&game(&[7], EndingKind::Resignation), Version::Auto),
    ];
    let games: Vec<_> =
        read_as(texts.join("/\n").as_bytes(), "x.csa", Format::Csa).map(Result::unwrap).collect();
    let told: Vec<_> =
        games.iter().map(|game| (game.main.plies[0].time.unwrap().as_millis(), game.outcome())).collect();
    // White is to move in each.
    let black = Outcome::Win(shogi::Color::Black);
    assert_eq!(told, [(10_250, Outcome::Draw), (3000, black), (7, black)]);
}

proptest! {
    #[test]
    fn times_are_kept_to_the_millisecond_or_rounded_down(given in vec(0_u64..100_000_000, 1..5)) {
        let game = game(&given, EndingKind::Interruption);
        let exact: Vec<_> = given.iter().map(|&time| u128::from(time)).collect();
        let rounded: Vec<_> = exact.iter().map(|time| time / 1000 * 1000).collect();
        prop_assert_eq!(times(&text(&game, Version::Auto)), exact.clone());
        prop_assert_eq!(times(&text(&game, Version::V30)), exact);
        prop_assert_eq!(times(&text(&game, Version::V22)), rounded);
    }
}
