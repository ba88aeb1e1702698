//! Transitions: what an action does to the occupied cells, whoever owns them.

use super::classes::{CellMap, Classes, cells, spread};
use crate::Kind;
use crate::geometry::{fits, neighbours, none_isolated, recentre, shift, sides};
use crate::moves::reach;

/// What happens to the cells of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The dove on a cell moves.
    Move {
        /// The cell, of the class before.
        from: u8,
        /// Which kinds of doves can, as bits by number of the kind.
        kinds: u8,
    },
    /// A dove appears.
    Put {
        /// The new cell, of the class after.
        to: u8,
        /// The cells before that touch it.
        touching: u16,
        /// The cells before that are orthogonally next to it.
        beside: u16,
    },
    /// The dove on a cell disappears.
    Remove {
        /// The cell, of the class before.
        from: u8,
    },
}

/// One change of the occupied cells that keeps the rules of box and isolation.
#[derive(Clone, Debug)]
pub struct Transition {
    /// What happens.
    pub change: Change,
    /// The class after.
    pub target: u16,
    /// For each occupied cell before, where its dove is after; the moving dove included.
    pub map: [u8; 16],
}

pub(super) fn of(classes: &Classes, class: usize, max_doves: u32) -> Vec<Transition> {
    let mask = classes[class].mask();
    let by = recentre(spread(mask));
    let all = shift(spread(mask), by);
    let place = |cell: u8| (i32::from(8 * (cell / 4) + cell % 4) + by) as u8;
    let map_of = |found: &CellMap, leaving: Option<u8>, to: Option<u8>| {
        let mut map = [u8::MAX; 16];
        for cell in cells(mask) {
            if Some(cell) != leaving {
                map[usize::from(cell)] = found.cell(place(cell));
            } else if let Some(to) = to {
                map[usize::from(cell)] = found.cell(to);
            }
        }
        map
    };
    let mut list = Vec::new();
    for from in cells(mask) {
        let rest = all & !(1u64 << place(from));
        let reaches = Kind::ALL.map(|kind| reach(kind, place(from), all));
        for to in crate::geometry::cells(reaches.iter().fold(0, |set, r| set | r)) {
            let after = rest | 1 << to;
            if fits(after) && none_isolated(after) {
                let kinds = (0..6).filter(|&k| reaches[k] >> to & 1 == 1).fold(0, |set, k| set | 1 << k);
                let (target, found) = classes.find(after).expect("none isolated");
                let map = map_of(&found, Some(from), Some(to));
                list.push(Transition { change: Change::Move { from, kinds }, target: target as u16, map });
            }
        }
        if rest.count_ones() >= 2 && none_isolated(rest) {
            let (target, found) = classes.find(rest).expect("none isolated");
            let map = map_of(&found, Some(from), None);
            list.push(Transition { change: Change::Remove { from }, target: target as u16, map });
        }
    }
    if classes[class].count() < max_doves {
        for to in crate::geometry::cells(neighbours(all) & !all) {
            let after = all | 1 << to;
            if fits(after) {
                let (target, found) = classes.find(after).expect("it touches a dove");
                let near =
                    |set: u64| cells(mask).filter(|&c| set >> place(c) & 1 == 1).fold(0, |m, c| m | 1 << c);
                let change = Change::Put {
                    to: found.cell(to),
                    touching: near(neighbours(1 << to)),
                    beside: near(sides(1 << to)),
                };
                list.push(Transition { change, target: target as u16, map: map_of(&found, None, None) });
            }
        }
    }
    list
}
