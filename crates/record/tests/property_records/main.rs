//! Random games through every format and back, through a peer's readers, and with damage.

mod damage;
mod games;
mod peer;
mod real_games;
mod round_trip;

use proptest::test_runner::Config;

/// As many cases as `PROPTEST_CASES` says, or `usual`.
fn cases(usual: u32) -> Config {
    let config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_some() { config } else { Config { cases: usual, ..config } }
}
