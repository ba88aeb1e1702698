//! Random digraphs of positions: short cycles, dead ends, no structure at all.

use super::{Graph, NodeSpec};
use crate::random::Random;

/// A random digraph of 6 to 40 positions with up to 4 moves each.
pub fn random_digraph(random: &mut Random, checks: u32) -> Graph {
    let half = 3 + random.below(18);
    let amplitude = random.pick(&[3, 20, 100]);
    let most = 2 + random.below(3);
    let nodes = (0..half * 2)
        .map(|at| {
            let side = at % 2;
            let wanted = if random.percent(4) { 0 } else { 1 + random.below(most) };
            let mut edges: Vec<u16> = Vec::new();
            for _ in 0..wanted {
                let to = (2 * random.below(half) + 1 - side) as u16;
                if !edges.contains(&to) {
                    edges.push(to);
                }
            }
            NodeSpec {
                side: side as u8,
                check: random.percent(checks),
                eval: random.between(-amplitude, amplitude),
                edges,
            }
        })
        .collect();
    Graph::new(nodes, random.word())
}
