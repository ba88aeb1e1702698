//! Efficiently updatable networks (NNUE) in the two published forms of 256x2-32-32: K-P and `HalfKP`, as `nn.bin` holds them.
//!
//! Method: Y. Nasu, “Efficiently updatable neural-network-based evaluation functions for computer shogi”, 2018. Each side
//! sees the position from its own side of the board: 256 sums of 16 bits, one column of weights for each feature that is on,
//! which a move changes by a few columns ([`NetworkEvaluator`]). Both sides' sums, the mover's first, go through three small
//! layers of 8-bit weights. The book's page on networks has all numbers.

mod features;
mod file;
mod follow;
mod layers;
mod parameters;
mod random;
mod row;

pub use file::NetworkError;
pub use follow::NetworkEvaluator;
pub use parameters::Parameters;

pub(crate) use file::MAGIC;

use features::{FEATURES, KINGS};
use layers::Layers;
use row::Row;
use std::fmt;

/// What a network sees of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Pieces, and the kings as two pieces more: 1,710 features.
    KingPiece,
    /// Pieces, with other weights for each square of the own king: 81 x 1,548 features.
    HalfKingPiece,
}

impl Shape {
    /// Both shapes.
    pub const ALL: [Self; 2] = [Self::KingPiece, Self::HalfKingPiece];

    /// Number of features.
    pub const fn features(self) -> usize {
        match self {
            Self::KingPiece => FEATURES + KINGS,
            Self::HalfKingPiece => 81 * FEATURES,
        }
    }

    /// Its name in texts: `K-P` or `HalfKP`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingPiece => "K-P",
            Self::HalfKingPiece => "HalfKP",
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} 256x2-32-32", self.name())
    }
}

/// A network: 256 sums for each side, then layers of 32, 32 and 1.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    shape: Shape,
    /// What the file says of its architecture; kept so that a file is written as it was read.
    text: Vec<u8>,
    biases: Row,
    columns: Box<[Row]>,
    layers: Layers,
}

impl Network {
    /// What the network sees.
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("shape", &self.shape).finish_non_exhaustive()
    }
}
