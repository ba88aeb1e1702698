//! Japanese notation: one text for one move, and the text that rsshogi writes.

use crate::differential::theirs;
use crate::runs::{for_each_bytes, for_each_position, for_each_scenario};
use crate::scenario;
use shogi::{Move, Position};
use std::collections::HashSet;

/// No two legal moves are written alike, so that a reader finds the move again.
fn texts_tell_moves_apart(position: &mut Position) {
    let list = position.legal_moves();
    let texts: HashSet<String> = list.iter().map(|&mv| position.japanese(mv)).collect();
    assert_eq!(texts.len(), list.len(), "{position}: {texts:?}");
}

fn same_texts(position: &mut Position) {
    let mut other = theirs(position);
    if let Some(last) = position.last_move() {
        // The word 同 needs the latest move.
        position.undo();
        other = theirs(position);
        other.apply_move(rsshogi::types::Move::from_usi(&last.to_string()).unwrap());
        position.apply(last);
    }
    for &mv in &position.legal_moves() {
        // They count pieces that are pinned, or that would leave a check standing, among those to be told apart.
        let facts = position.facts(mv).unwrap();
        let alike = position.of_kind(facts.before.kind())
            & position.attackers(facts.color, mv.to(), position.occupied());
        let can_move =
            |from| [Move::new, Move::promotion].iter().any(|make| position.is_legal(make(from, mv.to())));
        if !alike.into_iter().all(can_move) {
            continue;
        }
        let their_move = rsshogi::types::Move32::from_usi(&mv.to_string()).unwrap();
        let theirs = rsshogi::types::Ki2Notation::from_move32(their_move, &other).unwrap().to_string();
        // They put a wide blank after 同, which is a matter of the file format, and leave out 寄 beside 左 or 右.
        let ours = position.japanese(mv).replace("左寄", "左").replace("右寄", "右");
        assert_eq!(ours, theirs.replace('　', ""), "{position}: {mv}");
    }
}

#[test]
fn every_legal_move_has_a_text_of_its_own() {
    for_each_scenario(6000, texts_tell_moves_apart);
    for_each_bytes(3000, 240, |bytes| texts_tell_moves_apart(&mut scenario::siege(bytes)));
    for_each_position(8, texts_tell_moves_apart);
}

#[test]
fn same_texts_as_the_peer() {
    for_each_scenario(3000, same_texts);
    for_each_position(16, same_texts);
}
