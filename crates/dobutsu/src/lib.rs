//! Dobutsu shogi (どうぶつしょうぎ): shogi for children on three files and four ranks, solved by Tanaka (2009).
//!
//! A lion steps in eight directions, a giraffe orthogonally, an elephant diagonally, a chick forward; a chick that
//! moves to the last rank becomes a hen, which steps like a gold general. Captured pieces change sides, hens as
//! chicks; they may be dropped on any empty square, a chick on the last rank too, where it stays a chick. Who
//! captures the lion wins; so does a lion that reaches the last rank where it cannot be captured at once.
#![forbid(unsafe_code)]

mod lanes;
mod moves;
pub mod notation;
mod numbering;
mod piece;
mod position;
mod rank;
mod reachable;
mod squares;

pub use moves::Move;
pub use piece::Piece;
pub use position::Position;
pub use rank::{RANKS, rank, unrank};
pub use reachable::{Census, Reachable};
