//! What must hold for every position: used by the property tests here and by the fuzz targets in `fuzz/`.

use crate::scenario::{self, Bytes};
use shogi::{Move, MoveSet, Piece, PieceKind, Position, Square};

/// All 13,527 moves that can be written down.
pub(crate) fn every_move() -> impl Iterator<Item = Move> {
    let board = Square::all()
        .flat_map(|from| Square::all().map(move |to| (from, to)))
        .filter(|(from, to)| from != to);
    let board = board.flat_map(|(from, to)| [Move::new(from, to), Move::promotion(from, to)]);
    let drops =
        PieceKind::HAND.into_iter().flat_map(|kind| Square::all().filter_map(move |to| Move::drop(kind, to)));
    board.chain(drops)
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

/// The generator's list, its count and the predicate for one move agree.
pub(crate) fn list_equals_predicate(position: &Position) {
    let list = sorted(&position.legal_moves());
    let accepted: Vec<Move> = sorted(&every_move().filter(|&mv| position.is_legal(mv)).collect::<Vec<_>>());
    if list != accepted {
        let extra: Vec<_> = list.iter().filter(|mv| !accepted.contains(mv)).collect();
        let missing: Vec<_> = accepted.iter().filter(|mv| !list.contains(mv)).collect();
        panic!("{position}: listed but not accepted {extra:?}, accepted but not listed {missing:?}");
    }
    assert_eq!(position.count_legal_moves(), list.len() as u64, "{position}");
    assert_eq!(position.has_legal_move(), !list.is_empty(), "{position}");
}

/// The subsets of the legal moves are what their names say.
pub(crate) fn move_sets_partition(position: &Position) {
    let all = sorted(&position.legal_moves());
    let subset = |keep: &dyn Fn(Move) -> bool| all.iter().copied().filter(|&mv| keep(mv)).collect::<Vec<_>>();
    let captures = |mv: Move| position.piece_at(mv.to()).is_some();
    let check = |set: MoveSet, keep: &dyn Fn(Move) -> bool| {
        assert_eq!(sorted(&position.moves(set)), subset(keep), "{position}: {set:?}");
        let considered = sorted(&position.considered_moves(set));
        let worth = subset(&|mv| keep(mv) && is_considered(position, mv));
        assert_eq!(considered, worth, "{position}: considered {set:?}");
    };
    check(MoveSet::All, &|_| true);
    check(MoveSet::Captures, &captures);
    check(MoveSet::Quiets, &|mv| !captures(mv));
    check(MoveSet::Drops, &Move::is_drop);
    check(MoveSet::Board, &|mv| !mv.is_drop());
    let recaptured = position.last_move().map_or(position.ply() as usize % 81, |mv| mv.to().index());
    let target = Square::from_index(recaptured).expect("a square");
    check(MoveSet::To(target), &|mv| !mv.is_drop() && mv.to() == target);
}

/// Never better than the promotion that could be made instead: pawn, bishop and rook wherever they can promote, a lance on
/// the second rank.
fn is_considered(position: &Position, mv: Move) -> bool {
    let Some(from) = mv.from().filter(|_| !mv.is_promotion()) else { return true };
    let side = position.side_to_move();
    let can_promote = from.in_zone(side) || mv.to().in_zone(side);
    match position.piece_at(from).map(Piece::kind) {
        Some(PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook) => !can_promote,
        Some(PieceKind::Lance) => mv.to().relative(side).rank() >= 2,
        _ => true,
    }
}

/// For every legal move: the key looked ahead, the key after it and the key of the position set up afresh are one, partial
/// keys and material likewise; and undo gives back every field.
pub(crate) fn keys_and_undo(position: &mut Position) {
    // The first apply remembers whether the side to move is in check; from then on nothing may differ.
    if let Some(&mv) = position.legal_moves().first() {
        position.apply(mv);
        position.undo();
    } else if !position.in_check() {
        position.apply_null();
        position.undo();
    }
    let before = position.clone();
    let fields = format!("{:?}", before.without_history());
    for &mv in &position.legal_moves() {
        let ahead = (position.key_after(mv), position.board_key_after(mv));
        let facts = position.facts(mv).expect("a legal move has facts");
        let mut prefetched = None;
        position.apply_prefetching(mv, |key| prefetched = Some(key));
        assert_eq!((position.key(), position.board_key()), ahead, "{before}: {mv}");
        assert_eq!(prefetched, Some(position.key()), "{before}: {mv}");
        equals_rebuilt(position);
        assert_eq!(position.piece_at(facts.to), Some(facts.after), "{before}: {mv}");
        assert_eq!(position.last_captured(), facts.captured, "{before}: {mv}");
        assert_eq!(position.undo(), Some(mv));
        assert_eq!(*position, before, "{before}: {mv} was not undone");
    }
    if !position.in_check() {
        let ahead = position.key_after_null();
        position.apply_null();
        assert_eq!(position.key(), ahead, "{before}: a pass");
        equals_rebuilt(position);
        assert_eq!(position.undo(), None);
        assert_eq!(*position, before, "{before}: a pass was not undone");
    }
    // Equality leaves caches out; the printed form has every field.
    let restored = format!("{:?}", position.without_history());
    assert!(restored == fields, "{before}: a field was not restored");
    assert_eq!(position.last_move(), before.last_move());
}

/// Everything that is kept incrementally equals what a reader of the SFEN computes.
fn equals_rebuilt(position: &Position) {
    let fresh = Position::from_sfen(&position.to_sfen()).expect("our own SFEN");
    assert_eq!(position.key(), fresh.key(), "{position}: key");
    assert_eq!(position.board_key(), fresh.board_key(), "{position}: board key");
    assert_eq!(position.partial_keys(), fresh.partial_keys(), "{position}: partial keys");
    assert_eq!(position.in_check(), fresh.in_check(), "{position}: check");
    assert_eq!(position.without_history(), fresh, "{position}: board");
}

/// The readers of SFEN: no panic, errors that name a place in the text, and what was read writes the same text again, hands
/// in the standard order.
pub(crate) fn sfen_readers(text: &str) {
    let strict = Position::from_sfen(text);
    let lenient = Position::from_sfen_lenient(text);
    match &strict {
        Ok(position) => {
            // Only the order of one side's kinds in hand is free.
            let sorted = |text: &str| {
                let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
                let mut letters: Vec<char> = fields[2].chars().collect();
                letters.sort_unstable();
                fields[2] = letters.into_iter().collect();
                fields
            };
            assert_eq!(
                sorted(&position.to_sfen()),
                sorted(text),
                "the strict reader takes one spelling only"
            );
            let (same, repairs) = lenient.as_ref().expect("what is strictly right is right");
            assert_eq!((same, repairs.len()), (position, 0), "{text:?} needed no repair: {repairs:?}");
        }
        Err(error) => {
            let columns = text.chars().count() + 1;
            assert!((1..=columns).contains(&error.column), "{text:?}: {error}");
            assert!(!error.reason.is_empty() && !error.field.is_empty(), "{text:?}: {error}");
        }
    }
    match lenient {
        Ok((position, repairs)) => {
            let written = position.to_sfen();
            assert_eq!(Position::from_sfen(&written).as_ref(), Ok(&position), "{text:?} read as {written}");
            assert!(strict.is_ok() || !repairs.is_empty(), "{text:?} was repaired in silence");
            position.validate();
        }
        Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{text:?}: {error}"),
    }
}

/// A list of USI moves, as a `position` command has it: refused moves change nothing, played ones can be taken back.
pub(crate) fn usi_moves(position: &mut Position, text: &str) {
    let start = position.clone();
    let mut played = 0;
    for word in text.split_whitespace() {
        let Ok(mv) = word.parse::<Move>() else { continue };
        assert_eq!(mv.to_string(), word, "one spelling for each move");
        let before = position.clone();
        match position.try_apply(mv) {
            Ok(()) => {
                assert!(before.legal_moves().contains(&mv), "{before}: {mv} was played");
                played += 1;
            }
            Err(reason) => {
                assert!(!before.legal_moves().contains(&mv), "{before}: {mv} was refused: {reason}");
                assert_eq!(*position, before, "{mv} was refused and changed something");
            }
        }
        assert!(
            position.king(before.side_to_move()).is_some() == before.king(before.side_to_move()).is_some()
        );
    }
    for _ in 0..played {
        assert!(position.undo().is_some());
    }
    assert_eq!(*position, start);
}

/// Text near the border between right and wrong: the SFEN of a position with a few characters changed.
pub(crate) fn mutated_sfen(bytes: &mut Bytes<'_>) -> String {
    const ALPHABET: &[u8] = b"PLNSGBRKplnsgbrk+/ -0123456789bw_\t";
    let mut text = scenario::position(bytes).to_sfen().into_bytes();
    for _ in 0..bytes.below(4) {
        let (at, letter) = (bytes.below(text.len().max(1)), ALPHABET[bytes.below(ALPHABET.len())]);
        match bytes.below(4) {
            0 => text.insert(at, letter),
            1 if !text.is_empty() => drop(text.remove(at)),
            2 => text.truncate(at),
            _ if !text.is_empty() => text[at] = letter,
            _ => {}
        }
    }
    String::from_utf8(text).expect("ASCII")
}
