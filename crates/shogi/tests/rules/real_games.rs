//! Real games, where a collection of them lies beside the checkout: legal throughout, and ended as the record says.

use shogi::{Declaration, EnteringKingRule, Position, Repetition};
use std::path::PathBuf;

/// `games/games.tsv` in the folder `YOMIKIRI_SHARED`, or in `shared` beside the checkout: set, id, end, plies, moves.
fn collection() -> Option<String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("YOMIKIRI_SHARED").map_or_else(beside, PathBuf::from);
    let path = folder.join("games/games.tsv");
    let text = std::fs::read_to_string(&path);
    if text.is_err() {
        eprintln!("no real games here: {} is absent", path.display());
    }
    text.ok()
}

#[test]
fn real_games_are_legal_and_end_as_recorded() {
    let Some(text) = collection() else { return };
    let mut repetitions = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, id, end, plies, moves] = fields[..] else { panic!("{line}") };
        let mut position = Position::startpos();
        for word in moves.split_whitespace() {
            let mv = word.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
            let ahead = position.key_after(mv);
            let check = position.gives_check(mv);
            position.try_apply(mv).unwrap_or_else(|reason| panic!("{id}: {word}: {reason}"));
            assert_eq!((position.key(), position.in_check()), (ahead, check), "{id}: {word}");
        }
        assert_eq!(position.history_len().to_string(), plies, "{id}");
        let fresh = Position::from_sfen(&position.to_sfen()).unwrap();
        assert_eq!((position.key(), position.partial_keys()), (fresh.key(), fresh.partial_keys()), "{id}");
        match end {
            "%SENNICHITE" | "Sennichite" => {
                assert_ne!(position.repetition(), Repetition::None, "{id}");
                repetitions += 1;
            }
            "%KACHI" => {
                assert_eq!(position.declaration(EnteringKingRule::Points27), Declaration::Win, "{id}");
            }
            "%TSUMI" => assert!(position.in_check() && !position.has_legal_move(), "{id}"),
            _ => {}
        }
    }
    assert!(repetitions > 0);
}
