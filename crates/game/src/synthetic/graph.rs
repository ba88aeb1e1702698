//! A game given as an explicit graph of positions.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::random::mix;
use crate::{Game, Reach, Side, Value};

/// One position of a [`Graph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeSpec {
    /// The side to move; every edge leads to the other side.
    pub side: Side,
    /// Whether the side to move is in check.
    pub check: bool,
    /// Static value for the side to move.
    pub eval: Value,
    /// The positions that moves lead to.
    pub edges: Vec<u16>,
}

/// Positions, moves between them and all distances.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<NodeSpec>,
    keys: Vec<u64>,
    // Plies of the shortest way from row to column, at least one move; u8::MAX if there is none.
    distances: Vec<u8>,
    cycle: u32,
}

impl Graph {
    /// Computes the distances of `nodes`; `salt` makes the keys.
    ///
    /// # Panics
    /// If an edge does not lead to an existing position of the other side.
    pub fn new(nodes: Vec<NodeSpec>, salt: u64) -> Self {
        for node in &nodes {
            for &to in &node.edges {
                assert_ne!(node.side, nodes[usize::from(to)].side, "every move passes the turn");
            }
        }
        let keys = (0..nodes.len()).map(|index| mix(mix(salt) ^ index as u64)).collect();
        let mut graph = Self { nodes, keys, distances: Vec::new(), cycle: 0 };
        graph.measure();
        graph
    }

    fn measure(&mut self) {
        let count = self.nodes.len();
        self.distances = vec![u8::MAX; count * count];
        let mut queue = VecDeque::new();
        for from in 0..count {
            let row = &mut self.distances[from * count..(from + 1) * count];
            queue.extend(self.nodes[from].edges.iter().map(|&to| (to, 1)));
            while let Some((at, plies)) = queue.pop_front() {
                if row[usize::from(at)] == u8::MAX {
                    row[usize::from(at)] = plies;
                    if plies < u8::MAX - 1 {
                        queue.extend(self.nodes[usize::from(at)].edges.iter().map(|&to| (to, plies + 1)));
                    }
                }
            }
        }
        let shortest = (0..count).map(|node| self.distances[node * count + node]).min();
        self.cycle = u32::from(shortest.unwrap_or(u8::MAX));
    }

    /// The positions.
    pub fn nodes(&self) -> &[NodeSpec] {
        &self.nodes
    }

    /// The position with this key, if there is one.
    pub fn find(&self, key: u64) -> Option<u16> {
        self.keys.iter().position(|&known| known == key).map(|at| at as u16)
    }

    /// Plies of the shortest way with at least one move, `u8::MAX` if there is none.
    pub fn distance(&self, from: u16, to: u16) -> u8 {
        self.distances[usize::from(from) * self.nodes.len() + usize::from(to)]
    }
}

/// A game on a [`Graph`]; a move is the index of the position it leads to.
#[derive(Clone, Debug)]
pub struct GraphGame {
    graph: Arc<Graph>,
    line: Vec<u16>,
}

impl GraphGame {
    /// A game that starts at `node`.
    pub fn new(graph: Arc<Graph>, node: u16) -> Self {
        Self { graph, line: vec![node] }
    }

    /// Index of the current position.
    pub fn node(&self) -> u16 {
        self.line[self.line.len() - 1]
    }

    /// The graph played on.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    fn spec(&self) -> &NodeSpec {
        &self.graph.nodes[usize::from(self.node())]
    }
}

impl Game for GraphGame {
    type Move = u16;

    fn moves(&self, list: &mut Vec<u16>) {
        list.clear();
        list.extend_from_slice(&self.spec().edges);
    }

    fn play(&mut self, mv: u16) {
        self.line.push(mv);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    fn key(&self) -> u64 {
        self.graph.keys[usize::from(self.node())]
    }

    fn side(&self) -> Side {
        self.spec().side
    }

    fn in_check(&self) -> bool {
        self.spec().check
    }

    fn evaluate(&self) -> Value {
        self.spec().eval
    }

    fn pack(&self, mv: u16) -> u16 {
        mv + 1
    }
}

impl Reach for GraphGame {
    fn shortest_cycle(&self) -> u32 {
        self.graph.cycle
    }

    fn walk_back(&self, most: usize, mut visit: impl FnMut(usize, u32)) {
        let here = self.node();
        let earlier = &self.line[..self.line.len() - 1];
        for (back, &node) in earlier.iter().rev().take(most).enumerate() {
            visit(back + 1, u32::from(self.graph.distance(here, node)));
        }
    }
}
