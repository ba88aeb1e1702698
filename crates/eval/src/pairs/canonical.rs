//! Which weight belongs to two things: images of one another share it.

use super::element::{ELEMENTS, mirrored, swapped};
use std::sync::OnceLock;

/// For each two things the code of their weight: 0 for none, else its number from 1, negative for the image with the
/// colours swapped.
#[derive(Debug)]
pub(super) struct Canonical {
    place: Vec<i32>,
    pair: Vec<i32>,
    /// Weights of single things.
    pub(super) places: usize,
    /// Weights of two things.
    pub(super) pairs: usize,
}

impl Canonical {
    /// Computed once, in a few hundredths of a second.
    pub(super) fn get() -> &'static Self {
        static TABLE: OnceLock<Canonical> = OnceLock::new();
        TABLE.get_or_init(Self::compute)
    }

    fn compute() -> Self {
        let mirror: Vec<usize> = (0..ELEMENTS).map(mirrored).collect();
        let swap: Vec<usize> = (0..ELEMENTS).map(swapped).collect();
        let both: Vec<usize> = swap.iter().map(|&element| mirror[element]).collect();
        let mut place = vec![0; ELEMENTS];
        let mut places = 0;
        for a in 0..ELEMENTS {
            let image = a.min(mirror[a]);
            let other = swap[a].min(both[a]);
            if image < other {
                if a == image {
                    places += 1;
                    place[a] = places;
                } else {
                    place[a] = place[image];
                }
            }
        }
        for a in 0..ELEMENTS {
            if place[a] == 0 {
                place[a] = -place[swap[a]].max(place[both[a]]).max(0);
            }
        }
        let mut pair = vec![0; ELEMENTS * ELEMENTS];
        let mut pairs = 0;
        let sorted = |a: usize, b: usize| if a < b { (a, b) } else { (b, a) };
        for a in 0..ELEMENTS {
            for b in a + 1..ELEMENTS {
                let same = (a, b).min(sorted(mirror[a], mirror[b]));
                let other = sorted(swap[a], swap[b]).min(sorted(both[a], both[b]));
                let code = match same.cmp(&other) {
                    // Its own image with the colours swapped: worth nothing to either side.
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less if same == (a, b) => {
                        pairs += 1;
                        pairs
                    }
                    std::cmp::Ordering::Less => pair[same.0 * ELEMENTS + same.1],
                    std::cmp::Ordering::Greater => -pair[other.0 * ELEMENTS + other.1],
                };
                pair[a * ELEMENTS + b] = code;
                pair[b * ELEMENTS + a] = code;
            }
        }
        Self { place, pair, places: places as usize, pairs: pairs as usize }
    }

    #[inline]
    pub(super) fn place(&self, a: u16) -> i32 {
        self.place[a as usize]
    }

    #[inline]
    pub(super) fn pair(&self, a: u16, b: u16) -> i32 {
        self.pair[a as usize * ELEMENTS + b as usize]
    }
}
