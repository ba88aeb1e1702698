//! Whole lines to the GUI from several threads.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A handle to the output; clones share it. Every line is written and flushed as a whole.
#[derive(Clone)]
pub(crate) struct Writer {
    out: Arc<Mutex<dyn Write + Send>>,
    broken: Arc<AtomicBool>,
}

impl Writer {
    pub(crate) fn new(out: impl Write + Send + 'static) -> Self {
        Self { out: Arc::new(Mutex::new(out)), broken: Arc::new(AtomicBool::new(false)) }
    }

    /// Writes one line, or several if the text has line ends inside.
    pub(crate) fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// `info string …`.
    pub(crate) fn say(&self, text: impl Display) {
        self.line(usi::Info::text(text.to_string()));
    }

    /// `info string error …`.
    pub(crate) fn error(&self, text: impl Display) {
        self.say(format!("error {text}"));
    }

    /// Whether the reader has gone away.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }
}
