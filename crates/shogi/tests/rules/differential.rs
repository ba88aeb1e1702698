//! The same answers as rsshogi 1.7.3, an independent library, on games and on positions made to be difficult.

use crate::runs::{for_each_bytes, for_each_position, for_each_scenario};
use crate::scenario;
use rsshogi::board::MoveList;
use rsshogi::types::EnteringKingRule as TheirRule;
use shogi::{Color, Declaration, EnteringKingRule, Position};

pub(crate) fn theirs(position: &Position) -> rsshogi::board::Position {
    let mut other = rsshogi::board::position_from_sfen(&position.to_sfen()).expect("our SFEN");
    other.init_stack();
    other
}

fn same_legal_moves(position: &mut Position) {
    let mut ours: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    let mut list = MoveList::new();
    let other = theirs(position);
    rsshogi::board::movegen::generate_legal_all(&other, &mut list);
    let mut others: Vec<String> = list.iter().map(|mv| mv.to_usi()).collect();
    ours.sort_unstable();
    others.sort_unstable();
    assert_eq!(ours, others, "{position}");
    assert_eq!(position.in_check(), !other.checkers().is_empty(), "{position}");
}

#[test]
fn same_legal_moves_in_random_positions() {
    for_each_scenario(12_000, same_legal_moves);
}

#[test]
fn same_legal_moves_along_games() {
    for_each_position(24, same_legal_moves);
}

#[test]
fn same_declarations() {
    const RULES: [(EnteringKingRule, TheirRule); 6] = [
        (EnteringKingRule::Off, TheirRule::None),
        (EnteringKingRule::Points24, TheirRule::Point24),
        (EnteringKingRule::Points24Handicap, TheirRule::Point24Handicap),
        (EnteringKingRule::Points27, TheirRule::Point27),
        (EnteringKingRule::Points27Handicap, TheirRule::Point27Handicap),
        (EnteringKingRule::Try, TheirRule::TryRule),
    ];
    let wins = std::cell::Cell::new(0);
    for_each_bytes(6000, 240, |bytes| {
        let position = scenario::entering(bytes);
        let mut other = theirs(&position);
        for (rule, their_rule) in RULES {
            other.set_entering_king_rule(their_rule);
            // In a handicap game they count a missing king as a piece that White gave away.
            let handicap =
                matches!(rule, EnteringKingRule::Points24Handicap | EnteringKingRule::Points27Handicap);
            if handicap && Color::ALL.iter().any(|&color| position.king(color).is_none()) {
                continue;
            }
            let theirs = other.evaluate_declaration().can_declare;
            let ours = position.declaration(rule);
            // They know no draw by the 24-point rule.
            let wins_now = matches!(ours, Declaration::Win | Declaration::Try(_));
            assert_eq!(wins_now, theirs, "{position}: {rule:?} {ours:?}");
            wins.set(wins.get() + usize::from(wins_now));
        }
    });
    assert!(wins.get() > 1000, "only {} declarations to compare", wins.get());
}
