//! The coefficients of a position: a sparse row of small integers.

/// Which weights a position makes use of, and how often (negative: the opponent's).
///
/// Kept by the caller and used again, so that taking one position after the other allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coefficients {
    entries: Vec<(u32, i16)>,
}

impl Coefficients {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds `count` to the coefficient of weight `index`.
    #[inline]
    pub fn add(&mut self, index: usize, count: i16) {
        self.entries.push((index as u32, count));
    }

    /// What was added, in that order: a weight can occur several times until [`Coefficients::combine`].
    pub fn entries(&self) -> &[(u32, i16)] {
        &self.entries
    }

    /// Sorts by weight, adds up what belongs together, and drops what comes to 0.
    pub fn combine(&mut self) {
        self.entries.sort_unstable_by_key(|&(index, _)| index);
        let mut kept = 0;
        let mut at = 0;
        while at < self.entries.len() {
            let (index, mut count) = self.entries[at];
            at += 1;
            while at < self.entries.len() && self.entries[at].0 == index {
                count += self.entries[at].1;
                at += 1;
            }
            if count != 0 {
                self.entries[kept] = (index, count);
                kept += 1;
            }
        }
        self.entries.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cancels_is_gone() {
        let mut row = Coefficients::new();
        for (index, count) in [(7, 1), (3, 2), (7, -1), (3, 1), (0, -4)] {
            row.add(index, count);
        }
        row.combine();
        assert_eq!(row.entries(), [(0, -4), (3, 3)]);
        row.clear();
        row.combine();
        assert!(row.entries().is_empty());
    }
}
