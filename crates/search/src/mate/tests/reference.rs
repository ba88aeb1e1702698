//! The answer by brute force: all positions that checks and answers lead to, and which of them are won, by passes from the
//! mates backward. No path, no order, no table of results.

use shogi::{Key, Position};
use std::collections::HashMap;

struct Node {
    attacking: bool,
    /// Children; `None` stands for a position that ends the game without a mate.
    children: Vec<Option<usize>>,
}

/// Whether the side to move mates. Looks at `most` positions, those nearest to `root`; `None` if the others matter.
pub(super) fn can_mate(root: &Position, most: usize) -> Option<bool> {
    let mut times: HashMap<Key, usize> = HashMap::new();
    for index in 0..root.history_len() {
        *times.entry(root.history(index).unwrap().key).or_default() += 1;
    }
    *times.entry(root.key()).or_default() += 1;
    let attacker = root.side_to_move();
    let mut numbers = HashMap::from([(root.key(), 0)]);
    let mut positions = vec![root.without_history()];
    let mut nodes = Vec::new();
    while nodes.len() < positions.len().min(most) {
        let mut position = positions[nodes.len()].clone();
        let attacking = position.side_to_move() == attacker;
        let moves = position.legal_moves();
        let mut children = Vec::new();
        for &mv in &moves {
            position.apply(mv);
            let check = position.in_check();
            let key = position.key();
            if attacking && !check {
                // Not a move of this game.
            } else if times.get(&key).is_some_and(|&times| times >= 3) {
                children.push(None);
            } else {
                let next = positions.len();
                let number = *numbers.entry(key).or_insert(next);
                if number == next {
                    positions.push(position.without_history());
                }
                children.push(Some(number));
            }
            position.undo();
        }
        nodes.push(Node { attacking, children });
    }
    // Those that were not looked at may be anything.
    let rest = positions.len() - nodes.len();
    let (least, highest) = (fixpoint(&nodes, rest, false), fixpoint(&nodes, rest, true));
    (least == highest).then_some(least)
}

/// Whether the first of the nodes is won, if the `rest` behind them all are (or none is).
fn fixpoint(nodes: &[Node], rest: usize, otherwise: bool) -> bool {
    let mut won = vec![false; nodes.len()];
    won.resize(nodes.len() + rest, otherwise);
    loop {
        let mut changed = false;
        for (number, node) in nodes.iter().enumerate().rev() {
            let wins = |child: &Option<usize>| child.is_some_and(|child| won[child]);
            let now =
                if node.attacking { node.children.iter().any(wins) } else { node.children.iter().all(wins) };
            changed |= now != won[number];
            won[number] = now;
        }
        if !changed || won[0] {
            return won[0];
        }
    }
}
