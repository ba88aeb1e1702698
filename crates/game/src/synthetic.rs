//! Small random games on which a search can be compared with brute force, node by node.
//!
//! All three families compile to an explicit [`Graph`] of positions, so that distances are exact, games can be
//! shrunk edge by edge, and nothing but repetition makes them hard.

mod digraph;
mod graph;
mod tokens;

pub use digraph::random_digraph;
pub use graph::{Graph, GraphGame, NodeSpec};
pub use tokens::{Tokens, token_game};

use crate::random::Random;

/// The families of synthetic games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Each side moves tokens along the edges of a small graph.
    Tokens,
    /// The same with captures and one-way edges.
    Irreversible,
    /// Random digraphs of positions.
    Digraph,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tokens, Self::Irreversible, Self::Digraph];

    /// Name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Irreversible => "irreversible",
            Self::Digraph => "digraph",
        }
    }

    /// A random game of the family in which a position is check with probability `checks` percent.
    pub fn generate(self, random: &mut Random, checks: u32) -> Graph {
        match self {
            Self::Tokens => token_game(random, checks, Tokens { captures: false, one_way: 0 }),
            Self::Irreversible => token_game(random, checks, Tokens { captures: true, one_way: 25 }),
            Self::Digraph => random_digraph(random, checks),
        }
    }
}
