//! Fuzz target: `fuzzed::usi_moves`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzzed::usi_moves(data));
