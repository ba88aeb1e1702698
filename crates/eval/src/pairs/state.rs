//! The sums of this set, kept up to date move by move.

use super::canonical::Canonical;
use super::element::{ELEMENTS, Elements, in_hand, on_board};
use crate::slides::material_place;
use crate::{Coefficients, FRACTION, Weights};
use shogi::{Color, Move, Position};

/// Weights of all pairs unfolded, from Black's view, so that a lookup is one index: 5.75 MB.
#[derive(Debug)]
pub(crate) struct Tables {
    place: Vec<i32>,
    pair: Vec<i16>,
    turn: i32,
    material: [i32; 13],
}

impl Tables {
    /// For the set `pairs`.
    pub(crate) fn new(weights: &Weights) -> Self {
        let values = weights.values();
        Self {
            turn: i32::from(values[super::TURN]),
            material: std::array::from_fn(|kind| i32::from(values[super::MATERIAL + kind]) * FRACTION),
            ..Self::things(weights, super::PLACE)
        }
    }

    /// Things and pairs alone, whose weights begin at `offset`.
    pub(crate) fn things(weights: &Weights, offset: usize) -> Self {
        let canonical = Canonical::get();
        let (places, pairs) = weights.values()[offset..].split_at(canonical.places);
        let value = |row: &[i16], code: i32| {
            if code == 0 { 0 } else { code.signum() * i32::from(row[code.unsigned_abs() as usize - 1]) }
        };
        let mut pair = vec![0; ELEMENTS * ELEMENTS];
        for a in 0..ELEMENTS {
            for b in 0..ELEMENTS {
                // Negating the least value would leave the type: such a weight counts one less.
                pair[a * ELEMENTS + b] =
                    value(pairs, canonical.pair(a as u16, b as u16)).clamp(-32767, 32767) as i16;
            }
        }
        Self {
            place: (0..ELEMENTS).map(|a| value(places, canonical.place(a as u16))).collect(),
            pair,
            turn: 0,
            material: [0; 13],
        }
    }

    /// What a thing is worth beside all others of the list (itself among them or not: a thing and itself are no pair).
    #[inline]
    fn beside(&self, element: u16, list: &[u16]) -> i32 {
        let row = &self.pair[element as usize * ELEMENTS..][..ELEMENTS];
        let mut sum = self.place[element as usize];
        for &other in list {
            sum += i32::from(row[other as usize]);
        }
        sum
    }
}

/// A position's things and their sum.
#[derive(Clone, Debug)]
struct Sum {
    elements: Elements,
    value: i32,
}

/// The sums of all positions on the way from the root, the present one last.
#[derive(Debug)]
pub(crate) struct State {
    sums: Vec<Sum>,
}

impl State {
    pub(crate) fn new(tables: &Tables, position: &Position, plies: usize) -> Self {
        let mut sums = Vec::with_capacity(plies + 1);
        sums.push(Sum::of(tables, position));
        Self { sums }
    }

    #[inline]
    pub(crate) fn push(&mut self, tables: &Tables, position: &Position, mv: Move) {
        let Some(last) = self.sums.last() else { return };
        let mut sum = last.clone();
        if let Some(facts) = position.facts(mv) {
            let us = facts.color;
            if let Some(taken) = facts.captured {
                sum.take(tables, on_board(taken, facts.to));
                let kind = taken.kind().unpromoted();
                let held = facts.hands_before[us.index()].count(kind);
                if held > 0 {
                    sum.take(tables, in_hand(us, kind, held));
                }
                sum.give(tables, in_hand(us, kind, held + 1));
                let gain =
                    tables.material[material_place(taken.kind())] + tables.material[material_place(kind)];
                sum.value += sign(us) * gain;
            }
            if let Some(from) = facts.from {
                sum.take(tables, on_board(facts.before, from));
                if facts.before != facts.after {
                    sum.value += sign(us)
                        * (tables.material[material_place(facts.after.kind())]
                            - tables.material[material_place(facts.before.kind())]);
                }
            } else {
                let kind = facts.before.kind();
                let held = facts.hands_before[us.index()].count(kind);
                sum.take(tables, in_hand(us, kind, held));
                if held > 1 {
                    sum.give(tables, in_hand(us, kind, held - 1));
                }
            }
            sum.give(tables, on_board(facts.after, facts.to));
        }
        self.sums.push(sum);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.sums.pop();
    }

    /// From Black's view, in fractions of the unit.
    #[inline]
    pub(crate) fn value(&self, tables: &Tables, position: &Position) -> i32 {
        self.sums.last().map_or(0, |sum| sum.value) + sign(position.side_to_move()) * tables.turn
    }
}

impl Sum {
    fn of(tables: &Tables, position: &Position) -> Self {
        let elements = Elements::of(position);
        let list = elements.list();
        let mut value = 0;
        for (place, &a) in list.iter().enumerate() {
            value += tables.beside(a, &list[..place]);
        }
        let mut material = Coefficients::new();
        crate::slides::material_only(position, 0, &mut material);
        for &(kind, count) in material.entries() {
            value += i32::from(count) * tables.material[kind as usize];
        }
        Self { elements, value }
    }

    #[inline]
    fn take(&mut self, tables: &Tables, element: u16) {
        self.elements.remove(element);
        self.value -= tables.beside(element, self.elements.list());
    }

    #[inline]
    fn give(&mut self, tables: &Tables, element: u16) {
        self.value += tables.beside(element, self.elements.list());
        self.elements.push(element);
    }
}

#[inline]
const fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}
