//! The rules as a user of the crate sees them: against known results, against slower ways to the same answer, and
//! against another library.

mod declaration;
mod differential;
mod known_failures;
mod notation;
mod perft;
mod perft_data;
mod properties;
mod property_check;
mod property_keys;
mod property_moves;
mod property_see;
mod real_games;
mod reference;
mod repetition;
mod reversible;
mod runs;
mod scenario;
mod sfen_contract;
mod usi_moves;
mod wild_positions;
