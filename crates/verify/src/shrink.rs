//! From a failing case to the smallest one that still fails, and how to print it.

use std::fmt::Write;
use std::sync::Arc;

use game::Value;
use game::synthetic::{Graph, NodeSpec};

use crate::case::{Case, Failure, WindowKind};
use crate::mode::{Mode, Mutation};

/// The most runs spent on one counterexample.
const MOST_RUNS: usize = 6_000;

/// A failing case under reduction.
struct Shrinker {
    mode: Mode,
    mutation: Option<Mutation>,
    best: Case,
    failure: Failure,
    runs: usize,
}

impl Shrinker {
    /// Keeps `candidate` if it still fails.
    fn offer(&mut self, candidate: Case) -> bool {
        if self.runs >= MOST_RUNS || !candidate.is_valid() {
            return false;
        }
        self.runs += 1;
        let Some(failure) = candidate.run(self.mode, self.mutation).failure else { return false };
        (self.best, self.failure) = (candidate, failure);
        true
    }

    fn offer_nodes(&mut self, change: impl FnOnce(&mut Vec<NodeSpec>)) -> bool {
        let mut nodes = self.best.graph.nodes().to_vec();
        change(&mut nodes);
        if nodes == self.best.graph.nodes() {
            return false;
        }
        let graph = Arc::new(Graph::new(nodes, 1));
        self.offer(Case { graph, ..self.best.clone() })
    }

    fn shorten(&mut self) -> bool {
        let best = self.best.clone();
        let mut changed = false;
        let end = self.failure.root + 1;
        if end < best.line.len() {
            changed |= self.offer(Case { line: best.line[..end].to_vec(), ..best.clone() });
        }
        let last = self.best.line.len() - 1;
        for first_root in (self.best.first_root + 1..=last).rev() {
            if self.offer(Case { first_root, ..self.best.clone() }) {
                changed = true;
                break;
            }
        }
        while self.best.depth > 1 && self.offer(Case { depth: self.best.depth - 1, ..self.best.clone() }) {
            changed = true;
        }
        while self.best.first_root > 0 {
            let line = self.best.line[1..].to_vec();
            if !self.offer(Case { line, first_root: self.best.first_root - 1, ..self.best.clone() }) {
                break;
            }
            changed = true;
        }
        changed
    }

    fn simplify(&mut self) -> bool {
        let mut changed = false;
        if self.best.draw != 0 {
            changed |= self.offer(Case { draw: 0, ..self.best.clone() });
        }
        if self.best.pvs {
            changed |= self.offer(Case { pvs: false, ..self.best.clone() });
        }
        if self.best.windows != WindowKind::Full {
            changed |= self.offer(Case { windows: WindowKind::Full, ..self.best.clone() });
        }
        if self.best.table_bytes < 1 << 16 {
            changed |= self.offer(Case { table_bytes: 1 << 16, ..self.best.clone() });
        }
        changed
    }

    fn thin(&mut self) -> bool {
        let mut changed = false;
        let count = self.best.graph.nodes().len();
        // Whole ranges of positions first, then positions, then edges.
        let mut step = count.next_power_of_two() / 2;
        while step > 0 {
            for from in (0..count).step_by(step) {
                changed |= self.offer_nodes(|nodes| {
                    let to = (from + step).min(nodes.len());
                    nodes[from..to].iter_mut().for_each(|node| node.edges.clear());
                });
            }
            step /= 2;
        }
        for at in 0..count {
            let mut edge = 0;
            while edge < self.best.graph.nodes()[at].edges.len() {
                if self.offer_nodes(|nodes| {
                    nodes[at].edges.remove(edge);
                }) {
                    changed = true;
                } else {
                    edge += 1;
                }
            }
            changed |= self.offer_nodes(|nodes| nodes[at].check = false);
            if self.offer_nodes(|nodes| nodes[at].eval = 0) {
                changed = true;
            } else {
                changed |= self.offer_nodes(|nodes| nodes[at].eval = nodes[at].eval.signum() * 2);
            }
        }
        changed
    }
}

/// Reduces a failing case as long as that is possible; `None` if it does not fail.
pub fn shrink(case: &Case, mode: Mode, mutation: Option<Mutation>) -> Option<(Case, Failure)> {
    let failure = case.run(mode, mutation).failure?;
    let mut shrinker = Shrinker { mode, mutation, best: case.clone(), failure, runs: 0 };
    loop {
        let mut changed = shrinker.shorten();
        changed |= shrinker.simplify();
        changed |= shrinker.thin();
        if !changed {
            return Some((shrinker.best, shrinker.failure));
        }
    }
}

fn name(node: u16) -> String {
    format!("p{node}")
}

fn names(nodes: &[u16]) -> String {
    nodes.iter().map(|&node| name(node)).collect::<Vec<_>>().join(" ")
}

fn bound(value: Option<Value>, sign: &str) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{sign} {value}"))
}

/// The case in words: positions, line, search, and what is wrong.
pub fn describe(case: &Case, failure: &Failure) -> String {
    let nodes = case.graph.nodes();
    let mut text = String::new();
    let mut reached: Vec<u16> = case.line.clone();
    let mut next = 0;
    while next < reached.len() {
        for &to in &nodes[usize::from(reached[next])].edges {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        next += 1;
    }
    reached.sort_unstable();
    reached.dedup();
    for &node in &reached {
        let spec = &nodes[usize::from(node)];
        let check = if spec.check { ", in check" } else { "" };
        let moves = if spec.edges.is_empty() { "no move".into() } else { names(&spec.edges) };
        let _ =
            writeln!(text, "  {} (side {}, value {}{check}) -> {moves}", name(node), spec.side, spec.eval);
    }
    let root = failure.root;
    let _ = writeln!(text, "  rule {:?}, draw {}, pvs {}", case.rule, case.draw, case.pvs);
    let _ = writeln!(text, "  game: {}", names(&case.line[..=root]));
    if case.first_root < root {
        let _ = writeln!(
            text,
            "  searched before with the same table: the last {} positions",
            root - case.first_root
        );
    }
    let (alpha, beta) = failure.window;
    let _ = writeln!(
        text,
        "  searching {} to depth {} with window ({alpha}, {beta}): value {}, returned {} and {}",
        name(case.line[root]),
        failure.depth,
        failure.value,
        bound(failure.returned.0, ">="),
        bound(failure.returned.1, "<=")
    );
    if let Some(claim) = &failure.claim {
        let path: Vec<u16> = claim.path.iter().filter_map(|&key| case.graph.find(key)).collect();
        let _ = writeln!(
            text,
            "  claim after {}: value {} {} at depth {}{}; it is {}",
            names(&path),
            if claim.lower { ">=" } else { "<=" },
            claim.claimed,
            claim.depth,
            if claim.closed { " with an empty history" } else { "" },
            claim.value
        );
    }
    text
}
