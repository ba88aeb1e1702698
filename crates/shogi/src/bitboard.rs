//! Sets of squares in two lanes: files 1 to 7 in one word, files 8 and 9 in the other.

use crate::{Color, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares. `lo` holds squares 0 to 62 (files 1 to 7), `hi` squares 63 to 80 (files 8 and 9).
///
/// No file crosses the lanes, so pawns, lances and the vertical half of a rook need one word; and the inner squares of
/// file 8 sit where file 1 sits in the other lane, which no bishop's inner diagonal ever shares: its occupancy merges
/// into one word without loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C, align(16))]
pub struct Bitboard {
    pub(crate) lo: u64,
    pub(crate) hi: u64,
}

pub(crate) const LO_MASK: u64 = (1 << 63) - 1;
pub(crate) const HI_MASK: u64 = (1 << 18) - 1;
const FILE: u64 = 0x1FF;
/// Bit 0 of each of the seven files of the lower lane.
const RANK_LO: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54;
const RANK_HI: u64 = 1 | 1 << 9;

const fn square_masks() -> [Bitboard; 81] {
    let mut masks = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        masks[index] = if index < 63 {
            Bitboard { lo: 1 << index, hi: 0 }
        } else {
            Bitboard { lo: 0, hi: 1 << (index - 63) }
        };
        index += 1;
    }
    masks
}

/// For constant evaluation, where a `static` cannot be read.
pub(crate) const SQUARE_MASKS_CONST: [Bitboard; 81] = square_masks();
pub(crate) static SQUARE_MASKS: [Bitboard; 81] = SQUARE_MASKS_CONST;

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self { lo: 0, hi: 0 };
    /// All 81 squares.
    pub const ALL: Self = Self { lo: LO_MASK, hi: HI_MASK };

    /// The set of one square.
    #[inline]
    pub fn of(sq: Square) -> Self {
        SQUARE_MASKS[sq.index()]
    }

    /// The nine squares of a rank (0 is 一).
    #[inline]
    pub const fn rank(rank: usize) -> Self {
        Self { lo: RANK_LO << rank, hi: RANK_HI << rank }
    }

    /// The nine squares of a file (0 is file 1).
    #[inline]
    pub const fn file(file: usize) -> Self {
        if file < 7 {
            Self { lo: FILE << (file * 9), hi: 0 }
        } else {
            Self { lo: 0, hi: FILE << ((file - 7) * 9) }
        }
    }

    /// The far `count` ranks as `color` sees them (3: the promotion zone).
    #[inline]
    pub const fn far_ranks(color: Color, count: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut rank = 0;
        while rank < count {
            let row = Self::rank(match color {
                Color::Black => rank,
                Color::White => 8 - rank,
            });
            set = set.or(row);
            rank += 1;
        }
        set
    }

    /// Its two lanes: squares 0 to 62, and squares 63 to 80 from bit 0 on.
    #[inline]
    pub const fn lanes(self) -> (u64, u64) {
        (self.lo, self.hi)
    }

    /// Union, usable in constants.
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self { lo: self.lo | other.lo, hi: self.hi | other.hi }
    }

    /// Intersection, usable in constants.
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self { lo: self.lo & other.lo, hi: self.hi & other.hi }
    }

    /// The squares of `self` outside `other`.
    #[inline]
    pub const fn and_not(self, other: Self) -> Self {
        Self { lo: self.lo & !other.lo, hi: self.hi & !other.hi }
    }

    /// Whether the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.lo | self.hi == 0
    }

    /// Whether the set has a square.
    #[inline]
    pub const fn any(self) -> bool {
        self.lo | self.hi != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.lo & other.lo | self.hi & other.hi != 0
    }

    /// Whether `sq` is in the set.
    #[inline]
    pub fn has(self, sq: Square) -> bool {
        self.meets(Self::of(sq))
    }

    /// Number of squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.lo.count_ones() + self.hi.count_ones()
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        if self.lo != 0 && self.hi != 0 {
            return true;
        }
        let word = self.lo | self.hi;
        word & word.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.lo != 0 {
            Some(Square::at(self.lo.trailing_zeros() as usize))
        } else if self.hi != 0 {
            Some(Square::at(63 + self.hi.trailing_zeros() as usize))
        } else {
            None
        }
    }

    /// One step towards rank 一 (Black's forward).
    #[inline]
    pub const fn up(self) -> Self {
        Self { lo: self.lo >> 1 & !(RANK_LO << 8), hi: self.hi >> 1 & !(RANK_HI << 8) }
    }

    /// One step towards rank 九 (White's forward).
    #[inline]
    pub const fn down(self) -> Self {
        Self { lo: self.lo << 1 & LO_MASK & !RANK_LO, hi: self.hi << 1 & HI_MASK & !RANK_HI }
    }

    /// One step towards file 9.
    #[inline]
    pub const fn left(self) -> Self {
        Self { lo: self.lo << 9 & LO_MASK, hi: self.hi << 9 & HI_MASK | self.lo >> 54 }
    }

    /// One step towards file 1.
    #[inline]
    pub const fn right(self) -> Self {
        Self { lo: self.lo >> 9 | (self.hi & FILE) << 54, hi: self.hi >> 9 }
    }

    /// One step forward for `color`.
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::Black => self.up(),
            Color::White => self.down(),
        }
    }

    /// Calls `visit` with each square, lowest index first.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(Square)) {
        let mut word = self.lo;
        while word != 0 {
            visit(Square::at(word.trailing_zeros() as usize));
            word &= word - 1;
        }
        let mut word = self.hi;
        while word != 0 {
            visit(Square::at(63 + word.trailing_zeros() as usize));
            word &= word - 1;
        }
    }
}

macro_rules! binary {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self { lo: self.lo $op other.lo, hi: self.hi $op other.hi }
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

binary!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
binary!(BitOr, bitor, BitOrAssign, bitor_assign, |);
binary!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self { lo: !self.lo & LO_MASK, hi: !self.hi & HI_MASK }
    }
}

/// Squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let sq = self.0.first()?;
        if self.0.lo != 0 {
            self.0.lo &= self.0.lo - 1;
        } else {
            self.0.hi &= self.0.hi - 1;
        }
        Some(sq)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, sq| set | Self::of(sq))
    }
}

impl fmt::Debug for Bitboard {
    /// Nine rows of `*` and `.`, file 9 on the left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..9 {
            f.write_str("\n")?;
            for file in (0..9).rev() {
                f.write_str(if self.has(Square::at(file * 9 + rank)) { "*" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifted(sq: Square, df: isize, dr: isize) -> Bitboard {
        let (file, rank) = (sq.file() as isize + df, sq.rank() as isize + dr);
        if (0..9).contains(&file) && (0..9).contains(&rank) {
            Bitboard::of(Square::at((file * 9 + rank) as usize))
        } else {
            Bitboard::EMPTY
        }
    }

    #[test]
    fn steps_stop_at_the_edge_and_cross_the_lanes() {
        for sq in Square::all() {
            let one = Bitboard::of(sq);
            assert_eq!(one.up(), shifted(sq, 0, -1));
            assert_eq!(one.down(), shifted(sq, 0, 1));
            assert_eq!(one.left(), shifted(sq, 1, 0));
            assert_eq!(one.right(), shifted(sq, -1, 0));
        }
    }

    #[test]
    fn sets_of_squares() {
        let set: Bitboard = Square::all().filter(|sq| sq.index() % 7 == 3).collect();
        assert_eq!(set.into_iter().count(), set.count() as usize);
        assert_eq!((set | !set), Bitboard::ALL);
        assert!((set & !set).is_empty());
        assert!(set.more_than_one() && !Bitboard::of(Square::at(80)).more_than_one());
        assert_eq!(Bitboard::far_ranks(Color::White, 3).count(), 27);
        let mut visited = Bitboard::EMPTY;
        set.for_each(|sq| visited |= Bitboard::of(sq));
        assert_eq!(visited, set);
    }
}
