//! Rows of which few differ: each kept once, with a number for each row.
//!
//! Which dove is which matters little to most positions: of the won rows of the whole game after 7 plies half of the frames
//! have nothing but equal rows, and in the others five of 120 differ on average.

use super::layout::Layout;
use tablebase::prefetch::prefetch;

/// The rows of one frame: the number of each row, and the rows by number.
#[derive(Clone, Copy)]
pub(crate) struct FrameRows<'a> {
    pub(crate) numbers: &'a [u8],
    pub(crate) rows: &'a [u128],
}

/// The rows of the frames of a class, frame after frame.
pub(crate) struct Distinct {
    /// For each frame, and for the end, where its numbers and its rows begin.
    starts: Vec<[u32; 2]>,
    numbers: Vec<u8>,
    rows: Vec<u128>,
}

impl Distinct {
    /// Before the first frame.
    pub(crate) fn new(layout: &Layout, class: usize) -> Self {
        let mut starts = Vec::with_capacity(layout.frames.frames_of(class) + 1);
        starts.push([0, 0]);
        Self { starts, numbers: Vec::new(), rows: Vec::new() }
    }

    /// Without a row in any frame.
    pub(crate) fn empty(layout: &Layout, class: usize) -> Self {
        let starts = vec![[0, 0]; layout.frames.frames_of(class) + 1];
        Self { starts, numbers: Vec::new(), rows: Vec::new() }
    }

    /// Takes apart rows of the next frame; none at all are none.
    pub(crate) fn push(&mut self, rows: impl IntoIterator<Item = u128>) {
        let first = self.rows.len();
        // Numbers plus one by hash of the row, open addressing; at most 120 of 256 places are taken.
        let mut known = [0u8; 256];
        let (mut last, mut number) = (0, 0);
        for row in rows {
            if number == 0 || row != last {
                let mixed =
                    (row as u64 ^ ((row >> 64) as u64).rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mut place = (mixed >> 56) as usize;
                while known[place] != 0 && self.rows[first + usize::from(known[place]) - 1] != row {
                    place = (place + 1) & 255;
                }
                if known[place] == 0 {
                    self.rows.push(row);
                    known[place] = (self.rows.len() - first) as u8;
                }
                (last, number) = (row, known[place]);
            }
            self.numbers.push(number - 1);
        }
        self.end_frame();
    }

    /// Makes of the rows of a frame those of the next one: some rows, by number, change their values. What comes of it is what
    /// [`Distinct::push`] would make, without looking at every row.
    pub(crate) fn change(&mut self, before: FrameRows<'_>, changes: &[(usize, u128)]) {
        let first = self.numbers.len();
        self.numbers.extend_from_slice(before.numbers);
        let numbers = &mut self.numbers[first..];
        let value = |number: usize| match number.checked_sub(before.rows.len()) {
            None => before.rows[number],
            Some(change) => changes[change].1,
        };
        for (i, (row, bits)) in changes.iter().enumerate() {
            let mut known = before.rows.iter().chain(changes[..i].iter().map(|(_, bits)| bits));
            let number = known.position(|known| known == bits).unwrap_or(before.rows.len() + i);
            numbers[*row] = number as u8;
        }
        // Numbers in the order in which they occur; at most 120 rows and a few changes.
        let mut renumbered = [u8::MAX; 256];
        let mut next = 0;
        for number in numbers {
            let new = &mut renumbered[usize::from(*number)];
            if *new == u8::MAX {
                *new = next;
                next += 1;
                self.rows.push(value(usize::from(*number)));
            }
            *number = *new;
        }
        self.end_frame();
    }

    /// Takes back the rows of the frame that came last: it has none.
    pub(crate) fn clear_last(&mut self) {
        self.starts.pop();
        let [number, row] = *self.starts.last().expect("the start of the first frame stays");
        self.numbers.truncate(number as usize);
        self.rows.truncate(row as usize);
        self.end_frame();
    }

    /// Gives back memory beyond what is needed: lists that grew have up to twice of it.
    pub(crate) fn shrink(&mut self) {
        self.starts.shrink_to_fit();
        self.numbers.shrink_to_fit();
        self.rows.shrink_to_fit();
    }

    /// The rows of the frame that was pushed last.
    pub(crate) fn last(&self) -> FrameRows<'_> {
        self.of(self.starts.len() - 2)
    }

    /// Takes over the next frame from others.
    pub(crate) fn copy(&mut self, others: &Self, frame: usize) {
        let FrameRows { numbers, rows } = others.of(frame);
        self.numbers.extend_from_slice(numbers);
        self.rows.extend_from_slice(rows);
        self.end_frame();
    }

    /// Goes on to the next frame.
    pub(crate) fn end_frame(&mut self) {
        self.starts.push([self.numbers.len() as u32, self.rows.len() as u32]);
    }

    /// The rows of a frame.
    #[inline]
    pub(crate) fn of(&self, frame: usize) -> FrameRows<'_> {
        let ([number, row], [numbers_end, rows_end]) = (self.starts[frame], self.starts[frame + 1]);
        FrameRows {
            numbers: &self.numbers[number as usize..numbers_end as usize],
            rows: &self.rows[row as usize..rows_end as usize],
        }
    }

    /// Asks for what is needed to find the rows of a frame.
    #[inline]
    pub(crate) fn prefetch(&self, frame: usize) {
        prefetch(&self.starts, frame);
    }

    /// The bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.starts.len() + self.numbers.len() + 16 * self.rows.len()
    }

    /// Everything in bytes: for each frame how many numbers and rows it has (a byte each), the numbers, the rows.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for pair in self.starts.windows(2) {
            out.push((pair[1][0] - pair[0][0]) as u8);
        }
        for pair in self.starts.windows(2) {
            out.push((pair[1][1] - pair[0][1]) as u8);
        }
        out.extend_from_slice(&self.numbers);
        for row in &self.rows {
            out.extend_from_slice(&row.to_le_bytes());
        }
    }

    /// Undoes [`Distinct::write`]; `None` if the bytes cannot come from it.
    pub(crate) fn read(frames: usize, bytes: &[u8]) -> Option<Self> {
        let (counts, bytes) = bytes.split_at_checked(2 * frames)?;
        let (of_numbers, of_rows) = counts.split_at(frames);
        let mut starts = Vec::with_capacity(frames + 1);
        let mut next = [0u32; 2];
        starts.push(next);
        for (numbers, rows) in of_numbers.iter().zip(of_rows) {
            next = [next[0] + u32::from(*numbers), next[1] + u32::from(*rows)];
            starts.push(next);
        }
        let (numbers, bytes) = bytes.split_at_checked(next[0] as usize)?;
        let rows: Vec<u128> = bytes
            .chunks_exact(16)
            .map(|row| u128::from_le_bytes(row.try_into().expect("16 bytes")))
            .collect();
        let known = Self { starts, numbers: numbers.to_vec(), rows };
        let sound = |frame: usize| {
            let of = known.of(frame);
            of.numbers.iter().all(|number| usize::from(*number) < of.rows.len())
        };
        (bytes.len() == 16 * next[1] as usize && (0..frames).all(sound)).then_some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_come_back_and_so_do_their_bytes(
            frames in prop::collection::vec(prop::collection::vec(0u128..5, 0..120), 1..30),
            cut in 0usize..10_000,
        ) {
            let mut kept = Distinct { starts: vec![[0, 0]], numbers: Vec::new(), rows: Vec::new() };
            for rows in &frames {
                kept.push(rows.iter().map(|r| r << 70));
            }
            let mut bytes = Vec::new();
            kept.write(&mut bytes);
            let again = Distinct::read(frames.len(), &bytes).unwrap();
            for (frame, rows) in frames.iter().enumerate() {
                for known in [&kept, &again] {
                    let of = known.of(frame);
                    let back: Vec<u128> = of.numbers.iter().map(|n| of.rows[usize::from(*n)] >> 70).collect();
                    prop_assert_eq!(&back, rows);
                    prop_assert!(of.rows.len() <= 5);
                }
            }
            let cut = cut % bytes.len();
            prop_assert!(Distinct::read(frames.len(), &bytes[..cut]).is_none());
        }

        #[test]
        fn some_rows_change_as_if_all_had_been_looked_at(
            rows in prop::collection::vec(0u128..4, 1..121),
            changes in prop::collection::btree_map(0usize..120, 0u128..6, 0..9),
        ) {
            let empty = || Distinct { starts: vec![[0, 0]], numbers: Vec::new(), rows: Vec::new() };
            let (mut before, mut changed, mut expected) = (empty(), empty(), empty());
            before.push(rows.iter().copied());
            let changes: Vec<(usize, u128)> = changes.into_iter().filter(|c| c.0 < rows.len()).collect();
            changed.change(before.of(0), &changes);
            let mut after = rows;
            for (row, bits) in &changes {
                after[*row] = *bits;
            }
            expected.push(after.iter().copied());
            prop_assert_eq!(changed.last().numbers, expected.last().numbers);
            prop_assert_eq!(changed.last().rows, expected.last().rows);
            changed.clear_last();
            prop_assert_eq!(changed.last().numbers.len() + changed.last().rows.len(), 0);
        }
    }
}
