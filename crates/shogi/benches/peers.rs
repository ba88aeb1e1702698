//! Speed of move generation beside rsshogi and haitaka, all in one process and in turn.
//!
//! Prints one line `position TAB contender TAB leaves TAB seconds` per measurement, for `cargo xtask peers`, which builds this bench
//! twice and makes ratios and a table of many runs. Every count is checked against `tests/data/perft.tsv` before its
//! time is printed. Time is that of the measuring thread on the processor, so that other programs disturb less.

#[path = "peers/contenders.rs"]
mod contenders;
#[path = "../tests/rules/perft_data.rs"]
mod perft_data;

use contenders::Contender;
use cpu_time::ThreadTime;
use perft_data::Row;
use shogi::Position;
use std::hint::black_box;
use std::time::Duration;

/// A contender counts a position again and again for at least this long; its fastest count is kept.
const AT_LEAST: Duration = Duration::from_millis(60);

fn main() {
    // `cargo bench` passes --bench; any other arguments are the positions to measure.
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    for row in perft_data::rows() {
        let Some(depth) = row.speed_depth else { continue };
        if asked.is_empty() || asked.iter().any(|id| id == row.id) {
            for contender in Contender::ALL {
                let (leaves, seconds) = measure(&row, depth, contender);
                println!("{}\t{}\t{leaves}\t{seconds:.9}", row.id, contender.name());
            }
        }
    }
    if asked.is_empty() || asked.iter().any(|id| id == "clone") {
        for (name, plies) in [("without history", 0), ("with 200 plies", 200)] {
            println!("clone\t{name}\t1\t{:.11}", clone_seconds(plies));
        }
    }
}

/// The fastest of several counts in seconds, after the count itself was checked.
fn measure(row: &Row, depth: u32, contender: Contender) -> (u64, f64) {
    let expected = row.count(depth).expect("the speed set has its counts");
    let (mut spent, mut fastest) = (Duration::ZERO, Duration::MAX);
    while spent < AT_LEAST {
        let (leaves, time) = contender.count(row.sfen, depth);
        assert_eq!(leaves, expected, "{} counts {} at depth {depth}", contender.name(), row.id);
        spent += time;
        fastest = fastest.min(time);
    }
    (expected, fastest.as_secs_f64())
}

/// Seconds for one clone: the light one for `plies` 0, else a whole one after that many plies of play.
fn clone_seconds(plies: usize) -> f64 {
    const CLONES: u32 = 100_000;
    let mut position = Position::startpos();
    let there_and_back = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|text| text.parse().expect("a move"));
    for &mv in there_and_back.iter().cycle().take(plies) {
        position.apply(mv);
    }
    let mut fastest = Duration::MAX;
    for _ in 0..20 {
        let start = ThreadTime::now();
        for _ in 0..CLONES {
            let original = black_box(&position);
            black_box(if plies == 0 { original.without_history() } else { original.clone() });
        }
        fastest = fastest.min(start.elapsed());
    }
    fastest.as_secs_f64() / f64::from(CLONES)
}
