//! One entry: what is known about a position, and its form in four words.

use game::Value;

use crate::word::Word;

/// A bound as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The bound; node-relative.
    pub value: i16,
    /// Depth searched, in plies.
    pub depth: u8,
    /// Bloom filter of the proof tree, 48 bits.
    pub signature: u64,
}

impl Bound {
    /// The value in the type searches use.
    #[inline]
    pub const fn value(&self) -> Value {
        self.value as Value
    }
}

/// What is known about a position. A lower and an upper bound stand side by side, each with its own depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// `V >= value`.
    pub lower: Option<Bound>,
    /// `V <= value`.
    pub upper: Option<Bound>,
    /// Whether the first move of the lower bound gives check.
    pub lower_checks: bool,
    /// Whether a twin entry has been stored for the position.
    pub twin: bool,
    /// Whether the position lay on a principal variation.
    pub pv: bool,
    /// Packed best move, 0 if none.
    pub mv: u16,
    /// Static evaluation, if known.
    pub eval: Option<i16>,
    /// Generation of the table when the entry was written.
    pub generation: u8,
}

const LOWER: u64 = 1;
const UPPER: u64 = 2;
const CHECKS: u64 = 4;
const TWIN: u64 = 8;
const PV: u64 = 16;
const WRITTEN: u64 = 128;
const NO_EVAL: i16 = i16::MIN;

impl Entry {
    /// The deepest bound, 0 if there is none.
    pub fn depth(&self) -> u8 {
        self.lower.map_or(0, |bound| bound.depth).max(self.upper.map_or(0, |bound| bound.depth))
    }

    /// Three words of contents.
    #[inline]
    pub fn encode(&self) -> [u64; 3] {
        let empty = Bound { value: 0, depth: 0, signature: 0 };
        let (lower, upper) = (self.lower.unwrap_or(empty), self.upper.unwrap_or(empty));
        let mut flags = WRITTEN;
        for (set, flag) in [
            (self.lower.is_some(), LOWER),
            (self.upper.is_some(), UPPER),
            (self.lower_checks, CHECKS),
            (self.twin, TWIN),
            (self.pv, PV),
        ] {
            flags |= if set { flag } else { 0 };
        }
        let half = |word: i16| u64::from(word as u16);
        [
            half(lower.value)
                | half(upper.value) << 16
                | u64::from(self.mv) << 32
                | half(self.eval.unwrap_or(NO_EVAL)) << 48,
            u64::from(lower.depth)
                | u64::from(upper.depth) << 8
                | flags << 16
                | u64::from(self.generation) << 24
                | (lower.signature & 0xffff_ffff) << 32,
            upper.signature << 16 | lower.signature >> 32,
        ]
    }

    /// The entry in three words, if anything was ever written there.
    #[inline]
    pub fn decode(words: [u64; 3]) -> Option<Self> {
        let flags = words[1] >> 16;
        if flags & WRITTEN == 0 {
            return None;
        }
        let half = |shift: u32| (words[0] >> shift) as i16;
        let lower = Bound {
            value: half(0),
            depth: words[1] as u8,
            signature: words[1] >> 32 | (words[2] & 0xffff) << 32,
        };
        let upper = Bound { value: half(16), depth: (words[1] >> 8) as u8, signature: words[2] >> 16 };
        Some(Self {
            lower: (flags & LOWER != 0).then_some(lower),
            upper: (flags & UPPER != 0).then_some(upper),
            lower_checks: flags & CHECKS != 0,
            twin: flags & TWIN != 0,
            pv: flags & PV != 0,
            mv: (words[0] >> 32) as u16,
            eval: Some(half(48)).filter(|&eval| eval != NO_EVAL),
            generation: (words[1] >> 24) as u8,
        })
    }
}

/// Four words of shared memory that hold one entry and its key.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Slot<W>(pub(crate) [W; 4]);

/// Multiplications by different odd constants keep words that differ in a few bits from cancelling.
#[inline]
const fn fold(words: [u64; 3]) -> u64 {
    words[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ words[1].wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(21)
        ^ words[2].wrapping_mul(0x94d0_49bb_1331_11eb).rotate_left(43)
}

impl<W: Word> Slot<W> {
    /// Writes an entry. Words of concurrent writers may mix; [`Slot::read`] refuses the mixture.
    #[inline]
    pub fn write(&self, key: u64, entry: &Entry) {
        let words = entry.encode();
        self.0[0].store(key ^ fold(words));
        for (word, value) in self.0[1..].iter().zip(words) {
            word.store(value);
        }
    }

    /// The key and the entry, whatever they are. A torn entry gives a key that nobody asked for.
    #[inline]
    pub fn read_any(&self) -> (u64, Option<Entry>) {
        let words = [self.0[1].load(), self.0[2].load(), self.0[3].load()];
        (self.0[0].load() ^ fold(words), Entry::decode(words))
    }

    /// The entry of `key`, if that is what the slot holds: all 64 bits are compared.
    #[inline]
    pub fn read(&self, key: u64) -> Option<Entry> {
        let words = [self.0[1].load(), self.0[2].load(), self.0[3].load()];
        if self.0[0].load() ^ fold(words) == key { Entry::decode(words) } else { None }
    }

    /// Its words: check word first, then the contents.
    pub const fn words(&self) -> &[W; 4] {
        &self.0
    }

    /// Empties the slot. What is empty is only read, so that memory never used stays untouched.
    pub fn clear(&self) {
        for word in &self.0 {
            if word.load() != 0 {
                word.store(0);
            }
        }
    }
}
