//! The engines, and whose turn it is: a bounded number of searches at a time, shared fairly between clients.
//!
//! A client that has fewer searches running comes first, then the one that has waited longest (round-robin). Work comes in
//! steps; after each step it goes to the end of its client's queue. While anybody waits, a long step is asked to end, so that
//! one long analysis cannot keep others out.

use crate::client::ClientId;
use search::{Control, Engine, Options};
use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// What a step came to.
pub(crate) enum Next {
    /// Nothing is left to do.
    Done,
    /// More is to be done in a later step.
    Again,
}

/// Something that engines work on.
pub(crate) trait Work: Send {
    /// Whether a step may be asked to end early because others wait.
    fn gives_way(&self) -> bool;

    /// Works until the step is done or `control` is stopped. The engine has the options of whatever it did before: a step
    /// gives it its own, made from `base`.
    fn step(&mut self, engine: &mut Engine, base: &Options, control: &Control) -> Next;

    /// The engine failed; there will be no further step.
    fn failed(&mut self);
}

/// The handle by which work is called off.
#[derive(Default)]
pub(crate) struct Ticket {
    cancelled: AtomicBool,
    control: Mutex<Option<Arc<Control>>>,
}

impl Ticket {
    pub(crate) fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn set(&self, control: Option<Arc<Control>>) {
        *self.control.lock().unwrap_or_else(PoisonError::into_inner) = control;
    }

    fn stop(&self) {
        if let Some(control) = &*self.control.lock().unwrap_or_else(PoisonError::into_inner) {
            control.stop();
        }
    }
}

struct Queued {
    ticket: Arc<Ticket>,
    work: Box<dyn Work>,
}

struct Running {
    client: ClientId,
    ticket: Arc<Ticket>,
    since: Instant,
    gives_way: bool,
}

#[derive(Default)]
struct Queue {
    /// Clients with work that waits, the one that has waited longest first.
    clients: VecDeque<(ClientId, VecDeque<Queued>)>,
    running: Vec<Running>,
    closed: bool,
}

impl Queue {
    fn push(&mut self, client: ClientId, queued: Queued) {
        match self.clients.iter_mut().find(|(other, _)| *other == client) {
            Some((_, waiting)) => waiting.push_back(queued),
            None => self.clients.push_back((client, VecDeque::from([queued]))),
        }
    }

    /// The work whose turn it is.
    fn pop(&mut self) -> Option<(ClientId, Queued)> {
        let running = |client: &ClientId| self.running.iter().filter(|other| other.client == *client).count();
        let (at, _) =
            self.clients.iter().enumerate().min_by_key(|(at, (client, _))| (running(client), *at))?;
        let (client, mut waiting) = self.clients.remove(at)?;
        let queued = waiting.pop_front()?;
        if !waiting.is_empty() {
            self.clients.push_back((client.clone(), waiting));
        }
        Some((client, queued))
    }
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    slice: Duration,
    options: Options,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many engines work and how much waits.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(crate) struct Load {
    pub(crate) running: usize,
    pub(crate) waiting: usize,
    /// Clients that have work that runs or waits.
    pub(crate) clients: usize,
}

/// The engines.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// So many engines with these options each; a search steps back after `slice` while others wait.
    pub(crate) fn new(engines: usize, options: &Options, slice: Duration) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::default()),
            wake: Condvar::new(),
            slice,
            options: options.clone(),
        });
        let mut pool = Self { shared, threads: Vec::new() };
        for number in 0..engines.max(1) {
            let shared = Arc::clone(&pool.shared);
            let builder = Builder::new().name(format!("engine {number}"));
            pool.threads.push(builder.spawn(move || work(&shared))?);
        }
        let shared = Arc::clone(&pool.shared);
        pool.threads.push(Builder::new().name("turns".to_owned()).spawn(move || keep_turns(&shared))?);
        Ok(pool)
    }

    /// Hands work in; the ticket calls it off.
    pub(crate) fn submit(&self, client: &ClientId, ticket: &Arc<Ticket>, work: Box<dyn Work>) {
        self.shared.queue().push(client.clone(), Queued { ticket: Arc::clone(ticket), work });
        self.shared.wake.notify_one();
    }

    /// Calls work off: a running step is stopped, a waiting one never comes.
    pub(crate) fn cancel(&self, ticket: &Arc<Ticket>) {
        ticket.cancelled.store(true, Ordering::Relaxed);
        ticket.stop();
        let mut queue = self.shared.queue();
        for (_, waiting) in &mut queue.clients {
            waiting.retain(|queued| !Arc::ptr_eq(&queued.ticket, ticket));
        }
        queue.clients.retain(|(_, waiting)| !waiting.is_empty());
    }

    pub(crate) fn load(&self) -> Load {
        let queue = self.shared.queue();
        let waiting = queue.clients.iter().map(|(_, waiting)| waiting.len()).sum();
        let waits = queue.clients.iter().map(|(client, _)| client);
        let clients: HashSet<_> = waits.chain(queue.running.iter().map(|running| &running.client)).collect();
        Load { running: queue.running.len(), waiting, clients: clients.len() }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.clients.clear();
        queue.running.iter().for_each(|running| running.ticket.stop());
        drop(queue);
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing to give back.
            let _ = thread.join();
        }
    }
}

/// The life of one engine.
fn work(shared: &Shared) {
    let mut engine = Engine::new(shared.options.clone());
    while let Some((client, mut queued, control)) = next(shared) {
        let ticket = Arc::clone(&queued.ticket);
        let step = catch_unwind(AssertUnwindSafe(|| {
            if ticket.cancelled() {
                Next::Done
            } else {
                queued.work.step(&mut engine, &shared.options, &control)
            }
        }));
        ticket.set(None);
        let mut queue = shared.queue();
        queue.running.retain(|running| !Arc::ptr_eq(&running.ticket, &ticket));
        match step {
            Ok(Next::Again) if !ticket.cancelled() && !queue.closed => {
                queue.push(client, queued);
                shared.wake.notify_one();
            }
            Ok(_) => {}
            Err(_) => {
                drop(queue);
                tracing::error!("an engine failed; it is replaced");
                queued.work.failed();
                engine = Engine::new(shared.options.clone());
            }
        }
    }
}

/// Waits for work.
fn next(shared: &Shared) -> Option<(ClientId, Queued, Arc<Control>)> {
    let mut queue = shared.queue();
    loop {
        if queue.closed {
            return None;
        }
        if let Some((client, queued)) = queue.pop() {
            let control = Arc::new(Control::new());
            queued.ticket.set(Some(Arc::clone(&control)));
            queue.running.push(Running {
                client: client.clone(),
                ticket: Arc::clone(&queued.ticket),
                since: Instant::now(),
                gives_way: queued.work.gives_way(),
            });
            return Some((client, queued, control));
        }
        queue = shared.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Asks long steps to end while others wait.
fn keep_turns(shared: &Shared) {
    loop {
        let queue = shared.queue();
        if queue.closed {
            return;
        }
        if !queue.clients.is_empty() {
            let long = |running: &&Running| running.gives_way && running.since.elapsed() >= shared.slice;
            queue.running.iter().filter(long).for_each(|running| running.ticket.stop());
        }
        drop(queue);
        std::thread::sleep((shared.slice / 10).clamp(Duration::from_millis(5), Duration::from_millis(100)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Tells its name at each step; a long one works until it is stopped.
    struct Told {
        name: &'static str,
        steps: usize,
        long: bool,
        to: Sender<&'static str>,
    }

    impl Work for Told {
        fn gives_way(&self) -> bool {
            self.long
        }

        fn step(&mut self, _: &mut Engine, _: &Options, control: &Control) -> Next {
            let _ = self.to.send(self.name);
            while self.long && !control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            self.steps -= 1;
            assert!(self.name != "broken", "on purpose");
            if self.steps == 0 { Next::Done } else { Next::Again }
        }

        fn failed(&mut self) {
            let _ = self.to.send("failed");
        }
    }

    fn pool() -> (Pool, Sender<&'static str>, Receiver<&'static str>) {
        let options = Options { hash_mib: 1, ..Options::default() };
        let (to, from) = channel();
        (Pool::new(1, &options, Duration::from_millis(20)).unwrap(), to, from)
    }

    fn submit(pool: &Pool, client: &str, work: Told) -> Arc<Ticket> {
        let ticket = Arc::new(Ticket::default());
        pool.submit(&ClientId::of(client), &ticket, Box::new(work));
        ticket
    }

    fn next(from: &Receiver<&'static str>) -> &'static str {
        from.recv_timeout(Duration::from_secs(20)).unwrap()
    }

    #[test]
    fn clients_take_turns_however_much_one_asks_for() {
        let (pool, to, from) = pool();
        let work = |name, steps, long| Told { name, steps, long, to: to.clone() };
        // Holds the engine until the others wait.
        submit(&pool, "z", work("first", 1, true));
        assert_eq!(next(&from), "first");
        for name in ["a1", "a2", "a3"] {
            submit(&pool, "a", work(name, 1, false));
        }
        submit(&pool, "b", work("b", 2, false));
        let order: Vec<_> = (0..5).map(|_| next(&from)).collect();
        assert_eq!(order, ["a1", "b", "a2", "b", "a3"]);
    }

    #[test]
    fn a_long_search_gives_way_and_comes_back() {
        let (pool, to, from) = pool();
        let work = |name, steps, long| Told { name, steps, long, to: to.clone() };
        submit(&pool, "a", work("long", 2, true));
        assert_eq!(next(&from), "long");
        submit(&pool, "b", work("short", 1, false));
        assert_eq!((next(&from), next(&from)), ("short", "long"));
        // Nobody waits: it is not asked to end.
        assert_eq!((pool.load().running, pool.load().waiting, pool.load().clients), (1, 0, 1));
    }

    #[test]
    fn what_is_called_off_ends_or_never_comes() {
        let (pool, to, from) = pool();
        let work = |name, steps, long| Told { name, steps, long, to: to.clone() };
        let long = submit(&pool, "a", work("long", 9, true));
        assert_eq!(next(&from), "long");
        let never = submit(&pool, "a", work("never", 1, false));
        pool.cancel(&never);
        pool.cancel(&long);
        submit(&pool, "a", work("after", 1, false));
        assert_eq!(next(&from), "after");
        assert_eq!(pool.load().waiting, 0);
    }

    #[test]
    fn an_engine_that_fails_is_replaced() {
        let (pool, to, from) = pool();
        let work = |name| Told { name, steps: 1, long: false, to: to.clone() };
        submit(&pool, "a", work("broken"));
        submit(&pool, "a", work("after"));
        assert_eq!((next(&from), next(&from), next(&from)), ("broken", "failed", "after"));
    }
}
