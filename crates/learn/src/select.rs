//! Which moves of a game are worth learning from.

use crate::game::{Game, Score};
use serde::{Deserialize, Serialize};
use shogi::Position;
use std::collections::HashSet;

/// Up to this ply the same move in the same position is taken once from all games.
const OPENING: usize = 64;

/// Moves that are not used, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Nobody chose them: the opening that a game was made to begin with.
    pub opening: u64,
    /// The position was there before in the same game.
    pub repeated: u64,
    /// The same move in the same position has been taken from another game.
    pub known: u64,
    /// The engine saw a mate.
    pub mate: u64,
    /// There was no other move.
    pub forced: u64,
}

/// What was taken before, over all games.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    taken: HashSet<u64>,
    pub(crate) left_out: LeftOut,
}

impl Selection {
    /// For each move of the game whether it is used. `positions` takes the keys of the positions of the first plies.
    pub(crate) fn select(&mut self, game: &Game, mut positions: impl FnMut(u64)) -> Vec<bool> {
        let mut position = Position::startpos();
        position.reserve(game.moves.len());
        let mut here = HashSet::with_capacity(game.moves.len());
        let mut used = Vec::with_capacity(game.moves.len());
        for (ply, &mv) in game.moves.iter().enumerate() {
            let key = position.key().low();
            let new = here.insert(key);
            let forced = position.count_legal_moves() < 2;
            let mate = game.scores.get(ply) == Some(&Score::Mate);
            if ply < OPENING {
                positions(key);
            }
            let left_out = &mut self.left_out;
            let reason = if ply < game.opening {
                Some(&mut left_out.opening)
            } else if !new {
                Some(&mut left_out.repeated)
            } else if forced {
                Some(&mut left_out.forced)
            } else if mate {
                Some(&mut left_out.mate)
            } else if ply < OPENING && !self.taken.insert(with_move(key, mv.bits())) {
                Some(&mut left_out.known)
            } else {
                None
            };
            used.push(reason.is_none());
            if let Some(count) = reason {
                *count += 1;
            }
            position.apply(mv);
        }
        used
    }
}

fn with_move(key: u64, mv: u16) -> u64 {
    (key ^ u64::from(mv)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Result;

    fn game(moves: &str) -> Game {
        let moves = moves.split(' ').map(|word| word.parse().unwrap()).collect();
        Game { id: "g".to_owned(), moves, scores: Vec::new(), opening: 0, result: Result::Unknown }
    }

    #[test]
    fn each_reason_leaves_a_move_out() {
        let mut selection = Selection::default();
        let repeating = "4i4h 6a6b 4h4i 6b6a 2g2f";
        assert_eq!(selection.select(&game(repeating), |_| ()), [true, true, true, true, false]);
        assert_eq!(selection.left_out, LeftOut { repeated: 1, ..LeftOut::default() });
        // The first two moves are known, the third is another one.
        assert_eq!(selection.select(&game("4i4h 6a6b 2g2f"), |_| ()), [false, false, true]);
        assert_eq!(selection.left_out.known, 2);
        let opened = Game { opening: 1, ..game("7g7f 3c3d") };
        assert_eq!(selection.select(&opened, |_| ()), [false, true]);
        let scored = Game { scores: vec![Score::Mate, Score::None], ..game("9g9f 3c3d") };
        assert_eq!(selection.select(&scored, |_| ()), [false, true]);
        assert_eq!((selection.left_out.opening, selection.left_out.mate), (1, 1));
    }
}
