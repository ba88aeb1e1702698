//! Move lists of random positions and games against the predicate for one move.

use crate::properties::{every_move, list_equals_predicate, move_sets_partition};
use crate::runs::{for_each_position, for_each_scenario};

#[test]
fn list_is_what_the_predicate_accepts_in_random_positions() {
    for_each_scenario(1500, |position| list_equals_predicate(position));
}

#[test]
fn list_is_what_the_predicate_accepts_along_games() {
    for_each_position(6, |position| list_equals_predicate(position));
}

#[test]
fn subsets_are_what_their_names_say() {
    for_each_scenario(3000, |position| move_sets_partition(position));
    for_each_position(12, |position| move_sets_partition(position));
}

#[test]
fn all_moves_are_listed_once() {
    let mut moves: Vec<_> = every_move().collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 81 * 80 * 2 + 567);
}
