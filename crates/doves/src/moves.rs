//! Forward play: the legal actions of a position and what they lead to.

use crate::geometry::{cells, corners, fits, jumps, neighbours, none_isolated, sides};
use crate::{Action, HAND, Kind, Outcome, Position};

/// The cells a dove on `from` reaches by its own way of moving, before box and isolation are looked at.
pub(crate) fn reach(kind: Kind, from: u8, all: u64) -> u64 {
    let here = 1u64 << from;
    let free = !all;
    match kind {
        Kind::Boss | Kind::Aniki => neighbours(here) & free,
        Kind::Yaibato => sides(here) & free,
        Kind::Mamedeppo => corners(here) & free,
        Kind::Hajike => jumps(here) & free,
        Kind::Totsu => {
            let mut to = 0;
            for step in [-8i32, -1, 1, 8] {
                let mut at = i32::from(from);
                loop {
                    let next = at + step;
                    let wraps = step.abs() == 1 && next.div_euclid(8) != at.div_euclid(8);
                    if !(0..64).contains(&next) || wraps || all >> next & 1 == 1 {
                        break;
                    }
                    to |= 1 << next;
                    at = next;
                }
            }
            to
        }
    }
}

impl Position {
    /// Every action the rules allow, those that surround the own boss included: see [`Position::outcome`].
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::with_capacity(48);
        let (me, all) = (self.turn(), self.occupied());
        let touching = neighbours(self.doves(me)) & !all;
        let puttable = touching & !sides(1 << self.place(me.other(), Kind::Boss));
        for kind in Kind::ALL {
            let from = self.place(me, kind);
            if from == HAND {
                actions.extend(
                    cells(puttable).filter(|to| fits(all | 1 << to)).map(|to| Action::Put { kind, to }),
                );
                continue;
            }
            let rest = all & !(1 << from);
            let allowed = |to: &u8| fits(rest | 1 << to) && none_isolated(rest | 1 << to);
            let reached = cells(reach(kind, from, all));
            actions.extend(reached.filter(allowed).map(|to| Action::Move { kind, from, to }));
            if kind != Kind::Boss && none_isolated(rest) {
                actions.push(Action::Remove { kind, from });
            }
        }
        actions
    }

    /// The position after a legal action, the opponent to move.
    #[must_use]
    pub fn after(&self, action: Action) -> Position {
        let moved = self.moved(action);
        Position::from_places(moved.places, moved.turn)
    }

    /// [`Position::after`], but where it is in the window: enough to look at it, not to go on from it or to compare it.
    pub(crate) fn moved(&self, action: Action) -> Position {
        let mut places = *self.places();
        let place = &mut places[self.turn() as usize][action.kind() as usize];
        *place = match action {
            Action::Put { to, .. } | Action::Move { to, .. } => to,
            Action::Remove { .. } => HAND,
        };
        Position { places, turn: self.turn().other() }
    }

    /// What a legal action leads to.
    pub fn outcome(&self, action: Action) -> Outcome {
        self.moved(action).outcome_for_the_other()
    }

    /// What the player who has just made this position has brought about.
    pub(crate) fn outcome_for_the_other(&self) -> Outcome {
        let (mover, waiting) = (self.turn().other(), self.turn());
        let closed = self.surrounded_bosses();
        if closed >> mover as usize & 1 == 1 {
            Outcome::Loses
        } else if closed >> waiting as usize & 1 == 1 {
            Outcome::Wins
        } else {
            Outcome::Continues
        }
    }

    /// Whether some action wins at once.
    pub fn is_win_in_one(&self) -> bool {
        self.legal_actions().into_iter().any(|a| self.outcome(a) == Outcome::Wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_the_steps_of_the_boss_and_the_puts_that_touch_it() {
        let start = Position::start();
        let actions = start.legal_actions();
        // Four boss steps keep touching the other boss; five cells touch the own boss and not the enemy's side.
        let moves = actions.iter().filter(|a| matches!(a, Action::Move { .. })).count();
        let puts = actions.iter().filter(|a| matches!(a, Action::Put { .. })).count();
        assert_eq!((moves, puts, actions.len()), (4, 25, 29));
    }
}
