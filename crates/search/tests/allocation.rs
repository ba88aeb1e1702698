//! The search allocates nothing per node: whatever a search needs it takes at the start.

use search::{Control, Engine, Limits, Options};
use shogi::Position;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::sync::Mutex;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn no_allocation_between_two_reports() {
    let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
    let sfen = "l2g3nl/1ks2rg2/1pnpppsp1/p1p3p1p/7P1/P1PP1PP1P/1PSGP1N2/1KG2S1R1/LN6L b Bb 45";
    let position = Position::from_sfen(sfen).unwrap();
    let limits = Limits { depth: Some(9), ..Limits::default() };
    // The counter is that of the whole process. On a busy machine the thread that starts the search may still be at it, and
    // allocating, when the search has come far; what the search itself allocates shows in every run.
    let mut least = [usize::MAX; 8];
    for _ in 0..10 {
        engine.new_game();
        let seen = Mutex::new(Vec::with_capacity(64));
        engine.search(&position, &limits, &Control::new(), &|info| {
            seen.lock().unwrap().push((info.nodes, ALLOCATOR.stats().allocations));
        });
        let seen = seen.into_inner().unwrap();
        assert_eq!(seen.len(), 9);
        assert!(seen[8].0 > 5_000);
        for (least, two) in least.iter_mut().zip(seen.windows(2)) {
            *least = (*least).min(two[1].1 - two[0].1);
        }
    }
    // One allocation per report: the moves of its line.
    assert_eq!(least, [1; 8]);
}
