//! Checks, mate in one, and the fast answers behind them, against playing the move out.

use shogi::{MoveSet, Position};

/// A small deterministic generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn checks_are_the_legal_moves_after_which_the_opponent_is_in_check() {
    let mut random = Random(20_261_130);
    let (mut checks, mut mates) = (0, 0);
    for _ in 0..150 {
        let mut position = Position::startpos();
        for _ in 0..250 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mut slow = Vec::new();
            let mut mating = Vec::new();
            for &mv in &legal {
                let fast = position.gives_check(mv);
                position.apply(mv);
                assert_eq!(position.in_check(), fast, "{position} after {mv}");
                if fast {
                    slow.push(mv);
                    if !position.has_legal_move() {
                        mating.push(mv);
                    }
                }
                position.undo();
            }
            let mut fast = position.checks().to_vec();
            fast.sort_unstable();
            slow.sort_unstable();
            assert_eq!(fast, slow, "{position}");
            match position.mate_in_one() {
                Some(mv) => assert!(mating.contains(&mv), "{position} {mv}"),
                None => assert!(mating.is_empty(), "{position} {mating:?}"),
            }
            checks += slow.len();
            mates += mating.len();
            let captures = position.moves(MoveSet::Captures);
            let pool = if captures.is_empty() || random.below(3) > 0 { legal } else { captures };
            position.apply(pool[random.below(pool.len())]);
        }
    }
    assert!(checks > 10_000 && mates > 50, "{checks} checks, {mates} mates: too few to mean anything");
}
