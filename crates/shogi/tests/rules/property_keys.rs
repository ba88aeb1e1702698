//! Keys: incremental, looked ahead and set up afresh are one, and undo gives back everything. For both key widths.

use crate::properties::keys_and_undo;
use crate::runs::{for_each_position, for_each_scenario};
use shogi::{Color, PieceKind, Position};

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

/// The formula of `docs/book/src/rules.md`, for the key width at hand.
#[test]
fn keys_follow_the_documented_formula() {
    let half = |counter: u64| {
        let mut z = 0x796f_6d69_6b69_7269_u64.wrapping_add(counter.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let contribution = |counter: usize| {
        let counter = counter as u64;
        let high = if cfg!(feature = "hash-128") { half(counter + (1 << 32)) } else { 0 };
        u128::from(high) << 64 | u128::from(half(counter))
    };
    for_each_scenario(500, |position| {
        let mut key = if position.side_to_move() == Color::White { contribution(0) } else { 0 };
        for sq in position.occupied() {
            let piece = position.piece_at(sq).unwrap();
            key ^= contribution(1 + 128 * piece.index() + sq.index());
        }
        assert_eq!(position.board_key().wide(), key, "{position}");
        for (color, kind) in
            Color::ALL.into_iter().flat_map(|color| PieceKind::HAND.map(|kind| (color, kind)))
        {
            let count = position.hand(color).count(kind) as usize;
            if count > 0 {
                key ^= contribution(8192 + 512 * color.index() + 32 * kind.index() + count);
            }
        }
        assert_eq!(position.key().wide(), key, "{position}");
    });
}
