//! What evaluating costs, in nanoseconds of the measuring thread's time on the processor.
//!
//! A node is a legal move of a position below: pushed, made, settled, evaluated, taken back. Prints one line
//! `set TAB what TAB ns` per measurement, the fastest of several rounds. The making of the move alone is taken off. With the
//! argument `node` only the costs of a node are measured.

use cpu_time::ThreadTime;
use eval::{Coefficients, Evaluator, Model, Network, NetworkEvaluator, Set, Shape, Weights};
use shogi::{Move, Position};
use std::hint::black_box;
use std::sync::Arc;

const ROUNDS: usize = 15;
const REPEATS: usize = 20;

/// Opening, middle game, end game, and a field of promoted pieces.
const POSITIONS: [&str; 6] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln1g3nl/1ks1gr3/1ppp1s1pp/p3pbp2/1P3p3/P1P1P4/1SBP1PPPP/1KG1GS1R1/LN5NL w P 40",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "l4g2l/4+R1gk1/p1np1p1pp/2p1p1p2/1p5P1/P1P1PPP1P/1PNPS1N2/2K1G1+b2/L6RL b BSPg2sn 80",
    "6+B2/3+R1k3/2+P1s+N1g1/1p1+p1p1p1/2g1+s2+b1/+p1P1P1P2/1K1+r1G1+n1/3S1G3/L4N2L b SNL3P2l4p 150",
];

fn main() {
    let positions: Vec<_> = POSITIONS
        .iter()
        .map(|sfen| Position::from_sfen(sfen).expect("the positions above are right"))
        .map(|position| {
            let moves: Vec<Move> = position.legal_moves().to_vec();
            (position, moves)
        })
        .collect();
    let nodes: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    for set in Set::ALL {
        let weights = (0..set.layout().len()).map(|index| (index % 61) as i16 - 30).collect();
        let model = Arc::new(Model::new(Weights::new(set, weights).expect("as many as the layout says")));
        let mut row = Coefficients::new();
        let line = |what: &str, ns: f64| println!("{set}\t{what}\t{ns:.0}");
        let moves = visit(&positions, nodes, |_: &mut Option<()>, position, mv| {
            position.apply(mv);
            position.undo();
        });
        let follow = visit(&positions, nodes, with(&model, |_, _| {}));
        let node = visit(
            &positions,
            nodes,
            with(&model, |evaluator, position| {
                black_box(evaluator.evaluate(position));
            }),
        );
        line("follow a move", follow - moves);
        line("evaluate", node - follow);
        line("node: both", node - moves);
        if std::env::args().any(|argument| argument == "node") {
            continue;
        }
        let coefficients = visit(&positions, nodes, |_: &mut Option<()>, position, mv| {
            position.apply(mv);
            set.coefficients(position, &mut row);
            black_box(row.entries().len());
            position.undo();
        });
        let combined = visit(&positions, nodes, |_: &mut Option<()>, position, mv| {
            position.apply(mv);
            set.coefficients(position, &mut row);
            row.combine();
            black_box(row.entries().len());
            position.undo();
        });
        line("coefficients", coefficients - moves);
        line("coefficients, combined", combined - moves);
        let fresh = visit(&positions, nodes, |_: &mut Option<()>, position, _| {
            black_box(Evaluator::new(Arc::clone(&model), position, 0));
        });
        line("evaluator from scratch", fresh);
    }
    for shape in Shape::ALL {
        networks(shape, &positions, nodes);
    }
}

/// The same for a network with random weights. Its sums are made when they are asked for: following a move only notes it.
fn networks(shape: Shape, positions: &[(Position, Vec<Move>)], nodes: usize) {
    let network = Arc::new(Network::random(shape, 1));
    let line = |what: &str, ns: f64| println!("{}\t{what}\t{ns:.0}", shape.name());
    let follow = |evaluate: bool| {
        let network = Arc::clone(&network);
        move |evaluator: &mut Option<NetworkEvaluator>, position: &mut Position, mv: Move| {
            let make = || NetworkEvaluator::new(Arc::clone(&network), 16, position, 8);
            let evaluator = evaluator.get_or_insert_with(make);
            evaluator.push(position, mv);
            position.apply(mv);
            if evaluate {
                black_box(evaluator.evaluate(position));
            }
            position.undo();
            evaluator.pop();
        }
    };
    let moves = visit(positions, nodes, |_: &mut Option<()>, position, mv| {
        position.apply(mv);
        position.undo();
    });
    let noted = visit(positions, nodes, follow(false));
    let node = visit(positions, nodes, follow(true));
    line("follow a move", noted - moves);
    line("sums and layers", node - noted);
    line("node: both", node - moves);
    let fresh = visit(positions, nodes, |_: &mut Option<()>, position, _| {
        black_box(NetworkEvaluator::new(Arc::clone(&network), 16, position, 0));
    });
    line("evaluator from scratch", fresh);
}

/// Follows a move and does `then`.
fn with(
    model: &Arc<Model>,
    mut then: impl FnMut(&Evaluator, &Position),
) -> impl FnMut(&mut Option<Evaluator>, &mut Position, Move) {
    let model = Arc::clone(model);
    move |evaluator, position, mv| {
        let evaluator = evaluator.get_or_insert_with(|| Evaluator::new(Arc::clone(&model), position, 8));
        evaluator.push(position, mv);
        position.apply(mv);
        evaluator.settle(position, mv);
        then(evaluator, position);
        position.undo();
        evaluator.pop();
    }
}

/// Nanoseconds of `work` for each move of each position; the evaluator that it is given starts anew with the position.
fn visit<E>(
    positions: &[(Position, Vec<Move>)],
    nodes: usize,
    mut work: impl FnMut(&mut Option<E>, &mut Position, Move),
) -> f64 {
    let mut fastest = f64::MAX;
    for _ in 0..ROUNDS {
        let start = ThreadTime::now();
        for (position, moves) in positions {
            let mut position = position.clone();
            position.reserve(8);
            let mut evaluator = None;
            for _ in 0..REPEATS {
                for &mv in moves {
                    work(&mut evaluator, &mut position, mv);
                }
            }
        }
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    fastest * 1e9 / (nodes * REPEATS) as f64
}
