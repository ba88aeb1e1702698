//! Processor time of the current thread, so that a busy machine does not disturb ratios.

use std::time::{Duration, Instant};

/// A running measurement.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime {
    wall: Instant,
    cpu: Option<Duration>,
}

fn on_cpu() -> Option<Duration> {
    // Linux: nanoseconds on a processor, nanoseconds waiting for one, time slices.
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

impl CpuTime {
    /// Starts measuring.
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: on_cpu() }
    }

    /// Processor time since then; wall time where the system does not tell.
    pub fn elapsed(&self) -> Duration {
        match (self.cpu, on_cpu()) {
            (Some(from), Some(to)) => to.saturating_sub(from),
            _ => self.wall.elapsed(),
        }
    }
}
