//! Solves Dobutsu shogi and prints what Tanaka (2009) published: positions, depth of the start, first moves.

use dobutsu::{Position, RANKS, Reachable, rank};
use game::solve::Value;
use retro::{Observer, Progress, dense};
use std::time::Instant;

struct Lines(Instant);

impl Observer for Lines {
    fn progress(&self, _: &Progress) {}

    fn ply_done(&self, ply: u32, counts: &[u64]) {
        eprintln!("{:9.2} s  ply {ply:3} {counts:?}", self.0.elapsed().as_secs_f64());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads = std::env::args().nth(1).map_or(Ok(2), |t| t.parse())?;
    let begun = Instant::now();
    println!("{RANKS} ranks");
    let game = Reachable::find(threads, &|_| {});
    let census = game.census();
    println!("{:9.2} s  {} positions: {census:?}", begun.elapsed().as_secs_f64(), census.total());
    let solution = dense::solve(&game, threads, &Lines(begun))?;
    println!("{:9.2} s  solved", begun.elapsed().as_secs_f64());
    let start = Position::start();
    println!("start: {:?}", solution.value(rank(&start)));
    start.for_each_move(|m| println!("{m}: {:?}", solution.value(rank(&start.after(m)))));
    let mut statistics = tally(solution.values());
    statistics.sort();
    println!("{statistics:?}");
    Ok(())
}

fn tally(values: impl Iterator<Item = Option<Value>>) -> Vec<(String, u64)> {
    let mut counts = [0u64; 4];
    for value in values {
        counts[match value {
            None => 0,
            Some(Value::Win(_)) => 1,
            Some(Value::Lose(_)) => 2,
            Some(Value::Draw) => 3,
        }] += 1;
    }
    ["none", "win", "lose", "draw"].map(str::to_owned).into_iter().zip(counts).collect()
}
