//! Solved values on disk: a versioned block file, probing by memory map, verification by forward moves.
//!
//! The only crate of the workspace that knows a file's bytes: see [`block`] for the layout.

pub mod block;
mod error;
mod label;
pub mod prefetch;
mod values;
pub mod verify;

pub use block::{BlockFile, BlockWriter};
pub use error::TableError;
pub use label::Label;
pub use values::{ENTRIES, Statistics, ValueTable, ValueWriter};
