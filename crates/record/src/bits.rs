//! Bits within 32 bytes, least significant first, as PSV and hcpe pack positions.

/// Reads bits.
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8; 32],
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bytes: &'a [u8; 32]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bits read so far.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    fn bit(&self, at: usize) -> usize {
        self.bytes.get(at / 8).map_or(0, |byte| usize::from(byte >> (at % 8) & 1))
    }

    /// The next 8 bits without taking them; beyond the end there are zeros.
    pub(crate) fn peek(&self) -> usize {
        (0..8).fold(0, |value, bit| value | self.bit(self.at + bit) << bit)
    }

    pub(crate) fn skip(&mut self, bits: usize) {
        self.at += bits;
    }

    pub(crate) fn take(&mut self, bits: usize) -> usize {
        let value = (0..bits).fold(0, |value, bit| value | self.bit(self.at + bit) << bit);
        self.at += bits;
        value
    }
}

/// Writes bits; those beyond the end are counted, but not kept.
#[derive(Default)]
pub(crate) struct BitWriter {
    pub(crate) bytes: [u8; 32],
    pub(crate) at: usize,
}

impl BitWriter {
    pub(crate) fn put(&mut self, value: usize, bits: usize) {
        for bit in 0..bits {
            if let Some(byte) = self.bytes.get_mut(self.at / 8) {
                *byte |= ((value >> bit & 1) as u8) << (self.at % 8);
            }
            self.at += 1;
        }
    }
}
