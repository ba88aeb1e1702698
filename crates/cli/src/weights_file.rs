//! The options `--weights` and `--fv-scale`: a file to evaluate with.

use crate::exit::BadInput;
use crate::matches::fnv1a;
use anyhow::Context;
use eval::{LoadError, Loaded, Model};
use search::Evaluation;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a network's output is divided by where nobody says otherwise.
pub(crate) const FV_SCALE: u16 = 16;

/// What to evaluate with.
#[derive(clap::Args)]
pub(crate) struct WeightsFile {
    /// File to evaluate with: weights that a learner made, or a network (nn.bin, K-P or `HalfKP` 256x2-32-32) [default: the
    /// weights that come with the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// What the output of a network is divided by to be hundredths of a pawn
    #[arg(long, value_name = "N", default_value_t = FV_SCALE, requires = "weights", value_parser = clap::value_parser!(u16).range(1..=128))]
    fv_scale: u16,
}

/// Reads a file of either kind.
pub(crate) fn load(path: &Path) -> Result<Loaded, LoadError> {
    Loaded::read(File::open(path)?)
}

impl WeightsFile {
    /// The evaluation, and where a file was given what tells it from others.
    pub(crate) fn evaluation(&self) -> anyhow::Result<(Evaluation, Option<String>)> {
        let Some(path) = &self.weights else { return Ok((Evaluation::default(), None)) };
        let loaded = match load(path) {
            Ok(loaded) => loaded,
            Err(error @ LoadError::Io(_)) => {
                return Err(error).with_context(|| format!("reading the weights {}", path.display()));
            }
            Err(error) => return Err(BadInput(format!("the weights {}: {error}", path.display())).into()),
        };
        // What is written is what was read, byte by byte.
        let mut bytes = Vec::new();
        Ok(match loaded {
            Loaded::Weights(weights) => {
                weights.write(&mut bytes)?;
                let digest = format!("digest {:016x}", fnv1a(&bytes));
                (Evaluation::Learnt(Arc::new(Model::new(weights))), Some(digest))
            }
            Loaded::Network(network) => {
                network.write(&mut bytes)?;
                let digest = format!("digest {:016x}, scale {}", fnv1a(&bytes), self.fv_scale);
                (Evaluation::Network(network, self.fv_scale), Some(digest))
            }
        })
    }
}
