//! Colourings: the ways to share the cells beside the bosses between the two sides.

use super::assignments::COUNT;

/// The colourings of `m` cells, each a set of the cells that belong to the side to move.
pub struct Colourings {
    sets: Vec<u16>,
    numbers: Vec<u16>,
    rows: usize,
    first_positions: Vec<u64>,
    doves: u32,
}

impl Colourings {
    pub(crate) fn new(doves: u32) -> Self {
        let sets: Vec<u16> =
            (0..1u16 << doves).filter(|s| s.count_ones() <= 5 && doves - s.count_ones() <= 5).collect();
        let mut numbers = vec![u16::MAX; 1 << doves];
        let (mut rows, mut first_positions) = (0, vec![0]);
        for (i, set) in sets.iter().enumerate() {
            numbers[usize::from(*set)] = i as u16;
            let mine = COUNT[set.count_ones() as usize];
            let theirs = COUNT[(doves - set.count_ones()) as usize];
            rows += theirs;
            first_positions.push(first_positions[i] + (mine * theirs) as u64);
        }
        Self { sets, numbers, rows, first_positions, doves }
    }

    /// The number of colourings.
    #[inline]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Never: some colouring always exists.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The cells of the side to move, as bits over the cells that are no boss's in ascending order.
    #[inline]
    pub fn set(&self, number: usize) -> u16 {
        self.sets[number]
    }

    /// The number of a set, `u16::MAX` if a side had more than five.
    #[inline]
    pub fn number(&self, set: u16) -> u16 {
        self.numbers[usize::from(set)]
    }

    /// The doves beside the boss of the side to move and of the side waiting.
    #[inline]
    pub fn doves(&self, number: usize) -> (usize, usize) {
        let mine = self.sets[number].count_ones();
        (mine as usize, (self.doves - mine) as usize)
    }

    /// The rows of all colourings together.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The first position of a colouring, counted within its pair of bosses.
    pub fn first_position(&self, number: usize) -> u64 {
        self.first_positions[number]
    }

    /// The positions of all colourings together.
    pub fn positions(&self) -> u64 {
        self.first_positions[self.sets.len()]
    }

    /// The colouring that holds a position counted within its pair of bosses.
    pub fn at_position(&self, position: u64) -> usize {
        self.first_positions.partition_point(|&first| first <= position) - 1
    }
}
