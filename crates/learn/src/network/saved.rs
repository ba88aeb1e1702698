//! The state of a run that makes a network on disk, so that a run that was killed goes on where its last checkpoint was.
//!
//! ```text
//! bytes   what
//! 8       "YMKLNNUE"
//! 4       version of the format, 1
//! 8       n, length of the head; then n bytes, the head as JSON
//! 4 each  all numbers of the network, their mean slopes, their mean squared slopes
//! 8       hash (XXH3) of everything before it
//! ```

use super::parameters::{Numbers, Places};
use super::row::NetworkRow;
use crate::LearnError;
use crate::files::write_whole;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::{fs, io};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"YMKLNNUE";
const VERSION: u32 = 1;

/// Where a run is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    /// Options that the run must have been started with, by name.
    pub(super) options: Vec<(String, String)>,
    /// Of the present pass, pools of games that are done.
    pub(super) pools: u64,
    /// Of the present pass, positions looked at.
    pub(super) looked_at: u64,
    /// The sums of the present pass.
    pub(super) row: NetworkRow,
    pub(super) steps: u64,
    /// The passes that are done.
    pub(super) rows: Vec<NetworkRow>,
}

impl Head {
    /// Whether a run with these options may go on from here; if not, what differs.
    pub(super) fn agrees(&self, options: &[(String, String)]) -> Result<(), String> {
        let value = |of: &[(String, String)], name: &str| {
            of.iter()
                .find(|(known, _)| known == name)
                .map_or_else(|| "-".to_owned(), |(_, value)| value.clone())
        };
        for (name, wanted) in options {
            let found = value(&self.options, name);
            if found != *wanted {
                return Err(format!(
                    "of a run with {name} {found}, not {wanted}; take another folder, or remove it"
                ));
            }
        }
        Ok(())
    }
}

/// Everything that a run needs to go on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Saved {
    pub(super) head: Head,
    pub(super) numbers: Numbers,
}

fn bytes_of(values: &[f32]) -> impl Iterator<Item = u8> + '_ {
    values.iter().flat_map(|value| value.to_le_bytes())
}

/// A name for numbers to begin with.
pub(super) fn digest(values: &[f32]) -> String {
    format!("{:016x}", xxh3_64(&bytes_of(values).collect::<Vec<_>>()))
}

impl Saved {
    pub(super) fn save(&mut self, path: &Path) -> Result<(), LearnError> {
        self.head.steps = self.numbers.steps;
        let head = serde_json::to_vec(&self.head)
            .map_err(|error| LearnError::file(path)(io::Error::other(error)))?;
        let mut bytes = Vec::with_capacity(12 * Places::COUNT + head.len() + 64);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((head.len() as u64).to_le_bytes());
        bytes.extend(head);
        for array in [&self.numbers.values, &self.numbers.means, &self.numbers.squares] {
            bytes.extend(bytes_of(array));
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        write_whole(path, &bytes)
    }

    /// The checkpoint at `path`, if there is one.
    pub(super) fn load(path: &Path) -> Result<Option<Self>, LearnError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(LearnError::file(path)(error)),
        };
        let refused =
            |reason: &str| LearnError::Checkpoint { path: path.to_owned(), reason: reason.to_owned() };
        if !bytes.starts_with(MAGIC) {
            return Err(refused("no checkpoint of a network: it does not begin with YMKLNNUE"));
        }
        let damaged = || refused("damaged: the checksum does not fit the content");
        let (body, hash) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if body.len() < 20 || xxh3_64(body).to_le_bytes() != *hash {
            return Err(damaged());
        }
        let version = u32::from_le_bytes([body[8], body[9], body[10], body[11]]);
        if version != VERSION {
            return Err(refused(&format!("format version {version}; this program reads version {VERSION}")));
        }
        let length = body[12..].first_chunk::<8>().map_or(0, |length| u64::from_le_bytes(*length));
        let rest = &body[20..];
        let (head, arrays) = usize::try_from(length)
            .ok()
            .and_then(|length| rest.split_at_checked(length))
            .filter(|(_, arrays)| arrays.len() == 12 * Places::COUNT)
            .ok_or_else(damaged)?;
        let head: Head = serde_json::from_slice(head).map_err(|_| damaged())?;
        let array = |place: usize| -> Vec<f32> {
            arrays[4 * Places::COUNT * place..4 * Places::COUNT * (place + 1)]
                .chunks_exact(4)
                .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect()
        };
        let numbers = Numbers { values: array(0), means: array(1), squares: array(2), steps: head.steps };
        Ok(Some(Self { head, numbers }))
    }
}
