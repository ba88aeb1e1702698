//! The commands for a terminal: d, eval, moves, perft, bench.

use super::work::Work;
use super::writer::Writer;
use crate::bench;
use eval::{Coefficients, Evaluator, FRACTION, Model, NetworkEvaluator};
use search::Evaluation;
use shogi::{Perft, Position};
use std::sync::Arc;
use std::time::Instant;

/// `d`: the diagram, the SFEN and the keys.
pub(crate) fn show(position: &Position, out: &Writer) {
    out.line(report::diagram(position).trim_end());
    out.line(format!("sfen {}", position.to_sfen()));
    out.line(format!("key {}", position.key()));
    out.line(format!("moves played {}", position.history_len()));
}

/// `eval`: the parts of the evaluation.
pub(crate) fn eval(position: &Position, evaluation: &Evaluation, out: &Writer) {
    match evaluation {
        Evaluation::Learnt(model) => return learnt(position, model, out),
        Evaluation::Network(network, scale) => {
            let mut evaluator = NetworkEvaluator::new(Arc::clone(network), *scale, position, 0);
            out.line(format!("network {}", network.shape()));
            out.line(format!("output {}, divided by FV_SCALE {scale}", evaluator.output(position)));
            let total = evaluator.evaluate(position);
            return out.line(format!("eval {total} (for {}, to move)", position.side_to_move()));
        }
        Evaluation::Hand | Evaluation::Places => {}
    }
    let terms = search::evaluate(position);
    out.line(format!("pieces {} (Black minus White)", terms.pieces));
    out.line(format!("freedom {} (Black minus White)", terms.freedom));
    out.line(format!("danger to the king: black {}, white {}", terms.danger_black, terms.danger_white));
    out.line(format!("eval {} (for {}, to move)", terms.total, position.side_to_move()));
}

/// What each family of the learnt weights says, from Black's view.
fn learnt(position: &Position, model: &Arc<Model>, out: &Writer) {
    let weights = model.weights();
    let mut row = Coefficients::new();
    weights.set().coefficients(position, &mut row);
    for family in weights.set().layout().families() {
        let own = row.entries().iter().filter(|&&(index, _)| family.range().contains(&(index as usize)));
        let sum: i32 =
            own.map(|&(index, count)| i32::from(count) * i32::from(weights.values()[index as usize])).sum();
        let value = f64::from(sum) * f64::from(family.scale) / f64::from(FRACTION);
        out.line(format!("{} {value:.2} (Black minus White)", family.name));
    }
    let total = Evaluator::new(Arc::clone(model), position, 0).evaluate(position);
    out.line(format!("eval {total} (for {}, to move)", position.side_to_move()));
}

/// `moves`: the legal moves, and their number.
pub(crate) fn moves(position: &Position, out: &Writer) {
    let legal = position.legal_moves();
    let texts: Vec<_> = legal.iter().map(ToString::to_string).collect();
    out.line(texts.join(" "));
    out.line(format!("{} legal moves", legal.len()));
}

/// Deeper than anybody can wait for.
const DEEPEST: u32 = 64;

/// `perft N`: a line for each move, the count and the speed; stopped early, a line that says so.
pub(crate) fn perft(position: &Position, depth: u32, out: &Writer, work: &mut Work) {
    if depth > DEEPEST {
        out.error(format!("perft takes a number of plies from 0 to {DEEPEST}, found {depth}"));
        return;
    }
    let (mut position, writer) = (position.clone(), out.clone());
    work.begin(out, move |control| {
        let start = Instant::now();
        // Where nobody reads any more, counting on would only heat the room.
        let stopped = || control.is_stopped() || writer.is_broken();
        if depth == 0 {
            writer.line("1 in 0 ms");
            return;
        }
        let moves = position.legal_moves();
        let mut total = 0;
        for (done, &mv) in moves.iter().enumerate() {
            position.apply(mv);
            let leaves = count(&mut position, depth - 1, &stopped);
            position.undo();
            let Some(leaves) = leaves else {
                writer.say(format!("perft {depth}: stopped after {done} of {} moves", moves.len()));
                return;
            };
            writer.line(format!("{mv}: {leaves}"));
            total += leaves;
        }
        writer.line(format!("{total} in {} ms", start.elapsed().as_millis()));
    });
}

/// The leaves, or nothing if stopped, which is looked at before every two plies.
fn count(position: &mut Position, depth: u32, stopped: &impl Fn() -> bool) -> Option<u64> {
    if stopped() {
        return None;
    }
    if depth <= 2 {
        return Some(shogi::perft(position, depth, Perft::List));
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        position.apply(mv);
        let below = count(position, depth - 1, stopped);
        position.undo();
        leaves += below?;
    }
    Some(leaves)
}

/// `bench [DEPTH]`: the signature; stopped early, a line that says so.
pub(crate) fn bench(arguments: &[String], out: &Writer, work: &mut Work) {
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
    let writer = out.clone();
    work.begin(out, move |control| {
        let options = search::bench::options(search::bench::HASH_MIB);
        bench::measure(depth, options, control, |line| writer.line(line));
    });
}
