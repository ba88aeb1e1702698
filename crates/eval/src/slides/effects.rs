//! Who bears on the squares around a king.
//!
//! `[relative square 25][4 · own + enemy, or 16 off the board]`: how many pieces bear on each square within two steps of the
//! king, 0 to 3 (and more). The king itself is not counted among its own side's; the enemy's king is counted among the
//! enemy's. What stands behind another piece does not bear.

mod lookup;

use super::view::Half;
use super::{EFFECTS, sign};
use crate::Sink;
use lookup::{Lookup, Simd, bit};
use shogi::{Bitboard, Color, Square, attacks};

/// For each square how many pieces bear on it: 0 to 3, in binary.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    ones: Bitboard,
    twos: Bitboard,
}

impl Counts {
    /// One more on the squares of `reach`; 3 stays 3.
    #[inline]
    pub(super) fn add(&mut self, reach: Bitboard) {
        let full = self.ones & self.twos;
        let carry = self.ones & reach;
        self.ones = (self.ones ^ reach) | (full & reach);
        self.twos |= carry;
    }
}

/// What each side's pieces, kings apart, bear on, and the kings.
pub(super) struct Effects {
    pub(super) counts: [Counts; 2],
    pub(super) kings: [Option<Square>; 2],
}

impl Effects {
    #[inline]
    fn own_and_enemy(&self, color: Color) -> (Counts, Counts) {
        let mut enemy = self.counts[1 - color.index()];
        if let Some(king) = self.kings[1 - color.index()] {
            enemy.add(attacks::king(king));
        }
        (self.counts[color.index()], enemy)
    }
}

/// By king square: which bits of a zone are on the board.
static ON_BOARD: [u64; 81] = {
    let mut table = [0; 81];
    let mut king = 0;
    while king < 81 {
        let mut place = 0;
        while place < 25 {
            let (file, rank) = (king / 9 + place / 5, king % 9 + place % 5);
            if 2 <= file && file < 11 && 2 <= rank && rank < 11 {
                table[king] |= 1 << bit(place);
            }
            place += 1;
        }
        king += 1;
    }
    table
};

/// The 25 squares around `king`, five bits at 0, 9, 18, 27, 36; what is off the board is 0.
#[inline]
fn zone(set: Bitboard, king: Square) -> u64 {
    let (low, high) = set.lanes();
    let all = u128::from(low) | u128::from(high) << 63;
    (all << 20 >> king.index()) as u64 & ON_BOARD[king.index()]
}

/// The relative square of a place in the zone, as the king's side sees it, folded.
fn relative(color: Color, half: Half, place: usize) -> usize {
    let (file, rank) = (place / 5, place % 5);
    let (file, rank) = if color == Color::Black { (file, rank) } else { (4 - file, 4 - rank) };
    let file = match half {
        Half::Right => file,
        Half::Middle => file.min(4 - file),
        Half::Left => 4 - file,
    };
    file * 5 + rank
}

pub(super) fn add(color: Color, king: Square, effects: &Effects, sink: &mut impl Sink) {
    let half = Half::of(color, king);
    let (own, enemy) = effects.own_and_enemy(color);
    let zones = [own.ones, own.twos, enemy.ones, enemy.twos].map(|set| zone(set, king));
    for place in 0..25 {
        let bit = bit(place);
        let state = if ON_BOARD[king.index()] >> bit & 1 == 0 {
            16
        } else {
            let [a, b, c, d] = zones.map(|zone| (zone >> bit & 1) as usize);
            4 * (a + 2 * b) + c + 2 * d
        };
        sink.add(EFFECTS + relative(color, half, place) * 17 + state, sign(color));
    }
}

/// The weights by place in the zone instead of relative square.
#[derive(Debug)]
pub(super) struct Table {
    /// By `color * 3 + half`: chosen by the two bits of the own count and the two of the enemy's.
    states: [Lookup; 6],
    /// By colour and king square: what squares off the board add, less what they count for as squares without effects.
    borders: [[i32; 81]; 2],
    simd: Simd,
}

impl Table {
    pub(super) fn new(weights: &[i16]) -> Self {
        let weights = &weights[EFFECTS..];
        let states = std::array::from_fn(|index| {
            let color = Color::ALL[index / 3];
            let half = [Half::Right, Half::Middle, Half::Left][index % 3];
            Lookup::new(&std::array::from_fn(|place| {
                let row = relative(color, half, place) * 17;
                std::array::from_fn(|bits| weights[row + 4 * (bits & 3) + (bits >> 2)])
            }))
        });
        let borders = Color::ALL.map(|color| {
            std::array::from_fn(|king| {
                let Some(king) = Square::from_index(king) else { return 0 };
                let half = Half::of(color, king);
                let off_board = (0..25).filter(|&place| ON_BOARD[king.index()] >> bit(place) & 1 == 0);
                off_board
                    .map(|place| relative(color, half, place) * 17)
                    .map(|row| i32::from(weights[row + 16]) - i32::from(weights[row]))
                    .sum()
            })
        });
        Self { states, borders, simd: Simd::detected() }
    }

    /// The sum that [`add`] makes of both sides, from Black's view.
    #[inline]
    pub(super) fn sum(&self, effects: &Effects) -> i32 {
        match effects.kings {
            [Some(black), Some(white)] => {
                let (own, own_border) = self.around(Color::Black, black, effects);
                let (enemy, enemy_border) = self.around(Color::White, white, effects);
                own_border - enemy_border + Lookup::difference(own, enemy, self.simd)
            }
            [Some(black), None] => {
                let ((states, zones), border) = self.around(Color::Black, black, effects);
                border + states.sum(zones)
            }
            [None, Some(white)] => {
                let ((states, zones), border) = self.around(Color::White, white, effects);
                -border - states.sum(zones)
            }
            [None, None] => 0,
        }
    }

    #[inline]
    fn around(&self, color: Color, king: Square, effects: &Effects) -> ((&Lookup, [u64; 4]), i32) {
        let (own, enemy) = effects.own_and_enemy(color);
        let zones = [own.ones, own.twos, enemy.ones, enemy.twos].map(|set| zone(set, king));
        let states = &self.states[color.index() * 3 + Half::of(color, king) as usize];
        ((states, zones), self.borders[color.index()][king.index()])
    }
}
