//! The commands for a terminal: d, eval, moves, perft, bench.

use super::writer::Writer;
use crate::bench;
use shogi::{Perft, Position};
use std::time::Instant;

/// `d`: the diagram, the SFEN and the keys.
pub(crate) fn show(position: &Position, out: &Writer) {
    out.line(report::diagram(position).trim_end());
    out.line(format!("sfen {}", position.to_sfen()));
    out.line(format!("key {}", position.key()));
    out.line(format!("moves played {}", position.history_len()));
}

/// `eval`: the parts of the evaluation.
pub(crate) fn eval(position: &Position, out: &Writer) {
    let terms = search::evaluate(position);
    out.line(format!("pieces {} (Black minus White)", terms.pieces));
    out.line(format!("freedom {} (Black minus White)", terms.freedom));
    out.line(format!("danger to the king: black {}, white {}", terms.danger_black, terms.danger_white));
    out.line(format!("eval {} (for {}, to move)", terms.total, position.side_to_move()));
}

/// `moves`: the legal moves, and their number.
pub(crate) fn moves(position: &Position, out: &Writer) {
    let legal = position.legal_moves();
    let texts: Vec<_> = legal.iter().map(ToString::to_string).collect();
    out.line(texts.join(" "));
    out.line(format!("{} legal moves", legal.len()));
}

/// `perft N`: a line for each move, the count and the speed.
pub(crate) fn perft(position: &Position, depth: u32, out: &Writer) {
    let start = Instant::now();
    let mut copy = position.clone();
    let total = if depth == 0 {
        1
    } else {
        let below = shogi::divide(&mut copy, depth, Perft::List);
        for (mv, leaves) in &below {
            out.line(format!("{mv}: {leaves}"));
        }
        below.iter().map(|(_, leaves)| leaves).sum::<u64>()
    };
    out.line(format!("{total} in {} ms", start.elapsed().as_millis()));
}

/// `bench [DEPTH]`: the signature.
pub(crate) fn bench(arguments: &[String], out: &Writer) {
    let depth = match arguments {
        [] => search::bench::DEPTH,
        [text] if text.parse().is_ok_and(|depth| (1..=64).contains(&depth)) => {
            text.parse().unwrap_or(search::bench::DEPTH)
        }
        _ => {
            out.error(format!("bench takes one depth from 1 to 64, found {:?}", arguments.join(" ")));
            return;
        }
    };
    bench::measure(depth, search::bench::options(search::bench::HASH_MIB), |line| out.line(line));
}
