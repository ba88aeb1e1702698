//! How strong the engine plays: fewer nodes, and below the middle a choice among moves that are not the best.

use search::{Line, Score};
use shogi::Move;
use std::time::Duration;

/// The strongest level: nothing is held back.
pub(crate) const STRONGEST: u8 = 10;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(u8);

/// Nodes for a move, by level.
const NODES: [u64; 9] = [50, 150, 500, 1_500, 5_000, 20_000, 80_000, 300_000, 1_000_000];
/// Hundredths of a pawn that a move may be worse than the best and be played all the same.
const MARGIN: [i32; 5] = [400, 250, 150, 80, 40];
/// Time for a move where there is no clock.
pub(crate) const TIME: Duration = Duration::from_secs(5);
/// Moves that are looked at for that.
const CHOICE: usize = 8;

impl Level {
    pub(crate) fn new(level: u8) -> Option<Self> {
        (1..=STRONGEST).contains(&level).then_some(Self(level))
    }

    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn nodes(self) -> Option<u64> {
        NODES.get(usize::from(self.0) - 1).copied()
    }

    fn margin(self) -> Option<i32> {
        MARGIN.get(usize::from(self.0) - 1).copied()
    }

    /// How many lines the search looks for.
    pub(crate) fn lines(self) -> usize {
        if self.margin().is_some() { CHOICE } else { 1 }
    }

    /// The move to play, of the lines found, best first. `random` decides where there is a choice. No choice leads from a
    /// position that is not lost into a mate.
    pub(crate) fn choose(self, lines: &[Line], random: u64) -> Option<Move> {
        let best = lines.first()?;
        let margin = self.margin().unwrap_or(0);
        let is_mate = |line: &Line| matches!(line.score, Score::Mate(_));
        let good: Vec<_> = lines
            .iter()
            .take_while(|line| {
                line.score == best.score
                    || !is_mate(line)
                        && !is_mate(best)
                        && best.score.centipawns() - line.score.centipawns() <= margin
            })
            .collect();
        let line = if margin > 0 { good[(random % good.len() as u64) as usize] } else { best };
        line.pv.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Bound;

    fn line(score: Score, mv: &str) -> Line {
        let pv = vec![mv.parse().unwrap()];
        Line { score, bound: Bound::Exact, depth: 3, seldepth: 3, pv, rests_on_repetition: false }
    }

    #[test]
    fn weak_levels_choose_and_strong_ones_do_not() {
        let lines =
            [line(Score::Cp(100), "7g7f"), line(Score::Cp(40), "2g2f"), line(Score::Cp(-900), "1g1f")];
        let chosen = |level, random| Level::new(level).unwrap().choose(&lines, random).unwrap().to_string();
        assert_eq!([chosen(1, 0), chosen(1, 1), chosen(1, 2)], ["7g7f", "2g2f", "7g7f"]);
        assert!((0..9).all(|random| chosen(10, random) == "7g7f" && chosen(6, random) == "7g7f"));
        assert_eq!(chosen(5, 1), "7g7f");
    }

    #[test]
    fn a_mate_is_played_and_none_is_walked_into() {
        let level = Level::new(1).unwrap();
        let lines = [line(Score::Mate(3), "7g7f"), line(Score::Cp(4000), "2g2f")];
        assert!((0..9).all(|random| level.choose(&lines, random).unwrap().to_string() == "7g7f"));
        let lines = [line(Score::Cp(-50), "7g7f"), line(Score::Mate(-2), "2g2f")];
        assert!((0..9).all(|random| level.choose(&lines, random).unwrap().to_string() == "7g7f"));
        assert_eq!(level.choose(&[], 0), None);
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
    }
}
