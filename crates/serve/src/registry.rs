//! What clients have asked for and come back to, by id: bounded in number, forgotten when nobody comes back.

use crate::client::ClientId;
use crate::error::{Answer, ApiError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Something that is kept under an id.
pub(crate) trait Kept: Send + Sync + 'static {
    /// What it is called in messages.
    const NAME: &'static str;

    fn client(&self) -> &ClientId;

    /// Whether it still takes up room in the queue of the engines or waits for its client.
    fn active(&self) -> bool;
}

struct Item<T> {
    kept: Arc<T>,
    made: Instant,
}

/// Items by id.
pub(crate) struct Registry<T> {
    items: Mutex<HashMap<String, Item<T>>>,
    per_client: usize,
    together: usize,
}

impl<T: Kept> Registry<T> {
    /// At most so many active items of a client and of all together, and as many that are done.
    pub(crate) fn new(per_client: usize, together: usize) -> Self {
        Self { items: Mutex::new(HashMap::new()), per_client, together }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Item<T>>> {
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what `make` makes, or says which limit is reached.
    pub(crate) fn add(&self, id: &str, client: &ClientId, make: impl FnOnce() -> Arc<T>) -> Answer<Arc<T>> {
        let mut items = self.lock();
        let active: Vec<_> = items.values().filter(|item| item.kept.active()).collect();
        let own = active.iter().filter(|item| item.kept.client() == client).count();
        if own >= self.per_client {
            let message = format!("this client has its {own} already ({}); end one of them first", T::NAME);
            return Err(ApiError::busy(message));
        }
        if active.len() >= self.together {
            let message =
                format!("the server has its {} already ({}); try again later", active.len(), T::NAME);
            return Err(ApiError::busy(message));
        }
        if items.len() >= 2 * self.together {
            let oldest =
                items.iter().filter(|(_, item)| !item.kept.active()).min_by_key(|(_, item)| item.made);
            if let Some(id) = oldest.map(|(id, _)| id.clone()) {
                items.remove(&id);
            }
        }
        let kept = make();
        items.insert(id.to_owned(), Item { kept: Arc::clone(&kept), made: Instant::now() });
        Ok(kept)
    }

    pub(crate) fn get(&self, id: &str) -> Answer<Arc<T>> {
        let found = self.lock().get(id).map(|item| Arc::clone(&item.kept));
        found.ok_or_else(|| ApiError::missing(format!("there is no {} with this id, or no more", T::NAME)))
    }

    pub(crate) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// All items, for the one who clears up.
    pub(crate) fn all(&self) -> Vec<(String, Arc<T>)> {
        self.lock().iter().map(|(id, item)| (id.clone(), Arc::clone(&item.kept))).collect()
    }
}
