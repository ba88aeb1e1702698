//! What search and solver ask of a game, with brute-force references.
#![forbid(unsafe_code)]

pub mod solve;
