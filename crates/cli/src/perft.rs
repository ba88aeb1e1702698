//! `yomikiri perft`: counts the leaves of the move tree.

use crate::exit::VerificationFailed;
use crate::position_text;
use anyhow::Context;
use clap::ValueEnum;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use shogi::{Move, Perft, Position};
use std::io::Write;

/// Count the positions that are DEPTH plies away, all legal moves included
///
/// The count stands alone on the last line. With --divide, a line for each legal move comes first.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many plies deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// How the last ply is counted
    #[arg(long, value_enum, default_value_t = Mode::List)]
    mode: Mode,
    /// Threads; they share the moves of the first two plies
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Tell the count below each legal move
    #[arg(long)]
    divide: bool,
    /// Verify: any other count ends with exit code 3
    #[arg(long, value_name = "COUNT")]
    expect: Option<u64>,
    /// Repair what programs write instead of SFEN
    #[arg(long)]
    lenient: bool,
    /// `startpos [moves …]`, `sfen … [moves …]` or a SFEN, quoted or not
    #[arg(required = true)]
    position: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Mode {
    /// The length of the last move list
    List,
    /// The sizes of target sets, without a list
    Count,
    /// Every leaf is reached by a move and left by taking it back
    Leaves,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let position = position_text::read(&arguments.position.join(" "), arguments.lenient)?.position;
    position_text::refuse_unplayable(&position)?;
    let how = match arguments.mode {
        Mode::List => Perft::List,
        Mode::Count => Perft::Count,
        Mode::Leaves => Perft::Leaves,
    };
    let total = count(&position, how, arguments, out)?;
    writeln!(out, "{total}")?;
    match arguments.expect {
        Some(expected) if expected != total => {
            Err(VerificationFailed(format!("counted {total}, expected {expected}")).into())
        }
        _ => Ok(()),
    }
}

fn count(
    position: &Position,
    how: Perft,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<u64> {
    let depth = arguments.depth;
    if depth == 0 || !arguments.divide && arguments.threads == 1 {
        return Ok(shogi::perft(&mut position.clone(), depth, how));
    }
    let below = divide(position, depth, how, arguments.threads)?;
    if arguments.divide {
        for (mv, leaves) in &below {
            writeln!(out, "{mv}: {leaves}")?;
        }
    }
    Ok(below.iter().map(|(_, leaves)| leaves).sum())
}

/// The leaves below each legal move, in the order of the move list.
///
/// Work is shared in units of two plies: below a single root move can lie half of the tree.
fn divide(position: &Position, depth: u32, how: Perft, threads: u16) -> anyhow::Result<Vec<(Move, u64)>> {
    if threads == 1 {
        return Ok(shogi::divide(&mut position.clone(), depth, how));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(threads))
        .build()
        .context("starting the threads")?;
    let count = |mv: &Move| {
        let mut child = position.clone();
        child.apply(*mv);
        if depth < 3 {
            return (*mv, shogi::perft(&mut child, depth - 1, how));
        }
        let replies: Vec<Move> = child.legal_moves().to_vec();
        let leaves = |reply: &Move| {
            let mut grandchild = child.clone();
            grandchild.apply(*reply);
            shogi::perft(&mut grandchild, depth - 2, how)
        };
        (*mv, replies.par_iter().map(leaves).sum())
    };
    let moves: Vec<Move> = position.legal_moves().to_vec();
    Ok(pool.install(|| moves.par_iter().map(count).collect()))
}
