//! The contract of the program with scripts, one file per subcommand: exit codes, messages, fields.

mod position;
mod program;
