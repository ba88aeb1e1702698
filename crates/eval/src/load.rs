//! A file that evaluates, of whichever kind: told by its first bytes.

use crate::network::MAGIC;
use crate::{Network, NetworkError, Weights, WeightsError};
use std::io::{self, Read};
use std::sync::Arc;
use thiserror::Error;

/// What a file held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loaded {
    /// Weights of a set of features, in our format.
    Weights(Weights),
    /// A network in a published format.
    Network(Arc<Network>),
}

/// Why a file cannot evaluate.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Neither kind.
    #[error(
        "neither weights nor a network: expected YMKREVAL or the bytes 16 2F F3 7A of an nn.bin at the beginning"
    )]
    Foreign,
    /// Weights, but not good ones.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A network, but not a good one.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

impl Loaded {
    /// Reads a whole file, weights or network. Memory is bounded by the largest file of its kind.
    pub fn read(mut file: impl Read) -> Result<Self, LoadError> {
        let mut start = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start)?;
        let whole = start.chain(file);
        if start == MAGIC {
            return Ok(Self::Network(Arc::new(Network::read(whole)?)));
        }
        match Weights::read(&Weights::bytes(whole)?) {
            Err(WeightsError::Foreign) => Err(LoadError::Foreign),
            weights => Ok(Self::Weights(weights?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Set, Shape};

    #[test]
    fn the_content_says_what_a_file_is() {
        let mut weights = Vec::new();
        Weights::initial(Set::Slides).write(&mut weights).unwrap();
        assert!(matches!(Loaded::read(&weights[..]), Ok(Loaded::Weights(_))));
        let mut network = Vec::new();
        Network::random(Shape::KingPiece, 2).write(&mut network).unwrap();
        assert!(matches!(Loaded::read(&network[..]), Ok(Loaded::Network(_))));
        for text in ["", "YMK", "anything at all"] {
            assert!(matches!(Loaded::read(text.as_bytes()), Err(LoadError::Foreign)), "{text}");
        }
        assert!(Loaded::read(&weights[..40]).unwrap_err().to_string().starts_with("cut short"));
        assert!(Loaded::read(&network[..40]).unwrap_err().to_string().starts_with("cut short"));
        // What has no end is not read to it.
        assert!(matches!(Loaded::read(io::repeat(1)), Err(LoadError::Foreign)));
    }
}
