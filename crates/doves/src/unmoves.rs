//! Backward play: the positions from which one action leads here.

use crate::geometry::{cells, fits, neighbours, none_isolated, sides};
use crate::moves::reach;
use crate::{Action, HAND, Kind, Position};

impl Position {
    /// Every free position from which a legal action leads to this one, with the side that acted to move.
    ///
    /// A move is undone by a move. A put is undone by taking up a dove that touches an own dove and does not stand
    /// orthogonally next to the enemy boss. A removal is undone by putting a dove beside any dove: unlike a put, it
    /// asked for nothing but that no dove stay isolated.
    pub fn predecessors(&self) -> Vec<Position> {
        let mut before = Vec::with_capacity(64);
        self.each_predecessor(|earlier| before.push(Position::from_places(earlier.places, earlier.turn)));
        before
    }

    /// [`Position::predecessors`], each where it is in the window: enough to look at it, not to go on from it or to compare it.
    pub(crate) fn each_predecessor(&self, mut visit: impl FnMut(Position)) {
        let me = self.turn().other();
        let all = self.occupied();
        let enemy_sides = sides(1 << self.place(self.turn(), Kind::Boss));
        let mut push = |action| {
            let earlier = self.with_turn(me).moved(action).with_turn(me);
            if earlier.is_free() {
                visit(earlier);
            }
        };
        for kind in Kind::ALL {
            let from = self.place(me, kind);
            if from == HAND {
                let around = neighbours(all) & !all;
                cells(around).filter(|to| fits(all | 1 << to)).for_each(|to| push(Action::Put { kind, to }));
                continue;
            }
            let here = 1u64 << from;
            let rest = all & !here;
            cells(reach(kind, from, all))
                .filter(|to| fits(rest | 1 << to) && none_isolated(rest | 1 << to))
                .for_each(|to| push(Action::Move { kind, from, to }));
            let touched_own = here & neighbours(self.doves(me) & !here) != 0;
            if kind != Kind::Boss && touched_own && here & enemy_sides == 0 && none_isolated(rest) {
                push(Action::Remove { kind, from });
            }
        }
    }
}
