//! The weights of a set, and the file that holds them.
//!
//! ```text
//! bytes   what
//! 8       "YMKREVAL"
//! 4       version of the format, 1
//! 4       n, length of the name of the set; then n bytes, its name
//! 8       hash of the layout (names, shapes and scales of the families)
//! 8       how many weights; then two bytes each
//! 8       frontier margins, two bytes each ([`Weights::margins`]); may be missing
//! 8       hash (XXH3) of everything before it
//! ```
//!
//! All numbers are little-endian. A file of another version, another set or another layout is refused by name: weights
//! mean nothing under another layout.

use crate::{Coefficients, FRACTION, Set};
use std::io::{self, Read, Write};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"YMKREVAL";
const VERSION: u32 = 1;
/// Initial values of the pieces, in the order of the family `material`: 歩香桂銀角飛金 と杏圭全馬竜.
const MATERIAL: [i16; 13] = [100, 250, 270, 380, 580, 680, 430, 400, 410, 410, 420, 780, 880];

/// The weights of a set of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    set: Set,
    values: Vec<i16>,
    margins: Option<[i16; 4]>,
}

/// Why weights could not be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    /// Not a file of weights.
    #[error("no file of weights: it does not begin with YMKREVAL")]
    Foreign,
    /// A network where weights of a set of features are wanted.
    #[error("a network (nn.bin), which cannot stand for weights of a set of features: YMKREVAL expected")]
    Network,
    /// Another version of the format.
    #[error("weights in format version {found}; this program reads version {VERSION}")]
    Version {
        /// What the file says.
        found: u32,
    },
    /// A set that this program does not know.
    #[error("{0}")]
    Set(String),
    /// The same set with other families.
    #[error(
        "weights of set `{set}` made for another layout of its features (another version of this program)"
    )]
    Layout {
        /// The name of the set.
        set: Set,
    },
    /// The file ends early.
    #[error("cut short: {expected} bytes expected, {found} found")]
    Short {
        /// What the file should hold.
        expected: usize,
        /// What it holds.
        found: usize,
    },
    /// Bytes after the end.
    #[error("{0} bytes too many at the end")]
    Long(usize),
    /// A changed byte.
    #[error("damaged: the checksum does not fit the content")]
    Damaged,
}

impl Weights {
    /// All weights 0.
    pub fn zero(set: Set) -> Self {
        Self { set, values: vec![0; set.layout().len()], margins: None }
    }

    /// Customary piece values and nothing else: where learning begins.
    pub fn initial(set: Set) -> Self {
        let mut weights = Self::zero(set);
        if let Some(family) = set.layout().family("material") {
            weights.values[family.range()].copy_from_slice(&MATERIAL);
        }
        weights
    }

    /// `values` in the order of the set's layout; `None` if they are not as many.
    pub fn new(set: Set, values: Vec<i16>) -> Option<Self> {
        (values.len() == set.layout().len()).then_some(Self { set, values, margins: None })
    }

    /// What the weights are for.
    pub const fn set(&self) -> Set {
        self.set
    }

    /// All weights.
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// All weights, to be changed.
    pub fn values_mut(&mut self) -> &mut [i16] {
        &mut self.values
    }

    /// How far one move changes the evaluation beyond what it takes, as measured when the weights were learnt: what covers
    /// 99 % of king moves, other moves, captures and drops, in units of evaluation. A search leaves out moves at its
    /// frontier by them (section "futility pruning" of the slides, there `V_diff`).
    pub const fn margins(&self) -> Option<[i16; 4]> {
        self.margins
    }

    /// Notes measured margins.
    pub const fn set_margins(&mut self, margins: Option<[i16; 4]>) {
        self.margins = margins;
    }

    /// The evaluation that belongs to coefficients, from the view they were taken from, rounded towards 0.
    pub fn value(&self, row: &Coefficients) -> i32 {
        let mut sum = 0;
        for family in self.set.layout().families() {
            let part: i32 = row
                .entries()
                .iter()
                .filter(|&&(index, _)| family.range().contains(&(index as usize)))
                .map(|&(index, count)| i32::from(count) * i32::from(self.values[index as usize]))
                .sum();
            sum += part * family.scale;
        }
        sum / FRACTION
    }

    /// Writes the file.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let name = self.set.name().as_bytes();
        let mut bytes = Vec::with_capacity(48 + name.len() + 2 * self.values.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((name.len() as u32).to_le_bytes());
        bytes.extend(name);
        bytes.extend(layout_hash(self.set).to_le_bytes());
        bytes.extend((self.values.len() as u64).to_le_bytes());
        for value in &self.values {
            bytes.extend(value.to_le_bytes());
        }
        for margin in self.margins.iter().flatten() {
            bytes.extend(margin.to_le_bytes());
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        out.write_all(&bytes)
    }

    /// The bytes of a file of weights, as far as a file can be one: what does not begin like it, or goes on for longer than
    /// any of them, is not read to its end (a device may have none).
    pub fn bytes(mut file: impl Read) -> io::Result<Vec<u8>> {
        let longest = Set::ALL.iter().map(|set| 2 * set.layout().len() + 256).max().unwrap_or(0) as u64;
        let mut bytes = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
        if bytes == MAGIC {
            file.take(longest).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }

    /// Reads a whole file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let short = |expected| WeightsError::Short { expected, found: bytes.len() };
        if bytes.starts_with(&crate::network::MAGIC) {
            return Err(WeightsError::Network);
        }
        if bytes.len() < 8 || &bytes[..8] != MAGIC {
            return Err(WeightsError::Foreign);
        }
        let mut at = 8;
        let mut take = |count: usize| -> Result<&[u8], WeightsError> {
            let end = at + count;
            let part = bytes.get(at..end).ok_or_else(|| short(end))?;
            at = end;
            Ok(part)
        };
        let version = u32::from_le_bytes(take(4)?.try_into().unwrap_or_default());
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        let length = u32::from_le_bytes(take(4)?.try_into().unwrap_or_default()) as usize;
        let name = String::from_utf8_lossy(take(length.min(64))?).into_owned();
        let set: Set = name.parse().map_err(WeightsError::Set)?;
        let hash = u64::from_le_bytes(take(8)?.try_into().unwrap_or_default());
        let count = u64::from_le_bytes(take(8)?.try_into().unwrap_or_default());
        if hash != layout_hash(set) || count != set.layout().len() as u64 {
            return Err(WeightsError::Layout { set });
        }
        let values = take(2 * count as usize)?
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        // What is left is margins and checksum, or the checksum alone.
        let margins = (bytes.len() >= at + 16).then(|| {
            std::array::from_fn(|class| {
                i16::from_le_bytes([bytes[at + 2 * class], bytes[at + 2 * class + 1]])
            })
        });
        let body = if margins.is_some() { at + 8 } else { at };
        let checksum = u64::from_le_bytes(
            bytes.get(body..body + 8).ok_or_else(|| short(body + 8))?.try_into().unwrap_or_default(),
        );
        if bytes.len() > body + 8 {
            return Err(WeightsError::Long(bytes.len() - body - 8));
        }
        if checksum != xxh3_64(&bytes[..body]) {
            return Err(WeightsError::Damaged);
        }
        Ok(Self { set, values, margins })
    }
}

/// Changes whenever a weight would change its meaning.
fn layout_hash(set: Set) -> u64 {
    let text: Vec<_> = set
        .layout()
        .families()
        .iter()
        .map(|family| format!("{} {:?} {}", family.name, family.shape, family.scale))
        .collect();
    xxh3_64(text.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes() -> Vec<u8> {
        let mut bytes = Vec::new();
        Weights::initial(Set::Slides).write(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Weights::read(&bytes()), Ok(Weights::initial(Set::Slides)));
    }

    #[test]
    fn a_source_without_an_end_is_not_read_to_it() {
        assert_eq!(Weights::bytes(io::repeat(0)).unwrap(), [0; 8]);
        let endless = io::Cursor::new(bytes()).chain(io::repeat(7));
        assert!(matches!(Weights::read(&Weights::bytes(endless).unwrap()), Err(WeightsError::Long(_))));
        assert_eq!(Weights::bytes(&bytes()[..]).unwrap(), bytes());
    }

    #[test]
    fn margins_are_kept() {
        let mut weights = Weights::initial(Set::Slides);
        weights.set_margins(Some([214, 85, -293, 107]));
        let mut bytes = Vec::new();
        weights.write(&mut bytes).unwrap();
        assert_eq!(Weights::read(&bytes), Ok(weights));
        bytes.truncate(bytes.len() - 8);
        assert!(Weights::read(&bytes).is_err());
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_refused() {
        let whole = bytes();
        for cut in (0..whole.len()).step_by(997).chain(0..60) {
            assert!(Weights::read(&whole[..cut]).is_err(), "{cut}");
        }
        for place in (0..whole.len()).step_by(991).chain(0..60) {
            let mut changed = whole.clone();
            changed[place] ^= 0x10;
            assert!(Weights::read(&changed).is_err(), "{place}");
        }
        let mut longer = whole;
        longer.push(0);
        assert_eq!(Weights::read(&longer), Err(WeightsError::Long(1)));
    }

    #[test]
    fn another_version_is_named() {
        let mut other = bytes();
        other[8] = 2;
        assert_eq!(
            Weights::read(&other).unwrap_err().to_string(),
            "weights in format version 2; this program reads version 1"
        );
    }
}
