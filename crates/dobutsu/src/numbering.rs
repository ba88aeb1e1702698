//! The members of a set of ranks numbered from 0 in ascending order, so that what is kept for each takes no more room
//! than the set has members.

/// Words of the bitmap in a block of the directory.
const BLOCK: usize = 8;
/// Members from one entry of the index to the next.
const STRIDE: usize = 128;

/// A bitmap with a directory of how many bits lie before each block.
pub(crate) struct Numbering {
    words: Vec<u64>,
    /// For each block the number of its first member, and the number of all.
    before: Vec<u32>,
    /// The block of every 128th member.
    blocks: Vec<u32>,
}

impl Numbering {
    /// Numbers the set bits of a bitmap; there must be fewer than 2^32.
    pub(crate) fn new(mut words: Vec<u64>) -> Self {
        words.resize(words.len().next_multiple_of(BLOCK), 0);
        let (mut before, mut blocks) = (vec![0], Vec::new());
        let mut count = 0u64;
        for (block, eight) in words.chunks_exact(BLOCK).enumerate() {
            count += eight.iter().map(|w| u64::from(w.count_ones())).sum::<u64>();
            before.push(u32::try_from(count).expect("fewer than 2^32 members"));
            while count > (blocks.len() * STRIDE) as u64 {
                blocks.push(block as u32);
            }
        }
        Self { words, before, blocks }
    }

    /// How many members there are.
    pub(crate) fn len(&self) -> u64 {
        u64::from(*self.before.last().expect("the directory has one entry at least"))
    }

    /// The number of a rank, if it is a member.
    #[inline]
    pub(crate) fn number(&self, rank: u64) -> Option<u64> {
        let word = (rank / 64) as usize;
        let bit = 1u64 << (rank % 64);
        if self.words[word] & bit == 0 {
            return None;
        }
        let block = word / BLOCK;
        let earlier = self.words[block * BLOCK..word].iter().map(|w| w.count_ones()).sum::<u32>();
        Some(u64::from(self.before[block] + earlier + (self.words[word] & (bit - 1)).count_ones()))
    }

    /// The rank of a number below [`Numbering::len`].
    #[inline]
    pub(crate) fn rank(&self, number: u64) -> u64 {
        let number = number as u32;
        let mut block = self.blocks[number as usize / STRIDE] as usize;
        while self.before[block + 1] <= number {
            block += 1;
        }
        let mut left = number - self.before[block];
        let mut word = block * BLOCK;
        loop {
            let count = self.words[word].count_ones();
            if left < count {
                break;
            }
            left -= count;
            word += 1;
        }
        let mut bits = self.words[word];
        for _ in 0..left {
            bits &= bits - 1;
        }
        word as u64 * 64 + u64::from(bits.trailing_zeros())
    }

    /// All members in ascending order.
    pub(crate) fn ranks(&self) -> impl Iterator<Item = u64> + '_ {
        (0..).zip(&self.words).flat_map(|(i, &word)| {
            let mut bits = word;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = u64::from(bits.trailing_zeros());
                    bits &= bits - 1;
                    64 * i + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_numbered_in_order_and_found_again() {
        let mut state = 1u64;
        let words: Vec<u64> = (0..3001)
            .map(|i| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                // Some stretches are full, some empty, some sparse.
                match i / 100 % 3 {
                    0 => u64::MAX,
                    1 => 0,
                    _ => state & state >> 20 & state << 20,
                }
            })
            .collect();
        let numbering = Numbering::new(words.clone());
        let members: Vec<u64> =
            (0..64 * words.len() as u64).filter(|r| words[(r / 64) as usize] >> (r % 64) & 1 == 1).collect();
        assert!(numbering.ranks().eq(members.iter().copied()));
        assert_eq!(numbering.len(), members.len() as u64);
        for (number, rank) in (0..).zip(members) {
            assert_eq!((numbering.number(rank), numbering.rank(number)), (Some(number), rank));
        }
        assert_eq!(numbering.number(64 * 150), None);
    }
}
