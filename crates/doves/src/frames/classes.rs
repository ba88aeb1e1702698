//! Classes: the sets of cells that doves can occupy, up to symmetry and translation.

use crate::canonical::image;
use crate::geometry::{Bounds, bounds, none_isolated, recentre, shift, surrounded};
use std::ops::Index;

/// A set of occupied cells in the upper left corner of a 4 x 4 grid, the least of its images.
pub struct Class {
    mask: u16,
    surrounded: u16,
    pairs: Vec<(u8, u8)>,
    pair_numbers: [[u16; 16]; 16],
    /// Symmetries that keep the set, and those that keep every cell of it.
    stabilizer: (u64, u64),
}

impl Class {
    fn new(mask: u16) -> Self {
        let wide = spread(mask);
        let by = recentre(wide);
        let surrounded = gather(shift(surrounded(shift(wide, by)), -by));
        let free: Vec<u8> = cells(mask & !surrounded).collect();
        let mut pairs = Vec::new();
        let mut pair_numbers = [[u16::MAX; 16]; 16];
        for &mover in &free {
            for &waiting in free.iter().filter(|&&w| w != mover) {
                pair_numbers[usize::from(mover)][usize::from(waiting)] = pairs.len() as u16;
                pairs.push((mover, waiting));
            }
        }
        let keeps = |s: &u8| turned(mask, *s).0 == mask;
        let fixes = |s: &u8| keeps(s) && cells(mask).all(|c| turned(mask, *s).1[usize::from(c)] == c);
        let stabilizer = ((0..8).filter(keeps).count() as u64, (0..8).filter(fixes).count() as u64);
        Self { mask, surrounded, pairs, pair_numbers, stabilizer }
    }

    /// The occupied cells: bit `4 * row + column`.
    pub fn mask(&self) -> u16 {
        self.mask
    }

    /// The number of doves.
    pub fn count(&self) -> u32 {
        self.mask.count_ones()
    }

    /// The cells on which a boss would be surrounded.
    pub fn surrounded(&self) -> u16 {
        self.surrounded
    }

    /// Where the bosses of mover and waiting side stand in the free frames.
    pub fn pairs(&self) -> &[(u8, u8)] {
        &self.pairs
    }

    /// The number of a pair of cells, `u16::MAX` if a boss would be surrounded.
    pub fn pair(&self, mover: u8, waiting: u8) -> u16 {
        self.pair_numbers[usize::from(mover)][usize::from(waiting)]
    }

    /// Whether no symmetry but the identity keeps the set.
    pub fn is_asymmetric(&self) -> bool {
        self.stabilizer.0 == 1
    }

    /// The number of positions up to symmetry among `count` positions of this class. A position that a symmetry of
    /// the class does not fix cell by cell appears once for each image.
    ///
    /// # Panics
    /// If `count` is not made of whole sets of images: then not all images of a position are in it.
    pub fn distinct(&self, count: u64) -> u64 {
        let (keeping, fixing) = self.stabilizer;
        assert_eq!(count * fixing % keeping, 0, "images of one position differ");
        count * fixing / keeping
    }
}

/// All classes, by ascending number of doves.
pub struct Classes {
    classes: Vec<Class>,
    /// For each set in the upper left corner its class, a symmetry that takes it there, and all that do, as bits.
    found: Vec<(u16, u8, u8)>,
}

/// Where the cells of a box go, by height and width less one, and symmetry.
static IMAGES: [[[[u8; 16]; 8]; 4]; 4] = {
    let mut images = [[[[u8::MAX; 16]; 8]; 4]; 4];
    let mut number = 0;
    while number < 4 * 4 * 8 * 16 {
        let (box_and_symmetry, cell) = (number / 16, (number % 16) as u8);
        let (height, width, symmetry) =
            (box_and_symmetry / 32, box_and_symmetry / 8 % 4, box_and_symmetry % 8);
        if cell as usize / 4 <= height && cell as usize % 4 <= width {
            let (row, column) = image(symmetry as u8, cell / 4, cell % 4, height as u8 + 1, width as u8 + 1);
            images[height][width][symmetry][cell as usize] = 4 * row + column;
        }
        number += 1;
    }
    images
};

impl Classes {
    pub(crate) fn new(max_doves: u32) -> Self {
        let mut masks: Vec<u16> = (1..=u16::MAX)
            .filter(|&m| (2..=max_doves).contains(&m.count_ones()) && m & 0xf != 0 && m & 0x1111 != 0)
            .filter(|&m| none_isolated(shift(spread(m), recentre(spread(m)))))
            .collect();
        let mut found = vec![(u16::MAX, 0, 0); 1 << 16];
        let least = |m: u16| (0..8).map(|s| (turned(m, s).0, s)).min().expect("eight symmetries");
        let mut classes: Vec<u16> = masks.iter().copied().filter(|&m| least(m).0 == m).collect();
        classes.sort_by_key(|m| (m.count_ones(), *m));
        let number: std::collections::HashMap<u16, u16> =
            classes.iter().enumerate().map(|(i, &m)| (m, i as u16)).collect();
        for mask in masks.drain(..) {
            let (canonical, symmetry) = least(mask);
            let all = (0..8).filter(|s| turned(mask, *s).0 == canonical).fold(0, |set, s| set | 1 << s);
            found[usize::from(mask)] = (number[&canonical], symmetry, all);
        }
        Self { classes: classes.into_iter().map(Class::new).collect(), found }
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Never: there are always two doves.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// All classes in order.
    pub fn all(&self) -> &[Class] {
        &self.classes
    }

    /// The class of a set of window cells and, for each cell of the set, its cell in the class. `None` if there is
    /// no such class: too many doves, or one is isolated.
    pub fn find(&self, set: u64) -> Option<(usize, CellMap)> {
        let (mask, bounds) = corner(set);
        let (class, symmetry, _) = self.found[usize::from(mask)];
        (class != u16::MAX).then(|| (usize::from(class), CellMap::new(bounds, symmetry)))
    }

    /// Every way to lay the set onto its class, as many as the class has symmetries.
    pub(crate) fn find_all(&self, set: u64) -> Option<(usize, impl Iterator<Item = CellMap> + use<>)> {
        let (mask, bounds) = corner(set);
        let (class, _, all) = self.found[usize::from(mask)];
        let maps = cells(u16::from(all)).map(move |symmetry| CellMap::new(bounds, symmetry));
        (class != u16::MAX).then_some((usize::from(class), maps))
    }
}

impl Index<usize> for Classes {
    type Output = Class;

    fn index(&self, class: usize) -> &Class {
        &self.classes[class]
    }
}

/// Takes the cells of one set in the window to the cells of its class.
#[derive(Clone, Copy, Debug)]
pub struct CellMap {
    map: &'static [u8; 16],
    first: u8,
}

impl CellMap {
    fn new(bounds: Bounds, symmetry: u8) -> Self {
        let map = &IMAGES[bounds.height as usize - 1][bounds.width as usize - 1][usize::from(symmetry)];
        Self { map, first: (8 * bounds.top + bounds.left) as u8 }
    }

    /// The cell of the class for a cell of the set.
    #[inline]
    pub fn cell(&self, place: u8) -> u8 {
        let place = place - self.first;
        self.map[usize::from(place / 8 * 4 + place % 8) & 15]
    }
}

fn corner(set: u64) -> (u16, Bounds) {
    let b = bounds(set);
    (gather(set >> (8 * b.top + b.left)), b)
}

/// A 4 x 4 set as a set of the window's upper left corner.
pub(crate) fn spread(mask: u16) -> u64 {
    (0..4).fold(0, |set, row| set | u64::from(mask >> (4 * row) & 0xf) << (8 * row))
}

fn gather(set: u64) -> u16 {
    (0..4).fold(0, |mask, row| mask | ((set >> (8 * row) & 0xf) as u16) << (4 * row))
}

/// The image of a 4 x 4 set under a symmetry of its box, and where each cell goes.
fn turned(mask: u16, symmetry: u8) -> (u16, [u8; 16]) {
    let b = bounds(spread(mask));
    let mut map = [u8::MAX; 16];
    let mut out = 0;
    let images = &IMAGES[b.height as usize - 1][b.width as usize - 1][usize::from(symmetry)];
    for cell in cells(mask) {
        map[usize::from(cell)] = images[usize::from(cell)];
        out |= 1 << images[usize::from(cell)];
    }
    (out, map)
}

/// The cells of a 4 x 4 set in ascending order.
pub(crate) fn cells(mask: u16) -> impl Iterator<Item = u8> {
    crate::geometry::cells(u64::from(mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_classes_is_the_published_one() {
        let classes = Classes::new(12);
        let mut counts = [0; 13];
        classes.all().iter().for_each(|c| counts[c.count() as usize] += 1);
        assert_eq!(counts[2..], [2, 5, 40, 120, 374, 729, 1086, 1129, 913, 528, 245]);
        assert_eq!(classes.len(), 5171);
    }
}
