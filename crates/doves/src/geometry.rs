//! Sets of cells as bits of a `u64`: an 8 x 8 window onto the unbounded grid, bit `8 * row + column`.
//!
//! A position is kept near the middle of the window ([`recentre`]). Every cell that an action can reach then lies
//! inside: all other doves are within a box of four, and a moving dove has a neighbour before and after its move.

/// Cells not in the first column.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
/// Cells not in the last column.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The cells orthogonally next to a set.
pub const fn sides(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & NOT_LAST) << 1 | (set & NOT_FIRST) >> 1
}

/// The cells diagonally next to a set.
pub const fn corners(set: u64) -> u64 {
    let rows = set << 8 | set >> 8;
    (rows & NOT_LAST) << 1 | (rows & NOT_FIRST) >> 1
}

/// The cells next to a set in the eight directions.
pub const fn neighbours(set: u64) -> u64 {
    sides(set) | corners(set)
}

/// The cells a knight's jump from a set.
pub const fn jumps(set: u64) -> u64 {
    let one = (set & NOT_LAST) << 1 | (set & NOT_FIRST) >> 1;
    let (right, left) = (set & NOT_LAST & NOT_LAST >> 1, set & NOT_FIRST & NOT_FIRST << 1);
    let two = right << 2 | left >> 2;
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// The bounding box of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// First row.
    pub top: u32,
    /// First column.
    pub left: u32,
    /// Number of rows.
    pub height: u32,
    /// Number of columns.
    pub width: u32,
}

/// The bounding box of a set that is not empty.
pub const fn bounds(set: u64) -> Bounds {
    let top = set.trailing_zeros() / 8;
    let bottom = 7 - set.leading_zeros() / 8;
    let mut columns = set | set >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    columns &= 0xff;
    let left = columns.trailing_zeros();
    let right = columns.ilog2();
    Bounds { top, left, height: bottom + 1 - top, width: right + 1 - left }
}

/// Whether the box of a set is at most 4 x 4.
pub const fn fits(set: u64) -> bool {
    let b = bounds(set);
    b.height <= 4 && b.width <= 4
}

/// Whether every dove has a neighbour.
pub const fn none_isolated(set: u64) -> bool {
    set & !neighbours(set) == 0
}

/// The cells just outside the box in each direction in which the box is exactly four long.
pub const fn walls(set: u64) -> u64 {
    let b = bounds(set);
    let mut walls = 0;
    if b.height == 4 {
        walls |= shift_rows(0xff, b.top as i32 - 1) | shift_rows(0xff, b.top as i32 + 4);
    }
    if b.width == 4 {
        let column = 0x0101_0101_0101_0101u64;
        if b.left > 0 {
            walls |= column << (b.left - 1);
        }
        if b.left + 4 < 8 {
            walls |= column << (b.left + 4);
        }
    }
    walls
}

const fn shift_rows(row: u64, by: i32) -> u64 {
    if by < 0 || by > 7 { 0 } else { row << (8 * by) }
}

/// The doves of a set that are surrounded: every orthogonal neighbour is occupied or a wall.
pub const fn surrounded(set: u64) -> u64 {
    let closed = set | walls(set);
    let (left, right) = ((closed & NOT_FIRST) >> 1, (closed & NOT_LAST) << 1);
    set & closed << 8 & closed >> 8 & left & right
}

/// How far to shift a set (bits, left if positive) so that its box stands in the middle of the window.
pub const fn recentre(set: u64) -> i32 {
    let b = bounds(set);
    let rows = ((8 - b.height) / 2) as i32 - b.top as i32;
    let columns = ((8 - b.width) / 2) as i32 - b.left as i32;
    8 * rows + columns
}

/// Shifts a set by [`recentre`]'s count of bits.
pub const fn shift(set: u64, by: i32) -> u64 {
    if by >= 0 { set << by } else { set >> -by }
}

/// The cells of a set, in ascending order.
pub fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_of_a_full_box_needs_two_doves_beside_it() {
        let corner = 1 << 18 | 1 << 19 | 1 << 26;
        assert_eq!(surrounded(corner), 0);
        assert_eq!(surrounded(corner | 1 << 21 | 1 << 42) & 1 << 18, 1 << 18);
    }

    #[test]
    fn jumps_do_not_wrap() {
        for cell in 0..64u32 {
            for to in cells(jumps(1 << cell)) {
                let (dr, dc) =
                    ((cell / 8).abs_diff(u32::from(to) / 8), (cell % 8).abs_diff(u32::from(to) % 8));
                assert_eq!((dr.min(dc), dr.max(dc)), (1, 2));
            }
        }
        assert_eq!(jumps(1 << 27).count_ones(), 8);
    }
}
