//! A line of the engine as clients get it.

use crate::moves::MoveText;
use report::{ScoreJson, Variation};
use search::{Bound, Info};
use serde::Serialize;
use shogi::Position;
use std::time::Duration;

/// A score from Black's view, with the text that people read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScoreView {
    #[serde(flatten)]
    score: ScoreJson,
    /// `+120`, `▲ mate 5`, `draw`.
    text: String,
}

impl From<report::Score> for ScoreView {
    fn from(score: report::Score) -> Self {
        Self { score: score.into(), text: score.to_string() }
    }
}

/// A line with its score and what it cost.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LineView {
    /// The rank among the lines, from 1.
    pub(crate) multi_pv: usize,
    pub(crate) depth: u32,
    pub(crate) seldepth: u32,
    pub(crate) score: ScoreView,
    /// `exact`, `lower` (at least so much for the side to move) or `upper`.
    pub(crate) bound: &'static str,
    /// Nodes and time of the engine so far, earlier turns included.
    pub(crate) nodes: u64,
    pub(crate) time_ms: u64,
    /// Nodes per second.
    pub(crate) nps: u64,
    /// How full the table is, in thousandths.
    pub(crate) hashfull: u32,
    pub(crate) pv: Vec<MoveText>,
    /// What the rules say about the position at the end of the line.
    pub(crate) ending: Option<&'static str>,
    pub(crate) rests_on_repetition: bool,
}

impl LineView {
    /// A report of a search that had used so much before.
    pub(crate) fn of(position: &Position, info: &Info, nodes: u64, time: Duration) -> Self {
        let line = Variation::of(position, &info.line);
        let (nodes, time) = (nodes + info.nodes, time + info.time);
        let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
        Self {
            multi_pv: info.multi_pv,
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score.into(),
            bound: match info.line.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            nodes,
            time_ms: time.as_millis() as u64,
            nps: u64::try_from(nps).unwrap_or(u64::MAX),
            hashfull: info.hashfull,
            pv: MoveText::line(position, line.moves),
            ending: line.ending.map(report::Ending::name),
            rests_on_repetition: line.rests_on_repetition,
        }
    }
}
