//! The state of a run on disk, so that a run that was killed goes on where its last checkpoint was.
//!
//! ```text
//! bytes   what
//! 8       "YMKLEARN"
//! 4       version of the format, 2
//! 8       n, length of the head; then n bytes, the head as JSON
//! 8       n, length of the weights; then n bytes, a file of weights
//! 8       how many shadow weights (0 for the method of the slides); then, four bytes each, the weights, their mean slopes, their
//!         mean squared slopes, their running means
//! 8       hash (XXH3) of everything before it
//! ```

use crate::LearnError;
use crate::adaptive::Shadow;
use crate::files::write_whole;
use crate::log::Row;
use crate::objective::Totals;
use eval::Weights;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"YMKLEARN";
const VERSION: u32 = 2;

/// Where a run is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// Options that the run must have been started with, by name.
    pub(crate) options: Vec<(String, String)>,
    /// Passes that are done.
    pub(crate) pass: u32,
    /// Of the present pass, pools of games that are done.
    pub(crate) pools: u64,
    /// The sums of the present pass.
    pub(crate) totals: Totals,
    pub(crate) saturated: u64,
    /// The penalty after the last step.
    #[serde(default)]
    pub(crate) penalty: f64,
    pub(crate) seconds: f64,
    /// Steps of the shadow weights.
    pub(crate) steps: u64,
    /// The passes that are done.
    pub(crate) rows: Vec<Row>,
}

/// Everything that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    pub(crate) head: Head,
    pub(crate) weights: Weights,
    pub(crate) shadow: Option<Shadow>,
}

impl Checkpoint {
    pub(crate) fn save(&self, path: &Path) -> Result<(), LearnError> {
        let failed = |error: serde_json::Error| LearnError::File {
            path: path.to_owned(),
            source: io::Error::other(error),
        };
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let head = serde_json::to_vec(&self.head).map_err(failed)?;
        bytes.extend((head.len() as u64).to_le_bytes());
        bytes.extend(head);
        let mut weights = Vec::new();
        self.weights.write(&mut weights).map_err(LearnError::file(path))?;
        bytes.extend((weights.len() as u64).to_le_bytes());
        bytes.extend(weights);
        let count = self.shadow.as_ref().map_or(0, |shadow| shadow.weights.len());
        bytes.extend((count as u64).to_le_bytes());
        if let Some(shadow) = &self.shadow {
            for array in [&shadow.weights, &shadow.mean, &shadow.square, &shadow.average] {
                for value in array {
                    bytes.extend(value.to_le_bytes());
                }
            }
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        write_whole(path, &bytes)
    }

    /// The checkpoint at `path`, if there is one.
    pub(crate) fn load(path: &Path) -> Result<Option<Self>, LearnError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(LearnError::file(path)(error)),
        };
        let refused =
            |reason: &str| LearnError::Checkpoint { path: path.to_owned(), reason: reason.to_owned() };
        let damaged = || refused("damaged: the checksum does not fit the content");
        if !bytes.starts_with(MAGIC) {
            return Err(refused("no checkpoint of a learner: it does not begin with YMKLEARN"));
        }
        let version =
            bytes.get(8..12).map_or(0, |part| u32::from_le_bytes([part[0], part[1], part[2], part[3]]));
        if version != VERSION {
            return Err(refused(&format!("format version {version}; this program reads version {VERSION}")));
        }
        let body = bytes.len().checked_sub(8).filter(|&body| body >= 12).ok_or_else(damaged)?;
        if xxh3_64(&bytes[..body]).to_le_bytes() != bytes[body..] {
            return Err(damaged());
        }
        let mut rest = &bytes[12..body];
        let mut take = |unit: usize| -> Option<&[u8]> {
            let (length, tail) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_mul(unit)?;
            let part = tail.get(..length)?;
            rest = &tail[length..];
            Some(part)
        };
        let head = take(1).and_then(|head| serde_json::from_slice::<Head>(head).ok()).ok_or_else(damaged)?;
        let weights = take(1).ok_or_else(damaged)?;
        let weights =
            Weights::read(weights).map_err(|source| LearnError::Weights { path: path.to_owned(), source })?;
        let shadow = take(16).ok_or_else(damaged)?;
        let values: Vec<f32> = shadow
            .chunks_exact(4)
            .map(|part| f32::from_le_bytes([part[0], part[1], part[2], part[3]]))
            .collect();
        let count = values.len() / 4;
        let shadow = (count > 0).then(|| Shadow {
            weights: values[..count].to_vec(),
            mean: values[count..2 * count].to_vec(),
            square: values[2 * count..3 * count].to_vec(),
            average: values[3 * count..].to_vec(),
            steps: head.steps,
        });
        if count != 0 && count != weights.values().len() {
            return Err(damaged());
        }
        Ok(Some(Self { head, weights, shadow }))
    }

    /// Whether the run may go on with these options; else the first that differs, by name.
    pub(crate) fn agrees(&self, options: &[(String, String)]) -> Result<(), String> {
        for (name, value) in options {
            match self.head.options.iter().find(|(other, _)| other == name) {
                Some((_, other)) if other == value => {}
                Some((_, other)) => {
                    return Err(format!(
                        "made with {name} {other}, not {value}: give that, or another folder"
                    ));
                }
                None => return Err(format!("made without {name} {value}: give another folder")),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Set;

    fn checkpoint() -> Checkpoint {
        let weights = Weights::initial(Set::Slides);
        let mut shadow = Shadow::new(&weights);
        (shadow.mean[3], shadow.square[5], shadow.steps) = (1.5, 0.25, 7);
        let options = vec![("seed".to_owned(), "1".to_owned()), ("method".to_owned(), "adaptive".to_owned())];
        let head = Head { options, steps: 7, rows: vec![Row::default()], ..Head::default() };
        Checkpoint { head, weights, shadow: Some(shadow) }
    }

    #[test]
    fn it_comes_back_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.bin");
        assert!(Checkpoint::load(&path).unwrap().is_none());
        checkpoint().save(&path).unwrap();
        assert_eq!(Checkpoint::load(&path).unwrap().unwrap(), checkpoint());
        let bytes = fs::read(&path).unwrap();
        for cut in [0, 7, 11, 12, 19, 100, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..cut]).unwrap();
            assert!(Checkpoint::load(&path).is_err(), "{cut}");
        }
        for place in (0..bytes.len()).step_by(4999) {
            let mut changed = bytes.clone();
            changed[place] ^= 4;
            fs::write(&path, &changed).unwrap();
            assert!(Checkpoint::load(&path).is_err(), "{place}");
        }
    }

    #[test]
    fn other_options_are_named() {
        let with = |name: &str, value: &str| checkpoint().agrees(&[(name.to_owned(), value.to_owned())]);
        assert_eq!(with("seed", "1"), Ok(()));
        assert_eq!(with("seed", "2").unwrap_err(), "made with seed 1, not 2: give that, or another folder");
        assert!(with("steps", "32").unwrap_err().contains("without steps 32"));
    }
}
