//! What a file says it holds.

use std::fmt;

/// The content of a file: what kind of data, of which game, with which numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The kind of data, such as `values`; at most 24 bytes.
    pub content: String,
    /// The game, such as `doves`; at most 24 bytes.
    pub game: String,
    /// Numbers that content and game give a meaning.
    pub numbers: [u64; 4],
}

const NAME: usize = 24;

impl Label {
    /// The size of a label in a file.
    pub(crate) const BYTES: usize = 2 * NAME + 32;

    /// A label.
    ///
    /// # Panics
    /// If a name is longer than 24 bytes.
    pub fn new(content: &str, game: &str, numbers: [u64; 4]) -> Self {
        assert!(content.len() <= NAME && game.len() <= NAME, "a name in a label has at most {NAME} bytes");
        Self { content: content.to_owned(), game: game.to_owned(), numbers }
    }

    pub(crate) fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..self.content.len()].copy_from_slice(self.content.as_bytes());
        bytes[NAME..NAME + self.game.len()].copy_from_slice(self.game.as_bytes());
        for (i, number) in self.numbers.iter().enumerate() {
            bytes[2 * NAME + 8 * i..][..8].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let name = |part: &[u8]| String::from_utf8_lossy(part).trim_end_matches('\0').to_owned();
        let number =
            |i: usize| u64::from_le_bytes(bytes[2 * NAME + 8 * i..][..8].try_into().expect("eight bytes"));
        Self {
            content: name(&bytes[..NAME]),
            game: name(&bytes[NAME..2 * NAME]),
            numbers: std::array::from_fn(number),
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} {:?}", self.content, self.game, self.numbers)
    }
}
