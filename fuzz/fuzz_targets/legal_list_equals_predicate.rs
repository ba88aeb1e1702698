//! Fuzz target: `fuzzed::legal_list_equals_predicate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzzed::legal_list_equals_predicate(data));
