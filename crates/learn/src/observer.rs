//! Who is told how a run goes on.

use crate::log::Row;
use crate::network::NetworkRow;

/// Told how a run goes on; from several threads.
pub trait Observer: Sync {
    /// Something begins that takes so many positions, of which some are done already.
    fn begin(&self, _stage: &str, _total: u64, _done: u64) {}
    /// So many more are done.
    fn advance(&self, _positions: u64) {}
    /// A pass is done.
    fn pass(&self, _row: &Row) {}
    /// A pass of a network is done.
    fn network_pass(&self, _row: &NetworkRow) {}
    /// Something that a reader of the result should know.
    fn warn(&self, _text: &str) {}
}

/// Tells nobody.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {}
