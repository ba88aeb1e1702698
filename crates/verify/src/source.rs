//! The source document's own design: a history-independence flag that spreads through comparisons with the window.

use game::value::{MATE, child_window, shrink};
use game::{Game, Reach, Value};
use table::transposition::Found;
use table::{Claim, Danger, DepthTest, Proof};

use crate::mode::Mode;
use crate::searcher::{Bounds, Searcher};

/// A value with its flag: true means independent of the history.
#[derive(Clone, Copy, Debug)]
struct Flagged {
    value: Value,
    clean: bool,
}

impl<G: Game + Reach> Searcher<'_, G> {
    pub(crate) fn search_source(&mut self, depth: u32, alpha: Value, beta: Value) -> Bounds {
        let window = [alpha, beta].map(|value| Flagged { value, clean: true });
        let result = self.source_moves(depth, window[0], window[1], true).value;
        let claim = Some(Claim { value: result, proof: Proof::EMPTY, checks: false });
        Bounds { lower: claim.filter(|_| result > alpha), upper: claim.filter(|_| result < beta) }
    }

    fn source_node(&mut self, depth: u32, mut alpha: Flagged, beta: Flagged) -> Flagged {
        self.counters.nodes += 1;
        let draw = self.setup.draw.of(self.game.side());
        if let Some(found) = self.history.repetition_within(self.setup.rule, self.setup.look_back) {
            self.counters.repetitions += 1;
            return Flagged { value: found.outcome.value(draw), clean: false };
        }
        if depth == 0 {
            return Flagged { value: self.game.evaluate(), clean: true };
        }
        self.counters.probes += 1;
        if let Some(entry) = self.table.main().get(self.history.last().key) {
            self.counters.hits += 1;
            if let Some(bound) = entry.lower.filter(|bound| u32::from(bound.depth) == depth) {
                // The pessimistic read.
                let value = bound.value().min(draw);
                if beta.value <= value {
                    self.counters.cuts += 1;
                    return beta;
                }
                alpha.value = alpha.value.max(value);
            }
        }
        self.source_moves(depth, alpha, beta, false)
    }

    fn source_moves(&mut self, depth: u32, start: Flagged, beta: Flagged, is_root: bool) -> Flagged {
        let key = self.history.last().key;
        let mut list = self.lists.pop().unwrap_or_default();
        self.game.moves(&mut list);
        if list.is_empty() {
            self.lists.push(list);
            return Flagged { value: -MATE, clean: true };
        }
        let hash_move = self.table.main().get(key).map_or(0, |entry| entry.mv);
        if let Some(at) = list.iter().position(|&mv| hash_move != 0 && self.game.pack(mv) == hash_move) {
            list[..=at].rotate_right(1);
        }
        let (mut alpha, mut best_move, mut cut) = (start, 0, false);
        for &mv in &list {
            let packed = self.game.pack(mv);
            self.game.play(mv);
            self.history.push_game(&self.game);
            let (low, high) = child_window(alpha.value, beta.value);
            let child = self.source_node(
                depth - 1,
                Flagged { value: low, clean: beta.clean },
                Flagged { value: high, clean: alpha.clean },
            );
            self.history.pop();
            self.game.undo();
            let value = -shrink(child.value);
            if beta.value <= value {
                alpha = Flagged { value: beta.value, clean: beta.clean && child.clean };
                (best_move, cut) = (packed, true);
                break;
            }
            alpha.clean &= child.clean;
            if alpha.value < value {
                (alpha.value, best_move) = (value, packed);
            }
        }
        self.lists.push(list);
        if !is_root {
            let is_lower = cut || alpha.value > start.value || self.setup.mode == Mode::SourceLetter;
            self.counters.stores += 1;
            self.counters.tainted += u64::from(!alpha.clean);
            let storable = is_lower && alpha.clean && alpha.value.abs() <= MATE;
            let claim = Claim { value: alpha.value, proof: Proof::EMPTY, checks: false };
            let found = Found { lower: storable.then_some(claim), mv: best_move, ..Found::default() };
            self.table.write(key, depth as u8, &found, DepthTest::Equal, || Danger::EMPTY);
        }
        alpha
    }
}
