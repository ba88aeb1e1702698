//! Bishop slides by one magic multiplication over the merged lanes.

use super::walk;
use crate::{Bitboard, Square};

/// Multipliers found by random search: with the inner diagonal squares of a square merged into one word, the top bits of
/// the product are a perfect index (as many bits as squares, no hole).
const MAGIC: [u64; 81] = [
    0x0011_8041_4080_0804,
    0x8040_c200_2044_1404,
    0x0008_0820_3001_0402,
    0x4802_0418_4101_0400,
    0x0c02_0041_0251_1802,
    0x0000_a041_0200_2008,
    0x2000_4024_9200_8000,
    0x0001_2040_8049_0130,
    0x0210_4048_0280_e010,
    0x1059_5001_0082_8801,
    0x0810_1143_0580_0805,
    0x1001_0106_8008_488c,
    0x0001_0a01_5002_2420,
    0x0800_2100_208b_0218,
    0x0080_0080_6100_44c2,
    0x4141_4008_8410_4100,
    0x1042_2408_8040_0610,
    0x1005_1250_4008_0402,
    0x0401_0004_0040_2032,
    0x0090_0040_44a0_2124,
    0x5098_0000_6010_0054,
    0x0098_1021_4018_008c,
    0x4010_2010_8041_0402,
    0x0000_4001_0102_8020,
    0x0208_2004_0180_1040,
    0x0800_2000_8c20_c086,
    0x1000_1060_1801_0210,
    0xa088_1241_1103_0002,
    0x0201_0200_4020_8109,
    0x0084_1400_0020_2001,
    0x4210_0140_0802_0042,
    0x2402_0100_0104_0082,
    0x0801_5280_0012_0440,
    0x1080_69a0_1210_0422,
    0x1000_2040_0304_1108,
    0x0040_1140_0028_4c02,
    0x4839_0948_0010_8008,
    0x0402_4125_0085_0288,
    0x2a00_8040_2000_8420,
    0x0120_1c80_0410_4002,
    0x1900_0440_0280_0801,
    0x0310_0008_0110_0402,
    0x2205_2030_0808_2010,
    0xd400_2840_6883_901f,
    0x2080_8081_0201_4154,
    0xb020_c220_9900_2300,
    0x01d5_0082_0040_0108,
    0x8800_80a0_0408_0090,
    0x0101_8000_8040_0041,
    0x1680_0802_4000_8002,
    0x0010_0020_0544_0008,
    0x4042_2110_3128_0004,
    0x8181_4200_0a08_0804,
    0x0205_a110_0804_0012,
    0x2000_2600_8012_4692,
    0x0210_48e0_8301_4004,
    0x1801_0251_0408_8000,
    0x4800_2002_2008_0402,
    0x0421_6088_0208_1001,
    0x4440_0802_1100_3400,
    0x0010_0214_3010_2800,
    0x0082_2041_0002_6803,
    0x1820_4201_2010_0084,
    0xa400_1308_8021_0040,
    0x1900_0840_1020_0480,
    0x0050_20a1_0604_4840,
    0x0084_0000_1201_0420,
    0x0008_4401_0101_0088,
    0x0090_c0c4_0828_1048,
    0x0008_1404_0008_8462,
    0x4001_0800_4008_104a,
    0x00d2_18a1_1160_2444,
    0xc040_3840_3a20_1014,
    0x0100_0088_2040_100c,
    0x1000_0000_0302_100c,
    0x8820_0000_0508_0209,
    0x0c0c_0110_0040_4084,
    0x8505_1000_510c_0864,
    0xa020_0408_0420_4008,
    0xa100_0400_8008_4001,
    0x8150_0021_1080_8803,
];

/// Entries of the whole table: the sum over squares of 2^(inner diagonal squares).
const SIZE: usize = 20_224;

#[derive(Clone, Copy)]
struct Entry {
    /// The inner squares of the diagonals, lane by lane; merged they never share a bit (see [`Bitboard`]).
    mask: Bitboard,
    magic: u64,
    shift: u32,
    offset: u32,
}

/// The diagonals of each square to the edge of an empty board.
pub(crate) static DIAGONALS: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        table[index] = slow(Square::at(index), Bitboard::EMPTY);
        index += 1;
    }
    table
};

const fn slow(sq: Square, occupied: Bitboard) -> Bitboard {
    walk(sq, 1, 1, occupied)
        .or(walk(sq, 1, -1, occupied))
        .or(walk(sq, -1, 1, occupied))
        .or(walk(sq, -1, -1, occupied))
}

const fn inner() -> Bitboard {
    let edge = Bitboard::rank(0).or(Bitboard::rank(8)).or(Bitboard::file(0)).or(Bitboard::file(8));
    Bitboard::ALL.and_not(edge)
}

const ENTRIES: [Entry; 81] = {
    let mut entries = [Entry { mask: Bitboard::EMPTY, magic: 0, shift: 0, offset: 0 }; 81];
    let mut offset = 0;
    let mut index = 0;
    while index < 81 {
        let mask = slow(Square::at(index), Bitboard::EMPTY).and(inner());
        let bits = mask.count();
        entries[index] = Entry { mask, magic: MAGIC[index], shift: 64 - bits, offset };
        offset += 1 << bits;
        index += 1;
    }
    assert!(offset as usize == SIZE);
    entries
};

static ENTRY: [Entry; 81] = ENTRIES;

static TABLE: [Bitboard; SIZE] = {
    let mut table = [Bitboard::EMPTY; SIZE];
    let mut index = 0;
    while index < 81 {
        let entry = ENTRIES[index];
        // Every subset of the mask, by the carry-rippler over the merged word.
        let merged = entry.mask.lo | entry.mask.hi;
        let mut subset = 0_u64;
        loop {
            let occupied = Bitboard { lo: subset & entry.mask.lo, hi: subset & entry.mask.hi };
            let slot = (subset.wrapping_mul(entry.magic) >> entry.shift) as usize;
            table[entry.offset as usize + slot] = slow(Square::at(index), occupied);
            subset = subset.wrapping_sub(merged) & merged;
            if subset == 0 {
                break;
            }
        }
        index += 1;
    }
    table
};

/// The squares that a bishop bears on.
#[inline]
pub fn bishop(sq: Square, occupied: Bitboard) -> Bitboard {
    let entry = &ENTRY[sq.index()];
    let merged = occupied.lo & entry.mask.lo | occupied.hi & entry.mask.hi;
    let slot = (merged.wrapping_mul(entry.magic) >> entry.shift) as usize;
    TABLE[entry.offset as usize + slot]
}
