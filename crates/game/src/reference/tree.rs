//! The whole game tree below a root with the value of every node: one brute-force pass checks every claim that a
//! search makes anywhere in it.

use crate::rule::DrawValue;
use crate::value::{MATE, shrink};
use crate::{Game, History, Rule, Value};

/// One node of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    /// Negamax value for the side to move, with the history that leads here.
    pub value: Value,
    /// Index of the child by the first move of [`Game::moves`]; the others follow in order.
    pub children: u32,
    /// Number of children: 0 at leaves.
    pub count: u16,
}

/// Every node within a depth of the root, indexed by path.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<TreeNode>,
}

impl Tree {
    /// Expands everything to `depth` below the current position, or gives up beyond `most` nodes.
    pub fn build<G: Game>(
        game: &mut G,
        history: &mut History,
        rule: Rule,
        draw: DrawValue,
        depth: u32,
        most: usize,
    ) -> Option<Self> {
        let mut tree = Self { nodes: vec![TreeNode { value: 0, children: 0, count: 0 }] };
        tree.expand(game, history, (rule, draw), depth, 0, most)?;
        Some(tree)
    }

    fn expand<G: Game>(
        &mut self,
        game: &mut G,
        history: &mut History,
        rules: (Rule, DrawValue),
        depth: u32,
        at: usize,
        most: usize,
    ) -> Option<Value> {
        let value = if let Some(found) = history.repetition(rules.0) {
            found.outcome.value(rules.1.of(game.side()))
        } else if depth == 0 {
            game.evaluate()
        } else {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let children = self.nodes.len();
            if children + moves.len() > most {
                return None;
            }
            self.nodes[at].children = children as u32;
            self.nodes[at].count = moves.len() as u16;
            self.nodes.resize(children + moves.len(), TreeNode { value: 0, children: 0, count: 0 });
            let mut best = -MATE;
            for (index, mv) in moves.into_iter().enumerate() {
                game.play(mv);
                history.push_game(game);
                let child = self.expand(game, history, rules, depth - 1, children + index, most);
                history.pop();
                game.undo();
                best = best.max(-shrink(child?));
            }
            best
        };
        self.nodes[at].value = value;
        Some(value)
    }

    /// The root.
    pub const ROOT: u32 = 0;

    /// The node at `index`.
    pub fn node(&self, index: u32) -> TreeNode {
        self.nodes[index as usize]
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no node: never, once built.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
