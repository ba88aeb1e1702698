//! Uniformity and cost of the index schemes, on real and on structured keys.

use std::fmt;
use std::hint::black_box;

use game::Game;
use game::random::Random;
use shogi::Position;
use table::Index;

use crate::cpu_time::CpuTime;
use crate::shogi_game::ShogiGame;

/// One scheme on one set of keys.
#[derive(Clone, Debug)]
pub struct IndexRow {
    /// What the keys are.
    pub keys: &'static str,
    /// The scheme.
    pub scheme: Index,
    /// Chi-squared over its degrees of freedom: 1 for uniform indices, more for clustered ones.
    pub chi: f64,
    /// Buckets in use, relative to what uniform indices give.
    pub used: f64,
    /// Nanoseconds for one index.
    pub nanoseconds: f64,
}

impl fmt::Display for IndexRow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:<34} {:<22} {:>12.3} {:>8.3} {:>8.2}",
            self.keys,
            self.scheme.name(),
            self.chi,
            self.used,
            self.nanoseconds
        )
    }
}

/// Heading of the rows.
pub const HEADING: &str =
    "keys                               scheme                  chi2 / dof     used  ns/index";

/// Keys of positions that random play from the start position meets.
fn real_keys(count: usize, random: &mut Random) -> Vec<u64> {
    let mut keys = Vec::with_capacity(count);
    let mut moves = Vec::new();
    while keys.len() < count {
        let mut game = ShogiGame::new(Position::startpos());
        for _ in 0..120 {
            game.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(random.pick(&moves));
            keys.push(game.key());
        }
    }
    keys.sort_unstable();
    keys.dedup();
    keys.truncate(count);
    keys
}

fn measure(keys: &[u64], name: &'static str, scheme: Index, room: u64) -> IndexRow {
    let buckets = scheme.buckets(room);
    let mut loads = vec![0u32; buckets as usize];
    for &key in keys {
        loads[scheme.bucket(key, buckets) as usize] += 1;
    }
    let mean = keys.len() as f64 / buckets as f64;
    let sum: f64 = loads.iter().map(|&load| (f64::from(load) - mean).powi(2) / mean).sum();
    let used = loads.iter().filter(|&&load| load > 0).count() as f64;
    let start = CpuTime::start();
    let mut total = 0u64;
    let rounds = 8;
    for _ in 0..rounds {
        for &key in keys {
            total = total.wrapping_add(scheme.bucket(black_box(key), black_box(buckets)));
        }
    }
    black_box(total);
    IndexRow {
        keys: name,
        scheme,
        chi: sum / (buckets - 1) as f64,
        used: used / (buckets as f64 * -(-mean).exp_m1()),
        nanoseconds: start.elapsed().as_nanos() as f64 / (rounds * keys.len()) as f64,
    }
}

/// Measures every scheme on `count` keys of every kind.
pub fn index_report(count: usize, seed: u64) -> Vec<IndexRow> {
    let mut random = Random::new(seed);
    let sets: Vec<(&'static str, Vec<u64>)> = vec![
        ("random", (0..count).map(|_| random.word()).collect()),
        ("real positions of shogi", real_keys(count, &mut random)),
        ("0, 1, 2, ...", (0..count as u64).collect()),
        ("multiples of 2^20", (0..count as u64).map(|at| at << 20).collect()),
        ("multiples of 2^44", (0..count as u64).map(|at| at << 44).collect()),
        ("random, low 16 bits zero", (0..count).map(|_| random.word() & !0xffff).collect()),
        ("random, high 16 bits zero", (0..count).map(|_| random.word() >> 16).collect()),
    ];
    // Four keys per bucket on average, and no power of two.
    let room = (count as u64 / 4).max(4) + 3;
    sets.iter()
        .flat_map(|(name, keys)| Index::ALL.into_iter().map(move |scheme| measure(keys, name, scheme, room)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_keys_give_uniform_indices_in_every_scheme() {
        for row in index_report(1 << 16, 1) {
            if row.keys == "random" || row.keys == "real positions of shogi" {
                assert!((0.95..1.05).contains(&row.chi), "{row}");
                assert!((0.99..1.01).contains(&row.used), "{row}");
            }
        }
    }

    #[test]
    fn structured_keys_tell_the_schemes_apart() {
        let rows = index_report(1 << 14, 1);
        let used = |keys: &str, scheme: Index| {
            rows.iter().find(|row| row.keys == keys && row.scheme == scheme).expect("measured").used
        };
        assert!(used("0, 1, 2, ...", Index::MultiplyHigh) < 0.01, "small keys all go to the first bucket");
        assert!(used("multiples of 2^20", Index::PrimeModulus) > 0.99);
        assert!(used("multiples of 2^20", Index::Mix32) < 0.5, "bits m to 31 never reach the index");
    }
}
