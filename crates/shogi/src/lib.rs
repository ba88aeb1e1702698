//! The rules of shogi: squares, pieces, positions, moves, keys, repetition, declaration and SFEN.
#![warn(missing_docs)]

pub mod attacks;
mod bitboard;
mod board;
mod color;
mod generate;
mod hand;
mod legality;
mod moves;
mod perft;
mod piece;
mod position;
mod sfen;
mod square;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use generate::{MoveList, MoveSet};
pub use hand::Hand;
pub use moves::{Move, Move32, MoveFacts, MoveTextError};
pub use perft::{Perft, divide, perft};
pub use piece::{Piece, PieceKind};
pub use position::{PartialKeys, Past, Position};
pub use sfen::{Repair, STARTPOS, SfenError};
pub use square::{Square, SquareError};
pub use zobrist::Key;
