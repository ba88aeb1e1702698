//! What depends on a piece and its eight neighbours alone: adjacent pieces, and the advance of pawns and silvers. One sum, which
//! a move changes around its two squares only.

use super::view::{FILE_RANK, KIND};
use super::{adjacent, advance};
use shogi::{Position, Square};

/// Rows of a table: the front piece of a pair on each rank (never on the last), the three other relations, and a row of zeros.
const ROWS: usize = 9 + 3 + 1;
const NOTHING: u8 = 12;

/// By square: its neighbours and the rows of the pairs, the four that come second in a pair and the four that come first. Off
/// the board stand the square itself and the row of zeros.
static NEIGHBOURS: [[(u8, u8); 8]; 81] = {
    let mut table = [[(0, NOTHING); 8]; 81];
    let mut sq = 0;
    while sq < 81 {
        let mut at = 0;
        while at < 8 {
            // Files to the left and ranks backward, in the order of the relations of `adjacent`.
            let (files, ranks) = [(0, 1), (1, 0), (1, 1), (1, -1)][at % 4];
            let (files, ranks) = if at < 4 { (files, ranks) } else { (-files, -ranks) };
            let (file, rank) = (sq / 9 + files, sq % 9 + ranks);
            table[sq as usize][at] = if 0 <= file && file < 9 && 0 <= rank && rank < 9 {
                let other = file * 9 + rank;
                let front = if at < 4 { sq % 9 } else { rank };
                (other as u8, if at % 4 == 0 { front as u8 } else { 8 + (at % 4) as u8 })
            } else {
                (sq as u8, NOTHING)
            };
            at += 1;
        }
        sq += 1;
    }
    table
};

/// The weights of pairs by row and piece codes, and those of a piece with nothing in front of it.
#[derive(Debug)]
pub(super) struct Table {
    pairs: Box<[[[i32; 32]; 32]; ROWS]>,
    free: [[i32; 9]; 32],
}

impl Table {
    pub(super) fn new(weights: &[i16]) -> Self {
        let mut pairs = vec![[[0; 32]; 32]; ROWS];
        for (row, firsts) in pairs[..NOTHING.into()].iter_mut().enumerate() {
            for (first, seconds) in firsts.iter_mut().enumerate().filter(|(first, _)| is_piece(*first)) {
                for (second, value) in seconds.iter_mut().enumerate().filter(|(second, _)| is_piece(*second))
                {
                    *value = adjacent::value(weights, row.saturating_sub(8), first, second);
                    if row < 8 {
                        *value += advance::blocked(weights, first, second, row);
                    }
                }
            }
        }
        let mut free = [[0; 9]; 32];
        for (code, ranks) in free.iter_mut().enumerate().filter(|(code, _)| is_piece(*code)) {
            for (rank, value) in ranks.iter_mut().enumerate() {
                *value = advance::free(weights, code, rank);
            }
        }
        let pairs = pairs.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("as many rows"));
        Self { pairs, free }
    }

    /// Of a whole position.
    pub(super) fn sum(&self, position: &Position) -> i32 {
        let mut sum = 0;
        position.occupied().for_each(|sq| {
            let code = position.code_at(sq) & 31;
            sum += self.free[code][FILE_RANK[sq.index()].1 as usize];
            for &(other, row) in &NEIGHBOURS[sq.index()][..4] {
                sum += self.pairs[row as usize][code][code_of(position, other)];
            }
        });
        sum
    }

    /// What a piece takes with it that leaves a square.
    #[inline]
    pub(super) fn left(&self, position: &Position, sq: Square, code: usize) -> i32 {
        self.changed(position, sq, sq, code, 0)
    }

    /// What changes when `after` takes the place of `before` on a square (0: nothing), while `empty` is counted as empty.
    #[inline]
    pub(super) fn changed(
        &self,
        position: &Position,
        sq: Square,
        empty: Square,
        before: usize,
        after: usize,
    ) -> i32 {
        let (before, after) = (before & 31, after & 31);
        let rank = FILE_RANK[sq.index()].1 as usize;
        let mut sum = self.free[after][rank] - self.free[before][rank];
        let (second, first) = NEIGHBOURS[sq.index()].split_at(4);
        let code = |other| if usize::from(other) == empty.index() { 0 } else { code_of(position, other) };
        for &(other, row) in second {
            let (rows, other) = (&self.pairs[row as usize], code(other));
            sum += rows[after][other] - rows[before][other];
        }
        for &(other, row) in first {
            let rows = &self.pairs[row as usize][code(other)];
            sum += rows[after] - rows[before];
        }
        sum
    }
}

#[inline]
fn code_of(position: &Position, sq: u8) -> usize {
    Square::from_index(sq.into()).map_or(0, |sq| position.code_at(sq) & 31)
}

fn is_piece(code: usize) -> bool {
    KIND[code % 16] > 0 || code % 16 == 1
}
