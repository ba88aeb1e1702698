//! Tic-tac-toe, all positions with equal numbers of stones or one more for the first player.

use game::solve::{RankedGame, Value};

/// The game; a position is the cells of the mover and of the opponent.
pub(crate) struct TicTacToe;

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn line(cells: u16) -> bool {
    LINES.iter().any(|l| cells & l == *l)
}

impl RankedGame for TicTacToe {
    type Position = [u16; 2];

    fn size(&self) -> u64 {
        1 << 18
    }

    fn rank(&self, [mine, theirs]: &[u16; 2]) -> u64 {
        u64::from(*mine) | u64::from(*theirs) << 9
    }

    fn unrank(&self, rank: u64) -> Option<[u16; 2]> {
        let [mine, theirs] = [(rank & 511) as u16, (rank >> 9) as u16];
        let more = theirs.count_ones().checked_sub(mine.count_ones())?;
        // The mover cannot have a line: the game would have ended before. Nor can a line leave the last stone out.
        let ended = line(theirs) && (0..9).all(|c| theirs >> c & 1 == 0 || line(theirs & !(1 << c)));
        (mine & theirs == 0 && more <= 1 && !line(mine) && !ended).then_some([mine, theirs])
    }

    fn terminal(&self, [mine, theirs]: &[u16; 2]) -> Option<Value> {
        if line(*theirs) { Some(Value::Lose(0)) } else { (mine | theirs == 511).then_some(Value::Draw) }
    }

    fn successors(&self, [mine, theirs]: &[u16; 2], visit: &mut dyn FnMut(u64)) {
        (0..9)
            .filter(|c| (mine | theirs) >> c & 1 == 0)
            .for_each(|c| visit(self.rank(&[*theirs, mine | 1 << c])));
    }

    fn predecessors(&self, [mine, theirs]: &[u16; 2], visit: &mut dyn FnMut(u64)) {
        for c in (0..9).filter(|c| theirs >> c & 1 == 1) {
            let earlier = [theirs & !(1 << c), *mine];
            let rank = self.rank(&earlier);
            if self.unrank(rank).is_some() && self.terminal(&earlier).is_none() {
                visit(rank);
            }
        }
    }
}
