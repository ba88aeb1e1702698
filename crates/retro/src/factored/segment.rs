//! A segment: the won, or the lost, positions of one class.

use super::distinct::{Distinct, FrameRows};
use super::error::SolveError;
use super::held::{Held, Meter};
use super::layout::Layout;
use std::path::Path;
use tablebase::{BlockFile, BlockWriter, Label, TableError};

/// zstd's level for files, of which a long run writes gigabytes each half-ply: rather fast than small.
const LEVEL: i32 = -1;

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

/// The rows of all frames of a class, with two words for each frame that stand for its rows.
///
/// Row: assignment of the side waiting, bit: assignment of the side to move.
pub(crate) struct Segment {
    /// For each frame the OR of its rows.
    any: Vec<u128>,
    /// For each frame the AND of its rows.
    all: Vec<u128>,
    /// Nothing where all rows of a frame are equal: they are its words.
    rows: Distinct,
    _held: Held,
}

impl Segment {
    /// The segment before any ply: nothing but, of the won, the columns that win at once.
    pub(crate) fn initial(layout: &Layout, class: usize, state: State, meter: &Meter) -> Self {
        let words = match state {
            State::Won => layout.winning[class].to_vec(),
            State::Lost => vec![0; layout.winning[class].len()],
        };
        Self::of(words.clone(), words, Distinct::empty(layout, class), meter)
    }

    fn of(any: Vec<u128>, all: Vec<u128>, rows: Distinct, meter: &Meter) -> Self {
        let held = meter.hold(16 * (any.len() + all.len()) + rows.bytes());
        Self { any, all, rows, _held: held }
    }

    /// The columns of a frame that are won in some row, and in all.
    #[inline]
    pub(crate) fn words(&self, frame: usize) -> (u128, u128) {
        (self.any[frame], self.all[frame])
    }

    /// The rows of a frame, if they differ.
    #[inline]
    pub(crate) fn rows(&self, frame: usize) -> Option<FrameRows<'_>> {
        (self.any[frame] != self.all[frame]).then(|| self.rows.of(frame))
    }

    /// Writes all rows of a frame to `out`.
    pub(crate) fn copy_rows(&self, frame: usize, out: &mut [u128]) {
        match self.rows(frame) {
            None => out.fill(self.any[frame]),
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
        let mut bytes: Vec<u8> =
            self.any.iter().chain(&self.all).flat_map(|word| word.to_le_bytes()).collect();
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
        let mut any: Vec<u128> = words
            .chunks_exact(16)
            .map(|word| u128::from_le_bytes(word.try_into().expect("sixteen bytes")))
            .collect();
        let all = any.split_off(frames);
        let rows = Distinct::read(frames, rows).ok_or_else(damaged)?;
        let segment = Self::of(any, all, rows, meter);
        let whole =
            layout.blocks(class).all(|b| segment.rows(b.frame).is_none_or(|r| r.numbers.len() == b.rows));
        if whole { Ok(segment) } else { Err(damaged().into()) }
    }
}

/// Makes a segment anew, frame after frame.
pub(crate) struct Changed<'a> {
    old: &'a Segment,
    any: Vec<u128>,
    all: Vec<u128>,
    rows: Distinct,
}

impl<'a> Changed<'a> {
    pub(crate) fn new(layout: &Layout, class: usize, old: &'a Segment) -> Self {
        let (any, all) = (Vec::with_capacity(old.any.len()), Vec::with_capacity(old.any.len()));
        Self { old, any, all, rows: Distinct::new(layout, class) }
    }

    /// Takes over the frames before one.
    pub(crate) fn keep_to(&mut self, frame: usize) {
        for kept in self.any.len()..frame {
            self.any.push(self.old.any[kept]);
            self.all.push(self.old.all[kept]);
            self.rows.copy(&self.old.rows, kept);
        }
    }

    /// Gives a frame, beyond all before, new rows.
    pub(crate) fn set(&mut self, frame: usize, rows: &[u128]) {
        self.keep_to(frame);
        let (any, all) = rows.iter().fold((0, u128::MAX), |(any, all), row| (any | row, all & row));
        self.any.push(any);
        self.all.push(all);
        let differ = any != all;
        self.rows.push(rows.iter().copied().filter(|_| differ));
    }

    /// Takes over the frames that are left.
    pub(crate) fn finish(mut self, meter: &Meter) -> Segment {
        self.keep_to(self.old.any.len());
        self.rows.shrink();
        Segment::of(self.any, self.all, self.rows, meter)
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
                assert_eq!(known.words(block.frame), words);
            }
        }
        let other = Segment::read(&layout, 0, &BlockFile::open(&path).unwrap(), &meter);
        assert!(other.is_err_and(|error| error.to_string().contains("no segment of class")));
        drop((old, segment, again));
        assert_eq!(meter.bytes(), 0);
    }
}
