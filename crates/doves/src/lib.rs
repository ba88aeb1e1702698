//! Tokyo Doves: rules, notation, canonical form, and the frames its solver works on.
//!
//! Two players, six doves each, an unbounded grid on which the bounding box of all doves never exceeds 4 x 4. Who
//! surrounds the enemy boss wins. Rules as in the booklet of the game and as in the crate `tokyodoves` (MIT) by the
//! author of the published retrograde table, with which the tests compare them.
#![forbid(unsafe_code)]

mod action;
mod canonical;
pub mod frames;

pub mod geometry;

mod index;
mod kind;
mod moves;
pub mod notation;
mod play;
mod position;
pub mod published;
mod unmoves;

pub use action::{Action, Outcome};

pub use index::{ClosedGame, NotInGame};
pub use kind::{Kind, Side};
pub use play::Play;
pub use position::{BadPosition, HAND, Position};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/tokyo-doves.md")]
mod book {}
