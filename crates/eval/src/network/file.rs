//! Reading and writing `nn.bin`.
//!
//! ```text
//! bytes       what (all numbers little-endian)
//! 4           version, 0x7AF32F16
//! 4           hash of the architecture
//! 4 + n       length of a text that describes it; the text
//! 4           hash of the feature transformer
//! 512         256 biases of 16 bits
//! 512 each    for each feature 256 weights of 16 bits
//! 4           hash of the layers
//! 16,512      32 biases of 32 bits, 32 x 512 weights of 8 bits, by output
//! 1,152       32 biases, 32 x 32 weights
//! 36          1 bias, 32 weights
//! ```

use super::layers::{HIDDEN, INPUTS, Layers};
use super::row::{Row, WIDTH};
use super::{Network, Shape};
use std::io::{self, Read, Write};
use thiserror::Error;

/// What a file begins with: the version, which never changed.
pub(crate) const MAGIC: [u8; 4] = 0x7AF3_2F16_u32.to_le_bytes();
/// Hash of the three layers, which both forms share.
const LAYERS: u32 = 0x6333_7156;
/// No known text has more than 200 bytes.
const LONGEST_TEXT: u32 = 1024;

/// Why a network could not be read.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Not a network, or in another version of the format.
    #[error("no network: version 0x7AF32F16 expected in the first four bytes, found 0x{0:08X}")]
    Foreign(u32),
    /// An architecture that this program does not know.
    #[error(
        "a network of an unknown architecture: hash 0x{hash:08X}, {text:?}; known are K-P 256x2-32-32 (0x5C6464A9) and \
         HalfKP 256x2-32-32 (0x3E5AA6EE)"
    )]
    Architecture {
        /// The hash in the header.
        hash: u32,
        /// The text in the header, as far as it could be read.
        text: String,
    },
    /// A text of an impossible length.
    #[error("damaged: a text of {0} bytes that describes the architecture; at most {LONGEST_TEXT} expected")]
    Text(u32),
    /// The hash in front of a part is not the one of the architecture.
    #[error(
        "damaged: hash 0x{expected:08X} expected in front of {part} of this architecture, found 0x{found:08X}"
    )]
    Hash {
        /// What follows the hash.
        part: &'static str,
        /// That of the architecture.
        expected: u32,
        /// That of the file.
        found: u32,
    },
    /// The file ends early.
    #[error("cut short in {part}: {expected} bytes expected so far, {found} found")]
    Short {
        /// Where it ends.
        part: &'static str,
        /// Bytes up to the end of what was being read.
        expected: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// The file goes on.
    #[error("too long: this architecture has {0} bytes, and the file goes on")]
    Long(u64),
}

/// Hash of the feature transformer.
const fn transformer_hash(shape: Shape) -> u32 {
    match shape {
        Shape::KingPiece => 0x3F57_15FF,
        Shape::HalfKingPiece => 0x5D69_D7B8,
    }
}

/// Hash of the whole.
const fn hash(shape: Shape) -> u32 {
    transformer_hash(shape) ^ LAYERS
}

/// The text that describes an architecture.
pub(super) fn text(shape: Shape) -> String {
    let features = match shape {
        Shape::KingPiece => "K+P[1710->256x2]",
        Shape::HalfKingPiece => "HalfKP(Friend)[125388->256x2]",
    };
    format!(
        "Features={features},Network=AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32](ClippedReLU[32]\
         (AffineTransform[32<-512](InputSlice[512(0:512)])))))"
    )
}

/// Reads parts of known sizes one by one.
struct Parts<R> {
    file: R,
    read: u64,
}

impl<R: Read> Parts<R> {
    fn fill(&mut self, part: &'static str, bytes: &mut [u8]) -> Result<(), NetworkError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.file.read(&mut bytes[filled..]) {
                Ok(0) => {
                    let (expected, found) = (self.read + bytes.len() as u64, self.read + filled as u64);
                    return Err(NetworkError::Short { part, expected, found });
                }
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.read += bytes.len() as u64;
        Ok(())
    }

    fn word(&mut self, part: &'static str) -> Result<u32, NetworkError> {
        let mut bytes = [0; 4];
        self.fill(part, &mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn row(&mut self, part: &'static str) -> Result<Row, NetworkError> {
        let mut bytes = [0; 2 * WIDTH];
        self.fill(part, &mut bytes)?;
        Ok(Row(std::array::from_fn(|index| i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]))))
    }

    fn biases(&mut self, part: &'static str) -> Result<[i32; HIDDEN], NetworkError> {
        let mut biases = [0; HIDDEN];
        for bias in &mut biases {
            *bias = self.word(part)? as i32;
        }
        Ok(biases)
    }

    fn weights(&mut self, part: &'static str, count: usize) -> Result<Vec<i8>, NetworkError> {
        let mut bytes = vec![0; count];
        self.fill(part, &mut bytes)?;
        Ok(bytes.into_iter().map(|byte| byte as i8).collect())
    }

    fn hash(&mut self, part: &'static str, expected: u32) -> Result<(), NetworkError> {
        let found = self.word(part)?;
        if found == expected { Ok(()) } else { Err(NetworkError::Hash { part, expected, found }) }
    }
}

impl Network {
    /// Reads a whole file. Nothing is allocated beyond what the architecture has room for, and a file that goes on is not
    /// read to its end.
    pub fn read(file: impl Read) -> Result<Self, NetworkError> {
        let mut parts = Parts { file: io::BufReader::with_capacity(1 << 16, file), read: 0 };
        let version = parts.word("the version")?;
        if version.to_le_bytes() != MAGIC {
            return Err(NetworkError::Foreign(version));
        }
        let found = parts.word("the hash of the architecture")?;
        let length = parts.word("the length of the text")?;
        if length > LONGEST_TEXT {
            return Err(NetworkError::Text(length));
        }
        let mut text = vec![0; length as usize];
        parts.fill("the text that describes the architecture", &mut text)?;
        let Some(shape) = Shape::ALL.into_iter().find(|&shape| hash(shape) == found) else {
            let text = String::from_utf8_lossy(&text).into_owned();
            return Err(NetworkError::Architecture { hash: found, text });
        };
        parts.hash("the feature transformer", transformer_hash(shape))?;
        let biases = parts.row("the biases of the feature transformer")?;
        let mut columns = Vec::with_capacity(shape.features());
        for _ in 0..shape.features() {
            columns.push(parts.row("the weights of the features")?);
        }
        parts.hash("the layers", LAYERS)?;
        let first = (
            parts.biases("the biases of layer 1")?,
            parts.weights("the weights of layer 1", HIDDEN * INPUTS)?,
        );
        let second = (
            parts.biases("the biases of layer 2")?,
            parts.weights("the weights of layer 2", HIDDEN * HIDDEN)?,
        );
        let last =
            (parts.word("the bias of layer 3")? as i32, parts.weights("the weights of layer 3", HIDDEN)?);
        let layers = Layers::new((first.0, &first.1), (second.0, &second.1), (last.0, &last.1));
        let length = parts.read;
        match parts.fill("", &mut [0]) {
            Err(NetworkError::Short { .. }) => {}
            Err(error) => return Err(error),
            Ok(()) => return Err(NetworkError::Long(length)),
        }
        Ok(Self { shape, text, biases, columns: columns.into_boxed_slice(), layers })
    }

    /// Writes the file.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 16, out);
        out.write_all(&MAGIC)?;
        out.write_all(&hash(self.shape).to_le_bytes())?;
        out.write_all(&(self.text.len() as u32).to_le_bytes())?;
        out.write_all(&self.text)?;
        out.write_all(&transformer_hash(self.shape).to_le_bytes())?;
        for row in std::iter::once(&self.biases).chain(&self.columns) {
            for value in row.0 {
                out.write_all(&value.to_le_bytes())?;
            }
        }
        out.write_all(&LAYERS.to_le_bytes())?;
        for (biases, weights) in self.layers.parts() {
            for bias in biases {
                out.write_all(&bias.to_le_bytes())?;
            }
            out.write_all(&weights.iter().map(|&weight| weight as u8).collect::<Vec<_>>())?;
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(shape: Shape) -> Vec<u8> {
        let mut bytes = Vec::new();
        Network::random(shape, 1).write(&mut bytes).unwrap();
        bytes
    }

    fn complaint(bytes: &[u8]) -> String {
        Network::read(bytes).unwrap_err().to_string()
    }

    /// The published hashes, and that they are those that the published rules make of the architecture.
    #[test]
    fn hashes_are_those_of_the_architecture() {
        let affine = |outputs: u32, before: u32| (0xCC03_DAE4_u32 + outputs) ^ (before >> 1) ^ (before << 31);
        let relu = |before: u32| before.wrapping_add(0x538D_24C7);
        let input = 0xEC42_E90D ^ 512;
        let layers = affine(1, relu(affine(32, relu(affine(32, input)))));
        assert_eq!(layers, LAYERS);
        let (king, piece, half) = (0xD3CE_E169_u32, 0x764C_FB4B_u32, 0x5D69_D5B9_u32 ^ 1);
        assert_eq!(king ^ (piece << 1) ^ (piece >> 31) ^ 512, transformer_hash(Shape::KingPiece));
        assert_eq!(half ^ 512, transformer_hash(Shape::HalfKingPiece));
        assert_eq!(hash(Shape::KingPiece), 0x5C64_64A9);
        assert_eq!(hash(Shape::HalfKingPiece), 0x3E5A_A6EE);
    }

    #[test]
    fn sizes_are_the_published_ones_and_what_is_written_is_read() {
        for (shape, size, text_size) in
            [(Shape::KingPiece, 893_917, 165), (Shape::HalfKingPiece, 64_217_066, 178)]
        {
            let bytes = bytes(shape);
            assert_eq!((bytes.len(), text(shape).len()), (size, text_size));
            let read = Network::read(&bytes[..]).unwrap();
            assert!(read == Network::random(shape, 1));
            let mut again = Vec::new();
            read.write(&mut again).unwrap();
            assert!(again == bytes);
        }
    }

    #[test]
    fn every_cut_is_told_with_its_part() {
        let whole = bytes(Shape::KingPiece);
        let transformer = 12 + 165 + 4;
        let layers = transformer + 512 + 1710 * 512;
        for (cut, part) in [
            (0, "the version"),
            (3, "the version"),
            (7, "the hash of the architecture"),
            (8, "the length of the text"),
            (12, "the text that describes"),
            (176, "the text that describes"),
            (180, "the feature transformer"),
            (transformer + 511, "the biases of the feature transformer"),
            (transformer + 512, "the weights of the features"),
            (layers - 1, "the weights of the features"),
            (layers + 3, "the layers"),
            (layers + 4 + 127, "the biases of layer 1"),
            (layers + 4 + 128, "the weights of layer 1"),
            (layers + 4 + 16_512, "the biases of layer 2"),
            (layers + 4 + 16_512 + 1_151, "the weights of layer 2"),
            (layers + 4 + 16_512 + 1_152, "the bias of layer 3"),
            (whole.len() - 1, "the weights of layer 3"),
        ] {
            let error = complaint(&whole[..cut]);
            assert!(error.starts_with(&format!("cut short in {part}")), "{cut}: {error}");
            assert!(error.ends_with(&format!("{cut} found")), "{cut}: {error}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let whole = bytes(Shape::KingPiece);
        let with = |at: usize, change: u8| {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            complaint(&bytes)
        };
        assert!(with(0, 1).contains("found 0x7AF32F17"), "{}", with(0, 1));
        let architecture = with(4, 1);
        assert!(
            architecture.contains("0x5C6464A8") && architecture.contains("Features=K+P["),
            "{architecture}"
        );
        assert!(with(11, 1).contains("16777381 bytes"), "{}", with(11, 1));
        assert!(with(177, 1).contains("the feature transformer"), "{}", with(177, 1));
        let layers = 12 + 165 + 4 + 512 + 1710 * 512;
        assert!(with(layers, 4).contains("in front of the layers"), "{}", with(layers, 4));
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(complaint(&longer), "too long: this architecture has 893917 bytes, and the file goes on");
    }

    #[test]
    fn a_source_without_an_end_is_not_read_to_it() {
        let endless = io::Cursor::new(bytes(Shape::KingPiece)).chain(io::repeat(7));
        assert!(matches!(Network::read(endless), Err(NetworkError::Long(893_917))));
        assert!(matches!(Network::read(io::repeat(0)), Err(NetworkError::Foreign(0))));
    }

    #[test]
    fn a_text_of_another_author_is_kept() {
        let mut bytes = bytes(Shape::KingPiece);
        bytes.splice(8..12 + 165, [5, 0, 0, 0].into_iter().chain(*b"mine."));
        let read = Network::read(&bytes[..]).unwrap();
        let mut again = Vec::new();
        read.write(&mut again).unwrap();
        assert!(again == bytes);
    }
}
