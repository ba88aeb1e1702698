//! How far a computation has come, told to whoever watches.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How far the current ply has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The ply.
    pub ply: u32,
    /// Positions looked at.
    pub done: u64,
    /// Positions to look at.
    pub total: u64,
    /// Time since the ply began.
    pub elapsed: Duration,
}

impl Progress {
    /// Positions looked at in a second, on average since the ply began.
    pub fn positions_per_second(&self) -> f64 {
        self.done as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The time to the end of the ply at that rate.
    pub fn time_left(&self) -> Duration {
        let left = (self.total - self.done.min(self.total)) as f64 / self.positions_per_second().max(1.0);
        Duration::from_secs_f64(left.min(1e9))
    }
}

/// Watches a computation.
pub trait Observer: Sync {
    /// Called some times a second, from any thread.
    fn progress(&self, progress: &Progress);

    /// Called when a ply is complete, with the new positions by number of doves (one entry for other games).
    fn ply_done(&self, ply: u32, counts: &[u64]) {
        let _ = (ply, counts);
    }
}

/// An observer that looks away.
pub struct Silent;

impl Observer for Silent {
    fn progress(&self, _: &Progress) {}
}

/// Counts what the threads have done and tells the observer now and then.
pub(crate) struct Meter<'a> {
    observer: &'a dyn Observer,
    ply: u32,
    total: u64,
    done: AtomicU64,
    begun: Instant,
    told: Mutex<Instant>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(observer: &'a dyn Observer, ply: u32, total: u64) -> Self {
        let now = Instant::now();
        Self { observer, ply, total, done: AtomicU64::new(0), begun: now, told: Mutex::new(now) }
    }

    pub(crate) fn add(&self, positions: u64) {
        let done = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        if let Ok(mut told) = self.told.try_lock()
            && told.elapsed() > Duration::from_millis(200)
        {
            *told = Instant::now();
            let elapsed = self.begun.elapsed();
            self.observer.progress(&Progress { ply: self.ply, done, total: self.total, elapsed });
        }
    }
}
