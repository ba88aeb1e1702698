//! What a search with several lines found in its latest whole iteration.

use crate::{Bound, Info, Score};
use shogi::Move;
use std::sync::{Mutex, PoisonError};

/// The lines of the latest complete iteration of a search with several lines.
///
/// A search that meets its limit within an iteration has values of that iteration for some lines, of the one before for
/// others and none for the rest: those cannot be held against each other.
#[derive(Debug)]
pub struct Iterations {
    lines: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    depth: u32,
    current: Vec<(Move, Score)>,
    latest: Vec<(Move, Score)>,
}

impl Iterations {
    /// For a search with so many lines.
    pub fn new(lines: usize) -> Self {
        Self { lines, state: Mutex::default() }
    }

    /// Takes in a report. Those of windows that failed are passed over.
    pub fn note(&self, info: &Info) {
        if info.line.bound != Bound::Exact {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if info.multi_pv == 1 || info.line.depth != state.depth {
            state.depth = info.line.depth;
            state.current.clear();
        }
        state.current.extend(info.line.pv.first().map(|&mv| (mv, info.line.score)));
        if state.current.len() == self.lines {
            state.latest = std::mem::take(&mut state.current);
        }
    }

    /// Moves and scores, best first; empty if no iteration was finished.
    pub fn latest(&self) -> Vec<(Move, Score)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).latest.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;
    use std::time::Duration;

    fn line(mv: &str, score: Score, depth: u32) -> Line {
        let pv = vec![mv.parse().unwrap()];
        Line { score, bound: Bound::Exact, depth, seldepth: depth, pv, rests_on_repetition: false }
    }

    fn info(multi_pv: usize, line: Line) -> Info {
        Info { multi_pv, line, nodes: 1, time: Duration::ZERO, hashfull: 0 }
    }

    #[test]
    fn only_whole_iterations_count() {
        let iterations = Iterations::new(2);
        assert!(iterations.latest().is_empty());
        iterations.note(&info(1, line("7g7f", Score::Cp(30), 3)));
        iterations.note(&info(2, line("2g2f", Score::Cp(20), 3)));
        // A window that failed, then an iteration that is not finished.
        iterations.note(&info(1, Line { bound: Bound::Lower, ..line("2g2f", Score::Cp(90), 4) }));
        iterations.note(&info(1, line("2g2f", Score::Cp(80), 4)));
        let told: Vec<_> = iterations.latest().iter().map(|(mv, _)| mv.to_string()).collect();
        assert_eq!(told, ["7g7f", "2g2f"]);
    }
}
