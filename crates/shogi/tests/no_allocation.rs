//! After `reserve`, nothing that a search does with a position allocates. Counted by an allocator of its own, so this test
//! is a program of its own.

use shogi::{EnteringKingRule, Move, MoveSet, Position};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    /// Allocations of this thread: other threads of the test runner do not disturb.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes on to `System` with the same arguments, so its guarantees are ours; the counter is a plain cell
// without a destructor, which neither allocates nor can be gone while its thread runs.
unsafe impl GlobalAlloc for Counting {
    /// # Safety
    ///
    /// As for [`GlobalAlloc::alloc`].
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps `alloc`'s contract, which is that of `System`.
        unsafe { System.alloc(layout) }
    }

    /// # Safety
    ///
    /// As for [`GlobalAlloc::dealloc`].
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `dealloc`'s contract, and every block here comes from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }

    /// # Safety
    ///
    /// As for [`GlobalAlloc::realloc`].
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as for `dealloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// What a search asks at every node.
fn look(position: &Position, root: usize) {
    black_box(position.repetition_in_search(root));
    black_box(position.dominance());
    black_box(position.declaration(EnteringKingRule::Points27));
    black_box(position.count_legal_moves());
    black_box(position.considered_moves(MoveSet::Captures).len());
    black_box(position.mate_in_one());
    for &mv in &position.legal_moves() {
        black_box((position.key_after(mv), position.gives_check(mv), position.see(mv), position.facts(mv)));
    }
}

/// Every move to this depth, with a pass where one is possible.
fn walk(position: &mut Position, root: usize, depth: usize) {
    look(position, root);
    if depth == 0 {
        return;
    }
    for &mv in &position.legal_moves() {
        position.apply(mv);
        walk(position, root, depth - 1);
        position.undo();
    }
    if !position.in_check() {
        position.apply_null();
        walk(position, root, depth - 1);
        position.undo();
    }
}

const BUSY: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

#[test]
fn a_search_allocates_nothing_after_reserve() {
    for sfen in [shogi::STARTPOS, BUSY] {
        let mut position = Position::from_sfen(sfen).unwrap();
        position.reserve(2);
        let root = position.history_len();
        assert_eq!(allocations(|| walk(&mut position, root, 2)), 0, "{sfen}");
    }
}

#[test]
fn a_whole_line_of_moves_allocates_nothing_after_reserve() {
    let there_and_back = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|text| text.parse::<Move>().unwrap());
    let mut position = Position::startpos();
    for &mv in there_and_back.iter().cycle().take(101) {
        position.apply(mv);
    }
    position.reserve(256);
    // A clone, as a search thread gets it, has the same room.
    let mut clone = position.clone();
    for position in [&mut position, &mut clone] {
        let played = allocations(|| {
            for &mv in there_and_back.iter().cycle().skip(1).take(256) {
                position.apply(mv);
                black_box(position.repetition());
            }
            for _ in 0..256 {
                position.undo();
            }
        });
        assert_eq!(played, 0);
        assert_eq!(position.history_len(), 101);
    }
}

#[test]
fn the_light_clone_allocates_nothing() {
    let mut position = Position::startpos();
    position.apply("7g7f".parse().unwrap());
    assert_eq!(allocations(|| drop(black_box(position.without_history()))), 0);
    // The counter does count: a whole clone copies its history.
    assert!(allocations(|| drop(black_box(position.clone()))) > 0);
}
