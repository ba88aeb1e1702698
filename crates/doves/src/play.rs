//! A game of Tokyo Doves in progress, for the searches that are written for any game.

use crate::geometry::sides;
use crate::{Action, Kind, Outcome, Position, Side};
use game::random::mix;
use game::{Game, Value};

/// The positions of a game, from its start to the current one.
///
/// Positions that symmetry makes equal are one position with one key. Who has no action that does not surround the own
/// boss has lost, as in [`crate::ClosedGame`].
#[derive(Clone, Debug)]
pub struct Play {
    line: Vec<Position>,
}

impl Play {
    /// A game that starts in this position.
    pub fn new(start: Position) -> Self {
        Self { line: vec![start] }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.line[self.line.len() - 1]
    }
}

impl Game for Play {
    type Move = Action;

    fn moves(&self, list: &mut Vec<Action>) {
        list.clear();
        let position = self.position();
        if position.is_free() {
            list.extend(position.legal_actions());
            list.retain(|&action| position.outcome(action) != Outcome::Loses);
        }
    }

    fn play(&mut self, mv: Action) {
        let next = self.position().after(mv);
        self.line.push(next);
    }

    fn undo(&mut self) {
        assert!(self.line.len() > 1, "the start of a game cannot be taken back");
        self.line.pop();
    }

    fn key(&self) -> u64 {
        let position = self.position();
        mix(position.key() << 1 | position.turn() as u64)
    }

    fn side(&self) -> game::Side {
        self.position().turn() as game::Side
    }

    /// There is no check in Tokyo Doves.
    fn in_check(&self) -> bool {
        false
    }

    /// How many of the four sides of the enemy boss doves stand on, less those of the own one, in tens.
    fn evaluate(&self) -> Value {
        let position = self.position();
        let beset = |side: Side| {
            let around = sides(1 << position.place(side, Kind::Boss)) & position.occupied();
            around.count_ones() as Value
        };
        10 * (beset(position.turn().other()) - beset(position.turn()))
    }

    fn pack(&self, mv: Action) -> u16 {
        match mv {
            Action::Put { kind, to } => 1 << 13 | (kind as u16) << 6 | u16::from(to),
            Action::Move { from, to, .. } => 2 << 13 | u16::from(from) << 6 | u16::from(to),
            Action::Remove { from, .. } => 3 << 13 | u16::from(from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::reference::{alpha_beta, negamax};
    use game::rule::DrawValue;
    use game::value::{INFINITY, MATE};
    use game::{History, Rule, random::Random};

    /// Calls `visit` along random games.
    fn walk(seed: u64, mut visit: impl FnMut(&mut Play, &mut History, usize)) {
        let mut random = Random::new(seed);
        let mut moves = Vec::new();
        for _ in 0..12 {
            let mut game = Play::new(Position::start());
            let mut history = History::start(&game);
            for ply in 0..14 {
                visit(&mut game, &mut history, ply);
                game.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                game.play(random.pick(&moves));
                history.push_game(&game);
                history.root_here();
            }
        }
    }

    #[test]
    fn a_search_of_two_plies_wins_exactly_where_one_action_wins() {
        let (mut won, mut others) = (0, 0);
        walk(1, |game, history, _| {
            if !game.position().is_free() {
                return;
            }
            let wins = game.position().is_win_in_one();
            let value = negamax(game, history, Rule::FOURFOLD, DrawValue::default(), 2);
            assert_eq!(value == MATE - 1, wins);
            *(if wins { &mut won } else { &mut others }) += 1;
        });
        assert!(won > 10 && others > 50, "{won} won, {others} not");
    }

    #[test]
    fn alpha_beta_equals_negamax_and_names_of_moves_differ() {
        walk(2, |game, history, ply| {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mut names: Vec<u16> = moves.iter().map(|&mv| game.pack(mv)).collect();
            names.sort_unstable();
            names.dedup();
            assert!(names.len() == moves.len() && !names.contains(&0));
            if ply % 4 == 1 {
                let key = game.key();
                let value = negamax(game, history, Rule::ENGINE, DrawValue::default(), 2);
                let window = (-INFINITY, INFINITY);
                let found = alpha_beta(game, history, Rule::ENGINE, DrawValue::default(), 2, window);
                assert_eq!(found, value);
                assert_eq!(game.key(), key);
            }
        });
    }
}
