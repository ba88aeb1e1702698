//! Processor time of one thread for each part of the work on Dobutsu shogi, over a sample of positions; with the argument
//! `whole` for finding all positions that arise from the start.

use dobutsu::{Position, RANKS, Reachable, rank, unrank};
use std::hint::black_box;

/// Nanoseconds of processor time that this thread has had.
fn processor_time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux keeps this file");
    text.split(' ').next().and_then(|n| n.parse().ok()).expect("its first number is the time")
}

/// Runs `work`, which says how many things it did, and prints the time of each.
fn rate(name: &str, work: impl FnOnce() -> u64) {
    let begun = processor_time();
    let count = black_box(work());
    let each = (processor_time() - begun) as f64 / count as f64;
    println!("{name}: {count} in {each:.1} ns each");
}

/// Finds all positions, in a thread that is gone when its time is read: the process's, in hundredths of a second.
fn find_all() {
    let census = Reachable::find(1, &|_| {}).census();
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux keeps this file");
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |field: usize| fields.get(field).and_then(|n| n.parse::<f64>().ok()).unwrap_or(f64::NAN);
    let seconds = (ticks(11) + ticks(12)) / 100.0;
    println!("{census:?}, {} in all, in {seconds:.1} s of processor time", census.total());
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("whole") {
        return find_all();
    }
    let blocks: u64 = 4_000;
    let sample: Vec<u64> = (0..blocks)
        .flat_map(|i| {
            let first = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % (RANKS - 64);
            first..first + 64
        })
        .collect();
    let positions: Vec<Position> = sample.iter().map(|r| unrank(*r)).collect();
    let open: Vec<Position> = positions.iter().filter(|p| !p.can_capture_lion()).copied().collect();
    println!("{} of {} have no capture", open.len(), positions.len());
    rate("unrank", || {
        black_box(sample.iter().filter(|r| unrank(**r).can_capture_lion()).count());
        sample.len() as u64
    });
    rate("rank", || {
        black_box(positions.iter().fold(0, |sum, p| sum ^ rank(p)));
        sample.len() as u64
    });
    rate("can_capture_lion", || {
        black_box(positions.iter().filter(|p| p.can_capture_lion()).count());
        sample.len() as u64
    });
    rate("moves, without rank", || {
        let mut count = 0;
        for p in &open {
            p.for_each_move(|m| count += 1 + u64::from(black_box(p.after(m)).can_capture_lion()) / 2);
        }
        count
    });
    let (mut sum, mut safe) = (0, 0);
    rate("moves", || {
        let mut count = 0;
        for p in &open {
            p.for_each_move(|m| {
                let next = p.after(m);
                count += 1;
                safe += u64::from(!next.can_capture_lion());
                sum ^= rank(&next);
            });
        }
        count
    });
    println!("{safe} of them safe");
    rate("predecessors, without rank", || {
        let mut count = 0;
        for p in &open {
            p.for_each_predecessor(true, |e| count += 1 + u64::from(black_box(e).is_tried()) / 2);
        }
        count
    });
    rate("predecessors", || {
        let mut count = 0;
        for p in &open {
            p.for_each_predecessor(true, |earlier| {
                count += 1;
                sum ^= rank(&earlier);
            });
        }
        count
    });
    println!("check {sum:x}");
}
