//! How the death of another process becomes an error.
//!
//! timely's threads for the connections panic when one breaks, and with them whoever uses the worker next. A panic hook
//! keeps these panics, and only these, from the terminal, and keeps in mind which connection broke first.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, Once};

/// The process whose connection broke first, and what it said.
static BROKEN: Mutex<Option<(usize, String)>> = Mutex::new(None);
static HOOK: Once = Once::new();

thread_local! {
    /// Whether this thread is using the worker.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
}

/// Begins to watch, before the first connection is handed over.
pub(crate) fn install() {
    HOOK.call_once(|| {
        let other = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let remote = thread
                .name()
                .and_then(|name| name.strip_prefix("timely:recv-").or(name.strip_prefix("timely:send-")))
                .and_then(|number| number.parse().ok());
            match remote {
                Some(process) => {
                    if let Ok(mut broken) = BROKEN.lock() {
                        broken.get_or_insert((process, said(info)));
                    }
                }
                None if WATCHED.get() => {}
                None => other(info),
            }
        }));
    });
}

/// The cause at the end of timely's sentence.
fn said(info: &PanicHookInfo<'_>) -> String {
    let text = info.payload_as_str().unwrap_or("unknown");
    text.rsplit(": ").next().unwrap_or(text).to_owned()
}

/// Runs something that uses the worker. `None` if a connection has broken.
pub(crate) fn watch<T>(work: impl FnOnce() -> T) -> Option<T> {
    let before = WATCHED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    WATCHED.set(before);
    result.ok()
}

/// Which connection broke first.
pub(crate) fn first() -> Option<(usize, String)> {
    BROKEN.lock().ok().and_then(|broken| broken.clone())
}
