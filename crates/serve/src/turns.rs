//! Turns for work that computes or reads files for long: some at a time, fewer of one client.

use crate::client::ClientId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

/// How many at a time; more wait.
const TOGETHER: usize = 4;
/// How many of one client: whatever it asks for, the others have turns left.
const PER_CLIENT: usize = 2;
/// From so many clients on those that have no turn are forgotten.
const REMEMBERED: usize = 256;

tokio::task_local! {
    /// Who sent the request that a task answers.
    pub(crate) static ASKING: ClientId;
}

/// Who has a turn.
pub(crate) struct Turns {
    all: Arc<Semaphore>,
    clients: Mutex<HashMap<ClientId, Weak<Semaphore>>>,
}

/// A turn, until it is dropped.
pub(crate) struct Turn {
    _one_of_all: OwnedSemaphorePermit,
    _one_of_client: Option<OwnedSemaphorePermit>,
}

impl Turns {
    pub(crate) fn new() -> Self {
        Self { all: Arc::new(Semaphore::new(TOGETHER)), clients: Mutex::default() }
    }

    fn of(&self, client: &ClientId) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().expect("no thread panics while it holds the lock");
        if let Some(known) = clients.get(client).and_then(Weak::upgrade) {
            return known;
        }
        if clients.len() >= REMEMBERED {
            clients.retain(|_, known| known.strong_count() > 0);
        }
        let new = Arc::new(Semaphore::new(PER_CLIENT));
        clients.insert(client.clone(), Arc::downgrade(&new));
        new
    }

    /// Waits for a turn of the client whose request the task answers, or of the server's own.
    pub(crate) async fn next(&self) -> Result<Turn, AcquireError> {
        let client = ASKING.try_with(|client| self.of(client)).ok();
        let one_of_client = match client {
            Some(client) => Some(client.acquire_owned().await?),
            None => None,
        };
        Ok(Turn { _one_of_all: Arc::clone(&self.all).acquire_owned().await?, _one_of_client: one_of_client })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    async fn taken(turns: &Turns, client: &str) -> Option<Turn> {
        let next = ASKING.scope(ClientId::of(client), turns.next());
        tokio::time::timeout(Duration::from_millis(50), next).await.ok().map(|turn| turn.unwrap())
    }

    #[tokio::test]
    async fn one_client_leaves_turns_to_the_others() {
        let turns = Turns::new();
        let (first, second) = (taken(&turns, "greedy").await, taken(&turns, "greedy").await);
        assert!(first.is_some() && second.is_some());
        assert!(taken(&turns, "greedy").await.is_none(), "a client had three turns");
        let (third, fourth) = (taken(&turns, "modest").await, taken(&turns, "another").await);
        assert!(third.is_some() && fourth.is_some());
        assert!(taken(&turns, "late").await.is_none(), "five turns at a time");
        drop(first);
        assert!(taken(&turns, "late").await.is_some());
    }

    #[tokio::test]
    async fn clients_without_a_turn_are_forgotten() {
        let turns = Turns::new();
        let kept = taken(&turns, "kept").await;
        for client in 0..3 * REMEMBERED {
            assert!(taken(&turns, &client.to_string()).await.is_some());
        }
        assert!(turns.clients.lock().unwrap().len() <= REMEMBERED);
        assert!(turns.clients.lock().unwrap().contains_key(&ClientId::of("kept")));
        drop(kept);
    }
}
