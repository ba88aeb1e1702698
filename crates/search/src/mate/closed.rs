//! Positions that a mate may not go through, because the game before the root has been there three times.

use shogi::{Key, Position};

/// Occurrences after which the next one ends the game.
const OCCURRENCES: usize = 3;

/// The keys of all positions that would occur for the fourth time, sorted.
pub(super) fn closed(root: &Position) -> Vec<Key> {
    let before = (0..root.history_len()).filter_map(|index| root.history(index).map(|past| past.key));
    let mut keys: Vec<_> = before.chain([root.key()]).collect();
    keys.sort_unstable();
    let mut closed: Vec<_> =
        keys.chunk_by(|a, b| a == b).filter(|same| same.len() >= OCCURRENCES).map(|same| same[0]).collect();
    closed.dedup();
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_times_is_once_too_often() {
        let mut position = Position::startpos();
        let start = position.key();
        for round in 1..=2 {
            for mv in ["2h3h", "8b7b", "3h2h", "7b8b"] {
                position.apply(mv.parse().unwrap());
            }
            assert_eq!(closed(&position), if round == 2 { vec![start] } else { vec![] });
        }
    }
}
