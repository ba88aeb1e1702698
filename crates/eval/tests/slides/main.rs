//! The set `slides`: equal to a slow reference, equal after every move, exactly symmetric.

mod board;
mod incremental;
mod naive;
mod reference;
mod symmetry;
