//! Bit matrices: transposition.

/// Transposes a 128 x 128 bit matrix in place: bit `j` of row `i` becomes bit `i` of row `j`.
///
/// Blocks of 64, 32, ... 1 are exchanged (Warren, Hacker's Delight, section 7-3). Rows are taken as two words, so that
/// the shifts are known when this is compiled and a pair of words goes through them at once.
pub(crate) fn transpose(rows: &mut [u128; 128]) {
    let mut halves: [[u64; 2]; 128] = rows.map(|r| [r as u64, (r >> 64) as u64]);
    let (upper, lower) = halves.split_at_mut(64);
    for (a, b) in upper.iter_mut().zip(lower) {
        std::mem::swap(&mut a[1], &mut b[0]);
    }
    exchange::<32>(&mut halves, 0x0000_0000_ffff_ffff);
    exchange::<16>(&mut halves, 0x0000_ffff_0000_ffff);
    exchange::<8>(&mut halves, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(&mut halves, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(&mut halves, 0x3333_3333_3333_3333);
    exchange::<1>(&mut halves, 0x5555_5555_5555_5555);
    for (row, [low, high]) in rows.iter_mut().zip(halves) {
        *row = u128::from(low) | u128::from(high) << 64;
    }
}

#[inline]
fn exchange<const WIDTH: usize>(rows: &mut [[u64; 2]; 128], mask: u64) {
    for block in rows.chunks_exact_mut(2 * WIDTH) {
        let (upper, lower) = block.split_at_mut(WIDTH);
        for (a, b) in upper.iter_mut().zip(lower) {
            for half in 0..2 {
                let moved = (a[half] >> WIDTH ^ b[half]) & mask;
                b[half] ^= moved;
                a[half] ^= moved << WIDTH;
            }
        }
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
    }
}
