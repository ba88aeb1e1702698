//! A finished game in the CSA format, version 2.2 (<http://www2.computer-shogi.org/protocol/record_v22.html>).
//!
//! Times are whole seconds, as the format has them (rounded down, as clocks of shogi do), with the milliseconds in a
//! comment. Scores stand in comments of the form that Floodgate uses, `'** 123`, from Black's view.

use super::outcome::End;
use super::record::GameRecord;
use shogi::{Color, Move, PieceKind, Position, STARTPOS, Square};
use std::fmt::Write;

/// Two letters for each kind, by index from 1.
const NAMES: [&str; 14] =
    ["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

fn sign(color: Color) -> char {
    if color == Color::Black { '+' } else { '-' }
}

fn name(kind: PieceKind) -> &'static str {
    NAMES[kind.index() - 1]
}

fn square(sq: Square) -> String {
    format!("{}{}", sq.file() + 1, sq.rank() + 1)
}

/// `+7776FU`; the origin of a drop is 00.
fn move_text(position: &Position, mv: Move) -> String {
    let piece = position.move32(mv).after();
    let kind = piece.map_or("FU", |piece| name(piece.kind()));
    let from = mv.from().map_or_else(|| "00".to_owned(), square);
    format!("{}{from}{}{kind}", sign(position.side_to_move()), square(mv.to()))
}

/// The start position: `PI` for an even game, otherwise all squares and hands.
fn board(start: &Position) -> String {
    let turn = format!("{}\n", sign(start.side_to_move()));
    if start.sfen_without_number() == STARTPOS.trim_end_matches(" 1") {
        return format!("PI\n{turn}");
    }
    let cell = |file, rank| match Square::new(file, rank).and_then(|sq| start.piece_at(sq)) {
        None => " * ".to_owned(),
        Some(piece) => format!("{}{}", sign(piece.color()), name(piece.kind())),
    };
    let row = |rank| {
        let cells: String = (0..9).rev().map(|file| cell(file, rank)).collect();
        format!("P{}{cells}\n", rank + 1)
    };
    let held = |color| {
        let hand = start.hand(color);
        let pieces =
            PieceKind::HAND.map(|kind| format!("00{}", name(kind)).repeat(hand.count(kind) as usize));
        if hand.is_empty() { String::new() } else { format!("P{}{}\n", sign(color), pieces.concat()) }
    };
    let board: String = (0..9).map(row).collect();
    board + &Color::ALL.map(held).concat() + &turn
}

/// The word that ends the record. Where the format has none, the comment before it says what happened.
fn end_word(end: &End, loser: Option<Color>) -> String {
    match end {
        End::Mate | End::NoMoves => "%TSUMI".to_owned(),
        End::Resign => "%TORYO".to_owned(),
        End::Declaration { .. } => "%KACHI".to_owned(),
        End::DeclarationDraw { .. } => "%JISHOGI".to_owned(),
        End::Repetition => "%SENNICHITE".to_owned(),
        End::MaxMoves => "%HIKIWAKE".to_owned(),
        End::TimeLoss { .. } | End::NoAnswer { .. } => "%TIME_UP".to_owned(),
        End::PerpetualCheck => match loser {
            Some(loser) => format!("%{}ILLEGAL_ACTION", sign(loser)),
            None => "%CHUDAN".to_owned(),
        },
        End::IllegalMove { .. } | End::Malformed { .. } | End::FalseDeclaration { .. } => {
            "%ILLEGAL_MOVE".to_owned()
        }
        End::Crash { .. } | End::NotReady { .. } => "%ERROR".to_owned(),
        End::Try => "%CHUDAN".to_owned(),
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
    let mut position = last;
    while position.undo().is_some() {}
    let mut text = String::from("V2.2\n");
    for color in Color::ALL {
        writeln!(text, "N{}{}", sign(color), clean(&names[game.who(color).index()]))?;
    }
    writeln!(text, "$EVENT:yomikiri match, game {}", game.game + 1)?;
    writeln!(text, "$START_TIME:{}", date(game.began))?;
    text += &board(&position);
    for (index, &mv) in moves.iter().enumerate() {
        text += &move_text(&position, mv);
        text.push('\n');
        let played = index.checked_sub(game.opening_plies);
        if let Some(&ms) = played.and_then(|index| game.ms.get(index)) {
            writeln!(text, "T{}\n'{ms} ms", ms / 1000)?;
        }
        if let Some(score) = played.and_then(|index| game.scores.get(index)) {
            text += &score_comment(score, position.side_to_move());
        }
        position.apply(mv);
    }
    let loser = game.winner.map(|winner| game.color(!winner));
    let result = match game.winner {
        None => "draw".to_owned(),
        Some(winner) => format!("{} wins", game.color(winner)),
    };
    writeln!(text, "'{result} by {}", clean(&game.end.to_string()))?;
    text += &end_word(&game.end, loser);
    text.push('\n');
    let played = moves.len() - game.opening_plies.min(moves.len());
    if let Some(&ms) = game.ms.get(played) {
        writeln!(text, "T{}\n'{ms} ms", ms / 1000)?;
    }
    Ok(text)
}

/// The mover's score as Black sees it; mates as a large number, as Floodgate's programs do.
fn score_comment(score: &str, mover: Color) -> String {
    let value = match score.strip_prefix("-m").map(|_| -1).or(score.strip_prefix('m').map(|_| 1)) {
        Some(sign) => Some(sign * 100_000),
        None => score.parse::<i64>().ok(),
    };
    value.map_or_else(String::new, |value| {
        let seen_by_black = if mover == Color::Black { value } else { -value };
        format!("'** {seen_by_black}\n")
    })
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
                        +8822UM\nT1\n'1999 ms\n'** 31\n-3122GI\nT0\n'20 ms\n'** 40\n+0055KA\nT0\n'0 ms\n'** -100000\n\
                        'white wins by resignation\n%TORYO\nT0\n'3 ms\n";
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
        assert!(text.ends_with("'black wins by perpetual check\n%-ILLEGAL_ACTION\n"), "{text}");
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
