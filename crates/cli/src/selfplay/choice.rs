//! Which of several good moves to play.

use game::random::Random;
use search::{Decision, Outcome, Score};
use shogi::Move;

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    /// This move, with its score for the side that makes it.
    Move(Move, Score),
    /// To declare the win by entering king.
    Declare,
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
    use search::{Bound, Line};
    use std::collections::BTreeMap;
    use std::time::Duration;

    fn line(mv: &str, score: Score, depth: u32) -> Line {
        let pv = vec![mv.parse().unwrap()];
        Line { score, bound: Bound::Exact, depth, seldepth: depth, pv, rests_on_repetition: false }
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
