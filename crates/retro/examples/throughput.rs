//! Positions a second of one thread: the factored solver, and forward generation of successors position by position by
//! the crate `tokyodoves` and by the rules of this workspace, over the same game in one run.

use doves::{ClosedGame, HAND, Kind, Outcome, Position, Side};
use game::solve::RankedGame;
use retro::factored::{Options, Solver};
use retro::{Observer, Progress};
use std::time::Instant;
use tokyodoves::{Board, BoardBuilder, Color, SurroundedStatus};

/// Prints the time of each ply.
struct Plies {
    free: f64,
    last: std::sync::Mutex<Instant>,
}

impl Observer for Plies {
    fn progress(&self, _: &Progress) {}

    fn ply_done(&self, ply: u32, counts: &[u64]) {
        let mut last = self.last.lock().expect("one thread");
        let seconds = last.elapsed().as_secs_f64();
        *last = Instant::now();
        let settled: u64 = counts.iter().sum();
        println!(
            "ply {ply}: {seconds:6.2} s, {:8.1} M positions looked at a second, {:8.2} M settled a second",
            self.free / seconds / 1e6,
            settled as f64 / seconds / 1e6
        );
    }
}

fn board(position: &Position) -> Board {
    let b = doves::geometry::bounds(position.occupied());
    let mut bits = [[0u64; 6]; 2];
    for side in [Side::Red, Side::Green] {
        for kind in Kind::ALL {
            let place = position.place(side, kind);
            if place != HAND {
                bits[side as usize][kind as usize] = 1 << (u32::from(place) - 8 * b.top - b.left);
            }
        }
    }
    BoardBuilder::from_u64_bits(bits).build_unchecked()
}

fn theirs(board: &Board) -> u64 {
    let mut sum = 0;
    for action in board.legal_actions(Color::Red, true, true, true) {
        let next = board.perform_unchecked_copied(action);
        if next.surrounded_status() == SurroundedStatus::None {
            sum ^= next.to_invariant_u64(Color::Green);
        }
    }
    sum
}

fn ours(game: &ClosedGame, position: &Position) -> u64 {
    let mut sum = 0;
    for action in position.legal_actions() {
        let next = position.after(action);
        if position.outcome(action) == Outcome::Continues && next.count() <= game.frames().max_doves {
            sum ^= game.rank(&next);
        }
    }
    sum
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let max_doves = std::env::args().nth(1).map_or(Ok(7), |n| n.parse())?;
    let game = ClosedGame::new(max_doves);
    let step = game.size() / 50_000;
    let sample: Vec<Position> = (0..50_000).map(|i| game.position(i * step)).collect();
    let rate = |name: &str, work: &mut dyn FnMut() -> u64| {
        let begun = Instant::now();
        let sum = std::hint::black_box(work());
        let each = begun.elapsed().as_secs_f64() / sample.len() as f64;
        println!(
            "{name}: {:.2} us a position, {:.3} M positions a second ({sum:x})",
            each * 1e6,
            1e-6 / each
        );
    };
    let boards: Vec<Board> = sample.iter().map(board).collect();
    rate("tokyodoves, successors and their canonical forms", &mut || {
        boards.iter().fold(0, |s, b| s ^ theirs(b))
    });
    rate("this workspace, successors and their ranks", &mut || {
        sample.iter().fold(0, |s, p| s ^ ours(&game, p))
    });
    let free = game.frames().free_positions().iter().sum::<u64>() as f64;
    println!("factored solver, at most {max_doves} doves, {free} free positions, one thread:");
    let options =
        Options { max_doves, threads: 1, memory: 6 << 30, folder: None, history: false, last_ply: Some(9) };
    let mut solver = Solver::new(options)?;
    solver.run(&Plies { free, last: std::sync::Mutex::new(Instant::now()) })?;
    Ok(())
}
