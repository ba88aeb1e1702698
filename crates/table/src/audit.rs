//! Accounting of collisions: a table that stores the whole position beside its key and counts what a key alone would
//! have got wrong.
//!
//! An *entry collision* is two positions that want the same place: unavoidable, harmless, and the reason for
//! replacement. A *hash collision* is a probe answered by the entry of another position, because all compared bits agree:
//! a *false hit*. With 64 bits none is ever seen; with fewer bits the counts can be held against
//! [`crate::clear::false_hit_probability`].

use crate::index::Index;
use crate::store::WAYS;

/// A position, packed without loss.
pub type Packed = [u64; 7];

#[derive(Clone, Copy)]
struct Seat {
    key: u64,
    position: Packed,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AuditCounts {
    /// Probes.
    pub probes: u64,
    /// Probes answered by the entry of the position asked for.
    pub hits: u64,
    /// Probes answered by the entry of another position.
    pub false_hits: u64,
    /// Entries of other positions that probes meet before the right one: each is a chance for a false hit.
    pub chances: u64,
    /// Writes.
    pub writes: u64,
    /// Writes that threw out another position.
    pub entry_collisions: u64,
}

/// A two-way table that compares `bits` bits of the key and knows better.
pub struct Audit {
    seats: Vec<[Option<Seat>; WAYS]>,
    index: Index,
    mask: u64,
    counts: AuditCounts,
}

impl Audit {
    /// An empty table of at most `buckets` buckets that compares the low `bits` (1 to 64) bits of its keys.
    pub fn new(buckets: u64, index: Index, bits: u32) -> Self {
        let count = index.buckets(buckets.max(1));
        let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        Self { seats: vec![[None; WAYS]; count as usize], index, mask, counts: AuditCounts::default() }
    }

    fn bucket(&self, key: u64) -> usize {
        self.index.bucket(key, self.seats.len() as u64) as usize
    }

    /// Looks a position up; the first entry whose compared bits agree answers.
    pub fn probe(&mut self, key: u64, position: &Packed) {
        self.counts.probes += 1;
        let seats = &self.seats[self.bucket(key)];
        let answer = seats.iter().flatten().find(|seat| (seat.key ^ key) & self.mask == 0);
        match answer {
            Some(seat) if seat.position == *position => self.counts.hits += 1,
            Some(_) => self.counts.false_hits += 1,
            None => {}
        }
        let foreign = seats.iter().flatten().take_while(|seat| seat.position != *position);
        self.counts.chances += foreign.count() as u64;
    }

    /// Enters a position, over the older of the entries of its bucket.
    pub fn write(&mut self, key: u64, position: &Packed) {
        self.counts.writes += 1;
        let bucket = self.bucket(key);
        let seats = &mut self.seats[bucket];
        let seat = Some(Seat { key, position: *position });
        if let Some(at) = seats.iter().position(|held| held.is_some_and(|held| held.position == *position)) {
            seats[at] = seat;
            seats[..=at].rotate_right(1);
            return;
        }
        self.counts.entry_collisions += u64::from(seats[WAYS - 1].is_some());
        seats[WAYS - 1] = seat;
        seats.rotate_right(1);
    }

    /// What was counted so far.
    pub const fn counts(&self) -> AuditCounts {
        self.counts
    }
}

impl std::fmt::Debug for Audit {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Audit")
            .field("buckets", &self.seats.len())
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clear::false_hit_probability;
    use game::random::Random;

    #[test]
    fn false_hits_come_as_often_as_predicted() {
        let mut random = Random::new(4);
        let mut audit = Audit::new(1 << 10, Index::MultiplyHigh, 8);
        let mut whole = Audit::new(1 << 10, Index::MultiplyHigh, 64);
        for _ in 0..400_000 {
            let word = random.word() % 40_000;
            let key = game::random::mix(word);
            let position = [word, 0, 0, 0, 0, 0, 0];
            for audit in [&mut audit, &mut whole] {
                audit.probe(key, &position);
                audit.write(key, &position);
            }
        }
        let counts = audit.counts();
        let expected = counts.chances as f64 * false_hit_probability(1.0, 8);
        let ratio = counts.false_hits as f64 / expected;
        assert!((0.9..1.1).contains(&ratio), "{counts:?}: {ratio} of what was expected");
        assert_eq!(whole.counts().false_hits, 0);
        assert!(whole.counts().entry_collisions > 0);
    }
}
