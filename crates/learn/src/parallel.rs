//! Work on many items by several threads, each with a state of its own.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Items are handed out in pieces of this many.
const PIECE: usize = 16;

/// Lets `work` see every item once, and gives back the states of the threads. Which thread sees which item is not fixed, so
/// that results must be sums that do not depend on the order; integers are.
pub(crate) fn sweep<S: Send, I: Sync>(
    threads: usize,
    items: &[I],
    make: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &I) + Sync,
    done: &(dyn Fn(u64) + Sync),
) -> Vec<S> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = make();
        loop {
            let begin = next.fetch_add(PIECE, Ordering::Relaxed);
            let Some(rest) = items.get(begin..) else { break };
            let piece = &rest[..rest.len().min(PIECE)];
            if piece.is_empty() {
                break;
            }
            for item in piece {
                work(&mut state, item);
            }
            done(piece.len() as u64);
        }
        state
    };
    if threads <= 1 {
        return vec![run()];
    }
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        // A panic in a thread is a bug, and is told as one.
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_seen_once() {
        let items: Vec<u64> = (0..1000).collect();
        for threads in [1, 2, 5] {
            let seen = AtomicUsize::new(0);
            let count = |piece: u64| {
                seen.fetch_add(piece as usize, Ordering::Relaxed);
            };
            let sums = sweep(threads, &items, || 0, |sum, item| *sum += item, &count);
            assert_eq!(sums.len(), threads);
            assert_eq!(sums.iter().sum::<u64>(), 499_500);
            assert_eq!(seen.into_inner(), 1000);
        }
    }
}
