//! Thousands of real games through every format, with both readers. The collection is beside the checkout, not in it.

use record::{EndingKind, Format, Game, GameWriter, read_any, read_as};
use rsshogi::records::Record;
use rsshogi::records::formats::{csa, kif};
use std::path::PathBuf;

/// The games as USI lines, if they are there.
fn lines() -> Option<Vec<String>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("YOMIKIRI_SHARED").map_or_else(|| beside.into(), PathBuf::from);
    let path = shared.join("games/games.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("{} is absent: nothing tested", path.display());
        return None;
    };
    // set, id, end, plies, moves
    let moves = text.lines().skip(1).filter_map(|row| row.split('\t').nth(4));
    Some(moves.map(|moves| format!("startpos moves {moves}")).collect())
}

fn written(format: Format, games: &[Game]) -> Vec<u8> {
    let mut writer = GameWriter::new(Vec::new(), format);
    for game in games {
        writer.write(game).unwrap();
    }
    writer.into_inner()
}

#[test]
fn every_real_game_comes_back_from_every_format() {
    let Some(lines) = lines() else { return };
    let text = lines.join("\n");
    let mut games: Vec<_> = read_any(text.as_bytes(), "games").map(Result::unwrap).collect();
    assert_eq!(games.len(), lines.len());
    assert!(games.iter().all(|game| game.main.cut.is_none()));
    // Training data needs a result.
    for game in &mut games {
        game.main.ending = Some(EndingKind::Resignation.into());
    }
    for format in Format::ALL {
        let bytes = written(format, &games);
        let mut count = 0;
        for (game, back) in games.iter().zip(read_as(bytes.as_slice(), "back", format)) {
            let back = back.unwrap_or_else(|error| panic!("{format:?}: {error}"));
            assert!(back.moves().eq(game.moves()), "{format:?}");
            count += 1;
        }
        assert_eq!(count, games.len(), "{format:?}");
    }
    let peer_moves =
        |record: &Record| -> Vec<String> { record.main_moves().map(|entry| entry.mv().to_usi()).collect() };
    for game in games.iter().step_by(10) {
        let ours: Vec<_> = game.moves().map(|mv| mv.to_string()).collect();
        let text = |format| String::from_utf8(written(format, std::slice::from_ref(game))).unwrap();
        assert_eq!(peer_moves(&csa::parse_csa_str(&text(Format::Csa)).unwrap()), ours);
        assert_eq!(peer_moves(&kif::parse_kif_str(&text(Format::Kif)).unwrap()), ours);
        assert_eq!(peer_moves(&kif::parse_ki2_str(&text(Format::Ki2)).unwrap()), ours);
    }
}
