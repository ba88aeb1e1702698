//! What the fuzz targets check: the property functions of the shogi crate's tests, fed with the fuzzer's bytes.
#![forbid(unsafe_code)]

#[allow(dead_code)] // The tests use more of it than the targets.
#[path = "../../crates/shogi/tests/rules/properties.rs"]
mod properties;
#[allow(dead_code)]
#[path = "../../crates/shogi/tests/rules/scenario.rs"]
mod scenario;

use scenario::Bytes;
use shogi::Position;

/// Both SFEN readers on the bytes as text, and on the SFEN of a position with a few characters changed.
pub fn sfen(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        properties::sfen_readers(text);
    }
    properties::sfen_readers(&properties::mutated_sfen(&mut Bytes::new(data)));
}

/// The bytes as a list of USI moves, from the start of a game and from a position made of the same bytes.
pub fn usi_moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    properties::usi_moves(&mut Position::startpos(), &text);
    properties::usi_moves(&mut scenario::position(&mut Bytes::new(data)), &text);
}

/// List, count and predicate agree along a game that begins at a position made of the bytes.
pub fn legal_list_equals_predicate(data: &[u8]) {
    along_a_game(data, |position| {
        properties::list_equals_predicate(position);
        properties::move_sets_partition(position);
    });
}

/// Keys are what they are looked ahead and set up afresh as, and undo gives back everything, along such a game.
pub fn incremental_key(data: &[u8]) {
    along_a_game(data, properties::keys_and_undo);
}

fn along_a_game(data: &[u8], check: impl FnMut(&mut Position)) {
    let mut bytes = Bytes::new(data);
    let start = scenario::position(&mut bytes);
    scenario::play(&mut bytes, start, 3, check);
}
