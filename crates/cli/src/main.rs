//! The program `yomikiri`: reads the command line and hands over to one file per subcommand.
#![forbid(unsafe_code)]

mod exit;
mod perft;
mod position;
mod position_text;
mod rule;

use clap::{Parser, Subcommand};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Two-player games of perfect information: analysis, engine, rules.
///
/// Results go to standard output, progress and logs to standard error (more of them with `YOMIKIRI_LOG=debug`). Exit codes:
/// 0 well, 1 something failed outside (a file, a process), 2 bad input, 3 a verification failed.
#[derive(Parser)]
#[command(name = "yomikiri", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Position(position::Arguments),
    Perft(perft::Arguments),
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    log_to_stderr();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match command {
        Command::Position(arguments) => position::run(&arguments, &mut out),
        Command::Perft(arguments) => perft::run(&arguments, &mut out),
    };
    // What was found before an error is still worth reading, so it is written out before the error is told.
    let flushed = out.flush().map_err(anyhow::Error::from);
    exit::code(result.and(flushed))
}

fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("YOMIKIRI_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).without_time().init();
}
