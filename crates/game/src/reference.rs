//! Brute force: what a search has to equal.
//!
//! None of these uses a table or prunes, except the textbook alpha-beta, which is itself under test.

mod alpha_beta;
mod negamax;
mod tree;

pub use alpha_beta::{alpha_beta, alpha_beta_source};
pub use negamax::{Facts, minimax, negamax};
pub use tree::{Tree, TreeNode};
