//! Progress of a learner on standard error: positions a second and the time left.

use indicatif::{ProgressBar, ProgressStyle};
use learn::{NetworkRow, Observer, Row};

/// Shows a run on standard error.
pub(crate) struct Bar {
    bar: ProgressBar,
}

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template(
            "{prefix} [{bar:30}] {percent:>3}% {pos}/{len} {per_sec} {eta} left {msg}",
        )
        .expect("the template is right");
        bar.set_style(style.progress_chars("=> "));
        Self { bar }
    }

    /// A line that stays, above the bar; also where standard error is a file.
    pub(crate) fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Bar {
    fn begin(&self, stage: &str, total: u64, done: u64) {
        self.bar.reset();
        self.bar.set_prefix(stage.to_owned());
        self.bar.set_length(total.max(1));
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    fn advance(&self, positions: u64) {
        self.bar.inc(positions);
    }

    fn network_pass(&self, row: &NetworkRow) {
        self.say(&row.to_string());
    }

    fn pass(&self, row: &Row) {
        let [train, ..] = row.training.percent();
        let [top1, top2, top4, top8] = row.held_out.percent();
        self.say(&format!(
            "pass {}: {} games, {} positions, {} moves ({} in the window), {} illegal, {} nodes; J {:.0}, {:.5} a move; \
             top-1 {train:.2} %; held out top-1/2/4/8 {top1:.2} {top2:.2} {top4:.2} {top8:.2} %; {:.0} positions/s",
            row.pass,
            row.games,
            row.training.positions,
            row.training.siblings,
            row.training.in_window,
            row.illegal,
            row.training.nodes,
            row.training.j(),
            row.training.j_per_sibling(),
            row.speed()
        ));
    }

    fn warn(&self, text: &str) {
        self.say(&format!("warning: {text}"));
    }
}
