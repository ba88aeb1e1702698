//! 256 sums or weights of 16 bits, and how they are added up: in the default instructions, and the same with AVX2.
//!
//! Sums wrap, as they do in the programs that the published networks come from: a sum does then not depend on the way to it.

/// Sums of a side.
pub(super) const WIDTH: usize = 256;

/// A column of weights, or the sums of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [i16; WIDTH]);

impl Row {
    pub(super) const ZERO: Self = Self([0; WIDTH]);
}

/// What this processor can do; nobody else can say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Simd {
    avx2: bool,
}

impl Simd {
    /// The default instructions only.
    #[cfg(test)]
    pub(super) const NONE: Self = Self { avx2: false };

    pub(super) fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        let avx2 = is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = false;
        Self { avx2 }
    }

    #[inline]
    pub(super) const fn avx2(self) -> bool {
        self.avx2
    }
}

/// `after = before - gone + come`, for one or two columns each.
#[inline]
pub(super) fn exchange<const N: usize>(
    before: &Row,
    after: &mut Row,
    gone: [&Row; N],
    come: [&Row; N],
    simd: Simd,
) {
    #[cfg(target_arch = "x86_64")]
    if simd.avx2 {
        // SAFETY: a `Simd` says that there is AVX2 only if it was detected.
        return unsafe { exchange_avx2(before, after, gone, come) };
    }
    let _ = simd;
    exchange_plain(before, after, gone, come);
}

/// `sums += column`.
#[inline]
pub(super) fn add(sums: &mut Row, column: &Row, simd: Simd) {
    #[cfg(target_arch = "x86_64")]
    if simd.avx2 {
        // SAFETY: as above.
        return unsafe { add_avx2(sums, column) };
    }
    let _ = simd;
    add_plain(sums, column);
}

#[inline(always)]
fn exchange_plain<const N: usize>(before: &Row, after: &mut Row, gone: [&Row; N], come: [&Row; N]) {
    for (index, sum) in after.0.iter_mut().enumerate() {
        let mut value = before.0[index];
        for column in gone {
            value = value.wrapping_sub(column.0[index]);
        }
        for column in come {
            value = value.wrapping_add(column.0[index]);
        }
        *sum = value;
    }
}

#[inline(always)]
fn add_plain(sums: &mut Row, column: &Row) {
    for (sum, weight) in sums.0.iter_mut().zip(&column.0) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn exchange_avx2<const N: usize>(before: &Row, after: &mut Row, gone: [&Row; N], come: [&Row; N]) {
    exchange_plain(before, after, gone, come);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2(sums: &mut Row, column: &Row) {
    add_plain(sums, column);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::random::Numbers;

    #[test]
    fn both_ways_add_alike_also_where_sums_wrap() {
        let mut numbers = Numbers::new(5);
        for _ in 0..50 {
            let mut row = || Row(std::array::from_fn(|_| numbers.next() as i16));
            let [before, a, b, c, d] = std::array::from_fn(|_| row());
            let twice = |simd| {
                let (mut one, mut two) = (Row::ZERO, Row::ZERO);
                exchange(&before, &mut one, [&a], [&b], simd);
                exchange(&one, &mut two, [&b, &c], [&a, &d], simd);
                two
            };
            let [plain, found] = [Simd::NONE, Simd::detected()].map(twice);
            assert!(plain == found);
            let mut sums = before;
            add(&mut sums, &d, Simd::NONE);
            let mut others = found;
            add(&mut others, &c, Simd::detected());
            assert!(sums == others);
        }
    }
}
