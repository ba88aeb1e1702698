//! The numbering of all positions up to mirroring, without holes but for what mirroring makes equal.
//!
//! The lions stand on 72 pairs of squares: the own one on the left file, or on the middle file and the enemy's on the
//! left or middle one; with both on the middle file the lesser of the two mirror images counts. For each number of
//! giraffes, elephants and chicks on the board their squares are numbered by colexicographic order among the squares
//! left free, then whose they are, whether the chicks are hens, and who holds the rest. Numbers and positions are
//! turned into each other by tables and arithmetic, with hardly a branch: it is done billions of times.

use crate::Position;
use crate::lanes::{CHICKS, HENS, lane, mirrored, two, with_gap, without};

/// Ways to choose up to two of up to ten squares.
const CHOOSE: [[u32; 3]; 11] = {
    let mut table = [[0; 3]; 11];
    let mut n = 0;
    while n <= 10 {
        table[n] = [1, n as u32, (n * n - n) as u32 / 2];
        n += 1;
    }
    table
};

/// Pairs of squares of the lions, the own one first, up to mirroring.
const PAIRS: usize = 72;
/// In place of a pair that only its mirror image is numbered under.
const MIRRORED: u8 = 255;

/// The squares of the lions by the number of their pair, and the number by `16 * own + enemy`.
const LIONS: ([(u8, u8); PAIRS], [u8; 192]) = {
    let (mut squares, mut numbers) = ([(0, 0); PAIRS], [MIRRORED; 192]);
    let (mut own, mut pair) = (0, 0);
    while own < 12 {
        let mut enemy = 0;
        while enemy < 12 {
            if own != enemy && (own % 3 == 0 || own % 3 == 1 && enemy % 3 < 2) {
                squares[pair] = (own as u8, enemy as u8);
                numbers[16 * own + enemy] = pair as u8;
                pair += 1;
            }
            enemy += 1;
        }
        own += 1;
    }
    assert!(pair == PAIRS);
    (squares, numbers)
};
static PAIR_OF: [u8; 192] = LIONS.1;

/// What the numbers of giraffes, elephants and chicks on the board say about the numbering.
#[derive(Clone, Copy)]
struct Kind {
    /// The first number.
    first: u32,
    /// How many sets of squares there are for giraffes, elephants and chicks.
    places: [u32; 3],
    /// How many ways there are to hand out the rest, by kind.
    held: [u32; 3],
    /// How many numbers one placement of the pieces has.
    below: u32,
    counts: [u32; 3],
}

/// The kinds of positions by `9 * giraffes + 3 * elephants + chicks`, in the order of their numbers.
const KINDS: ([Kind; 27], u64) = {
    let zero = Kind { first: 0, places: [0; 3], held: [0; 3], below: 0, counts: [0; 3] };
    let mut table = [zero; 27];
    let mut next = 0;
    let mut i = 0;
    while i < 27 {
        let (g, e, c) = (i / 9, i / 3 % 3, i % 3);
        let places = [CHOOSE[10][g], CHOOSE[10 - g][e], CHOOSE[10 - g - e][c]];
        let held = [3 - g as u32, 3 - e as u32, 3 - c as u32];
        let below = (held[0] * held[1] * held[2]) << (g + e + 2 * c);
        let counts = [g as u32, e as u32, c as u32];
        table[i] = Kind { first: next as u32, places, held, below, counts };
        next += PAIRS as u64 * (places[0] * places[1] * places[2]) as u64 * below as u64;
        i += 1;
    }
    assert!(next <= u32::MAX as u64);
    (table, next)
};
static TABLE: [Kind; 27] = KINDS.0;

/// The number of ranks.
pub const RANKS: u64 = KINDS.1;

/// For each set of up to two of ten squares its number among those of its size, plus 64 times its size.
static SETS: [u8; 1024] = {
    let mut table = [0; 1024];
    let mut set = 0;
    while set < 1024usize {
        let low = set & set.wrapping_neg();
        let high = set ^ low;
        if high == 0 && low != 0 {
            table[set] = 64 | low.trailing_zeros() as u8;
        } else if high != 0 && high.is_power_of_two() {
            let (low, high) = (low.trailing_zeros(), high.trailing_zeros());
            table[set] = 128 | (high * (high - 1) / 2 + low) as u8;
        }
        set += 1;
    }
    table
};

/// Undoes [`SETS`]: by the size of the set and its number.
static SET_OF: [[u16; 64]; 3] = {
    let mut table = [[0; 64]; 3];
    let mut set = 0;
    while set < 1024usize {
        if SETS[set] != 0 {
            table[SETS[set] as usize / 64][SETS[set] as usize % 64] = set as u16;
        }
        set += 1;
    }
    table
};

/// Which of the up to two squares of a set are in another one: a bit for each.
#[inline]
fn chosen(set: u16, among: u16) -> u32 {
    let low = among & among.wrapping_neg();
    u32::from(set & low != 0) | u32::from(set & (among ^ low) != 0) << 1
}

/// Undoes [`chosen`].
#[inline]
fn choice(bits: u32, among: u16) -> u16 {
    let low = among & among.wrapping_neg();
    (if bits & 1 == 1 { low } else { 0 }) | (if bits & 2 == 2 { among ^ low } else { 0 })
}

/// The number of a position, the same for its mirror image.
#[inline]
pub fn rank(position: &Position) -> u64 {
    let [own, enemy] = position.lions.map(|lion| lion.trailing_zeros() as usize & 15);
    let pair = PAIR_OF[16 * own + enemy];
    let image = position.sets.map(mirrored);
    let both_in_the_middle = own % 3 == 1 && enemy % 3 == 1;
    let mirror = pair == MIRRORED || both_in_the_middle && image < position.sets;
    if !mirror {
        return number(own as u32, enemy as u32, position.sets, position.hands[0]);
    }
    let flip = |square: usize| (square / 3 * 3 + 2 - square % 3) as u32;
    number(flip(own), flip(enemy), image, position.hands[0])
}

/// The number of a position of which the mirror image has been chosen.
#[inline]
fn number(own: u32, enemy: u32, sets: [u64; 2], hand: u32) -> u64 {
    let pair = u32::from(PAIR_OF[(16 * own + enemy) as usize]);
    let all = sets[0] | sets[1];
    let chicks = lane(all, CHICKS) | lane(all, HENS);
    // Giraffes, elephants, chicks of either rank: closed up over the lions, then each over those before.
    let open = u64::from(lane(all, 0)) | u64::from(lane(all, 16)) << 16 | u64::from(chicks) << 32;
    let open = without(without(open, own.max(enemy)), own.min(enemy));
    let (low, high) = two(lane(open, 0));
    let giraffes = SETS[usize::from(lane(open, 0) & 1023)];
    let open = without(without(open, high), low);
    let (low, high) = two(lane(open, 16));
    let elephants = SETS[usize::from(lane(open, 16) & 1023)];
    let open = without(without(open, high), low);
    let fowl = SETS[usize::from(lane(open, 32) & 1023)];
    let [g, e, c] = [giraffes, elephants, fowl].map(|set| u32::from(set / 64));
    let kind = &TABLE[(9 * g + 3 * e + c) as usize % 27];
    let mut number = pair * kind.places[0] + u32::from(giraffes % 64);
    number = number * kind.places[1] + u32::from(elephants % 64);
    number = number * kind.places[2] + u32::from(fowl % 64);
    let mine = lane(sets[0], CHICKS) | lane(sets[0], HENS);
    number = number << g | chosen(lane(sets[0], 0), lane(all, 0));
    number = number << e | chosen(lane(sets[0], 16), lane(all, 16));
    number = number << c | chosen(mine, chicks);
    number = number << c | chosen(lane(all, HENS), chicks);
    number = number * kind.held[0] + (hand & 3);
    number = number * kind.held[1] + (hand >> 8 & 3);
    number = number * kind.held[2] + (hand >> 16 & 3);
    u64::from(kind.first + number)
}

/// The position of a number below [`RANKS`]. It may be one that mirroring gives another number.
#[inline]
pub fn unrank(rank: u64) -> Position {
    let rank = rank as u32;
    let kind = &TABLE[TABLE.partition_point(|kind| kind.first <= rank) - 1];
    let [g, e, c] = kind.counts;
    let placement = (rank - kind.first) / kind.below;
    let mut rest = (rank - kind.first) % kind.below;
    let mut hands = [0; 2];
    for (i, held) in kind.held.into_iter().enumerate().rev() {
        let mine = rest % held;
        hands[0] |= mine << (8 * i);
        hands[1] |= (held - 1 - mine) << (8 * i);
        rest /= held;
    }
    let mut bits = |count: u32| {
        let low = rest & ((1 << count) - 1);
        rest >>= count;
        low
    };
    let (hens, owns_chicks, owns_elephants, owns_giraffes) = (bits(c), bits(c), bits(e), bits(g));
    let mut number = placement;
    let mut set = |places: u32, count: u32| {
        let set = SET_OF[count as usize][(number % places) as usize & 63];
        number /= places;
        u32::from(set)
    };
    let (chicks, elephants, giraffes) =
        (set(kind.places[2], c), set(kind.places[1], e), set(kind.places[0], g));
    let (own, enemy) = LIONS.0[number as usize % PAIRS];
    // What was closed up is opened again, the lower square first.
    let spread = |set: u32, (low, high): (u32, u32)| with_gap(with_gap(set, low), high);
    let lions = (u32::from(own.min(enemy)), u32::from(own.max(enemy)));
    let over_elephants = two(elephants as u16);
    let over_giraffes = two(giraffes as u16);
    let giraffes = spread(giraffes, lions) as u16;
    let chicks = spread(spread(spread(chicks, over_elephants), over_giraffes), lions) as u16;
    let elephants = spread(spread(elephants, over_giraffes), lions) as u16;
    let (my_giraffes, my_elephants) = (choice(owns_giraffes, giraffes), choice(owns_elephants, elephants));
    let (my_chicks, hens) = (choice(owns_chicks, chicks), choice(hens, chicks));
    let join = |g: u16, e: u16, c: u16| {
        u64::from(g) | u64::from(e) << 16 | u64::from(c & !hens) << CHICKS | u64::from(c & hens) << HENS
    };
    let mine = join(my_giraffes, my_elephants, my_chicks);
    let all = join(giraffes, elephants, chicks);
    Position { lions: [1 << own, 1 << enemy], sets: [mine, all ^ mine], hands }
}

/// Whether a position is its own mirror image.
#[inline]
pub(crate) fn is_symmetric(position: &Position) -> bool {
    position.mirror() == *position
}
