//! Which thread's move is played: each votes for its own, with more weight the deeper it searched and the more it found.

use crate::root::RootMove;
use crate::score::DECIDED;

/// What one thread found: its move is the first.
pub(crate) struct Finding {
    /// The deepest iteration that it finished.
    pub(crate) completed: i32,
    pub(crate) moves: Vec<RootMove>,
}

/// What every vote counts at least, in hundredths of a pawn above the lowest value that a thread found.
const LEAST: i64 = 14;

/// The thread to believe; `None` if there is none. With several lines it is the first one: lines of different threads cannot
/// be held against each other.
pub(crate) fn elect(findings: &[Finding], multi_pv: usize) -> Option<usize> {
    if multi_pv > 1 || findings.len() < 2 {
        return (!findings.is_empty()).then_some(0);
    }
    let value = |finding: &Finding| i64::from(finding.moves[0].worth());
    // A thread that found a mate (or was mated least soon) needs no votes: that is no estimate.
    let decided = |value: i64| value.abs() >= i64::from(DECIDED);
    if findings.iter().any(|finding| decided(value(finding))) {
        let deep_enough =
            |finding: &Finding| decided(value(finding)) || finding.completed >= findings[0].completed;
        let best = (0..findings.len()).filter(|&index| deep_enough(&findings[index]));
        return best.reduce(
            |best, index| if value(&findings[index]) > value(&findings[best]) { index } else { best },
        );
    }
    let lowest = findings.iter().map(value).min()?;
    let weight = |finding: &Finding| (value(finding) - lowest + LEAST) * i64::from(finding.completed.max(1));
    let votes = |index: usize| -> i64 {
        let mv = findings[index].moves[0].mv;
        findings.iter().filter(|finding| finding.moves[0].mv == mv).map(weight).sum()
    };
    let rank = |index: usize| (votes(index), weight(&findings[index]));
    (0..findings.len()).reduce(|best, index| if rank(index) > rank(best) { index } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::mate_in;

    fn finding(mv: &str, value: i32, completed: i32) -> Finding {
        let mut root_move = RootMove::new(mv.parse().unwrap());
        root_move.value = value;
        Finding { completed, moves: vec![root_move] }
    }

    fn elected(findings: &[Finding]) -> usize {
        elect(findings, 1).unwrap()
    }

    #[test]
    fn two_that_agree_outweigh_one() {
        assert_eq!(elected(&[finding("2g2f", 30, 12), finding("7g7f", 28, 12), finding("7g7f", 27, 12)]), 1);
        // Unless it has found much more.
        assert_eq!(elected(&[finding("2g2f", 90, 12), finding("7g7f", 28, 12), finding("7g7f", 27, 12)]), 0);
        // Or searched much deeper.
        assert_eq!(elected(&[finding("2g2f", 30, 30), finding("7g7f", 28, 9), finding("7g7f", 28, 9)]), 0);
        // Between equals the first.
        assert_eq!(elected(&[finding("2g2f", 30, 12), finding("7g7f", 30, 12)]), 0);
    }

    #[test]
    fn a_mate_needs_no_votes() {
        assert_eq!(
            elected(&[finding("2g2f", 30, 12), finding("2g2f", 30, 12), finding("7g7f", mate_in(7), 9)]),
            2
        );
        assert_eq!(elected(&[finding("2g2f", mate_in(9), 12), finding("7g7f", mate_in(7), 9)]), 1);
        // Being mated is believed only where nobody as deep sees a way out.
        assert_eq!(elected(&[finding("2g2f", -mate_in(8), 12), finding("7g7f", -300, 11)]), 0);
        assert_eq!(elected(&[finding("2g2f", -mate_in(8), 12), finding("7g7f", -300, 12)]), 1);
    }

    #[test]
    fn several_lines_are_those_of_the_first() {
        assert_eq!(elect(&[finding("2g2f", 30, 12), finding("7g7f", 300, 20)], 2), Some(0));
        assert_eq!(elect(&[], 1), None);
    }
}
