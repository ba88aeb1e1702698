//! Which of several good moves to play.

use game::random::Random;
use search::{Bound, Decision, Info, Outcome, Score};
use shogi::Move;
use std::sync::{Mutex, PoisonError};

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// This move, with its score for the side that makes it.
    Move(Move, Score),
    /// To declare the win by entering king.
    Declare,
}

/// The lines of the latest complete iteration of a search with several lines.
///
/// A search that meets its limit within an iteration has values of that iteration for some lines, of the one before for
/// others and none for the rest: those cannot be held against each other.
pub(crate) struct Iterations {
    lines: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    depth: u32,
    current: Vec<(Move, Score)>,
    latest: Vec<(Move, Score)>,
}

impl Iterations {
    /// For a search with so many lines.
    pub(crate) fn new(lines: usize) -> Self {
        Self { lines, state: Mutex::default() }
    }

    /// Takes in a report. Those of windows that failed are passed over.
    pub(crate) fn note(&self, info: &Info) {
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
    pub(crate) fn latest(&self) -> Vec<(Move, Score)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).latest.clone()
    }
}

/// Chooses, each with the same chance, among the moves of `complete` that are at most `margin` worse than the best; with
/// one line, or none complete, what the search itself has decided.
pub(crate) fn choose(
    outcome: &Outcome,
    complete: &[(Move, Score)],
    margin: i32,
    random: &mut Random,
) -> anyhow::Result<Chosen> {
    let mv = match outcome.decision {
        Decision::Play(mv) => mv,
        Decision::Declare => return Ok(Chosen::Declare),
        Decision::NoMove => anyhow::bail!("the engine finds no move in a game that is not over"),
    };
    // Also an engine that could not start its thread plays a move.
    if outcome.lines.is_empty() {
        anyhow::bail!("the engine could not search: no thread could be started");
    }
    let Some(&(_, best)) = complete.first().filter(|_| complete.len() > 1) else {
        return Ok(Chosen::Move(mv, outcome.score()));
    };
    let good = |&&(_, score): &&(Move, Score)| score.centipawns() >= best.centipawns() - margin;
    let good: Vec<_> = complete.iter().filter(good).copied().collect();
    let (mv, score) = random.pick(&good);
    Ok(Chosen::Move(mv, score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Line;
    use std::collections::BTreeMap;
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

    #[test]
    fn every_move_within_the_margin_is_chosen_and_no_other() {
        let lines = ["7g7f", "2g2f", "5g5f"].map(|mv| mv.parse().unwrap());
        let complete: Vec<_> = lines.into_iter().zip([30, 0, -31].map(Score::Cp)).collect();
        let outcome = Outcome {
            decision: Decision::Play(lines[0]),
            ponder: None,
            lines: vec![line("7g7f", Score::Cp(30), 5)],
            nodes: 1,
            time: Duration::ZERO,
        };
        let mut random = Random::new(1);
        let mut seen: BTreeMap<String, i32> = BTreeMap::new();
        for _ in 0..200 {
            let Chosen::Move(mv, score) = choose(&outcome, &complete, 30, &mut random).unwrap() else {
                panic!()
            };
            assert!(complete.contains(&(mv, score)));
            *seen.entry(mv.to_string()).or_default() += 1;
        }
        assert_eq!(seen.keys().collect::<Vec<_>>(), ["2g2f", "7g7f"]);
        assert!(seen.values().all(|&times| times > 60), "{seen:?}");
        let mate = [(lines[0], Score::Mate(5)), (lines[1], Score::Cp(2500))];
        let chosen = choose(&outcome, &mate, 100, &mut random).unwrap();
        assert_eq!(chosen, Chosen::Move(lines[0], Score::Mate(5)));
        let declared = Outcome { decision: Decision::Declare, ..outcome };
        assert_eq!(choose(&declared, &complete, 30, &mut random).unwrap(), Chosen::Declare);
    }
}
