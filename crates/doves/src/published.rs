//! The published table of the whole game, to compare with: see `published/SOURCE.md`.

/// The numbers of positions that one ply settles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublishedRow {
    /// The depth, 2 to 100: lost if even, won if odd.
    pub ply: u32,
    /// Positions with 3 to 12 doves on the board.
    pub counts: [u64; 10],
}

/// The rows of the table, by ascending ply.
///
/// # Panics
/// Never: the table is part of the program and a test reads it.
pub fn rows() -> Vec<PublishedRow> {
    include_str!("published/table.tsv").lines().skip(1).map(row).collect()
}

fn row(line: &str) -> PublishedRow {
    let mut cells = line.split('\t').skip(1).map(|cell| cell.parse().expect("a number"));
    let ply = cells.next().expect("a ply");
    let counts = std::array::from_fn(|_| cells.next().expect("ten counts"));
    PublishedRow { ply: ply as u32, counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_all_entries_and_the_published_sums() {
        let rows = rows();
        assert!(rows.iter().map(|r| r.ply).eq(2..=100));
        let sum =
            |parity| -> u64 { rows.iter().filter(|r| r.ply % 2 == parity).flat_map(|r| r.counts).sum() };
        assert_eq!((sum(1), sum(0)), (70_351_652_422, 48_035_222_722));
    }
}
