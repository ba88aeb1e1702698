//! The numbering of all positions up to mirroring, without holes but for what mirroring makes equal.
//!
//! The lions stand on 8 x 11 pairs of squares (the own one mirrored to the left or middle file). For each number of
//! giraffes, elephants and chicks on the board their squares are numbered by colexicographic order among the squares
//! left free, then whose they are, whether the chicks are hens, and who holds the rest.

use crate::Position;
use crate::squares::{ALL, squares};

/// Ways to choose up to two of up to ten squares.
const CHOOSE: [[u64; 3]; 11] = {
    let mut table = [[0; 3]; 11];
    let mut n = 0;
    while n <= 10 {
        table[n] = [1, n as u64, (n * n - n) as u64 / 2];
        n += 1;
    }
    table
};

/// Numbers for one pair of lions and one number of giraffes, elephants and chicks on the board.
const fn block(counts: [usize; 3]) -> u64 {
    let [g, e, c] = counts;
    let places = CHOOSE[10][g] * CHOOSE[10 - g][e] * CHOOSE[10 - g - e][c];
    (places << (g + e + 2 * c)) * ((3 - g) * (3 - e) * (3 - c)) as u64
}

/// The first number of each block, and the number of all.
const FIRST: [u64; 28] = {
    let mut table = [0; 28];
    let mut i = 0;
    while i < 27 {
        table[i + 1] = table[i] + 88 * block([i / 9, i / 3 % 3, i % 3]);
        i += 1;
    }
    table
};

/// The number of ranks.
pub const RANKS: u64 = FIRST[27];

/// Takes a square out of a set: the squares beyond it move down.
#[inline]
fn without(set: u16, square: u32) -> u16 {
    let low = (1u16 << square) - 1;
    set & low | set >> 1 & !low
}

/// Undoes [`without`]: makes room for a square.
#[inline]
fn with_gap(set: u16, square: u32) -> u16 {
    let low = (1u16 << square) - 1;
    set & low | (set & !low) << 1
}

/// The number of a set of up to two squares among those of its size.
#[inline]
fn colex(set: u16) -> u64 {
    let low = set.trailing_zeros() as u64;
    match set.count_ones() {
        0 => 0,
        1 => low,
        _ => {
            let high = u64::from(set.ilog2());
            high * (high - 1) / 2 + low
        }
    }
}

/// Undoes [`colex`].
#[inline]
fn uncolex(count: usize, number: u64) -> u16 {
    match count {
        0 => 0,
        1 => 1 << number,
        _ => {
            let mut high = 1;
            while (high + 1) * high / 2 <= number {
                high += 1;
            }
            1 << high | 1 << (number - high * (high - 1) / 2)
        }
    }
}

/// Which of the up to two squares of a set are in another one: a bit for each.
#[inline]
fn chosen(set: u16, among: u16) -> u64 {
    let low = among & among.wrapping_neg();
    u64::from(set & low != 0) | u64::from(set & among & !low != 0) << 1
}

/// Undoes [`chosen`].
#[inline]
fn choice(bits: u64, among: u16) -> u16 {
    let low = among & among.wrapping_neg();
    (if bits & 1 == 1 { low } else { 0 }) | (if bits & 2 == 2 { among & !low } else { 0 })
}

/// The number of a position, the same for its mirror image.
pub fn rank(position: &Position) -> u64 {
    match position.sets[0][0].trailing_zeros() % 3 {
        0 => one_way(position),
        1 => one_way(position).min(one_way(&position.mirror())),
        _ => one_way(&position.mirror()),
    }
}

fn one_way(position: &Position) -> u64 {
    let [mine, theirs] = &position.sets;
    let (own, enemy) = (mine[0].trailing_zeros(), theirs[0].trailing_zeros());
    let pair = u64::from(own / 3 * 2 + own % 3) * 11 + u64::from(enemy - u32::from(enemy > own));
    let (high, low) = (own.max(enemy), own.min(enemy));
    let squeeze = |set: u16| without(without(set, high), low);
    let mut sets = [
        squeeze(mine[1] | theirs[1]),
        squeeze(mine[2] | theirs[2]),
        squeeze(mine[3] | mine[4] | theirs[3] | theirs[4]),
    ];
    let counts = sets.map(|s| s.count_ones() as usize);
    let [g, e, c] = counts;
    let owners = [
        chosen(mine[1], mine[1] | theirs[1]),
        chosen(mine[2], mine[2] | theirs[2]),
        chosen(mine[3] | mine[4], mine[3] | mine[4] | theirs[3] | theirs[4]),
    ];
    let hens = chosen(mine[4] | theirs[4], mine[3] | mine[4] | theirs[3] | theirs[4]);
    let mut number = pair * CHOOSE[10][g] + colex(sets[0]);
    remove(&mut sets, 0);
    number = number * CHOOSE[10 - g][e] + colex(sets[1]);
    remove(&mut sets, 1);
    number = number * CHOOSE[10 - g - e][c] + colex(sets[2]);
    number = number << g | owners[0];
    number = number << e | owners[1];
    number = number << c | owners[2];
    number = number << c | hens;
    for (held, count) in position.hands[0].iter().zip(counts) {
        number = number * (3 - count as u64) + u64::from(*held);
    }
    FIRST[9 * g + 3 * e + c] + number
}

/// Takes the squares of one set out of the later ones.
#[inline]
fn remove(sets: &mut [u16; 3], which: usize) {
    let mut gone = sets[which];
    while gone != 0 {
        let square = gone.ilog2();
        for later in &mut sets[which + 1..] {
            *later = without(*later, square);
        }
        gone &= !(1 << square);
    }
}

/// The position of a number below [`RANKS`]. It may be one that mirroring gives a smaller number.
pub fn unrank(rank: u64) -> Position {
    let class = FIRST.partition_point(|&first| first <= rank) - 1;
    let counts = [class / 9, class / 3 % 3, class % 3];
    let [g, e, c] = counts;
    let mut number = rank - FIRST[class];
    let mut take = |base: u64| {
        let digit = number % base;
        number /= base;
        digit
    };
    let mut hands = [[0u8; 3]; 2];
    for held in (0..3).rev() {
        hands[0][held] = take(3 - counts[held] as u64) as u8;
        hands[1][held] = 2 - counts[held] as u8 - hands[0][held];
    }
    let hens = take(1 << c);
    let owners = [(); 3].map(|()| 0u64);
    let mut owners = owners;
    owners[2] = take(1 << c);
    owners[1] = take(1 << e);
    owners[0] = take(1 << g);
    let chicks = uncolex(c, take(CHOOSE[10 - g - e][c]));
    let elephants = uncolex(e, take(CHOOSE[10 - g][e]));
    let giraffes = uncolex(g, take(CHOOSE[10][g]));
    let pair = take(u64::MAX);
    let spread =
        |set: u16, around: u16| squares(around).fold(set, |s, square| with_gap(s, u32::from(square)));
    let elephants_board = spread(elephants, giraffes);
    let chicks_board = spread(spread(chicks, elephants), giraffes);
    let own = (pair / 11 / 2 * 3 + pair / 11 % 2) as u32;
    let enemy = (pair % 11) as u32;
    let enemy = enemy + u32::from(enemy >= own);
    let lions = 1u16 << own | 1 << enemy;
    let [giraffes, elephants, chicks] =
        [giraffes, elephants_board, chicks_board].map(|s| spread(s, lions) & ALL);
    let mine = [giraffes, elephants, chicks];
    let mine = [choice(owners[0], mine[0]), choice(owners[1], mine[1]), choice(owners[2], mine[2])];
    let hens = choice(hens, chicks);
    let sets = [
        [1 << own, mine[0], mine[1], mine[2] & !hens, mine[2] & hens],
        [
            1 << enemy,
            giraffes & !mine[0],
            elephants & !mine[1],
            chicks & !mine[2] & !hens,
            chicks & !mine[2] & hens,
        ],
    ];
    Position { sets, hands }
}
