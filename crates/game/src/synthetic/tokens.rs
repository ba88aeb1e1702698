//! Token games: both sides move tokens along the edges of a small board.

use std::collections::HashMap;

use super::{Graph, NodeSpec};
use crate::Side;
use crate::random::Random;

/// What makes moves of a token game irreversible.
#[derive(Clone, Copy, Debug)]
pub struct Tokens {
    /// A token may move onto a token of the other side and remove it.
    pub captures: bool,
    /// Percentage of board edges that can be passed in one direction only.
    pub one_way: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    tokens: [u16; 2],
    side: Side,
}

const MOST_POSITIONS: usize = 400;

fn join(random: &mut Random, ways: &mut [u16], one_way: u32, a: usize, b: usize) {
    ways[a] |= 1 << b;
    if !random.percent(one_way) {
        ways[b] |= 1 << a;
    }
}

fn board(random: &mut Random, one_way: u32) -> Vec<u16> {
    let squares = 4 + random.below(4);
    let mut ways = vec![0u16; squares];
    // A path keeps the board connected, a few chords make it interesting.
    for square in 1..squares {
        join(random, &mut ways, one_way, square - 1, square);
    }
    for _ in 0..=random.below(3) {
        let (a, b) = (random.below(squares), random.below(squares));
        if a != b {
            join(random, &mut ways, one_way, a, b);
        }
    }
    ways
}

fn successors(state: State, ways: &[u16], captures: bool) -> Vec<State> {
    let mover = usize::from(state.side);
    let (own, other) = (state.tokens[mover], state.tokens[1 - mover]);
    let mut list = Vec::new();
    for (from, &way) in ways.iter().enumerate().filter(|&(from, _)| own >> from & 1 == 1) {
        let mut to = way & !own & if captures { u16::MAX } else { !other };
        while to != 0 {
            let square = to & to.wrapping_neg();
            to ^= square;
            let mut tokens = state.tokens;
            tokens[mover] = own ^ (1 << from) | square;
            tokens[1 - mover] = other & !square;
            list.push(State { tokens, side: 1 - state.side });
        }
    }
    list
}

/// A random token game of at most a few hundred positions.
pub fn token_game(random: &mut Random, checks: u32, kind: Tokens) -> Graph {
    let ways = board(random, kind.one_way);
    let squares = ways.len();
    let mut free: Vec<usize> = (0..squares).collect();
    let mut tokens = [0u16; 2];
    let each = if squares >= 6 { 2 } else { 1 };
    for placed in 0..each * 2 {
        let square = free.swap_remove(random.below(free.len()));
        tokens[placed % 2] |= 1 << square;
    }
    let amplitude = random.pick(&[3, 20, 100]);
    let start = State { tokens, side: 0 };
    let mut index = HashMap::from([(start, 0u16)]);
    let mut states = vec![start];
    let mut nodes = Vec::new();
    while nodes.len() < states.len() {
        let state = states[nodes.len()];
        let mut edges = Vec::new();
        for next in successors(state, &ways, kind.captures) {
            let known = index.len();
            let at = *index.entry(next).or_insert(known as u16);
            if usize::from(at) == states.len() {
                if known >= MOST_POSITIONS {
                    index.remove(&next);
                    continue;
                }
                states.push(next);
            }
            edges.push(at);
        }
        // The order of moves must not be the order of discovery.
        for last in (1..edges.len()).rev() {
            edges.swap(last, random.below(last + 1));
        }
        nodes.push(NodeSpec {
            side: state.side,
            check: random.percent(checks),
            eval: random.between(-amplitude, amplitude),
            edges,
        });
    }
    Graph::new(nodes, random.word())
}
