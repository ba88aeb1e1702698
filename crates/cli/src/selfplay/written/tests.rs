//! What is written is read back: moves, ends, winners and scores, in every format.

use super::*;
use crate::selfplay::game::tests::every_end;
use record::{EndingKind, Game, Outcome, read_any};

/// The games of `every_end`, numbered.
fn games() -> Vec<Played> {
    let mut games: Vec<_> = every_end().into_iter().map(|(game, ..)| game).collect();
    games.iter_mut().zip(1..).for_each(|(game, number)| game.game = number);
    games
}

fn written(kind: Kind, games: &[Played]) -> Vec<u8> {
    write(Vec::new(), kind, 3, games.iter().cloned().map(Ok)).unwrap()
}

fn read(bytes: &[u8]) -> Vec<Game> {
    read_any(bytes, "written").map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn moves(game: &Game) -> Vec<String> {
    game.moves().map(|mv| mv.to_string()).collect()
}

fn scores(game: &Game) -> Vec<Option<i32>> {
    game.main.plies.iter().map(|ply| ply.score).collect()
}

fn expected_outcome(game: &Played) -> Outcome {
    game.winner().map_or(Outcome::Draw, Outcome::Win)
}

#[test]
fn csa_and_kif_hold_moves_scores_and_every_end() {
    let games = games();
    for kind in [Kind::Csa, Kind::Kif] {
        let bytes = written(kind, &games);
        let back = read(&bytes);
        assert_eq!(back.len(), games.len());
        for (game, back) in games.iter().zip(&back) {
            let record = game.record(3).unwrap();
            assert_eq!(moves(back), moves(&record), "{kind:?} {game:?}");
            assert_eq!(scores(back), scores(&record), "{kind:?} {game:?}");
            assert_eq!(back.outcome(), expected_outcome(game), "{kind:?} {game:?}");
            let end = |game: &Game| game.main.ending.as_ref().unwrap().kind;
            assert_eq!(end(back), end(&record), "{kind:?} {game:?}");
            let doubts: Vec<_> =
                back.notes.iter().filter(|note| note.text.contains("record's word")).collect();
            assert!(doubts.is_empty(), "{doubts:?}");
        }
    }
}

#[test]
fn usi_lines_hold_the_moves_and_the_ends_that_have_a_word() {
    let games = games();
    let back = read(&written(Kind::Usi, &games));
    assert_eq!(back.len(), games.len());
    for (game, back) in games.iter().zip(&back) {
        assert_eq!(moves(back), moves(&game.record(3).unwrap()));
        let told = back.main.ending.as_ref().map(|ending| ending.kind);
        match game.end.name() {
            "resignation" => assert_eq!(told, Some(EndingKind::Resignation)),
            "declaration" => assert_eq!(told, Some(EndingKind::Declaration)),
            _ => assert_eq!(told, None),
        }
    }
}

#[test]
fn psv_holds_the_scored_positions_with_score_and_result() {
    let games = games();
    let bytes = written(Kind::Psv, &games);
    let positions: usize = games.iter().map(Played::positions).sum();
    assert_eq!(bytes.len(), positions * record::PSV_BYTES);
    let back = read(&bytes);
    let scored: Vec<_> = games.iter().filter(|game| game.positions() > 0).collect();
    assert_eq!(back.len(), scored.len());
    for (game, back) in scored.into_iter().zip(&back) {
        let whole = game.record(3).unwrap();
        assert_eq!(moves(back), moves(&whole)[game.opening_plies..]);
        assert_eq!(scores(back), scores(&whole)[game.opening_plies..]);
        assert_eq!(back.outcome(), expected_outcome(game), "{game:?}");
        let mut start = whole.start.clone();
        whole.moves().take(game.opening_plies).for_each(|mv| start.apply(mv));
        assert_eq!(back.start.to_sfen(), start.to_sfen());
    }
}

#[test]
fn the_table_holds_a_row_for_each_game() {
    let games = games();
    let text = String::from_utf8(written(Kind::Tsv, &games)).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(COLUMNS));
    let words = ["mate", "%KACHI", "%JISHOGI", "1-0", "repetition", "0-1", "max", "%TORYO"];
    for ((line, game), word) in lines.zip(&games).zip(words) {
        let fields: Vec<_> = line.split('\t').collect();
        let whole = game.record(3).unwrap();
        assert_eq!(fields[0], format!("selfplay-3-{:05}", game.game));
        assert_eq!(fields[1..4], [word, &game.plies().to_string(), &game.opening_plies.to_string()]);
        assert_eq!(fields[4], moves(&whole).join(" "));
        let told: Vec<_> = fields[5].split(' ').filter(|score| !score.is_empty()).collect();
        assert_eq!(told.len(), game.plies());
        assert!(told[..game.opening_plies].iter().all(|&score| score == "-"));
        assert!(told[game.opening_plies..].iter().all(|&score| score != "-"));
    }
    assert_eq!(text.lines().count(), games.len() + 1);
    // A mate in one, and the king that has only to step.
    assert!(text.contains("G*5b\tm1\n") && text.contains("5b5a\tm1\n"), "{text}");
}

#[test]
fn a_journal_that_does_not_fit_together_is_refused() {
    let game = games().swap_remove(0);
    let line = serde_json::to_string(&game).unwrap();
    let broken = line.replace("[\"m1\"]", "[\"m1\",\"m1\"]");
    assert_ne!(line, broken);
    let broken: Played = serde_json::from_str(&broken).unwrap();
    let error = write(Vec::new(), Kind::Csa, 3, std::iter::once(Ok(broken))).unwrap_err().to_string();
    assert_eq!(error, "game 1: 1 moves, expected 2");
    let no_score: Played = serde_json::from_str(&line.replace("m1", "good")).unwrap();
    let error = write(Vec::new(), Kind::Csa, 3, std::iter::once(Ok(no_score))).unwrap_err();
    assert_eq!(format!("{error:#}"), "game 1: \"good\" is no score");
}
