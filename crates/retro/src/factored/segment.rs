//! A segment: one bitmap of one class, in memory as rows of 128 bits, packed without the columns known beforehand.

use super::bits::{BitReader, BitWriter, Columns};
use super::layout::{Block, Layout};
use doves::frames::COUNT;

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
///
/// A page holds the rows of one pair of bosses. Pages of one size come and go by the thousand, so that the
/// allocator finds every freed one a new use. One that nothing was added to is empty: its rows are those the segment
/// began with, and the frames' words, which then are equal, tell them.
#[derive(Clone)]
pub(crate) struct Segment {
    /// By pair of bosses; row: assignment of the side waiting, bit: assignment of the side to move.
    pages: Vec<Box<[u128]>>,
    /// For each frame the OR of its rows.
    pub(crate) any: Vec<u128>,
    /// For each frame the AND of its rows.
    pub(crate) all: Vec<u128>,
}

impl Segment {
    /// The segment before any ply: nothing but, for [`State::Won`], the columns that win at once.
    pub(crate) fn initial(layout: &Layout, class: usize, state: State) -> Self {
        let words = match state {
            State::Won => layout.winning[class].to_vec(),
            State::Lost => vec![0; layout.winning[class].len()],
        };
        let pages = vec![Box::default(); layout.frames.classes[class].pairs().len()];
        Self { pages, any: words.clone(), all: words }
    }

    /// The bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        let rows: usize = self.pages.iter().map(|p| p.len()).sum();
        16 * (rows + self.any.len() + self.all.len()) as u64
    }

    /// The rows of a pair of bosses from one on. Asked only where the frame's words differ, so that they are there.
    #[inline]
    pub(crate) fn rows(&self, pair: usize, first: usize) -> &[u128] {
        &self.pages[pair][first..]
    }

    /// The rows of a pair of bosses, to be changed.
    pub(crate) fn page(&mut self, layout: &Layout, class: usize, pair: usize) -> &mut [u128] {
        if self.pages[pair].is_empty() {
            let colourings = layout.frames.colourings(class);
            let mut rows = vec![0; colourings.rows()].into_boxed_slice();
            for colouring in 0..colourings.len() {
                let first = colourings.first_row(colouring);
                let (_, theirs) = colourings.doves(colouring);
                rows[first..first + COUNT[theirs]].fill(self.any[pair * colourings.len() + colouring]);
            }
            self.pages[pair] = rows;
        }
        &mut self.pages[pair]
    }

    /// The columns that are not known beforehand, one after the other.
    pub(crate) fn pack(&self, layout: &Layout, class: usize) -> Vec<u8> {
        let mut out = BitWriter::with_capacity(layout.frames.rows_of(class) * 15);
        for block in layout.blocks(class) {
            let open = block.full & !layout.winning[class][block.frame];
            if open != 0 {
                let columns = Columns::new(open);
                match &*self.pages[block.pair] {
                    [] => (0..block.rows).for_each(|_| columns.write(self.any[block.frame], &mut out)),
                    page => {
                        for &row in &page[block.first_row..block.first_row + block.rows] {
                            columns.write(row, &mut out);
                        }
                    }
                }
            }
        }
        out.finish()
    }

    /// Calls `visit` with the frame, the number within it and the open columns of every row in turn, read from packed
    /// bytes.
    pub(crate) fn read_rows(
        layout: &Layout,
        class: usize,
        bytes: &[u8],
        mut visit: impl FnMut(&Block, usize, u128),
    ) {
        let mut input = BitReader::new(bytes);
        for block in layout.blocks(class) {
            let open = block.full & !layout.winning[class][block.frame];
            if open != 0 {
                let columns = Columns::new(open);
                for row in 0..block.rows {
                    visit(&block, row, columns.read(&mut input));
                }
            }
        }
    }

    /// Undoes [`Segment::pack`].
    pub(crate) fn unpack(layout: &Layout, class: usize, state: State, bytes: &[u8]) -> Self {
        let mut segment = Self::initial(layout, class, state);
        Self::read_rows(layout, class, bytes, |block, row, bits| {
            if bits != 0 {
                segment.page(layout, class, block.pair)[block.first_row + row] |= bits;
            }
        });
        segment.sum_up(layout, class);
        segment
    }

    /// Makes the words of each frame what its rows say.
    pub(crate) fn sum_up(&mut self, layout: &Layout, class: usize) {
        for block in layout.blocks(class) {
            if !self.pages[block.pair].is_empty() {
                let rows = &self.pages[block.pair][block.first_row..block.first_row + block.rows];
                self.any[block.frame] = rows.iter().fold(0, |w, r| w | r);
                self.all[block.frame] = rows.iter().fold(u128::MAX, |w, r| w & r);
            }
        }
    }
}
