//! The contract of the program with scripts, one file per subcommand: exit codes, messages, fields.

mod analyze;
mod bench;
mod book;
mod cluster;
mod convert;
mod learn;
mod mate;
mod position;
mod program;
mod selfplay;
mod serve;
mod solver;
mod tune;
mod verify;
