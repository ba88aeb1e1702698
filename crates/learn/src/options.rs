//! What a run was asked to do, as far as its results depend on it.

use crate::adaptive::Adaptive;
use crate::gradient::ValueTerm;
use crate::slides::Slides;

/// The two ways to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// As the slides do: variations of all positions, then integer steps by the sign of the slope.
    Slides(Slides),
    /// A step after every few thousand positions.
    Adaptive(Adaptive),
}

/// The options of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The method with its settings.
    pub method: Method,
    /// Passes over all positions.
    pub passes: u32,
    /// Fixes the order of the games.
    pub seed: u64,
    /// Threads; the result does not depend on it.
    pub threads: usize,
    /// The value of positions as a second thing to learn (adaptive method).
    pub value: ValueTerm,
    /// Follow the probability of choosing the record's move instead of `T` (adaptive method).
    pub choice: bool,
    /// Whether the sum of the seven piece values is fixed (adaptive method; the slides' has its own setting).
    pub constrained: bool,
    /// Whether the weights of every pass are kept.
    pub keep_all: bool,
    /// Seconds between checkpoints within a pass.
    pub checkpoint_seconds: u64,
}

impl Options {
    /// The options that a checkpoint must agree with, by name: all but those that change no result.
    pub(crate) fn named(&self) -> Vec<(String, String)> {
        let mut named = vec![("seed", self.seed.to_string())];
        match &self.method {
            Method::Slides(slides) => {
                named.push(("method", "slides".to_owned()));
                named.push(("steps", slides.steps.to_string()));
                named.push(("step", slides.step.to_string()));
                named.push(("constraint", slides.constraint.name().to_owned()));
                named.push(("penalty", slides.penalty.name().to_owned()));
                named.push(("penalty-weight", slides.weight.to_string()));
            }
            Method::Adaptive(adaptive) => {
                named.push(("method", "adaptive".to_owned()));
                named.push(("batch", adaptive.batch.to_string()));
                named.push(("rate", adaptive.rate.to_string()));
                named.push(("rate-decay", adaptive.rate_decay.to_string()));
                named.push(("beta1", adaptive.beta1.to_string()));
                named.push(("beta2", adaptive.beta2.to_string()));
                named.push(("epsilon", adaptive.epsilon.to_string()));
                named.push(("shrink", adaptive.shrink.to_string()));
                named.push(("average", adaptive.average.to_string()));
                named.push(("value-weight", self.value.weight.to_string()));
                named.push(("value-scale", self.value.scale.to_string()));
                named.push(("choice", self.choice.to_string()));
                named.push(("compared", self.value.compared.to_string()));
                named.push(("result-share", self.value.result.to_string()));
                named.push(("constrained", self.constrained.to_string()));
            }
        }
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
