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
    /// The evaluation.
    pub(crate) fn evaluation(&self) -> anyhow::Result<Evaluation> {
        let Some(path) = &self.weights else { return Ok(Evaluation::default()) };
        match load(path) {
            Ok(Loaded::Weights(weights)) => Ok(Evaluation::Learnt(Arc::new(Model::new(weights)))),
            Ok(Loaded::Network(network)) => Ok(Evaluation::Network(network, self.fv_scale)),
            Err(error @ LoadError::Io(_)) => {
                Err(error).with_context(|| format!("reading the weights {}", path.display()))
            }
            Err(error) => Err(BadInput(format!("the weights {}: {error}", path.display())).into()),
        }
    }

    /// What tells the evaluation of a file from others; nothing without a file.
    pub(crate) fn digest(&self, evaluation: &Evaluation) -> anyhow::Result<Option<String>> {
        // What is written is what was read, byte by byte.
        let mut bytes = Vec::new();
        let scale = match evaluation {
            _ if self.weights.is_none() => return Ok(None),
            Evaluation::Learnt(model) => {
                model.weights().write(&mut bytes)?;
                String::new()
            }
            Evaluation::Network(network, scale) => {
                network.write(&mut bytes)?;
                format!(", scale {scale}")
            }
            Evaluation::Hand | Evaluation::Places => return Ok(None),
        };
        Ok(Some(format!("digest {:016x}{scale}", fnv1a(&bytes))))
    }
}
