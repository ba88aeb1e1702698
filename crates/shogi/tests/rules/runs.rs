//! How many positions the property tests look at: positions out of shrinking bytes, and games from the start.

use crate::scenario::{self, Bytes};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use shogi::Position;

/// Proptest with a fixed seed, so that a run is the same everywhere. `PROPTEST_CASES` of 256 is the usual amount; a
/// larger one means proportionally more, with other positions.
fn runner(cases: u32) -> TestRunner {
    let wanted = Config::default().cases;
    let rng_seed = RngSeed::Fixed(u64::from(wanted));
    let cases = (u64::from(cases) * u64::from(wanted) / 256).max(1) as u32;
    TestRunner::new(Config { cases, rng_seed, failure_persistence: None, ..Config::default() })
}

/// Random bytes, shrunk towards short and zero when `check` panics.
pub(crate) fn for_each_bytes(cases: u32, longest: usize, check: impl Fn(&mut Bytes<'_>)) {
    let strategy = proptest::collection::vec(any::<u8>(), 0..longest);
    let result = runner(cases).run(&strategy, |bytes| {
        check(&mut Bytes::new(&bytes));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Random positions.
pub(crate) fn for_each_scenario(cases: u32, check: impl Fn(&mut Position)) {
    for_each_bytes(cases, 240, |bytes| check(&mut scenario::position(bytes)));
}

/// All positions of `games` games of up to 200 plies: half of them from the start of an even game.
pub(crate) fn for_each_position(games: u64, mut check: impl FnMut(&mut Position)) {
    for game in 0..games {
        let bytes = scenario::random_bytes(game, 1000);
        let mut bytes = Bytes::new(&bytes);
        let start = if game % 2 == 0 { Position::startpos() } else { scenario::position(&mut bytes) };
        scenario::play(&mut bytes, start, 200, &mut check);
    }
}
