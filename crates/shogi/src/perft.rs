//! Counting the leaves of the move tree, three ways that must agree.

use crate::generate::{MoveList, MoveSet, generate};
use crate::{Move, Position};

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perft {
    /// The length of the last move list.
    List,
    /// Target sets, without a list.
    Count,
    /// Every leaf is reached by apply and left by undo.
    Leaves,
}

/// The number of leaves `depth` plies below; 1 for depth 0.
pub fn perft(position: &mut Position, depth: u32, how: Perft) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.reserve(depth as usize);
    match how {
        Perft::List => walk::<0>(position, depth),
        Perft::Count => walk::<1>(position, depth),
        Perft::Leaves => walk::<2>(position, depth),
    }
}

fn walk<const HOW: u8>(position: &mut Position, depth: u32) -> u64 {
    if HOW == 1 && depth == 1 {
        return position.count_legal_moves();
    }
    let mut list = MoveList::new();
    generate(&position.board, &mut list, MoveSet::All);
    if HOW == 0 && depth == 1 {
        return list.len() as u64;
    }
    let mut leaves = 0;
    for &mv in &list {
        position.apply(mv);
        leaves += if HOW == 2 && depth == 1 { 1 } else { walk::<HOW>(position, depth - 1) };
        position.undo();
    }
    leaves
}

/// The leaves below each legal move, in the order of the move list.
pub fn divide(position: &mut Position, depth: u32, how: Perft) -> Vec<(Move, u64)> {
    let list = position.legal_moves();
    let below = |mv: &Move| {
        position.apply(*mv);
        let leaves = perft(position, depth.saturating_sub(1), how);
        position.undo();
        (*mv, leaves)
    };
    list.iter().map(below).collect()
}
