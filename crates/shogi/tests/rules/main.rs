//! The rules as a user of the crate sees them: against known results, against slower ways to the same answer, and
//! against another library.

mod perft;
mod perft_data;
mod properties;
mod property_keys;
mod property_moves;
mod runs;
mod scenario;
