//! Assignments of distinct kinds to a side's doves, numbered, and the tables by which an action changes them.

/// The number of assignments for none to five doves beside the boss.
pub const COUNT: [usize; 6] = [1, 5, 20, 60, 120, 120];

/// The entry of [`Assignments::append`] for a kind that is there already.
pub const NONE: u8 = 255;

/// The powers by which the digits of a permutation make its key.
const DIGITS: [usize; 5] = [1, 5, 25, 125, 625];

/// One nibble table for each four bits of a row.
type Scatter = [[u128; 16]; 30];

/// Tables over the sequences of distinct kinds (0 to 4, the order of [`crate::Kind::OTHERS`]).
///
/// A *permutation* `p` of `a` places sends what stands on place `i` to place `p[i]`; it is named by its number, 0
/// being the identity.
pub struct Assignments {
    sequences: Vec<Vec<[u8; 5]>>,
    numbers: Vec<Vec<u8>>,
    permutation_numbers: Vec<Vec<u8>>,
    inverse: Vec<Vec<u8>>,
    permute: Vec<Vec<[u8; 120]>>,
    append: Vec<[[u8; 120]; 5]>,
    drop_last: Vec<[u8; 120]>,
    holds: Vec<[[u128; 5]; 5]>,
    lacks: Vec<[u128; 5]>,
    scatter: Vec<Vec<Box<Scatter>>>,
}

fn key(sequence: &[u8]) -> usize {
    sequence.iter().zip(DIGITS).map(|(&k, digit)| usize::from(k) * digit).sum()
}

fn distinct(length: usize, kinds: u8) -> Vec<[u8; 5]> {
    let mut found = vec![[0u8; 5]];
    for place in 0..length {
        found = found
            .iter()
            .flat_map(|s| (0..kinds).filter(move |k| !s[..place].contains(k)).map(move |k| (s, k)))
            .map(|(s, k)| {
                let mut longer = *s;
                longer[place] = k;
                longer
            })
            .collect();
    }
    found
}

fn numbering(sequences: &[[u8; 5]], length: usize) -> Vec<u8> {
    let mut numbers = vec![NONE; 3125];
    for (i, s) in sequences.iter().enumerate() {
        numbers[key(&s[..length])] = i as u8;
    }
    numbers
}

impl Assignments {
    /// Builds the tables (about 1.2 MB).
    pub(crate) fn new() -> Self {
        let sequences: Vec<_> = (0..=5).map(|a| distinct(a, 5)).collect();
        let numbers: Vec<_> = (0..=5).map(|a| numbering(&sequences[a], a)).collect();
        let permutations: Vec<_> = (0..=5).map(|a| distinct(a, a as u8)).collect();
        let permutation_numbers: Vec<_> = (0..=5).map(|a| numbering(&permutations[a], a)).collect();
        let mut permute: Vec<Vec<[u8; 120]>> = Vec::new();
        let mut append = Vec::new();
        let mut drop_last = Vec::new();
        let mut holds = Vec::new();
        let mut lacks = Vec::new();
        for a in 0..=5 {
            let of_length: &Vec<[u8; 5]> = &sequences[a];
            let all = |map: &dyn Fn(&[u8; 5]) -> u8| {
                let mut table = [NONE; 120];
                for (entry, s) in table.iter_mut().zip(of_length) {
                    *entry = map(s);
                }
                table
            };
            permute.push(
                permutations[a]
                    .iter()
                    .map(|p| {
                        all(&|s| {
                            let mut moved = [0; 5];
                            for i in 0..a {
                                moved[usize::from(p[i])] = s[i];
                            }
                            numbers[a][key(&moved[..a])]
                        })
                    })
                    .collect(),
            );
            append.push(std::array::from_fn(|kind| {
                all(&|s| {
                    if a == 5 || s[..a].contains(&(kind as u8)) {
                        return NONE;
                    }
                    let mut longer = *s;
                    longer[a] = kind as u8;
                    numbers[a + 1][key(&longer[..=a])]
                })
            }));
            drop_last.push(all(&|s| if a == 0 { NONE } else { numbers[a - 1][key(&s[..a - 1])] }));
            let mask = |test: &dyn Fn(&[u8; 5]) -> bool| {
                of_length.iter().enumerate().filter(|(_, s)| test(s)).fold(0u128, |m, (t, _)| m | 1 << t)
            };
            holds.push(std::array::from_fn(|place| {
                std::array::from_fn(|kind| mask(&|s| place < a && usize::from(s[place]) == kind))
            }));
            lacks.push(std::array::from_fn(|kind| mask(&|s| !s[..a].contains(&(kind as u8)))));
        }
        let scatter = (0..=5).map(|a| permute_to_scatter(&permute[a], COUNT[a])).collect();
        let inverse = (0..=5)
            .map(|a| {
                let undo = |p: &[u8; 5]| {
                    let mut back = [0; 5];
                    (0..a).for_each(|i| back[usize::from(p[i])] = i as u8);
                    permutation_numbers[a][key(&back[..a])]
                };
                permutations[a].iter().map(undo).collect()
            })
            .collect();
        Self {
            sequences,
            numbers,
            permutation_numbers,
            inverse,
            permute,
            append,
            drop_last,
            holds,
            lacks,
            scatter,
        }
    }

    /// The kinds of an assignment of `a` doves; entries from `a` on are 0.
    #[inline]
    pub fn sequence(&self, a: usize, t: usize) -> &[u8; 5] {
        &self.sequences[a][t]
    }

    /// The number of a sequence of distinct kinds.
    pub fn number(&self, sequence: &[u8]) -> usize {
        usize::from(self.numbers[sequence.len()][key(sequence)])
    }

    /// The number of the permutation that sends each of some distinct cells to its place in ascending order.
    #[inline]
    pub fn sorting(&self, cells: &[u8]) -> u8 {
        // Each pair adds one to the place of the larger cell.
        let mut key = 0;
        for (j, &cell) in cells.iter().enumerate() {
            for (i, &earlier) in cells[..j].iter().enumerate() {
                key += if cell < earlier { DIGITS[i] } else { DIGITS[j] };
            }
        }
        self.permutation_numbers[cells.len()][key]
    }

    /// The permutation that undoes a permutation of `a` places.
    #[inline]
    pub fn inverse(&self, a: usize, permutation: u8) -> u8 {
        self.inverse[a][usize::from(permutation)]
    }

    /// For each assignment of `a` doves its image under a permutation.
    #[inline]
    pub fn permute(&self, a: usize, permutation: u8) -> &[u8; 120] {
        &self.permute[a][usize::from(permutation)]
    }

    /// For each assignment of `a` doves the one of `a + 1` that ends with `kind`, or [`NONE`].
    #[inline]
    pub fn append(&self, a: usize, kind: usize) -> &[u8; 120] {
        &self.append[a][kind]
    }

    /// For each assignment of `a` doves the one without its last.
    #[inline]
    pub fn drop_last(&self, a: usize) -> &[u8; 120] {
        &self.drop_last[a]
    }

    /// The assignments of `a` doves that have `kind` on `place`, as bits.
    #[inline]
    pub fn holding(&self, a: usize, place: usize, kind: usize) -> u128 {
        self.holds[a][place][kind]
    }

    /// The assignments of `a` doves without `kind`, as bits.
    #[inline]
    pub fn lacking(&self, a: usize, kind: usize) -> u128 {
        self.lacks[a][kind]
    }

    /// All assignments of `a` doves, as bits.
    #[inline]
    pub fn all(a: usize) -> u128 {
        (1u128 << COUNT[a]) - 1
    }

    /// Undoes a permutation of the places on a row: bit `u` of the result is bit `permute(b, permutation)[u]` of
    /// `row`.
    #[inline]
    pub fn pull(&self, b: usize, permutation: u8, row: u128) -> u128 {
        if permutation == 0 || row == 0 {
            return row;
        }
        let table = &self.scatter[b][usize::from(permutation)];
        let mut out = 0;
        for (half, tables) in [row as u64, (row >> 64) as u64].into_iter().zip([&table[..16], &table[16..]]) {
            if half != 0 {
                for (n, entries) in tables.iter().enumerate() {
                    out |= entries[(half >> (4 * n)) as usize & 15];
                }
            }
        }
        out
    }
}

fn permute_to_scatter(permute: &[[u8; 120]], count: usize) -> Vec<Box<Scatter>> {
    permute
        .iter()
        .map(|images| {
            let mut table: Box<Scatter> = Box::new([[0; 16]; 30]);
            for (u, &v) in images[..count].iter().enumerate() {
                let (nibble, bit) = (usize::from(v) / 4, usize::from(v) % 4);
                for x in 0..16 {
                    if x >> bit & 1 == 1 {
                        table[nibble][x] |= 1 << u;
                    }
                }
            }
            table
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pulling_a_row_is_the_permutation_bit_by_bit() {
        let tables = Assignments::new();
        for b in 0..=5 {
            let permutations = [1u8, 1, 2, 6, 24, 120][b];
            for p in 0..permutations {
                let row = 0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978u128.rotate_left(u32::from(p))
                    & Assignments::all(b);
                let pulled = tables.pull(b, p, row);
                let back = tables.permute(b, tables.inverse(b, p));
                for u in 0..COUNT[b] {
                    let v = tables.permute(b, p)[u];
                    assert_eq!(usize::from(back[usize::from(v)]), u, "b {b} p {p}");
                    assert_eq!(pulled >> u & 1, row >> v & 1, "b {b} p {p} u {u}");
                }
            }
        }
    }

    #[test]
    fn appending_then_dropping_is_nothing() {
        let tables = Assignments::new();
        for (a, &count) in COUNT[..5].iter().enumerate() {
            for kind in 0..5 {
                for t in 0..count {
                    let longer = tables.append(a, kind)[t];
                    assert_eq!(longer == NONE, tables.lacking(a, kind) >> t & 1 == 0);
                    if longer != NONE {
                        assert_eq!(usize::from(tables.drop_last(a + 1)[usize::from(longer)]), t);
                    }
                }
            }
        }
    }
}
