//! Tokyo Doves for the subcommands on solved games.

use super::{Next, Shown};
use crate::exit::BadInput;
use doves::notation::{action_text, draw};
use doves::{Action, ClosedGame, Outcome, Position};
use game::solve::{RankedGame, Value};

/// The game with at most as many doves on the board as the table has.
pub(crate) struct Doves {
    pub(crate) game: ClosedGame,
}

impl Doves {
    pub(crate) fn new(max_doves: u64) -> anyhow::Result<Self> {
        let range = 2..=12;
        let max = u32::try_from(max_doves).ok().filter(|n| range.contains(n));
        let max =
            max.ok_or_else(|| BadInput(format!("a table of Tokyo Doves with at most {max_doves} doves")))?;
        Ok(Self { game: ClosedGame::new(max) })
    }
}

impl Shown for Doves {
    type Position = Position;

    const NAME: &'static str = "doves";

    fn read(&self, text: &str) -> anyhow::Result<Position> {
        let position: Position = text.parse().map_err(BadInput::because)?;
        self.game.ranks(&position).map_err(BadInput::because)?;
        Ok(position)
    }

    fn text(&self, position: &Position) -> String {
        position.to_string()
    }

    fn draw(&self, position: &Position) -> String {
        draw(position)
    }

    fn plain(&self, _: &Position) -> Option<Value> {
        None
    }

    fn rank(&self, position: &Position) -> anyhow::Result<u64> {
        self.game.ranks(position).map_err(BadInput::because)?;
        Ok(self.game.rank(position))
    }

    fn moves(&self, position: &Position) -> Vec<(String, Next<Position>)> {
        let full = position.count() == self.game.frames().max_doves;
        let mut moves = Vec::new();
        for action in position.legal_actions() {
            if full && matches!(action, Action::Put { .. }) {
                continue;
            }
            let next = match position.outcome(action) {
                Outcome::Wins => Next::Ends(Value::Win(1)),
                Outcome::Continues => Next::Goes(position.after(action)),
                Outcome::Loses => continue,
            };
            moves.push((action_text(position, action), next));
        }
        moves
    }
}
