//! A search as engines write it, one score and its evidence per node, equals brute force too: the interface that the
//! playing engine uses is as exact as the campaign's.

use game::reference::negamax;
use game::rule::DrawValue;
use game::synthetic::{Family, GraphGame};
use game::value::{INFINITY, MATE, child_window, shrink};
use game::{Game, History, Rule, Value};
use table::transposition::Found;
use table::{Ask, Claim, Danger, DepthTest, Evidence, Gather, Options, Proof, Table};
use verify::Case;

struct Engine<'a> {
    game: GraphGame,
    history: History,
    table: &'a Table,
    rule: Rule,
    draw: DrawValue,
}

impl Engine<'_> {
    fn node(&mut self, depth: u32, mut alpha: Value, beta: Value) -> (Value, Evidence) {
        let (key, index) = (self.history.last().key, self.history.index());
        let in_check = self.history.last().check;
        let draw = self.draw.of(self.game.side());
        if let Some(found) = self.history.repetition(self.rule) {
            return (found.outcome.value(draw), Evidence::both(Proof::repetition(key, found.first)));
        }
        if depth == 0 {
            return (self.game.evaluate(), Evidence::both(Proof::leaf(key)));
        }
        let is_root = index == self.history.root();
        let mut hash_move = 0;
        if !is_root {
            let passed = self.history.passed(self.rule);
            let test = DepthTest::Equal;
            let ask = Ask { key, alpha, beta, depth: depth as u8, test, draw, in_check, passed };
            let danger = |horizon| Danger::of(&self.game, &self.history, self.rule, horizon);
            let reading = self.table.read(&ask, danger);
            if reading.decides {
                let proof = |claim: Option<Claim>| claim.map_or(Proof::EMPTY, |claim| claim.proof);
                let evidence = Evidence { lower: proof(reading.lower), upper: proof(reading.upper) };
                let low = reading.lower.map(|claim| claim.value);
                let high = reading.upper.map(|claim| claim.value);
                let score =
                    low.filter(|&low| low >= beta || Some(low) == high).or(high).expect("a bound decides");
                return (score, evidence);
            }
            hash_move = reading.entry.map_or(0, |entry| entry.mv);
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.sort_by_key(|&mv| self.game.pack(mv) != hash_move);
        let start = alpha;
        let (mut best, mut best_move, mut checks) = (-MATE, 0, false);
        let mut gather = Gather::new();
        for (turn, &mv) in moves.iter().enumerate() {
            self.game.play(mv);
            self.history.push_game(&self.game);
            let gives_check = self.history.last().check;
            let mut child = (Value::MAX, Evidence::both(Proof::EMPTY));
            if turn > 0 && beta - alpha > 1 {
                let (low, high) = child_window(alpha, alpha + 1);
                child = self.node(depth - 1, low, high);
            }
            if child.0 == Value::MAX || (-shrink(child.0) > alpha && -shrink(child.0) < beta) {
                let (low, high) = child_window(alpha, beta);
                child = self.node(depth - 1, low, high);
            }
            self.history.pop();
            self.game.undo();
            let score = -shrink(child.0);
            gather.child(child.1, turn == 0 || score > best);
            if turn == 0 || score > best {
                (best, best_move, checks) = (score, self.game.pack(mv), gives_check);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let evidence = gather.finish(key, index);
        if !is_root {
            let claim = |proof, checks| Some(Claim { value: best, proof, checks });
            let found = Found {
                lower: if best > start { claim(evidence.lower, checks) } else { None },
                upper: if best < beta { claim(evidence.upper, false) } else { None },
                mv: if best > start { best_move } else { 0 },
                ..Found::default()
            };
            let danger = || Danger::of(&self.game, &self.history, self.rule, depth);
            self.table.write(key, depth as u8, &found, DepthTest::Equal, danger);
        }
        (best, evidence)
    }
}

#[test]
fn one_score_and_its_evidence_per_node_equal_brute_force() {
    let mut roots = 0;
    for family in Family::ALL {
        for rule in [Rule::Fold(3), Rule::FOURFOLD, Rule::ENGINE] {
            for seed in 1_000..1_040 {
                let case = Case::random(family, rule, 25, seed);
                let options = Options { bytes: case.table_bytes, index: case.index, ..Options::default() };
                let table = Table::new(options).expect("small");
                let draw = DrawValue { first: case.draw };
                let mut game = GraphGame::new(case.graph.clone(), case.line[0]);
                let mut history = History::start(&game);
                for (index, &node) in case.line.iter().enumerate() {
                    if index > 0 {
                        game.play(node);
                        history.push_game(&game);
                    }
                    if index < case.first_root {
                        continue;
                    }
                    history.root_here();
                    for depth in 1..=7 {
                        let (game, history) = (game.clone(), history.clone());
                        let mut engine = Engine { game, history, table: &table, rule, draw };
                        let (score, _) = engine.node(depth, -INFINITY, INFINITY);
                        let value = negamax(&mut engine.game, &mut engine.history, rule, draw, depth);
                        assert_eq!(
                            score, value,
                            "{family:?} {rule:?} seed {seed} root {index} depth {depth}"
                        );
                        roots += 1;
                    }
                }
            }
        }
    }
    assert!(roots > 4_000, "{roots}");
}
