//! Principal variations of all plies, in one block that is allocated once.

use crate::score::MAX_PLY;
use shogi::Move;

/// For each ply the best line from there on.
#[derive(Debug)]
pub(crate) struct Variations {
    moves: Vec<Option<Move>>,
    lengths: [usize; MAX_PLY + 1],
}

impl Variations {
    pub(crate) fn new() -> Self {
        Self { moves: vec![None; (MAX_PLY + 1) * MAX_PLY], lengths: [0; MAX_PLY + 1] }
    }

    /// No line from `ply` on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The line from `ply` on is `mv` and then the line of the next ply.
    pub(crate) fn set(&mut self, ply: usize, mv: Move) {
        let length = self.lengths[ply + 1].min(MAX_PLY - 1);
        let (start, next) = (ply * MAX_PLY, (ply + 1) * MAX_PLY);
        self.moves[start] = Some(mv);
        self.moves.copy_within(next..next + length, start + 1);
        self.lengths[ply] = length + 1;
    }

    /// The line from `ply` on.
    pub(crate) fn line(&self, ply: usize) -> impl Iterator<Item = Move> + '_ {
        let start = ply * MAX_PLY;
        self.moves[start..start + self.lengths[ply]].iter().copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaf() {
        let mut lines = Variations::new();
        let moves: [Move; 3] = ["7g7f", "3c3d", "2g2f"].map(|text| text.parse().unwrap());
        lines.clear(3);
        for ply in (0..3).rev() {
            lines.set(ply, moves[ply]);
        }
        assert_eq!(lines.line(0).collect::<Vec<_>>(), moves);
        lines.clear(1);
        lines.set(0, moves[0]);
        assert_eq!(lines.line(0).count(), 1);
    }
}
