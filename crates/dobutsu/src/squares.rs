//! Sets of squares as twelve bits: bit `3 * row + column`, row 0 the last rank of the side to move.

/// The last rank of the side to move.
pub(crate) const LAST: u16 = 0b111;
/// The home rank of the side to move.
pub(crate) const HOME: u16 = 0b111 << 9;
/// All squares.
pub(crate) const ALL: u16 = 0xfff;

const fn step(square: u8, down: i8, right: i8) -> u16 {
    let (row, column) = ((square / 3) as i8 + down, (square % 3) as i8 + right);
    if row < 0 || row > 3 || column < 0 || column > 2 { 0 } else { 1 << (3 * row + column) }
}

const fn steps_of(piece: usize, square: u8) -> u16 {
    let forward = step(square, -1, 0);
    let orthogonal = forward | step(square, 1, 0) | step(square, 0, -1) | step(square, 0, 1);
    let ahead = step(square, -1, -1) | step(square, -1, 1);
    let diagonal = ahead | step(square, 1, -1) | step(square, 1, 1);
    match piece {
        0 => orthogonal | diagonal,
        1 => orthogonal,
        2 => diagonal,
        3 => forward,
        _ => orthogonal | ahead,
    }
}

/// For each kind and square the squares it steps to.
pub(crate) const STEPS: [[u16; 12]; 5] = {
    let mut table = [[0; 12]; 5];
    let mut piece = 0;
    while piece < 5 {
        let mut square = 0;
        while square < 12 {
            table[piece][square] = steps_of(piece, square as u8);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// For each kind and square the squares from which a piece of that kind steps there.
pub(crate) const SOURCES: [[u16; 12]; 5] = {
    let mut table = [[0; 12]; 5];
    let mut piece = 0;
    while piece < 5 {
        let mut from = 0;
        while from < 12 {
            let mut to = 0;
            while to < 12 {
                if STEPS[piece][from] >> to & 1 == 1 {
                    table[piece][to] |= 1 << from;
                }
                to += 1;
            }
            from += 1;
        }
        piece += 1;
    }
    table
};

/// The squares of a set in ascending order.
#[inline]
pub(crate) fn squares(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as u8;
            set &= set - 1;
            square
        })
    })
}
