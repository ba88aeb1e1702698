//! Bit matrices: transposition, and packing the columns that a mask selects.

/// Transposes a 128 x 128 bit matrix in place: bit `j` of row `i` becomes bit `i` of row `j`.
///
/// Blocks of 64, 32, ... 1 are exchanged (Warren, Hacker's Delight, section 7-3).
pub(crate) fn transpose(rows: &mut [u128; 128]) {
    let mut width = 64;
    let mut mask = u128::MAX >> 64;
    while width > 0 {
        let mut i = 0;
        while i < 128 {
            for j in i..i + width {
                let exchange = (rows[j] >> width ^ rows[j + width]) & mask;
                rows[j + width] ^= exchange;
                rows[j] ^= exchange << width;
            }
            i += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Gathers the bits that a mask selects to the low end of a word, and scatters them back. The six masks by which
/// bits travel 1, 2, 4 ... 32 places are computed once for many words (Hacker's Delight, section 7-4).
#[derive(Clone, Copy)]
struct Half {
    mask: u64,
    moves: [u64; 6],
}

impl Half {
    fn new(mask: u64) -> Self {
        let mut moves = [0; 6];
        let mut left = mask;
        let mut gaps = !mask << 1;
        for (i, entry) in moves.iter_mut().enumerate() {
            let mut parity = gaps;
            for by in [1, 2, 4, 8, 16, 32] {
                parity ^= parity << by;
            }
            *entry = parity & left;
            left = left ^ *entry | *entry >> (1 << i);
            gaps &= !parity;
        }
        Self { mask, moves }
    }

    fn gather(&self, word: u64) -> u64 {
        let mut word = word & self.mask;
        for (i, moving) in self.moves.iter().enumerate() {
            let moved = word & moving;
            word = word ^ moved | moved >> (1 << i);
        }
        word
    }

    fn scatter(&self, mut word: u64) -> u64 {
        for (i, moving) in self.moves.iter().enumerate().rev() {
            let moved = word << (1 << i) & moving;
            word = word & !moving | moved;
        }
        word & self.mask
    }
}

/// Packs the selected columns of rows of 128 bits.
pub(crate) struct Columns {
    low: Half,
    high: Half,
    counts: (u32, u32),
}

impl Columns {
    pub(crate) fn new(mask: u128) -> Self {
        let (low, high) = (mask as u64, (mask >> 64) as u64);
        Self { low: Half::new(low), high: Half::new(high), counts: (low.count_ones(), high.count_ones()) }
    }

    pub(crate) fn write(&self, row: u128, out: &mut BitWriter) {
        out.push(self.low.gather(row as u64), self.counts.0);
        out.push(self.high.gather((row >> 64) as u64), self.counts.1);
    }

    pub(crate) fn read(&self, input: &mut BitReader<'_>) -> u128 {
        let low = self.low.scatter(input.take(self.counts.0));
        let high = self.high.scatter(input.take(self.counts.1));
        u128::from(low) | u128::from(high) << 64
    }
}

/// Bits one after the other, in bytes.
#[derive(Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    pending: u128,
    count: u32,
}

impl BitWriter {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    fn push(&mut self, word: u64, bits: u32) {
        self.pending |= u128::from(word) << self.count;
        self.count += bits;
        if self.count >= 64 {
            self.bytes.extend_from_slice(&(self.pending as u64).to_le_bytes());
            self.pending >>= 64;
            self.count -= 64;
        }
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        let left = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.pending.to_le_bytes()[..left]);
        self.bytes
    }
}

/// Reads what [`BitWriter`] wrote. Beyond the end there are zeros.
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    pending: u128,
    count: u32,
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pending: 0, count: 0 }
    }

    fn take(&mut self, bits: u32) -> u64 {
        if self.count < bits {
            let (head, tail) = self.bytes.split_at(self.bytes.len().min(8));
            let mut word = [0; 8];
            word[..head.len()].copy_from_slice(head);
            self.bytes = tail;
            self.pending |= u128::from(u64::from_le_bytes(word)) << self.count;
            self.count += 64;
        }
        let word = self.pending & ((1u128 << bits) - 1);
        self.pending >>= bits;
        self.count -= bits;
        word as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn transposing_moves_every_bit(seed in any::<[u64; 4]>()) {
            let before: [u128; 128] = std::array::from_fn(|i| {
                u128::from(seed[i % 4].rotate_left(i as u32 * 7)).wrapping_mul((i as u128 + 1) << 64 | 0x9e37_79b9)
            });
            let mut after = before;
            transpose(&mut after);
            for (i, row) in before.iter().enumerate() {
                for (j, column) in after.iter().enumerate() {
                    prop_assert_eq!(row >> j & 1, column >> i & 1);
                }
            }
        }

        #[test]
        fn packed_rows_come_back(mask in any::<u128>(), rows in prop::collection::vec(any::<u128>(), 0..40)) {
            let columns = Columns::new(mask);
            let mut out = BitWriter::default();
            for &row in &rows {
                columns.write(row, &mut out);
            }
            let bytes = out.finish();
            prop_assert_eq!(bytes.len(), (rows.len() * mask.count_ones() as usize).div_ceil(8));
            let mut input = BitReader::new(&bytes);
            for row in rows {
                prop_assert_eq!(columns.read(&mut input), row & mask);
            }
        }
    }
}
