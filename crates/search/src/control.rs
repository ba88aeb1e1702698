//! Stopping a search from another thread.

use crate::Clock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The handle by which another thread stops one search or tells it that the expected move was played.
///
/// One handle serves one search: [`Control::stop`] may come before the search has begun.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    hit: Mutex<Option<Hit>>,
    wake: Condvar,
}

/// When the expected move was played, and the clocks if they were told only then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) at: Instant,
    pub(crate) clock: Option<Clock>,
}

impl Control {
    /// A handle that nobody has used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for the answer at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // The lock orders the store before the check of a thread about to wait.
        drop(self.hit.lock().unwrap_or_else(PoisonError::into_inner));
        self.wake.notify_all();
    }

    /// The opponent played the expected move: from now on the clock counts, the one given here before the one that the
    /// search was started with.
    pub fn ponder_hit(&self, clock: Option<Clock>) {
        let hit = Hit { at: Instant::now(), clock };
        self.hit.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(hit);
        self.wake.notify_all();
    }

    /// Whether the answer is asked for.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The message that the expected move was played.
    pub(crate) fn hit(&self) -> Option<Hit> {
        *self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until stopped or, if `ponder`, until the expected move was played; at most for `longest`.
    pub(crate) fn wait(&self, ponder: bool, longest: Duration) {
        let done = |hit: &mut Option<Hit>| !(self.is_stopped() || ponder && hit.is_some());
        let guard = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.wake.wait_timeout_while(guard, longest, done));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_before_the_wait_is_not_lost() {
        let control = Control::new();
        control.stop();
        let start = Instant::now();
        control.wait(false, Duration::from_secs(20));
        assert!(start.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_ponder_hit_ends_only_a_ponder_wait() {
        let control = Control::new();
        control.ponder_hit(None);
        let start = Instant::now();
        control.wait(true, Duration::from_secs(20));
        assert!(start.elapsed() < Duration::from_secs(5));
        let start = Instant::now();
        control.wait(false, Duration::from_millis(30));
        assert!(start.elapsed() >= Duration::from_millis(30));
    }
}
