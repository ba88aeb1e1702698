//! What a stage took: time by the clock and, where the system tells it, processor time of all threads.

use std::fmt;
use std::time::{Duration, Instant};

/// Measures stage after stage.
pub(crate) struct Stopwatch {
    begun: Instant,
    processor: Option<Duration>,
}

/// The time of one stage.
pub(crate) struct Lap {
    pub(crate) clock: Duration,
    pub(crate) processor: Option<Duration>,
}

impl Stopwatch {
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now(), processor: processor_time() }
    }

    /// The time since the last call.
    pub(crate) fn lap(&mut self) -> Lap {
        let now = Self::new();
        let processor = now.processor.zip(self.processor).map(|(now, then)| now.saturating_sub(then));
        let lap = Lap { clock: now.begun - self.begun, processor };
        *self = now;
        lap
    }
}

impl fmt::Display for Lap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} s", self.clock.as_secs_f64())?;
        match self.processor {
            Some(time) => write!(f, ", {:.1} s of processor time", time.as_secs_f64()),
            None => Ok(()),
        }
    }
}

#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}
