//! Something that changes and that clients look at: by asking, or by a stream of events.
//!
//! A watcher is told that there is something new, not what: it reads the present state when it gets to it. So a slow one
//! costs nothing and holds nobody up; what it missed is superseded.

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The least time between two batches of events to one client.
const PAUSE: Duration = Duration::from_millis(50);
/// How often a stream without news says that it is alive; also when a client that vanished is noticed.
const ALIVE: Duration = Duration::from_secs(5);

/// A state under a lock, with a number that grows with each change.
pub(crate) struct Feed<T> {
    state: Mutex<T>,
    version: watch::Sender<u64>,
    touched: Mutex<Instant>,
}

impl<T> Feed<T> {
    pub(crate) fn new(state: T) -> Self {
        Self { state: Mutex::new(state), version: watch::Sender::new(0), touched: Mutex::new(Instant::now()) }
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and tells all who watch.
    pub(crate) fn update<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = change(&mut self.lock());
        self.version.send_modify(|version| *version += 1);
        result
    }

    /// Looks at the state.
    pub(crate) fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.lock())
    }

    /// A client has shown that it is there.
    pub(crate) fn touch(&self) {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether nobody watches and nobody has asked for so long.
    pub(crate) fn abandoned(&self, after: Duration) -> bool {
        self.version.receiver_count() == 0
            && self.touched.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > after
    }
}

/// What a step of a stream gives: events, and whether they are the last.
pub(crate) struct Batch {
    pub(crate) events: Vec<Event>,
    pub(crate) last: bool,
}

/// An event with an object as its data.
pub(crate) fn event(name: &str, data: &serde_json::Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

/// A watcher; while it lives, the state is not abandoned.
struct Watcher<T> {
    feed: Arc<Feed<T>>,
    seen: watch::Receiver<u64>,
}

impl<T> Drop for Watcher<T> {
    fn drop(&mut self) {
        self.feed.touch();
    }
}

/// A stream of events: `step` gives what is new since the last call, beginning with what there is now.
pub(crate) fn events<T: Send + 'static>(
    feed: Arc<Feed<T>>,
    step: impl FnMut(&T) -> Batch + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    struct Going<T, S> {
        watcher: Watcher<T>,
        step: S,
        ready: VecDeque<Event>,
        last: bool,
        first: bool,
    }
    let seen = feed.version.subscribe();
    let watcher = Watcher { feed, seen };
    let going = Going { watcher, step, ready: VecDeque::new(), last: false, first: true };
    let stream = stream::unfold(going, |mut going| async move {
        loop {
            if let Some(event) = going.ready.pop_front() {
                return Some((Ok(event), going));
            }
            if going.last {
                return None;
            }
            if !std::mem::take(&mut going.first) {
                tokio::time::sleep(PAUSE).await;
                going.watcher.seen.changed().await.ok()?;
            }
            going.watcher.seen.mark_unchanged();
            let Going { watcher, step, .. } = &mut going;
            let batch = watcher.feed.read(|state| step(state));
            going.ready.extend(batch.events);
            going.last = batch.last;
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_watches_or_asks_for_is_abandoned() {
        let feed = Arc::new(Feed::new(0));
        assert!(!feed.abandoned(Duration::from_mins(1)));
        assert!(feed.abandoned(Duration::ZERO));
        let watcher = Watcher { feed: Arc::clone(&feed), seen: feed.version.subscribe() };
        assert!(!feed.abandoned(Duration::ZERO));
        drop(watcher);
        assert!(!feed.abandoned(Duration::from_mins(1)) && feed.abandoned(Duration::ZERO));
        assert_eq!((feed.update(|n| *n + 1), feed.read(|n| *n)), (1, 0));
    }
}
