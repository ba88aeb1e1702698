//! Fuzz target: `fuzzed::incremental_key`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzzed::incremental_key(data));
