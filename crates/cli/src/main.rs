//! The program `yomikiri`: reads the command line and hands over to one file per subcommand.
#![forbid(unsafe_code)]

mod agreement;
mod analyze;
mod bench;
mod book;
mod convert;
mod exit;
mod json_lines;
mod learn_command;
mod matches;
mod mate;
mod perft;
mod position;
mod position_text;
mod probe;
mod puzzles;
mod rule;
mod selfplay;
mod serve_command;
mod solve;
mod tables;
mod tune;
mod usi;
mod verify;
mod weights_file;

use clap::{Parser, Subcommand};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Two-player games of perfect information: analysis, engine, rules.
///
/// Results go to standard output, progress and logs to standard error (more of them with `YOMIKIRI_LOG=debug`). Exit codes:
/// 0 well, 1 something failed outside (writing a file, a process), 2 bad input, 3 a verification failed.
#[derive(Parser)]
#[command(name = "yomikiri", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Arguments),
    Position(position::Arguments),
    Perft(perft::Arguments),
    Usi(usi::Arguments),
    Mate(mate::Arguments),
    Bench(bench::Arguments),
    Convert(convert::Arguments),
    Book(book::Arguments),
    Match(Box<matches::Arguments>),
    Learn(Box<learn_command::Arguments>),
    Agreement(agreement::Arguments),
    Selfplay(selfplay::Arguments),
    Tune(tune::Arguments),
    Serve(serve_command::Arguments),
    Solve(solve::Arguments),
    Probe(probe::Arguments),
    Puzzles(puzzles::Arguments),
    Verify(verify::Arguments),
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    log_to_stderr();
    // Not locked: a USI session writes from several threads.
    let mut out = BufWriter::new(io::stdout());
    let result = match command {
        Command::Analyze(arguments) => analyze::run(&arguments, &mut out),
        Command::Position(arguments) => position::run(&arguments, &mut out),
        Command::Perft(arguments) => perft::run(&arguments, &mut out),
        Command::Bench(arguments) => bench::run(&arguments, &mut out),
        Command::Book(arguments) => book::run(&arguments, &mut out),
        Command::Convert(arguments) => convert::run(&arguments, &mut out),
        Command::Usi(arguments) => usi::run(&arguments),
        Command::Mate(arguments) => mate::run(&arguments, &mut out),
        Command::Match(arguments) => matches::run(&arguments, &mut out),
        Command::Learn(arguments) => learn_command::run(&arguments, &mut out),
        Command::Agreement(arguments) => agreement::run(&arguments, &mut out),
        Command::Selfplay(arguments) => selfplay::run(&arguments, &mut out),
        Command::Tune(arguments) => tune::run(&arguments, &mut out),
        Command::Serve(arguments) => serve_command::run(&arguments, &mut out),
        Command::Solve(arguments) => solve::run(&arguments, &mut out),
        Command::Probe(arguments) => probe::run(&arguments, &mut out),
        Command::Puzzles(arguments) => puzzles::run(&arguments, &mut out),
        Command::Verify(arguments) => verify::run(&arguments, &mut out),
    };
    // What was found before an error is still worth reading, so it is written out before the error is told.
    let flushed = out.flush().map_err(anyhow::Error::from);
    exit::code(result.and(flushed))
}

fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("YOMIKIRI_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).without_time().init();
}
