//! A segment: the won, or the lost, positions of one class.

use super::distinct::{Distinct, FrameRows};
use super::error::SolveError;
use super::fresh::Fresh;
use super::held::{Held, Meter};
use super::layout::Layout;
use doves::frames::each_bit;
use std::path::Path;
use tablebase::prefetch::prefetch;
use tablebase::{BlockFile, BlockWriter, Label, TableError};

/// zstd's level for files, of which a long run writes gigabytes each half-ply: rather fast than small.
const LEVEL: i32 = -1;

/// Up to so many rows of a frame that gained something are told from the others without looking at these.
const FEW: u32 = 8;

/// Which positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Won by the side to move; columns that win at once are set.
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

/// What stands for the rows of a frame. Aligned, so that both words come with one access to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(crate) struct Words {
    /// The OR of the rows.
    pub(crate) any: u128,
    /// The AND of the rows.
    pub(crate) all: u128,
}

/// The rows of a frame.
#[derive(Clone, Copy)]
pub(crate) enum RowsOf<'a> {
    Equal(u128),
    Differ(FrameRows<'a>),
}

impl RowsOf<'_> {
    #[inline]
    pub(crate) fn row(&self, row: usize) -> u128 {
        match self {
            RowsOf::Equal(bits) => *bits,
            RowsOf::Differ(FrameRows { numbers, rows }) => rows[usize::from(numbers[row])],
        }
    }
}

/// The rows of all frames of a class, with two words for each frame that stand for its rows.
///
/// Row: assignment of the side waiting, bit: assignment of the side to move.
pub(crate) struct Segment {
    words: Vec<Words>,
    /// Nothing where all rows of a frame are equal: they are its words.
    rows: Distinct,
    _held: Held,
}

impl Segment {
    /// The segment before any ply: nothing but, of the won, the columns that win at once.
    pub(crate) fn initial(layout: &Layout, class: usize, state: State, meter: &Meter) -> Self {
        let equal = |row: &u128| match state {
            State::Won => Words { any: *row, all: *row },
            State::Lost => Words { any: 0, all: 0 },
        };
        let words = layout.winning[class].iter().map(equal).collect();
        Self::of(words, Distinct::empty(layout, class), meter)
    }

    fn of(words: Vec<Words>, rows: Distinct, meter: &Meter) -> Self {
        let held = meter.hold(size_of::<Words>() * words.len() + rows.bytes());
        Self { words, rows, _held: held }
    }

    /// The columns of a frame that some row has, and those that all have.
    #[inline]
    pub(crate) fn words(&self, frame: usize) -> Words {
        self.words[frame]
    }

    /// The rows of a frame, if they differ.
    #[inline]
    pub(crate) fn rows(&self, frame: usize) -> Option<FrameRows<'_>> {
        let Words { any, all } = self.words[frame];
        (any != all).then(|| self.rows.of(frame))
    }

    /// The rows of a frame, also if they are equal.
    #[inline]
    pub(crate) fn rows_of(&self, frame: usize) -> RowsOf<'_> {
        self.rows(frame).map_or(RowsOf::Equal(self.words[frame].any), RowsOf::Differ)
    }

    /// Asks for the words of a frame, and for what is needed to find its rows.
    #[inline]
    pub(crate) fn prefetch(&self, frame: usize) {
        prefetch(&self.words, frame);
        self.rows.prefetch(frame);
    }

    /// Writes all rows of a frame to `out`.
    pub(crate) fn copy_rows(&self, frame: usize, out: &mut [u128]) {
        match self.rows(frame) {
            None => out.fill(self.words[frame].any),
            Some(FrameRows { numbers, rows }) => {
                for (row, number) in out.iter_mut().zip(numbers) {
                    *row = rows[usize::from(*number)];
                }
            }
        }
    }

    /// Writes the segment to a file of its own. Returns the length of it.
    pub(crate) fn write(&self, path: &Path, label: &Label) -> Result<u64, SolveError> {
        let mut writer = BlockWriter::create(path, label, LEVEL)?;
        let (any, all) = (self.words.iter().map(|w| w.any), self.words.iter().map(|w| w.all));
        let mut bytes: Vec<u8> = any.chain(all).flat_map(u128::to_le_bytes).collect();
        self.rows.write(&mut bytes);
        writer.append(0, &bytes)?;
        Ok(writer.finish_unsynchronised()?)
    }

    /// Reads what [`Segment::write`] wrote.
    pub(crate) fn read(
        layout: &Layout,
        class: usize,
        file: &BlockFile,
        meter: &Meter,
    ) -> Result<Self, SolveError> {
        let frames = layout.frames.frames_of(class);
        let damaged = || {
            let what = format!("this is no segment of class {class}, which has {frames} frames");
            TableError::Block { path: file.path().to_owned(), block: 0, what }
        };
        if file.is_empty() {
            return Err(damaged().into());
        }
        let bytes = file.read(0)?;
        let (words, rows) = bytes.split_at_checked(32 * frames).ok_or_else(damaged)?;
        let word = |bytes: &[u8]| u128::from_le_bytes(bytes.try_into().expect("sixteen bytes"));
        let (any, all) = words.split_at(16 * frames);
        let pairs = any.chunks_exact(16).zip(all.chunks_exact(16));
        let words = pairs.map(|(any, all)| Words { any: word(any), all: word(all) }).collect();
        let rows = Distinct::read(frames, rows).ok_or_else(damaged)?;
        let segment = Self::of(words, rows, meter);
        let whole =
            layout.blocks(class).all(|b| segment.rows(b.frame).is_none_or(|r| r.numbers.len() == b.rows));
        if whole { Ok(segment) } else { Err(damaged().into()) }
    }
}

/// Makes a segment anew, frame after frame.
pub(crate) struct Changed<'a> {
    old: &'a Segment,
    words: Vec<Words>,
    rows: Distinct,
}

impl<'a> Changed<'a> {
    pub(crate) fn new(layout: &Layout, class: usize, old: &'a Segment) -> Self {
        Self { old, words: Vec::with_capacity(old.words.len()), rows: Distinct::new(layout, class) }
    }

    /// Takes over the frames before one.
    pub(crate) fn keep_to(&mut self, frame: usize) {
        for kept in self.words.len()..frame {
            self.words.push(self.old.words[kept]);
            self.rows.copy(&self.old.rows, kept);
        }
    }

    /// Adds to the `count` rows of a frame, beyond all before: to those of `mask`, in order.
    pub(crate) fn add(
        &mut self,
        frame: usize,
        count: usize,
        mask: u128,
        gained: impl IntoIterator<Item = u128>,
    ) {
        let mut gained = gained.into_iter();
        if mask.count_ones() <= FEW
            && let Some(old) = self.old.rows(frame)
        {
            self.keep_to(frame);
            let mut any = self.old.words[frame].any;
            let mut changes = [(0, 0); FEW as usize];
            let mut changed = 0;
            each_bit(mask, |row| {
                let gained = gained.next().unwrap_or_default();
                any |= gained;
                changes[changed] = (row, old.rows[usize::from(old.numbers[row])] | gained);
                changed += 1;
            });
            self.rows.change(old, &changes[..changed]);
            let all = self.rows.last().rows.iter().fold(u128::MAX, |all, row| all & row);
            if any == all {
                self.rows.clear_last();
            }
            self.words.push(Words { any, all });
            return;
        }
        let mut rows = [0u128; 120];
        let rows = &mut rows[..count];
        self.old.copy_rows(frame, rows);
        each_bit(mask, |row| rows[row] |= gained.next().unwrap_or_default());
        self.set(frame, rows);
    }

    /// Gives a frame, beyond all before, new rows.
    pub(crate) fn set(&mut self, frame: usize, rows: &[u128]) {
        self.keep_to(frame);
        let (any, all) = rows.iter().fold((0, u128::MAX), |(any, all), row| (any | row, all & row));
        self.words.push(Words { any, all });
        let differ = any != all;
        self.rows.push(rows.iter().copied().filter(|_| differ));
    }

    /// The segment of a class with what half-plies settled.
    pub(crate) fn with(
        layout: &Layout,
        class: usize,
        old: &Segment,
        gains: &[Fresh],
        meter: &Meter,
    ) -> Segment {
        let mut changed = Changed::new(layout, class, old);
        let mut rows = [0u128; 120];
        for block in layout.blocks(class) {
            let mask = gains.iter().fold(0, |mask, fresh| mask | fresh.of(block.frame).mask);
            if mask == 0 {
                continue;
            }
            for (row, bits) in gains.iter().flat_map(|fresh| fresh.rows_of(block.frame)) {
                rows[row] |= bits;
            }
            let gained = (0..block.rows).filter(|row| mask >> row & 1 == 1);
            changed.add(block.frame, block.rows, mask, gained.map(|row| std::mem::take(&mut rows[row])));
        }
        changed.finish(meter)
    }

    /// Takes over the frames that are left.
    pub(crate) fn finish(mut self, meter: &Meter) -> Segment {
        self.keep_to(self.old.words.len());
        self.rows.shrink();
        Segment::of(self.words, self.rows, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_comes_back_from_its_file_and_counts_its_bytes() {
        let layout = Layout::new(5, 1);
        let meter = Meter::default();
        let class = layout.classes() - 1;
        let old = Segment::initial(&layout, class, State::Won, &meter);
        let blocks: Vec<_> = layout.blocks(class).collect();
        let mut expected: Vec<Vec<u128>> =
            blocks.iter().map(|b| vec![layout.winning[class][b.frame]; b.rows]).collect();
        let mut changed = Changed::new(&layout, class, &old);
        let of_some_rows = blocks.iter().filter(|b| b.rows > 1).map(|b| b.frame);
        for frame in of_some_rows.step_by(5).take(3) {
            expected[frame][0] |= 1;
            expected[frame][1] |= 1 << (frame % 5);
            changed.set(frame, &expected[frame]);
        }
        let segment = changed.finish(&meter);
        let folder = tempfile::tempdir().unwrap();
        let (path, label) = (folder.path().join("won"), Label::new("won", "doves", [5, class as u64, 1, 0]));
        segment.write(&path, &label).unwrap();
        let again = Segment::read(&layout, class, &BlockFile::open(&path).unwrap(), &meter).unwrap();
        for (block, expected) in blocks.iter().zip(&expected) {
            for known in [&segment, &again] {
                let mut rows = vec![0; block.rows];
                known.copy_rows(block.frame, &mut rows);
                assert_eq!(&rows, expected);
                let words = expected.iter().fold((0, u128::MAX), |(any, all), r| (any | r, all & r));
                assert_eq!(known.words(block.frame), Words { any: words.0, all: words.1 });
            }
        }
        let other = Segment::read(&layout, 0, &BlockFile::open(&path).unwrap(), &meter);
        assert!(other.is_err_and(|error| error.to_string().contains("no segment of class")));
        drop((old, segment, again));
        assert_eq!(meter.bytes(), 0);
    }
}
