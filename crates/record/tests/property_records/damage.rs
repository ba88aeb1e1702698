//! Damaged files: never a panic, never an illegal move, never a game that is silently shorter.

use super::games::{game, moves};
use proptest::collection::vec;
use proptest::prelude::*;
use record::{EndingKind, Format, Game, GameWriter, RecordError, read_any, read_as};

/// Reads bytes in every way; checks that what is given out can be played.
fn read_all_ways(bytes: &[u8]) {
    check(read_any(bytes, "damaged"));
    for format in Format::ALL {
        check(read_as(bytes, "damaged", format));
    }
}

fn check(games: impl Iterator<Item = Result<Game, RecordError>>) {
    for game in games {
        match game {
            Ok(game) => playable(&game),
            Err(error) => {
                assert!(error.place.line > 0 && error.place.column > 0, "{error}");
                assert!(!error.reason.is_empty());
                error.prefix.iter().for_each(|game| playable(game));
            }
        }
    }
}

fn playable(game: &Game) {
    let legal = |moves: &[shogi::Move]| {
        let mut position = game.start.clone();
        for &mv in moves {
            position.try_apply(mv).unwrap();
        }
    };
    legal(&game.moves().collect::<Vec<_>>());
    (0..game.branches.len()).for_each(|index| legal(&game.branch_moves(index)));
    // What can be read can be written.
    for format in Format::ALL {
        let _ = GameWriter::new(Vec::new(), format).write(game);
    }
}

/// One damage: where, which kind, with what.
type Damage = (usize, u8, Vec<u8>);

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for (place, kind, with) in damages {
        if bytes.is_empty() {
            break;
        }
        let at = place % bytes.len();
        let end = (at + with.len()).min(bytes.len());
        match kind % 5 {
            0 => bytes[at] ^= with.first().copied().unwrap_or(1),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, with.iter().copied())),
            3 => {
                // A line doubled or moved elsewhere.
                let line: Vec<u8> =
                    bytes[at..].split_inclusive(|&byte| byte == b'\n').nth(1).unwrap_or(b"").to_vec();
                let to = (place / 7) % bytes.len();
                drop(bytes.splice(to..to, line));
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

fn damage() -> impl Strategy<Value = Damage> {
    (any::<usize>(), any::<u8>(), vec(any::<u8>(), 1..5))
}

proptest! {
    #![proptest_config(super::cases(256))]

    #[test]
    fn damaged_records_are_read_or_refused(game in game(20), damages in vec(damage(), 1..6)) {
        for format in Format::ALL {
            let mut writer = GameWriter::new(Vec::new(), format);
            if writer.write(&game).and_then(|_| writer.write(&game)).is_ok() {
                read_all_ways(&damaged(writer.into_inner(), &damages));
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..600)) {
        read_all_ways(&bytes);
    }

    #[test]
    fn any_words_of_the_formats_are_read_or_refused(words in vec(
        "[+-][0-9]{4}(FU|KA|OU|TO)|%[A-Z_]{4,8}|P[1-9I+-]|PI82HI|T[0-9.]{1,4}|/|'|V2|\\+|-|\\$A:b|N\\+|変化：[0-9]{1,2}手|まで[0-9]手で(先手|後手)の(勝ち|反則負け)|\
         [0-9]{1,2} (同|[1-9７][1-9六])　?(歩|銀|成銀)(成|打)?(\\([0-9]{2}\\))?|▲[１-９][一-九][歩銀金飛角](右|左|上|打)?|△同(歩|銀)|手合割：(平手|二枚落ち)|\\|( ・|v玉| 歩){9}\\|一|後手の持駒：歩十[一二]|手数----|startpos moves 7g7f|sfen 9/9/9 b - 1",
        0..30,
    )) {
        read_all_ways(words.join("\n").as_bytes());
    }

    /// The formats number their moves, or mark their sides, or count them at the end: a move that is missing shows.
    #[test]
    fn a_dropped_move_is_never_silent(mut game in game(40), place in any::<usize>()) {
        game.branches.clear();
        game.main.ending = Some(EndingKind::Interruption.into());
        game.main.plies.iter_mut().for_each(|ply| ply.comments.clear());
        let whole = moves(&game);
        let count = game.moves().len();
        for format in [Format::Csa, Format::Kif, Format::Ki2] {
            let mut writer = GameWriter::new(Vec::new(), format);
            writer.write(&game).unwrap();
            let text = String::from_utf8(writer.into_inner()).unwrap();
            let is_move = |line: &str| match format {
                Format::Csa => line.len() == 8 && line.starts_with(['+', '-']),
                _ => line.trim_start().starts_with(|c: char| c.is_ascii_digit()) && !line.contains("中断"),
            };
            let shorter = if format == Format::Ki2 {
                // The moves of KI2 stand in one line; each begins with a mark.
                let marks: Vec<_> = text.char_indices().filter(|&(_, c)| c == '▲' || c == '△').collect();
                let marks = &marks[marks.len() - count..];
                let index = place % count;
                let end = marks.get(index + 1).map_or(text.find("まで").unwrap(), |&(at, _)| at);
                format!("{}\n{}", &text[..marks[index].0], &text[end..])
            } else {
                let lines: Vec<_> = text.split_inclusive('\n').collect();
                let at: Vec<_> = (0..lines.len()).filter(|&at| is_move(lines[at])).collect();
                let index = place % at.len();
                // In CSA nothing tells that the last move is missing.
                if format == Format::Csa && index + 1 == count {
                    continue;
                }
                let kept = |&(number, _): &(usize, &&str)| number != at[index];
                lines.iter().enumerate().filter(kept).map(|(_, line)| *line).collect()
            };
            for game in read_as(shorter.as_bytes(), "shorter", format).flatten() {
                let is_told = game.main.cut.is_some() || moves(&game) == whole;
                assert!(is_told, "{format:?}: a game of {} plies without a word:\n{shorter}", game.moves().len());
            }
        }
    }
}
