//! What people read: board diagrams, tables for the terminal, and plots as SVG and PNG that need no system font.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod diagram;
mod judgement;
mod picture;
mod score;
mod score_axis;
mod score_graph;
mod table;

pub use diagram::{diagram, hand_text};
pub use judgement::Judgement;
pub use picture::{Picture, PictureError};
pub use score::Score;
pub use score_graph::{Point, ScoreGraph};
pub use table::{Align, Table};
