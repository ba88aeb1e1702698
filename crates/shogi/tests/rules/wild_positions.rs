//! Positions that no game has, but a SFEN can: every question is answered without a panic, and answers agree.

use crate::properties::{keys_and_undo, list_equals_predicate, move_sets_partition};
use crate::runs::for_each_bytes;
use crate::scenario;
use shogi::{Color, EnteringKingRule, Finding};

#[test]
fn every_question_has_an_answer() {
    for_each_bytes(1500, 400, |bytes| {
        let position = scenario::wild(bytes);
        position.validate();
        for &mv in &position.legal_moves() {
            let _ = (position.gives_check(mv), position.see(mv), position.see_at_least(mv, 100));
            assert!(!position.japanese(mv).is_empty());
        }
        let _ = (position.checks(), position.mate_in_one(), position.repetition(), position.dominance());
        for color in Color::ALL {
            let _ = (position.pinned(color), position.declaration_count(color));
        }
        for rule in [EnteringKingRule::Points24Handicap, EnteringKingRule::Points27, EnteringKingRule::Try] {
            position.declaration(rule);
        }
    });
}

#[test]
fn answers_agree() {
    for_each_bytes(600, 400, |bytes| {
        let mut position = scenario::wild(bytes);
        let findings = position.validate().findings;
        // Which of two kings is meant, no answer can know.
        if !findings.iter().any(|finding| matches!(finding, Finding::TwoKings(_))) {
            list_equals_predicate(&position);
            move_sets_partition(&position);
            // A hand holds at most a set, so captures from more than a set of pieces have no meaning; nor has the capture of
            // a king.
            let meaningless =
                |finding: &Finding| matches!(finding, Finding::TooMany { .. } | Finding::OpponentInCheck);
            if !findings.iter().any(meaningless) {
                keys_and_undo(&mut position);
            }
        }
    });
}
