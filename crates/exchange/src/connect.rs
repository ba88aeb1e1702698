//! One connection between each two processes: the one of the higher number knocks, and says which it is.

use crate::{Cluster, ExchangeError};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What a process says when it connects: this, how many processes it knows of, and its number (u32 each).
const GREETING: &[u8; 8] = b"yomiex1\n";
const PAUSE: Duration = Duration::from_millis(20);

/// Connects to all others; nothing stands in place of this process.
pub(crate) fn connect(cluster: &Cluster) -> Result<Vec<Option<TcpStream>>, ExchangeError> {
    let deadline = Instant::now() + cluster.patience;
    let own = cluster.address(cluster.process());
    let listen = |source| ExchangeError::Listen { address: own.to_owned(), source };
    let listener = TcpListener::bind(own).map_err(listen)?;
    listener.set_nonblocking(true).map_err(listen)?;
    let mut streams: Vec<Option<TcpStream>> = (0..cluster.processes()).map(|_| None).collect();
    for (process, stream) in streams.iter_mut().enumerate().take(cluster.process()) {
        *stream = Some(knock(cluster, process, deadline)?);
    }
    while let Some(missing) = (cluster.process() + 1..cluster.processes()).find(|p| streams[*p].is_none()) {
        match listener.accept() {
            Ok((stream, from)) => {
                let process = greeted(cluster, &stream, &from.to_string(), deadline)?;
                if streams[process].is_some() {
                    let what = format!("says it is process {process}, which has come already");
                    return Err(ExchangeError::Foreign { from: from.to_string(), what });
                }
                streams[process] = Some(stream);
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                if Instant::now() >= deadline {
                    return Err(absent(cluster, missing, String::new()));
                }
                sleep(PAUSE);
            }
            Err(e) => return Err(listen(e)),
        }
    }
    Ok(streams)
}

fn absent(cluster: &Cluster, process: usize, reason: String) -> ExchangeError {
    let (address, seconds) = (cluster.address(process).to_owned(), cluster.patience.as_secs());
    ExchangeError::Absent { process, address, seconds, reason }
}

fn knock(cluster: &Cluster, process: usize, deadline: Instant) -> Result<TcpStream, ExchangeError> {
    loop {
        match TcpStream::connect(cluster.address(process)) {
            Ok(mut stream) => {
                stream.set_nodelay(true)?;
                let numbers = [cluster.processes(), cluster.process()].map(|n| (n as u32).to_le_bytes());
                stream.write_all(&[GREETING.as_slice(), &numbers.concat()].concat())?;
                return Ok(stream);
            }
            Err(e) if Instant::now() >= deadline => return Err(absent(cluster, process, format!(": {e}"))),
            Err(_) => sleep(PAUSE),
        }
    }
}

/// Reads who connects.
fn greeted(
    cluster: &Cluster,
    mut stream: &TcpStream,
    from: &str,
    deadline: Instant,
) -> Result<usize, ExchangeError> {
    let foreign = |what: String| ExchangeError::Foreign { from: from.to_owned(), what };
    let left = deadline.saturating_duration_since(Instant::now()).max(PAUSE);
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(left))?;
    let mut greeting = [0; 16];
    stream.read_exact(&mut greeting).map_err(|e| foreign(format!("says nothing: {e}")))?;
    stream.set_read_timeout(None)?;
    let number =
        |at: usize| u32::from_le_bytes(greeting[at..at + 4].try_into().expect("four bytes")) as usize;
    let (processes, process) = (number(8), number(12));
    if &greeting[..8] != GREETING {
        return Err(foreign("is none of this program, or of another version of it".to_owned()));
    }
    if processes != cluster.processes() || process <= cluster.process() || process >= processes {
        return Err(foreign(format!(
            "says it is process {process} of {processes}; one of {} from {} on was expected",
            cluster.processes(),
            cluster.process() + 1
        )));
    }
    Ok(process)
}
