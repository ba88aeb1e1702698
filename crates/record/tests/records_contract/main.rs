//! The contract of the readers: what files that are hard to read must give, and that memory stays bounded.

mod expected;
mod own_data;
mod streaming;
mod versions;
