//! What clients of the interface rely on.

mod analyses;
mod book;
mod fuzz;
mod games;
mod guard;
mod limits;
mod load;
mod positions;
mod records;
mod reviews;
mod runs;
mod solved;
mod support;
