//! Dobutsu shogi for the subcommands on solved games.

use super::{Next, Shown};
use crate::exit::BadInput;
use dobutsu::{Move, Piece, Position, rank};
use game::solve::Value;

/// The game; its tables hold the positions that arise from the start.
pub(crate) struct Dobutsu;

impl Shown for Dobutsu {
    type Position = Position;

    const NAME: &'static str = "dobutsu";

    fn read(&self, text: &str) -> anyhow::Result<Position> {
        text.parse().map_err(BadInput::because)
    }

    fn text(&self, position: &Position) -> String {
        position.to_string()
    }

    fn draw(&self, position: &Position) -> String {
        let text = position.to_string();
        let (board, hands) = text.split_once(' ').unwrap_or((&text, "-"));
        let mut out = String::new();
        for (row, line) in board.split('/').enumerate() {
            out += "  +---+---+---+\n";
            out += &(4 - row).to_string();
            out += " |";
            for c in line.chars() {
                out.extend([' ', if c == '.' { ' ' } else { c }, ' ', '|']);
            }
            out.push('\n');
        }
        out += "  +---+---+---+\n    a   b   c\n";
        out + &format!("in hand: {hands} (upper case is to move and plays up)\n")
    }

    fn plain(&self, position: &Position) -> Option<Value> {
        position.can_capture_lion().then_some(Value::Win(1))
    }

    fn rank(&self, position: &Position) -> anyhow::Result<u64> {
        Ok(rank(position))
    }

    fn moves(&self, position: &Position) -> Vec<(String, Next<Position>)> {
        let mut moves = Vec::new();
        if position.is_tried() {
            return moves;
        }
        position.for_each_move(|action| {
            let captures =
                matches!(action, Move::Step { to, .. } if position.set(1, Piece::Lion) >> to & 1 == 1);
            let next = if captures {
                Next::Ends(Value::Win(1))
            } else {
                let next = position.after(action);
                if next.can_capture_lion() { Next::Ends(Value::Lose(2)) } else { Next::Goes(next) }
            };
            moves.push((action.to_string(), next));
        });
        moves
    }
}
