//! Random games through every format and back, through a peer's readers, and with damage.

mod damage;
mod games;
mod peer;
mod real_games;
mod round_trip;
