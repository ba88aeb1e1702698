//! What people read: board diagrams, tables for the terminal, and plots as SVG and PNG that need no system font.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod board_picture;
mod depth_graph;
mod diagram;
mod entry;
mod heat_map;
mod judgement;
mod language;
mod line_chart;
mod picture;
pub mod runs;
mod score;
mod score_axis;
mod score_graph;
mod study;
mod summary;
mod table;

pub use board_picture::{BoardPicture, Labels};
pub use depth_graph::DepthGraph;
pub use diagram::{diagram, hand_text};
pub use entry::{Entry, EntryJson, LineJson, ScoreJson};
pub use heat_map::{HeatBoard, HeatMap};
pub use judgement::Judgement;
pub use language::Language;
pub use line_chart::{LineChart, Panel, Series};
pub use picture::{Picture, PictureError, PictureFormat};
pub use score::{Rule, Score};
pub use score_graph::{Point, ScoreGraph};
pub use study::{Ending, Study, Variation, ended, from_black};
pub use summary::{Side, Summary};
pub use table::{Align, Table, padded, width};

/// The page of the book about scores and graphs; its code is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/analyze.md")]
struct AnalyzePage;
