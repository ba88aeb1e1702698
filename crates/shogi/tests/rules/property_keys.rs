//! Keys: incremental, looked ahead and set up afresh are one, and undo gives back everything. For both key widths.

use crate::properties::keys_and_undo;
use crate::runs::{for_each_position, for_each_scenario};
use shogi::Position;

#[test]
fn keys_and_undo_in_random_positions() {
    for_each_scenario(500, keys_and_undo);
}

#[test]
fn keys_and_undo_along_games() {
    for_each_position(3, keys_and_undo);
}

/// The stability promise of `docs/book/src/rules.md`: low halves, so that both key widths are held to it.
#[test]
fn key_values_are_the_promised_ones() {
    for line in include_str!("../data/keys.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [sfen, key, board_key, pawn, minor, black, white] = fields[..] else { panic!("{line}") };
        let position = Position::from_sfen(sfen).unwrap();
        let parts = position.partial_keys();
        let keys = [
            position.key(),
            position.board_key(),
            parts.pawn,
            parts.minor,
            parts.non_pawn[0],
            parts.non_pawn[1],
        ];
        let words = keys.map(|key| format!("{:016x}", key.low()));
        assert_eq!(words, [key, board_key, pawn, minor, black, white], "{sfen}");
    }
}

#[test]
fn width_is_what_the_feature_says() {
    let bits = if cfg!(feature = "hash-128") { 128 } else { 64 };
    assert_eq!(size_of::<shogi::Key>() * 8, bits);
    let key = Position::startpos().key();
    assert_eq!(key.wide() as u64, key.low());
    assert_eq!(key.wide() >> 64 != 0, cfg!(feature = "hash-128"));
}
