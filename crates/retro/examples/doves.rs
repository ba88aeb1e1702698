//! Runs the factored solver and prints its rows, with the time of each ply.

use doves::ClosedGame;
use retro::factored::{Options, Solver};
use retro::{Observer, Progress};
use std::path::PathBuf;
use std::time::Instant;

struct Lines(Instant);

impl Observer for Lines {
    fn progress(&self, _: &Progress) {}

    fn ply_done(&self, ply: u32, counts: &[u64]) {
        eprintln!("{:9.2} s  ply {ply:3} {counts:?}", self.0.elapsed().as_secs_f64());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options =
        Options { max_doves: 5, threads: 1, memory: 8 << 30, folder: None, history: false, last_ply: None };
    let mut table: Option<PathBuf> = None;
    let mut arguments = std::env::args().skip(1);
    while let (Some(name), Some(value)) = (arguments.next(), arguments.next()) {
        match name.as_str() {
            "--max-doves" => options.max_doves = value.parse()?,
            "--threads" => options.threads = value.parse()?,
            "--memory-mib" => options.memory = value.parse::<u64>()? << 20,
            "--folder" => options.folder = Some(value.into()),
            "--plies" => options.last_ply = Some(value.parse()?),
            "--table" => (options.history, table) = (true, Some(value.into())),
            _ => return Err(format!("unknown option {name}").into()),
        }
    }
    let begun = Instant::now();
    let max_doves = options.max_doves;
    let mut solver = Solver::new(options)?;
    eprintln!("{:9.2} s  tables", begun.elapsed().as_secs_f64());
    let summary = solver.run(&Lines(begun))?;
    println!("status\tply\t{}", (2..=max_doves).map(|n| format!("n{n}")).collect::<Vec<_>>().join("\t"));
    let print = |status: &str, ply: &str, counts: &[u64; 13]| {
        let counts: Vec<String> = counts[2..=max_doves as usize].iter().map(u64::to_string).collect();
        println!("{status}\t{ply}\t{}", counts.join("\t"));
    };
    for row in &summary.rows {
        print(row.status(), &row.ply.to_string(), &row.counts);
    }
    if summary.finished {
        print("Draw", "-", &summary.unsettled());
    }
    eprintln!("{:?} bytes read and written, {} of history", summary.traffic, summary.history_bytes);
    if let Some(path) = table {
        let bytes = solver.write_table(&ClosedGame::new(max_doves), &path)?;
        eprintln!("{:9.2} s  table of {bytes} bytes", begun.elapsed().as_secs_f64());
    }
    Ok(())
}
