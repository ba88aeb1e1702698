//! The pieces of a side other than the lion in one word: four lanes of sixteen bits, twelve squares each, so that one
//! operation serves giraffes, elephants, chicks and hens.

use crate::squares::{SOURCES, STEPS};

/// A bit in every lane.
pub(crate) const EACH: u64 = 0x0001_0001_0001_0001;
/// The lanes of a word by kind, from the lowest bit: giraffes, elephants, chicks, hens.
pub(crate) const CHICKS: u32 = 32;
/// The shift of the lane of hens.
pub(crate) const HENS: u32 = 48;
/// One piece in hand, by the lane it was captured from; a word of hands has a byte for each of giraffes, elephants
/// and chicks. The last entry is for no capture.
pub(crate) const HELD: [u32; 5] = [1, 1 << 8, 1 << 16, 1 << 16, 0];

/// For each kind but the lion and each square, by `16 * lane + square`, the squares it steps to.
pub(crate) const STEPS_OF: [u16; 64] = by_lane(&STEPS);
/// In the same order the squares from which a piece steps there.
pub(crate) const SOURCES_OF: [u16; 64] = by_lane(&SOURCES);

const fn by_lane(table: &[[u16; 12]; 5]) -> [u16; 64] {
    let mut lanes = [0; 64];
    let mut lane = 0;
    while lane < 4 {
        let mut square = 0;
        while square < 12 {
            lanes[16 * lane + square] = table[lane + 1][square];
            square += 1;
        }
        lane += 1;
    }
    lanes
}

/// For each square the pieces that attack it.
pub(crate) const ATTACKERS: [u64; 16] = {
    let mut table = [0; 16];
    let mut square = 0;
    while square < 12 {
        let mut lane = 0;
        while lane < 4 {
            table[square] |= (SOURCES[lane + 1][square] as u64) << (16 * lane);
            lane += 1;
        }
        square += 1;
    }
    table
};

/// One lane of a word.
#[inline]
pub(crate) fn lane(word: u64, shift: u32) -> u16 {
    (word >> shift) as u16
}

/// The union of all lanes.
#[inline]
pub(crate) fn union(word: u64) -> u16 {
    let half = word | word >> 32;
    (half | half >> 16) as u16
}

/// Every lane turned by half a turn: the same squares seen by the other side.
#[inline]
pub(crate) fn turned(word: u64) -> u64 {
    let word = word >> 1 & 0x5555_5555_5555_5555 | (word & 0x5555_5555_5555_5555) << 1;
    let word = word >> 2 & 0x3333_3333_3333_3333 | (word & 0x3333_3333_3333_3333) << 2;
    let word = word >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (word & 0x0f0f_0f0f_0f0f_0f0f) << 4;
    let word = word >> 8 & 0x00ff_00ff_00ff_00ff | (word & 0x00ff_00ff_00ff_00ff) << 8;
    word >> 4
}

/// Every lane mirrored left to right.
#[inline]
pub(crate) fn mirrored(word: u64) -> u64 {
    const LEFT: u64 = 0x249 * EACH;
    (word & LEFT) << 2 | word >> 2 & LEFT | word & LEFT << 1
}

/// Takes a square out of every lane: the squares beyond it move down. Square 16 takes nothing out.
#[inline]
pub(crate) fn without(word: u64, square: u32) -> u64 {
    let low = ((1u64 << square) - 1) * EACH;
    (word & low) | ((word >> 1) & !low & (0x7fff * EACH))
}

/// Undoes [`without`]: makes room for a square in a set. Square 16 makes none.
#[inline]
pub(crate) fn with_gap(set: u32, square: u32) -> u32 {
    let low = (1u32 << square) - 1;
    set & low | (set & !low) << 1
}

/// The lower and the higher of the up to two squares of a set, 16 where there is none.
#[inline]
pub(crate) fn two(set: u16) -> (u32, u32) {
    let set = u32::from(set);
    let rest = set & set.wrapping_sub(1);
    ((set | 1 << 16).trailing_zeros(), (rest | 1 << 16).trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the operations on words do, square by square.
    fn image(word: u64, of: impl Fn(u32) -> Option<u32>) -> u64 {
        let mut image = 0;
        for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
            if let Some(square) = of(bit % 16) {
                image |= 1 << (bit / 16 * 16 + square);
            }
        }
        image
    }

    #[test]
    fn words_are_turned_mirrored_and_closed_up_lane_by_lane() {
        let mut word = 0x0123_4567_89ab_cdefu64;
        for _ in 0..1000 {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let squares = (word ^ (word >> 31)) & (0xfff * EACH);
            assert_eq!(turned(squares), image(squares, |s| Some(11 - s)));
            assert_eq!(mirrored(squares), image(squares, |s| Some(s / 3 * 3 + 2 - s % 3)));
            assert_eq!(without(squares, 16), squares);
            for gap in 0..12 {
                let closed = image(squares, |s| (s != gap).then_some(s - u32::from(s > gap)));
                assert_eq!(without(squares & !(EACH << gap), gap), closed);
                let set = u32::from(lane(closed, 0));
                assert_eq!(with_gap(set, gap), u32::from(lane(squares & !(EACH << gap), 0)));
            }
            assert_eq!(
                union(squares),
                lane(squares, 0) | lane(squares, 16) | lane(squares, 32) | lane(squares, 48)
            );
        }
    }
}
