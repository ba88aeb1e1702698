//! The rules of shogi: squares, pieces, positions, moves, keys, repetition, declaration and SFEN.
#![warn(missing_docs)]

pub mod attacks;
mod bitboard;
mod board;
mod check;
mod color;
mod declaration;
mod generate;
mod hand;
mod handicap;
mod history;
mod legality;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
mod repetition;
mod see;
mod sfen;
mod square;
mod validate;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use check::CheckSquares;
pub use color::Color;
pub use declaration::{Declaration, DeclarationCount, EnteringKingRule};
pub use generate::{MoveList, MoveSet};
pub use hand::Hand;
pub use handicap::Handicap;
pub use history::Past;
pub use legality::Illegal;
pub use moves::{Move, Move32, MoveFacts, MoveTextError};
pub use notation::japanese_square;
pub use perft::{Perft, divide, perft};
pub use piece::{Piece, PieceKind};
pub use position::{PartialKeys, Position};
pub use repetition::{Dominance, Repetition};
pub use sfen::{Repair, STARTPOS, SfenError};
pub use square::{Square, SquareError};
pub use validate::{Finding, Level, Validation};
pub use zobrist::Key;

/// The pages of the book that are about this crate: their code runs as doctests.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../../docs/book/src/rules.md")]
    struct Rules;
    #[doc = include_str!("../../../docs/book/src/speed.md")]
    struct Speed;
}
