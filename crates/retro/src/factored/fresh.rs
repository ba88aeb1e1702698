//! What one half-ply settles in one class: few positions of many, so only the rows that have any are kept.

use super::distinct::{Distinct, FrameRows};
use super::held::{Held, Meter};
use super::layout::Layout;
use doves::frames::each_bit;
use tablebase::block;
use tablebase::prefetch::prefetch;

/// zstd's level: each is written once, and higher levels gain little.
const LEVEL: i32 = 1;

/// Bytes that [`Fresh`] was packed to.
pub(crate) struct Packed {
    pub(crate) bytes: Vec<u8>,
    pub(crate) unpacked: usize,
    /// The checksum of everything that was settled, also of what is left out.
    pub(crate) checksum: u64,
}

/// Collects what is settled, frame after frame.
pub(crate) struct Builder {
    masks: Vec<u128>,
    rows: Distinct,
}

impl Builder {
    pub(crate) fn new(layout: &Layout, class: usize) -> Self {
        Self { masks: Vec::with_capacity(layout.frames.frames_of(class)), rows: Distinct::new(layout, class) }
    }

    /// Adds the new positions of the next frame: a row, not empty, for each bit of `mask`. Returns their number.
    pub(crate) fn push(&mut self, mask: u128, rows: &[u128]) -> u64 {
        self.masks.push(mask);
        if mask == 0 {
            self.rows.end_frame();
            return 0;
        }
        self.rows.push(rows.iter().copied());
        // Bits are counted once for each different row: without an instruction for it that takes some time.
        let added = self.rows.last();
        let mut bits = [0u32; 128];
        bits.iter_mut().zip(added.rows).for_each(|(bits, row)| *bits = row.count_ones());
        added.numbers.iter().map(|number| u64::from(bits[usize::from(*number) & 127])).sum()
    }

    /// Packs what there is: a word for each frame that says which rows it has, then these rows; these only if they are
    /// asked for.
    pub(crate) fn pack(&self, rows: bool) -> std::io::Result<Packed> {
        let mut bytes: Vec<u8> = self.masks.iter().flat_map(|mask| mask.to_le_bytes()).collect();
        let masks = bytes.len();
        self.rows.write(&mut bytes);
        let checksum = block::checksum(&bytes);
        if !rows {
            bytes.truncate(masks);
        }
        Ok(Packed { bytes: block::pack(&bytes, LEVEL)?, unpacked: bytes.len(), checksum })
    }
}

/// Which frames have a row of their own in bytes from [`Builder::pack`]; `None` if they cannot come from it.
pub(crate) fn changed_frames(
    layout: &Layout,
    class: usize,
    packed: &[u8],
    unpacked: usize,
) -> Option<Vec<usize>> {
    let frames = layout.frames.frames_of(class);
    let bytes = block::unpack(packed, unpacked).ok()?;
    let masks = bytes.get(..16 * frames)?.chunks_exact(16);
    Some(
        masks
            .enumerate()
            .filter(|(_, mask)| mask.iter().any(|byte| *byte != 0))
            .map(|(frame, _)| frame)
            .collect(),
    )
}

/// What one half-ply settled in one class.
pub(crate) struct Fresh {
    gains: Vec<Place>,
    /// The number of every row of the frames whose rows are numbered; without meaning where a row did not gain.
    numbers: Vec<u8>,
    /// Row: assignment of the side waiting, bit: of the side to move.
    rows: Vec<u128>,
    _held: Held,
}

/// Where to find what a frame gained. Aligned, so that all of it comes with one access to memory.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Place {
    /// Which rows have a bit.
    mask: u128,
    /// Where the numbers of its rows begin; [`PLAIN`]: its rows have none.
    number: u32,
    /// Where its rows begin, and how many there are.
    row: u32,
    count: u8,
}

/// In place of numbers: there is a row for each bit of the mask. Most frames gain so little that numbers would take more.
const PLAIN: u32 = u32::MAX;

/// What a frame gained.
#[derive(Clone, Copy)]
pub(crate) struct Gain<'a> {
    /// Which rows gained.
    pub(crate) mask: u128,
    /// For each row, the number of what it gained; without numbers the rows are in the order of the mask's bits.
    pub(crate) numbers: Option<&'a [u8]>,
    /// What was gained.
    pub(crate) rows: &'a [u128],
}

impl Fresh {
    /// Undoes [`Builder::pack`]; `None` if the bytes cannot come from it.
    pub(crate) fn new(
        layout: &Layout,
        class: usize,
        packed: &[u8],
        unpacked: usize,
        meter: &Meter,
    ) -> Option<Self> {
        let frames = layout.frames.frames_of(class);
        let bytes = block::unpack(packed, unpacked).ok().filter(|bytes| bytes.len() == unpacked)?;
        let (masks, rows) = bytes.split_at_checked(16 * frames)?;
        let masks: Vec<u128> = masks
            .chunks_exact(16)
            .map(|mask| u128::from_le_bytes(mask.try_into().expect("sixteen bytes")))
            .collect();
        let known = Distinct::read(frames, rows)?;
        drop(bytes);
        // A number for each row of the frame beside the different rows, or a row for each that gained.
        let is_plain = |set: usize, different: usize, all: usize| 16 * set <= 16 * different + all;
        let (mut of_numbers, mut of_rows) = (0, 0);
        for (block, mask) in layout.blocks(class).zip(&masks) {
            let (set, different) = (known.of(block.frame).numbers.len(), known.of(block.frame).rows.len());
            if set != mask.count_ones() as usize || mask >> block.rows != 0 {
                return None;
            }
            let plain = is_plain(set, different, block.rows);
            of_numbers += if plain { 0 } else { block.rows };
            of_rows += if plain { set } else { different };
        }
        let mut numbers = Vec::with_capacity(of_numbers);
        let mut rows = Vec::with_capacity(of_rows);
        let mut gains = Vec::with_capacity(frames);
        for (block, mask) in layout.blocks(class).zip(masks) {
            let FrameRows { numbers: short, rows: different } = known.of(block.frame);
            let row = rows.len() as u32;
            let number = if is_plain(short.len(), different.len(), block.rows) {
                rows.extend(short.iter().map(|number| different[usize::from(*number)]));
                PLAIN
            } else {
                let first = numbers.len();
                numbers.resize(first + block.rows, 0);
                let mut short = short.iter();
                each_bit(mask, |row| numbers[first + row] = short.next().copied().unwrap_or_default());
                rows.extend_from_slice(different);
                first as u32
            };
            gains.push(Place { mask, number, row, count: (rows.len() - row as usize) as u8 });
        }
        let held = meter.hold(size_of::<Place>() * gains.len() + 16 * rows.len() + numbers.len());
        Some(Self { gains, numbers, rows, _held: held })
    }

    /// Asks for the place of what a frame gained.
    #[inline]
    pub(crate) fn prefetch(&self, frame: usize) {
        prefetch(&self.gains, frame);
    }

    /// Whether a frame gained anything.
    #[inline]
    pub(crate) fn has(&self, frame: usize) -> bool {
        self.gains[frame].mask != 0
    }

    /// What a frame gained.
    #[inline]
    pub(crate) fn of(&self, frame: usize) -> Gain<'_> {
        let Place { mask, number, row, count } = self.gains[frame];
        let numbers = (number != PLAIN).then(|| {
            let used = 128 - mask.leading_zeros() as usize;
            &self.numbers[number as usize..][..used]
        });
        Gain { mask, numbers, rows: &self.rows[row as usize..][..usize::from(count)] }
    }

    /// The rows of a frame that gained, by number.
    pub(crate) fn rows_of(&self, frame: usize) -> impl Iterator<Item = (usize, u128)> + '_ {
        let Gain { mask, numbers, rows } = self.of(frame);
        let gained = (0..128).filter(move |row| mask >> row & 1 == 1);
        gained
            .enumerate()
            .map(move |(place, row)| (row, rows[numbers.map_or(place, |numbers| usize::from(numbers[row]))]))
    }

    /// The frames that gained.
    pub(crate) fn frames(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.gains.len()).filter(|frame| self.has(*frame))
    }
}
