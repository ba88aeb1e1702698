//! Dobutsu shogi as a solved game.

use super::{Cell, Next, SolvedError, SolvedGame, Step};
use ::dobutsu::{Move, Piece, Position, RANKS, rank, unrank};
use game::solve::Value;

/// The game; its tables hold the positions that arise from the start.
pub struct Dobutsu;

impl SolvedGame for Dobutsu {
    type Position = Position;

    const NAME: &'static str = "dobutsu";

    fn read(&self, text: &str) -> Result<Position, SolvedError> {
        text.parse().map_err(SolvedError::because)
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

    fn rank(&self, position: &Position) -> Result<u64, SolvedError> {
        Ok(rank(position))
    }

    fn unrank(&self, number: u64) -> Position {
        unrank(number.min(RANKS - 1))
    }

    fn key(&self, position: &Position) -> u64 {
        rank(position)
    }

    fn rows(&self, position: &Position) -> Vec<Vec<Option<char>>> {
        let text = position.to_string();
        let board = text.split(' ').next().unwrap_or_default();
        board.split('/').map(|row| row.chars().map(|c| (c != '.').then_some(c)).collect()).collect()
    }

    fn hands(&self, position: &Position) -> [String; 2] {
        [0, 1].map(|side| {
            let held = Piece::HELD.into_iter().zip(position.hand(side));
            let letter = |piece: Piece| {
                if side == 0 { piece.letter() } else { piece.letter().to_ascii_lowercase() }
            };
            held.flat_map(|(piece, count)| std::iter::repeat_n(letter(piece), usize::from(count))).collect()
        })
    }

    fn moves(&self, position: &Position) -> Vec<(String, Step<Position>)> {
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
            let at = |square: u8| Some(Cell { row: i32::from(square / 3), column: i32::from(square % 3) });
            let (piece, from, to) = match action {
                Move::Step { piece, from, to } => (piece, at(from), at(to)),
                Move::Drop { piece, to } => (piece, None, at(to)),
            };
            moves.push((action.to_string(), Step { piece: piece.letter(), from, to, next }));
        });
        moves
    }
}
