//! Squares, numbered down each file from 1一 (0) to 9九 (80).

use crate::Color;
use std::fmt;
use std::str::FromStr;

/// One of the 81 squares: index `file * 9 + rank`, both from 0.
///
/// ```text
///   9  8  7  6  5  4  3  2  1
///  72 63 54 45 36 27 18  9  0  a (一)
///  73 64 55 46 37 28 19 10  1  b (二)
///   …                          …
///  80 71 62 53 44 35 26 17  8  i (九)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 81;

    /// The square with this index, if it is below 81.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square with this index; the caller knows that it is below 81.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The square on file `file` (0 is file 1) and rank `rank` (0 is rank 一), both below 9.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Option<Self> {
        if file < 9 && rank < 9 { Some(Self((file * 9 + rank) as u8)) } else { None }
    }

    /// 0 to 80.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // SAFETY: every constructor keeps the index below 81: `at` is called with indices of board squares only, and a
        // `Move` is only made of squares. Saying so removes the bounds check of every table that has 81 rows (measured: 6 to
        // 9 % of perft).
        unsafe { std::hint::assert_unchecked(self.0 < 81) };
        self.0 as usize
    }

    /// 0 for file 1 … 8 for file 9.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize / 9
    }

    /// 0 for rank 一 (a) … 8 for rank 九 (i).
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize % 9
    }

    /// The square seen from the other side of the board (turned by 180 degrees).
    #[inline]
    pub const fn flip(self) -> Self {
        Self(80 - self.0)
    }

    /// The square mirrored left to right (file 1 becomes file 9).
    #[inline]
    pub const fn mirror(self) -> Self {
        Self(((8 - self.file()) * 9 + self.rank()) as u8)
    }

    /// The square as `color` sees it: unchanged for Black, turned for White.
    #[inline]
    pub const fn relative(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => self.flip(),
        }
    }

    /// Whether the square lies in `color`'s promotion zone (the far three ranks).
    #[inline]
    pub const fn in_zone(self, color: Color) -> bool {
        self.relative(color).rank() < 3
    }

    /// All squares by index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Square {
    /// USI form: `7g`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, (b'a' + self.rank() as u8) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError(pub String);

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a square: expected a file 1 to 9 and a rank a to i, as in 7g", self.0)
    }
}

impl std::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Ok(Self((file - b'1') * 9 + (rank - b'a'))),
            _ => Err(SquareError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip() {
        for sq in Square::all() {
            assert_eq!(sq.to_string().parse(), Ok(sq));
        }
        for bad in ["", "7", "0a", "7j", "g7", "7gg", "７七"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn turned_and_mirrored() {
        let sq: Square = "7g".parse().unwrap();
        assert_eq!(sq.flip().to_string(), "3c");
        assert_eq!(sq.mirror().to_string(), "3g");
        assert!(sq.flip().in_zone(Color::Black) && sq.in_zone(Color::White));
    }
}
