//! A segment: one bitmap of one class, in memory as rows of 128 bits, packed without the columns known beforehand.

use super::bits::{BitReader, BitWriter, Columns};
use super::layout::Layout;

/// Which of the two bitmaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Won by the side to move. In memory the columns that win at once are set.
    Won,
    /// Lost by the side to move.
    Lost,
}

impl State {
    pub(crate) const BOTH: [State; 2] = [State::Won, State::Lost];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            State::Won => "won",
            State::Lost => "lost",
        }
    }
}

/// The rows of all frames of a class, with two words for each frame that stand for its rows.
#[derive(Clone)]
pub(crate) struct Segment {
    /// Row: assignment of the side waiting; bit: assignment of the side to move.
    pub(crate) rows: Vec<u128>,
    /// For each frame the OR of its rows.
    pub(crate) any: Vec<u128>,
    /// For each frame the AND of its rows.
    pub(crate) all: Vec<u128>,
}

impl Segment {
    /// The segment before any ply: nothing but, for [`State::Won`], the columns that win at once.
    pub(crate) fn initial(layout: &Layout, class: usize, state: State) -> Self {
        let winning = &layout.winning[class];
        let of = |frame: usize| if state == State::Won { winning[frame] } else { 0 };
        let mut rows = vec![0; layout.frames.rows_of(class)];
        if state == State::Won {
            for block in layout.blocks(class) {
                rows[block.first_row..block.first_row + block.rows].fill(of(block.frame));
            }
        }
        let words: Vec<u128> = (0..winning.len()).map(of).collect();
        Self { rows, any: words.clone(), all: words }
    }

    pub(crate) fn bytes(&self) -> u64 {
        16 * (self.rows.len() + self.any.len() + self.all.len()) as u64
    }

    /// The columns that are not known beforehand, one after the other.
    pub(crate) fn pack(layout: &Layout, class: usize, rows: &[u128]) -> Vec<u8> {
        let mut out = BitWriter::with_capacity(rows.len() * 15);
        for block in layout.blocks(class) {
            let open = block.full & !layout.winning[class][block.frame];
            if open != 0 {
                let columns = Columns::new(open);
                let rows = &rows[block.first_row..block.first_row + block.rows];
                for &row in rows {
                    columns.write(row, &mut out);
                }
            }
        }
        out.finish()
    }

    /// Calls `visit` with the number and the open columns of every row in turn, read from packed bytes.
    pub(crate) fn read_rows(layout: &Layout, class: usize, bytes: &[u8], mut visit: impl FnMut(usize, u128)) {
        let mut input = BitReader::new(bytes);
        for block in layout.blocks(class) {
            let open = block.full & !layout.winning[class][block.frame];
            if open != 0 {
                let columns = Columns::new(open);
                for row in block.first_row..block.first_row + block.rows {
                    visit(row, columns.read(&mut input));
                }
            }
        }
    }

    pub(crate) fn unpack(layout: &Layout, class: usize, state: State, bytes: &[u8]) -> Self {
        let mut segment = Self::initial(layout, class, state);
        Self::read_rows(layout, class, bytes, |row, bits| segment.rows[row] |= bits);
        for block in layout.blocks(class) {
            let rows = &segment.rows[block.first_row..block.first_row + block.rows];
            segment.any[block.frame] = rows.iter().fold(0, |w, r| w | r);
            segment.all[block.frame] = rows.iter().fold(u128::MAX, |w, r| w & r);
        }
        segment
    }
}
