//! Rounds of messages between processes, on timely dataflow: the only crate that names it.
//!
//! A [`Cluster`] says which processes there are, [`Mesh::join`] connects this one to the others, and [`Mesh::round`] does a
//! piece of work, hands out what it sends and hands over what the others send, until everybody has everything. The
//! number of the round is the timestamp of a dataflow of one exchange; its progress tracking is the barrier.
//!
//! A process that dies takes its connections with it: every other one gets [`ExchangeError::Lost`] with its name, from the
//! round it is in.
#![forbid(unsafe_code)]

mod cluster;
mod connect;
mod error;
mod failure;
mod mesh;

pub use cluster::Cluster;
pub use error::ExchangeError;
pub use mesh::{Mesh, Outbox};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/cluster.md")]
mod book {}
