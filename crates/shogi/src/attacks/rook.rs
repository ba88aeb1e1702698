//! Rook and lance slides: a seven-bit index for the file, another for the rank.

use super::walk;
use crate::bitboard::SQUARE_MASKS_CONST;
use crate::{Bitboard, Color, Square};

/// By rank of the piece and occupancy of the file's inner squares: the nine-bit set that it reaches along the file.
static FILE_REACH: [[u16; 128]; 9] = {
    let mut table = [[0; 128]; 9];
    let mut rank = 0;
    while rank < 9 {
        let mut inner = 0;
        while inner < 128 {
            let occupied = Bitboard { lo: (inner << 1) as u64, hi: 0 };
            let from = Square::at(rank);
            let reach = walk(from, 0, -1, occupied).or(walk(from, 0, 1, occupied));
            table[rank][inner] = reach.lo as u16;
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// By file of the piece and occupancy of the rank's inner squares (bit 0: file 2): what it reaches along rank 一.
static RANK_REACH: [[Bitboard; 128]; 9] = {
    let mut table = [[Bitboard::EMPTY; 128]; 9];
    let mut file = 0;
    while file < 9 {
        let mut inner = 0_usize;
        while inner < 128 {
            let mut occupied = Bitboard::EMPTY;
            let mut other = 0;
            while other < 7 {
                if inner >> other & 1 == 1 {
                    occupied = occupied.or(SQUARE_MASKS_CONST[(other + 1) * 9]);
                }
                other += 1;
            }
            let from = Square::at(file * 9);
            table[file][inner] = walk(from, 1, 0, occupied).or(walk(from, -1, 0, occupied));
            inner += 1;
        }
        file += 1;
    }
    table
};

/// What the slides need to know of a square.
#[derive(Clone, Copy)]
struct Place {
    file: u8,
    rank: u8,
    /// Lane (0 low, 1 high) and the file's first bit in it.
    lane: u8,
    base: u8,
}

static PLACE: [Place; 81] = {
    let mut table = [Place { file: 0, rank: 0, lane: 0, base: 0 }; 81];
    let mut index = 0;
    while index < 81 {
        let (file, rank) = (index / 9, index % 9);
        let (lane, base) = if file < 7 { (0, file * 9) } else { (1, (file - 7) * 9) };
        table[index] = Place { file: file as u8, rank: rank as u8, lane: lane as u8, base: base as u8 };
        index += 1;
    }
    table
};

/// The rank and file of each square to the edge of an empty board.
pub(crate) static CROSSES: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        let one = SQUARE_MASKS_CONST[index];
        table[index] = Bitboard::file(index / 9).or(Bitboard::rank(index % 9)).and_not(one);
        index += 1;
    }
    table
};

/// By colour: the squares in front of each square on its file.
pub(crate) static FRONT: [[Bitboard; 81]; 2] = {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut index = 0;
    while index < 81 {
        table[0][index] = walk(Square::at(index), 0, -1, Bitboard::EMPTY);
        table[1][index] = walk(Square::at(index), 0, 1, Bitboard::EMPTY);
        index += 1;
    }
    table
};

#[inline]
fn along_file(place: Place, occupied: Bitboard) -> Bitboard {
    let word = if place.lane == 0 { occupied.lo } else { occupied.hi };
    let inner = (word >> (place.base + 1)) as usize & 127;
    let reach = u64::from(FILE_REACH[place.rank as usize][inner]) << place.base;
    if place.lane == 0 { Bitboard { lo: reach, hi: 0 } } else { Bitboard { lo: 0, hi: reach } }
}

#[inline]
fn along_rank(place: Place, occupied: Bitboard) -> Bitboard {
    /// One bit on each of files 2 to 7.
    const FILES: u64 = 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54;
    /// Moves bit 9k (k = 1..=6) to bit 56 + k and bit 0 to bit 63; no two partial products meet below the top byte.
    const GATHER: u64 = 1 << 48 | 1 << 40 | 1 << 32 | 1 << 24 | 1 << 16 | 1 << 8;
    // File 8 is the lowest file of the upper lane: it takes the place of file 1, whose square is never a blocker.
    let low = occupied.lo >> place.rank & FILES;
    let file8 = (occupied.hi >> place.rank & 1) as usize;
    let inner = (low.wrapping_mul(GATHER) >> 57) as usize & 63 | file8 << 6;
    let reach = RANK_REACH[place.file as usize][inner];
    Bitboard { lo: reach.lo << place.rank, hi: reach.hi << place.rank }
}

/// The squares that a rook bears on.
#[inline]
pub fn rook(sq: Square, occupied: Bitboard) -> Bitboard {
    let place = PLACE[sq.index()];
    along_file(place, occupied) | along_rank(place, occupied)
}

/// The squares that a lance bears on.
#[inline]
pub fn lance(color: Color, sq: Square, occupied: Bitboard) -> Bitboard {
    along_file(PLACE[sq.index()], occupied) & FRONT[color.index()][sq.index()]
}
