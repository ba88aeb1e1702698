//! `yomikiri learn --method network`.

use super::bar::Bar;
use super::manifest::NetworkManifest;
use super::{Arguments, corpus, explained, tell_counts, within};
use crate::exit::BadInput;
use crate::weights_file::load;
use clap::Args;
use eval::Loaded;
use learn::NetworkOptions;
use std::io::Write;
use std::path::Path;

#[derive(Args)]
#[command(next_help_heading = "Network (with --rate-decay, --beta1, --beta2, --value-scale, --result-share)")]
pub(super) struct NetworkArguments {
    /// Positions between two steps of a network
    #[arg(long, value_name = "N", default_value_t = 1000)]
    mini_batch: usize,
    /// Size of a step of a network; its activations run from 0 to 1
    #[arg(long, value_name = "R", default_value_t = 0.001)]
    learning_rate: f64,
}

fn options(arguments: &Arguments) -> anyhow::Result<NetworkOptions> {
    let (adaptive, network) = (&arguments.adaptive, &arguments.network);
    within("learning-rate", network.learning_rate, 1e-9, 1.0)?;
    within("rate-decay", adaptive.rate_decay, 1e-3, 1.0)?;
    within("beta1", adaptive.beta1, 0.0, 0.999_999)?;
    within("beta2", adaptive.beta2, 0.0, 0.999_999)?;
    within("value-scale", adaptive.value_scale, 1.0, 1e5)?;
    within("result-share", adaptive.result_share, 0.0, 1.0)?;
    if adaptive.choice || adaptive.value_weight > 0.0 || arguments.keep_all {
        let text = "--choice, --value-weight and --keep-all do not belong to --method network";
        return Err(BadInput(text.to_owned()).into());
    }
    Ok(NetworkOptions {
        passes: arguments.passes,
        seed: arguments.seed,
        batch: network.mini_batch.max(1),
        rate: network.learning_rate,
        rate_decay: adaptive.rate_decay,
        beta1: adaptive.beta1,
        beta2: adaptive.beta2,
        scale: adaptive.value_scale,
        result: adaptive.result_share,
        checkpoint_seconds: arguments.checkpoint,
    })
}

/// Runs the method.
pub(super) fn run(arguments: &Arguments, folder: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let options = options(arguments)?;
    let initial = match &arguments.weights {
        None => None,
        Some(path) => {
            let named = |reason: &dyn std::fmt::Display| BadInput(format!("{}: {reason}", path.display()));
            match load(path).map_err(|error| named(&error))? {
                Loaded::Network(network) => Some(network),
                Loaded::Weights(_) => return Err(named(&"weights, where a network is to begin with").into()),
            }
        }
    };
    let bar = Bar::new();
    let mut corpus = corpus(&arguments.files, arguments.validation, &bar)?;
    tell_counts(&corpus.counts, out)?;
    out.flush()?;
    let outcome =
        learn::learn_network(&mut corpus, initial.as_deref(), &options, folder, &bar).map_err(explained)?;
    bar.finish();
    let mut bytes = Vec::new();
    outcome.network.write(&mut bytes)?;
    let hash = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes));
    let manifest = NetworkManifest::new(
        outcome.network.shape().to_string(),
        options.seed,
        arguments.validation,
        corpus.files.clone(),
        corpus.counts.clone(),
        hash,
        outcome.rows.last().cloned(),
    );
    let mut text = serde_json::to_string_pretty(&manifest)?;
    text.push('\n');
    learn::write_whole(&folder.join("manifest.json"), text.as_bytes())?;
    if let Some(row) = outcome.rows.last() {
        writeln!(out, "{row}")?;
    }
    writeln!(out, "{}", folder.join("nn.bin").display())?;
    Ok(())
}
