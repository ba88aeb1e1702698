//! The rounds: a dataflow of one exchange, driven by hand.

use crate::{Cluster, ExchangeError, connect, failure};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::cell::RefCell;
use std::net::{Shutdown, TcpStream};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{ProcessBuilder, Thread};
use timely::communication::{Allocator, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Pipeline;
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Exchange, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// How long to wait for something to happen before looking at other things.
const TURN: Duration = Duration::from_millis(2);

/// A message under way.
#[derive(Clone, Serialize, Deserialize)]
struct Parcel {
    /// A process that is done with a round may send in the next while others still wait for the end of this one.
    round: u64,
    from: u32,
    to: u32,
    bytes: Vec<u8>,
}

/// Where the work of a round puts what it sends. Any thread may hold one.
#[derive(Clone)]
pub struct Outbox {
    parcels: Sender<Parcel>,
    lost: Arc<AtomicBool>,
    round: u64,
    process: u32,
}

impl Outbox {
    /// Sends bytes to a process. Returns false if the round is lost: then the work may as well stop.
    #[must_use]
    pub fn send(&self, to: usize, bytes: Vec<u8>) -> bool {
        let parcel = Parcel { round: self.round, from: self.process, to: to as u32, bytes };
        !self.is_lost() && self.parcels.send(parcel).is_ok()
    }

    /// Whether the round is lost because a process is gone.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Relaxed)
    }
}

/// What drives the dataflow.
struct Engine {
    worker: Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    probe: ProbeHandle<u64>,
    arrived: Rc<RefCell<Vec<Parcel>>>,
    /// timely's threads for the connections; letting go of it waits for them.
    connections: Box<dyn Any>,
}

/// This process among the others.
pub struct Mesh {
    cluster: Cluster,
    /// None once a process is gone: what is left of the dataflow cannot be ended in order.
    engine: Option<Engine>,
    round: u64,
    sent: u64,
    /// To be closed if this process leaves without a word.
    sockets: Vec<TcpStream>,
}

impl Mesh {
    /// Connects this process with all others, which it waits for.
    ///
    /// # Errors
    /// Who did not come, or who came and has no place here.
    pub fn join(cluster: Cluster) -> Result<Self, ExchangeError> {
        failure::install();
        let mut clones = Vec::new();
        let (allocator, connections): (_, Box<dyn Any>) = if cluster.processes() == 1 {
            (Allocator::Thread(Thread::default()), Box::new(()))
        } else {
            let sockets = connect::connect(&cluster)?;
            for socket in sockets.iter().flatten() {
                clones.push(socket.try_clone()?);
            }
            let hooks = Hooks::default();
            let local = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
            let (builders, guard) =
                initialize_networking_from_sockets(local, sockets, cluster.process(), 1, hooks)?;
            let builder = builders.into_iter().next().expect("one for the one worker");
            let allocator = failure::watch(|| builder.build()).ok_or_else(|| lost(&cluster))?;
            (Allocator::Tcp(allocator), Box::new(guard))
        };
        let mut worker = Worker::new(WorkerConfig::default(), allocator, None);
        let mut input = InputHandle::new();
        let probe = ProbeHandle::new();
        let arrived = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&arrived);
        worker.dataflow::<u64, _, _>(|scope| {
            input
                .to_stream(scope)
                .exchange(|parcel: &Parcel| u64::from(parcel.to))
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(Pipeline, "arrivals", |_, _| {
                    move |input, _| {
                        input.for_each(|_, parcels| sink.borrow_mut().append(parcels));
                    }
                })
                .probe_with(&probe);
        });
        let engine = Engine { worker, input, probe, arrived, connections };
        Ok(Self { cluster, engine: Some(engine), round: 0, sent: 0, sockets: clones })
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.cluster.process()
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.cluster.processes()
    }

    /// Bytes sent to other processes so far.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Does `work` in a thread of its own; hands over every message of this round from any process, with its sender, as it
    /// arrives; returns once all processes have finished their work and have all messages.
    ///
    /// # Errors
    /// [`ExchangeError::Lost`] if a process is gone. `work` is then waited for, but what it returns is lost.
    pub fn round<T: Send>(
        &mut self,
        work: impl FnOnce(&Outbox) -> T + Send,
        mut receive: impl FnMut(usize, Vec<u8>),
    ) -> Result<T, ExchangeError> {
        let flag = Arc::new(AtomicBool::new(false));
        let (parcels, queue) = mpsc::channel();
        let (cluster, round) = (&self.cluster, self.round);
        let outbox = Outbox { parcels, lost: flag.clone(), round, process: cluster.process() as u32 };
        let Some(mut engine) = self.engine.take() else { return Err(lost(cluster)) };
        let mut sent = 0;
        let (result, alive) = std::thread::scope(|scope| {
            let thread = scope.spawn(move || work(&outbox));
            let mut drive = || {
                loop {
                    match queue.recv_timeout(TURN) {
                        Ok(parcel) => {
                            if parcel.to != parcel.from {
                                sent += parcel.bytes.len() as u64;
                            }
                            engine.input.send(parcel);
                            engine.input.flush();
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => break,
                    }
                    engine.step(round, &mut receive, Duration::ZERO);
                }
                engine.input.advance_to(round + 1);
                while engine.probe.less_than(&(round + 1)) {
                    engine.step(round, &mut receive, TURN);
                }
                engine.deliver(round, &mut receive);
            };
            let alive = failure::watch(&mut drive).is_some();
            flag.store(!alive, Relaxed);
            (thread.join(), alive)
        });
        self.sent += sent;
        self.round += 1;
        if !alive {
            // Ending it would wait for threads that wait for the process that is gone.
            std::mem::forget(engine);
            return Err(lost(&self.cluster));
        }
        self.engine = Some(engine);
        result.map_err(|panic| std::panic::resume_unwind(panic))
    }

    /// Gives everybody the bytes of everybody, in the order of processes.
    ///
    /// # Errors
    /// As [`Mesh::round`].
    pub fn gather(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let processes = self.processes();
        let mut all = vec![Vec::new(); processes];
        // A round that is lost is told below, whoever notices it first.
        self.round(
            |outbox| (0..processes).all(|to| outbox.send(to, bytes.to_vec())),
            |from, bytes| all[from] = bytes,
        )?;
        Ok(all)
    }

    /// Waits until all processes have come here, then lets go of the connections.
    ///
    /// # Errors
    /// As [`Mesh::round`].
    pub fn leave(mut self) -> Result<(), ExchangeError> {
        self.gather(&[])?;
        let Some(engine) = self.engine.take() else { return Ok(()) };
        let Engine { mut worker, input, probe, arrived, connections } = engine;
        self.sockets.clear();
        let ended = failure::watch(|| {
            input.close();
            while worker.has_dataflows() {
                worker.step_or_park(Some(TURN));
            }
            drop((worker, probe, arrived, connections));
        });
        ended.ok_or_else(|| lost(&self.cluster))
    }
}

impl Drop for Mesh {
    /// Not left in order: the others are told by the connections that break, and not waited for.
    fn drop(&mut self) {
        std::mem::forget(self.engine.take());
        for socket in &self.sockets {
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

impl Engine {
    fn step(&mut self, round: u64, receive: &mut impl FnMut(usize, Vec<u8>), wait: Duration) {
        self.worker.step_or_park(Some(wait));
        self.deliver(round, receive);
    }

    /// Hands over what has arrived of a round; what is of the next one waits.
    fn deliver(&mut self, round: u64, receive: &mut impl FnMut(usize, Vec<u8>)) {
        let parcels = std::mem::take(&mut *self.arrived.borrow_mut());
        let (now, later): (Vec<_>, Vec<_>) = parcels.into_iter().partition(|parcel| parcel.round == round);
        self.arrived.borrow_mut().extend(later);
        for parcel in now {
            receive(parcel.from as usize, parcel.bytes);
        }
    }
}

/// The error for the connection that broke first.
fn lost(cluster: &Cluster) -> ExchangeError {
    let (process, what) =
        failure::first().unwrap_or((cluster.process(), "the dataflow has failed".to_owned()));
    let address = cluster.address(process.min(cluster.processes() - 1)).to_owned();
    ExchangeError::Lost { process, address, what }
}
