//! A progress bar for each ply, with positions a second and the time left.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use retro::{Observer, Progress};
use std::time::Instant;

/// Shows a computation on standard error.
pub(crate) struct Bar {
    bar: ProgressBar,
    begun: Instant,
}

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new(1000);
        let style = ProgressStyle::with_template("{prefix} [{bar:30}] {percent:>3}% {msg}");
        bar.set_style(style.expect("the template is right").progress_chars("=> "));
        Self { bar, begun: Instant::now() }
    }

    /// Says what is being done when it is no ply.
    pub(crate) fn say(&self, what: impl Into<std::borrow::Cow<'static, str>>) {
        self.bar.set_prefix("");
        self.bar.set_message(what);
        self.bar.tick();
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Bar {
    fn progress(&self, progress: &Progress) {
        self.bar.set_prefix(format!("ply {:>3}", progress.ply));
        self.bar.set_position(progress.done * 1000 / progress.total.max(1));
        let millions = progress.positions_per_second() / 1e6;
        self.bar.set_message(format!(
            "{millions:.1} M positions/s, {} left",
            HumanDuration(progress.time_left())
        ));
    }

    fn ply_done(&self, ply: u32, counts: &[u64]) {
        let new: u64 = counts.iter().sum();
        tracing::info!("ply {ply}: {new} new positions, {:.1} s in all", self.begun.elapsed().as_secs_f64());
    }
}
