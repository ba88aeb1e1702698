//! Nim: heaps of up to seven; who cannot move has lost.

use game::solve::{RankedGame, Value};

/// Three heaps, sorted: their order does not matter.
pub(crate) struct Nim;

impl RankedGame for Nim {
    type Position = [u64; 3];

    fn size(&self) -> u64 {
        512
    }

    fn rank(&self, heaps: &[u64; 3]) -> u64 {
        let mut heaps = *heaps;
        heaps.sort_unstable();
        heaps[0] | heaps[1] << 3 | heaps[2] << 6
    }

    fn unrank(&self, rank: u64) -> Option<[u64; 3]> {
        let heaps = [rank & 7, rank >> 3 & 7, rank >> 6];
        heaps.is_sorted().then_some(heaps)
    }

    fn terminal(&self, _: &[u64; 3]) -> Option<Value> {
        None
    }

    fn successors(&self, heaps: &[u64; 3], visit: &mut dyn FnMut(u64)) {
        for i in 0..3 {
            for left in 0..heaps[i] {
                let mut after = *heaps;
                after[i] = left;
                visit(self.rank(&after));
            }
        }
    }

    fn predecessors(&self, heaps: &[u64; 3], visit: &mut dyn FnMut(u64)) {
        for i in 0..3 {
            for before in heaps[i] + 1..8 {
                let mut earlier = *heaps;
                earlier[i] = before;
                visit(self.rank(&earlier));
            }
        }
    }
}
