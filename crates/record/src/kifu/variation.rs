//! Where the moves go: the main line and the branches (変化) that leave it or each other.

use crate::{Branch, Game, Line};
use shogi::Position;

/// The line that is being read.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Branches from the main line to the present one: index and where each leaves.
    open: Vec<(usize, usize)>,
}

impl Lines {
    /// Index of the present branch; `None` for the main line.
    pub(super) fn current(&self) -> Option<usize> {
        self.open.last().map(|&(index, _)| index)
    }

    pub(super) fn line<'a>(&self, game: &'a mut Game) -> &'a mut Line {
        match self.current() {
            Some(index) => &mut game.branches[index].line,
            None => &mut game.main,
        }
    }

    /// Opens a branch whose first move takes the place of the move with index `at`, and brings the position there. `false`
    /// if no line is long enough.
    ///
    /// Branches stand in the file from the last to the first of a line, each followed by its own: so a branch leaves the
    /// latest line that began before it.
    pub(super) fn open(&mut self, game: &mut Game, position: &mut Position, at: usize) -> bool {
        while self.open.last().is_some_and(|&(_, begins)| begins >= at) {
            self.open.pop();
        }
        let end = |&(index, begins): &(usize, usize)| begins + game.branches[index].line.plies.len();
        while self.open.last().is_some_and(|branch| end(branch) < at) {
            self.open.pop();
        }
        let parent = self.current();
        if parent.is_none() && game.main.plies.len() < at {
            return false;
        }
        let mut path = match parent {
            Some(index) => game.branch_moves(index),
            None => game.moves().collect(),
        };
        path.truncate(at);
        let played = |index: usize| position.history(index).and_then(|past| past.mv);
        let common = (0..path.len().min(position.history_len()))
            .take_while(|&index| played(index) == Some(path[index]))
            .count();
        while position.history_len() > common {
            position.undo();
        }
        path[common..].iter().for_each(|&mv| position.apply(mv));
        self.open.push((game.branches.len(), at));
        game.branches.push(Branch { parent, at, line: Line::default() });
        true
    }
}
