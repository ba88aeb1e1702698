//! Two pieces on adjacent squares.
//!
//! `[relation 4][first][second]`, pieces as Black sees them (own P L N S G B R H D K, then the enemy's). Relations, the first
//! piece named first: 0 in front of, 1 to the right of, 2 right in front of, 3 right behind.
//!
//! Mirrored and turned pairs share a weight, turned ones with the opposite sign; a pair that is its own turned picture counts
//! for nothing. Of the 1,600 weights 480 are in use.

use super::ADJACENT;
use super::view::{OWNED, code_at};
use crate::Sink;
use shogi::{Position, Square};

/// The pair seen in a mirror.
const fn mirrored((relation, first, second): Pair) -> Pair {
    match relation {
        0 => (0, first, second),
        1 => (1, second, first),
        2 => (3, second, first),
        _ => (2, second, first),
    }
}

/// The pair with the board turned and the colours swapped.
const fn turned((relation, first, second): Pair) -> Pair {
    (relation, (second + 10) % 20, (first + 10) % 20)
}

type Pair = (usize, usize, usize);

const fn index((relation, first, second): Pair) -> usize {
    (relation * 20 + first) * 20 + second
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// By pair: the weight that stands for it, and its sign.
static TIED: [(u16, i8); 1600] = {
    let mut table = [(0, 0); 1600];
    let mut at = 0;
    while at < 1600 {
        let pair = (at / 400, at / 20 % 20, at % 20);
        let own = min(at, index(mirrored(pair)));
        let enemy = min(index(turned(pair)), index(mirrored(turned(pair))));
        table[at] = if own < enemy {
            (own as u16, 1)
        } else if own > enemy {
            (enemy as u16, -1)
        } else {
            (own as u16, 0)
        };
        at += 1;
    }
    table
};

/// Calls `visit` with the relation and the codes of every two adjacent pieces.
#[inline(always)]
fn pairs(position: &Position, mut visit: impl FnMut(usize, usize, usize)) {
    let occupied = position.occupied();
    let left = occupied.right();
    let neighbours = [(occupied.up(), 1), (left, 9), (left.up(), 10), (left.down(), 8)];
    for (relation, (second, step)) in neighbours.into_iter().enumerate() {
        (occupied & second).for_each(|sq| {
            if let Some(other) = Square::from_index(sq.index() + step) {
                visit(relation, code_at(position, sq), code_at(position, other));
            }
        });
    }
}

pub(super) fn add(position: &Position, sink: &mut impl Sink) {
    pairs(position, |relation, first, second| {
        let pair = (relation, OWNED[0][first].into(), OWNED[0][second].into());
        let (cell, sign) = TIED[index(pair)];
        if sign != 0 {
            sink.add(ADJACENT + cell as usize, sign.into());
        }
    });
}

/// By relation and piece codes: the weight with its sign.
#[derive(Debug)]
pub(super) struct Table(Box<[[[i32; 32]; 32]; 4]>);

impl Table {
    pub(super) fn new(weights: &[i16]) -> Self {
        let mut table = Box::new([[[0; 32]; 32]; 4]);
        for (relation, rows) in table.iter_mut().enumerate() {
            for (first, row) in rows.iter_mut().enumerate() {
                for (second, value) in row.iter_mut().enumerate() {
                    let pair = (relation, OWNED[0][first].into(), OWNED[0][second].into());
                    let (cell, sign) = TIED[index(pair)];
                    *value = i32::from(weights[ADJACENT + cell as usize]) * i32::from(sign);
                }
            }
        }
        Self(table)
    }

    pub(super) fn sum(&self, position: &Position) -> i32 {
        let mut sum = 0;
        pairs(position, |relation, first, second| sum += self.0[relation][first & 31][second & 31]);
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_in_use() {
        let mut cells: Vec<_> = TIED.iter().filter(|cell| cell.1 != 0).map(|cell| cell.0).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 480);
    }
}
