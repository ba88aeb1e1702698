//! Project chores, run as `cargo xtask …`.
#![forbid(unsafe_code)]

fn main() {}
