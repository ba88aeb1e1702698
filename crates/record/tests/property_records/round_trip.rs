//! What is written is read back as it was, as far as the format holds it.

use super::games::{branches, game, moves};
use proptest::collection::vec;
use proptest::prelude::*;
use record::{Charset, EndingKind, Format, Game, GameWriter, Outcome, read_any, read_as};

fn written(format: Format, games: &[Game]) -> Vec<u8> {
    let mut writer = GameWriter::new(Vec::new(), format);
    for game in games {
        writer.write(game).unwrap();
    }
    writer.into_inner()
}

fn read(format: Format, bytes: &[u8]) -> Vec<Game> {
    let text = || String::from_utf8_lossy(bytes).into_owned();
    read_as(bytes, "back", format)
        .map(|game| game.unwrap_or_else(|error| panic!("{error}\n{}", text())))
        .collect()
}

fn kind(game: &Game) -> Option<EndingKind> {
    game.main.ending.as_ref().map(|ending| ending.kind)
}

/// Compares what every text format holds but USI lines.
fn compare(format: Format, game: &Game, back: &Game) {
    assert_eq!(moves(back), moves(game));
    // CSA has no move number.
    assert_eq!(back.start.sfen_without_number(), game.start.sfen_without_number());
    assert!(format == Format::Csa || back.start.ply() == game.start.ply());
    let to_move = game.side_after(game.main.plies.len());
    // A plain win over the side to move is a resignation in KI2, which has no other word for it.
    let told = match kind(game) {
        Some(EndingKind::Win(winner)) if format == Format::Ki2 && winner != to_move => {
            Some(EndingKind::Resignation)
        }
        other => other,
    };
    assert_eq!(kind(back), told);
    assert_eq!(back.outcome(), game.outcome());
    assert_eq!(back.comments, game.comments);
    let ends = |game: &Game| game.main.ending.clone().map_or(Vec::new(), |ending| ending.comments);
    assert_eq!(ends(back), ends(game));
    let sorted = |game: &Game| {
        let mut fields: Vec<_> =
            game.headers.iter().map(|(key, value)| (format!("{key:?}"), value.to_owned())).collect();
        fields.sort();
        fields
    };
    assert_eq!(sorted(back), sorted(game));
    for (back, ply) in back.main.plies.iter().zip(&game.main.plies) {
        assert_eq!(back.comments, ply.comments);
        assert_eq!(back.score, ply.score);
        if format != Format::Ki2 {
            assert_eq!(back.time, ply.time);
        }
        if format == Format::Kif {
            assert_eq!(back.bookmark, ply.bookmark);
        }
    }
    if format != Format::Csa {
        let (mut found, mut wanted) = (branches(back), branches(game));
        if format == Format::Ki2 {
            found.iter_mut().chain(&mut wanted).for_each(|branch| {
                if let Some(EndingKind::Win(_)) = branch.2 {
                    branch.2 = Some(EndingKind::Resignation);
                }
            });
        }
        assert_eq!(found, wanted);
    }
}

proptest! {
    #![proptest_config(super::cases(96))]

    #[test]
    fn text_formats_hold_several_games(games in vec(game(60), 1..4)) {
        for format in [Format::Csa, Format::Kif, Format::Ki2] {
            let bytes = written(format, &games);
            let back = read(format, &bytes);
            assert_eq!(back.len(), games.len(), "{}", String::from_utf8_lossy(&bytes));
            for (game, back) in games.iter().zip(&back) {
                compare(format, game, back);
            }
        }
    }

    #[test]
    fn usi_lines_hold_moves_and_start(games in vec(game(120), 1..4)) {
        let back = read(Format::Usi, &written(Format::Usi, &games));
        assert_eq!(back.len(), games.len());
        for (game, back) in games.iter().zip(&back) {
            assert_eq!((moves(back), back.start.to_sfen()), (moves(game), game.start.to_sfen()));
        }
    }

    #[test]
    fn training_data_holds_positions_moves_scores_and_results(game in game(120)) {
        for format in [Format::Psv, Format::Hcpe] {
            let mut writer = GameWriter::new(Vec::new(), format);
            let size = if format == Format::Psv { record::PSV_BYTES } else { record::HCPE_BYTES };
            if game.outcome() == Outcome::Unknown {
                assert!(writer.write(&game).is_err());
                continue;
            }
            writer.write(&game).unwrap();
            let bytes = writer.into_inner();
            assert_eq!(bytes.len(), size * game.moves().len());
            // The format is found by content, and the entries come back as one game.
            let back: Vec<_> = read_any(bytes.as_slice(), "data").map(Result::unwrap).collect();
            assert_eq!(back.len(), 1);
            assert_eq!(moves(&back[0]), moves(&game));
            assert_eq!(back[0].outcome(), game.outcome());
            assert_eq!(back[0].start.sfen_without_number(), game.start.sfen_without_number());
            if format == Format::Psv {
                assert_eq!(back[0].start.ply(), game.start.ply());
            }
            for (back, ply) in back[0].main.plies.iter().zip(&game.main.plies) {
                assert_eq!(back.score, Some(ply.score.unwrap_or(0)));
            }
        }
    }

    #[test]
    fn every_format_is_found_by_content(game in game(30)) {
        for format in [Format::Usi, Format::Csa, Format::Kif, Format::Ki2] {
            for charset in [Charset::Utf8, Charset::Cp932, Charset::EucJp] {
                let mut writer = GameWriter::new(Vec::new(), format).with_charset(charset);
                // cp932 and EUC-JP do not have every character of a random name.
                if writer.write(&game).is_err() {
                    continue;
                }
                let bytes = writer.into_inner();
                let back: Vec<_> = read_any(bytes.as_slice(), "unnamed").collect();
                assert_eq!(back.len(), 1);
                let back = back[0].as_ref().unwrap_or_else(|error| panic!("{charset:?} {format:?}: {error}"));
                assert_eq!(moves(back), moves(&game));
            }
        }
    }
}
