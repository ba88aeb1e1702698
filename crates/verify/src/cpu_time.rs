//! Processor time of the current thread, so that a busy machine does not disturb ratios.

use std::time::{Duration, Instant};

/// A running measurement.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime {
    wall: Instant,
    cpu: Option<Duration>,
}

#[cfg(unix)]
fn on_cpu() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(unix))]
const fn on_cpu() -> Option<Duration> {
    None
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
