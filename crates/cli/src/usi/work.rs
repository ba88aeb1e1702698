//! What a terminal asks for and takes its time, on a thread of its own: the session goes on reading meanwhile.

use super::writer::Writer;
use search::Control;
use std::sync::Arc;
use std::thread::JoinHandle;

/// The jobs under way, one after the other in the order of their commands.
#[derive(Default)]
pub(crate) struct Work {
    /// That of all jobs since the last stop.
    control: Arc<Control>,
    /// The latest job; its thread waits for the one before it.
    last: Option<JoinHandle<()>>,
}

impl Work {
    /// Begins a job, after those that were asked for earlier. It has to end soon once `Control::is_stopped`.
    pub(crate) fn begin(&mut self, out: &Writer, job: impl FnOnce(&Control) + Send + 'static) {
        let before = self.last.take();
        let control = Arc::clone(&self.control);
        let run = move || {
            // A job that failed has said so on standard error; the next one does not depend on it.
            let _ = before.map(JoinHandle::join);
            job(&control);
        };
        match std::thread::Builder::new().name("terminal".to_owned()).spawn(run) {
            Ok(thread) => self.last = Some(thread),
            Err(error) => out.error(format!("no thread for the command: {error}")),
        }
    }

    /// Ends all jobs early and waits until each has said so.
    pub(crate) fn stop(&mut self) {
        self.control.stop();
        self.wait();
        self.control = Arc::default();
    }

    /// Waits until all jobs are done.
    pub(crate) fn wait(&mut self) {
        let _ = self.last.take().map(JoinHandle::join);
    }
}
