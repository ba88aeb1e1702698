//! A finished game as a CSA record, version 2.2.
//!
//! Times are whole seconds there (rounded down, as clocks of shogi do), so the milliseconds stand in a comment.

use super::outcome::End;
use super::record::GameRecord;
use record::csa::{self, Version};
use record::{Ending, EndingKind, Game, Key, Ply};
use shogi::Color;
use std::time::Duration;

/// What the format can say of an end. It knows no crash and no try: a win is a win there, and a comment says why.
fn ending(end: &End, winner: Option<Color>) -> EndingKind {
    match (end, winner) {
        (End::Mate | End::NoMoves, _) => EndingKind::Mate,
        (End::Resign, _) => EndingKind::Resignation,
        (End::Declaration { .. }, _) => EndingKind::Declaration,
        (End::DeclarationDraw { .. }, _) => EndingKind::Impasse,
        (End::Repetition, _) => EndingKind::Repetition,
        (End::TimeLoss { .. } | End::NoAnswer { .. }, _) => EndingKind::Timeout,
        // Version 2.2 has no word for the limit of moves.
        (End::MaxMoves, _) | (_, None) => EndingKind::Draw,
        (
            End::PerpetualCheck
            | End::IllegalMove { .. }
            | End::Malformed { .. }
            | End::FalseDeclaration { .. },
            Some(winner),
        ) => EndingKind::Foul(!winner),
        (End::Crash { .. } | End::NotReady { .. } | End::Try, Some(winner)) => EndingKind::Win(winner),
    }
}

/// Year, month, day, hour, minute, second of a time in UTC.
/// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), `civil_from_days`.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}/{month:02}/{day:02} {:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

/// One line, and nothing in it that would begin another statement.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The record of a game between engines of these names (A, B).
pub(crate) fn record(game: &GameRecord, names: &[String; 2]) -> anyhow::Result<String> {
    let last = game.position()?;
    let moves = GameRecord::moves(&last);
    let mut start = last;
    while start.undo().is_some() {}
    let mut record = Game::from_moves(start, moves);
    for (key, color) in [(Key::Black, Color::Black), (Key::White, Color::White)] {
        record.headers.push(key, &clean(&names[game.who(color).index()]));
    }
    record.headers.push(Key::Event, &format!("yomikiri match, game {}", game.game + 1));
    record.headers.push(Key::StartTime, &date(game.began));
    let mut answers = game.ms.iter().map(|&ms| Duration::from_millis(ms));
    let played = record.main.plies.iter_mut().skip(game.opening_plies);
    for ((ply, time), score) in played.zip(answers.by_ref()).zip(&game.scores) {
        tell(ply, time, score);
    }
    let winner = game.winner.map(|winner| game.color(winner));
    let result = winner.map_or_else(|| "draw".to_owned(), |color| format!("{color} wins"));
    let mut ending = Ending::from(ending(&game.end, winner));
    if let Some(time) = game.ms.get(record.main.plies.len() - game.opening_plies) {
        ending.time = Some(Duration::from_millis(*time));
        ending.comments.push(format!("{time} ms"));
    }
    ending.comments.push(format!("{result} by {}", clean(&game.end.to_string())));
    record.main.ending = Some(ending);
    Ok(csa::to_string(&record, Version::V22))
}

/// Adds time and score to a move. Mates become a large number, as Floodgate's programs write them.
fn tell(ply: &mut Ply, time: Duration, score: &str) {
    ply.time = Some(time);
    ply.comments.push(format!("{} ms", time.as_millis()));
    ply.score = match score {
        mate if mate.starts_with("-m") => Some(-100_000),
        mate if mate.starts_with('m') => Some(100_000),
        centipawns => centipawns.parse().ok(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::outcome::{Outcome, Who};
    use usi::PositionCommand;

    fn game(number: usize, usi: &str, opening_plies: usize, outcome: Outcome) -> GameRecord {
        let position = PositionCommand::parse(usi).unwrap().position;
        let mut game = GameRecord::begin(number, 0, &position);
        (game.opening_plies, game.began) = (opening_plies, 1_764_460_800);
        game.finish(&position, outcome)
    }

    #[test]
    fn a_record_by_hand() {
        let outcome = Outcome::lost_by(Color::Black, End::Resign);
        let mut game = game(1, "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e", 2, outcome);
        game.ms = vec![1999, 20, 0, 3];
        game.scores = vec!["31".to_owned(), "-40".to_owned(), "-m3".to_owned(), "-".to_owned()];
        let names = ["first".to_owned(), "second\nline".to_owned()];
        let expected = "V2.2\nN+second line\nN-first\n$EVENT:yomikiri match, game 2\n\
                        $START_TIME:2025/11/30 00:00:00\nPI\n+\n+7776FU\n-3334FU\n\
                        +8822UM\nT1\n'** 31\n'*1999 ms\n-3122GI\nT0\n'** 40\n'*20 ms\n+0055KA\nT0\n'** -100000\n\
                        '*0 ms\n%TORYO\nT0\n'*3 ms\n'*white wins by resignation\n";
        assert_eq!(record(&game, &names).unwrap(), expected);
        assert_eq!(game.winner, Some(Who::A));
    }

    #[test]
    fn a_start_position_with_hands() {
        let outcome = Outcome::lost_by(Color::White, End::PerpetualCheck);
        let start = "sfen 4k4/9/9/9/9/9/9/9/4K4 w R2Pb 1 moves 5a5b";
        let text = record(&game(0, start, 0, outcome), &["a".to_owned(), "b".to_owned()]).unwrap();
        assert!(text.contains("\nP1 *  *  *  * -OU *  *  *  * \n"), "{text}");
        assert!(
            text.contains("\nP9 *  *  *  * +OU *  *  *  * \nP+00FU00FU00HI\nP-00KA\n-\n-5152OU\n"),
            "{text}"
        );
        assert!(text.ends_with("%-ILLEGAL_ACTION\n'*black wins by perpetual check\n"), "{text}");
    }

    #[test]
    fn every_result_is_read_back() {
        use record::{Format, Outcome as Result, read_as};
        let ends = [
            (End::Mate, Some(Color::Black)),
            (End::NoMoves, Some(Color::Black)),
            (End::Resign, Some(Color::Black)),
            (End::Declaration { points: 28, pieces: 10 }, Some(Color::White)),
            (End::DeclarationDraw { points: 24, pieces: 10 }, None),
            (End::Try, Some(Color::Black)),
            (End::Repetition, None),
            (End::PerpetualCheck, Some(Color::Black)),
            (End::PerpetualCheck, Some(Color::White)),
            (End::MaxMoves, None),
            (End::IllegalMove { mv: "5e5d".to_owned(), reason: "?".to_owned() }, Some(Color::Black)),
            (End::Malformed { line: "x\ny".to_owned(), reason: "?".to_owned() }, Some(Color::Black)),
            (End::TimeLoss { used_ms: 2, allowed_ms: 1 }, Some(Color::Black)),
            (End::NoAnswer { waited_ms: 1 }, Some(Color::Black)),
            (End::Crash { status: "exit code 1".to_owned() }, Some(Color::Black)),
            (End::FalseDeclaration { reason: "?".to_owned() }, Some(Color::Black)),
            (End::NotReady { waited_ms: 1 }, Some(Color::White)),
        ];
        for (end, winner) in ends {
            // White to move.
            let game = game(0, "startpos moves 7g7f", 0, Outcome { winner, end: end.clone() });
            let text = record(&game, &["a".to_owned(), "b".to_owned()]).unwrap();
            let mut read = read_as(text.as_bytes(), "x.csa", Format::Csa);
            let read = read.next().unwrap().unwrap();
            let expected = winner.map_or(Result::Draw, Result::Win);
            assert_eq!(read.outcome(), expected, "{end}: {text}");
            // The games are made up, so the reader may miss the mate or the repetition; nothing else.
            let kept = |note: &record::Note| note.text.ends_with("the record's word is kept");
            assert!(read.notes.iter().all(kept), "{:?}: {text}", read.notes);
        }
    }

    #[test]
    fn dates_by_hand() {
        for (seconds, expected) in [
            (0, "1970/01/01 00:00:00"),
            (951_782_399, "2000/02/28 23:59:59"),
            (951_868_799, "2000/02/29 23:59:59"),
            (4_107_542_400, "2100/03/01 00:00:00"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
