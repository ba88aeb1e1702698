//! The server at work: connections, and the one who clears up.

use crate::connections::{Connections, refuse};
use crate::options::Options;
use crate::state::Server;
use crate::{analyses, games, reviews, routes};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;

/// How long a client may take to send the head of a request, once it has begun to.
const HEAD: Duration = Duration::from_secs(10);
/// Bytes of a request's head.
const HEAD_BYTES: usize = 64 << 10;
/// How often what is abandoned or over is looked for.
const ROUND: Duration = Duration::from_millis(500);

/// A server that listens.
pub struct Bound {
    listener: TcpListener,
    server: Server,
}

impl Bound {
    /// Begins to listen and starts the engines.
    ///
    /// # Errors
    /// If the address cannot be used.
    pub async fn new(options: Options) -> std::io::Result<Self> {
        let listener = TcpListener::bind(options.address).await?;
        let server = Server::new(options)?;
        Ok(Self { listener, server })
    }

    /// Where it listens: the port that the system chose, if it was asked to.
    ///
    /// # Errors
    /// If the system does not know.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `end` is done.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Self { listener, server } = self;
        let clearing = tokio::spawn(clear_up(server.clone()));
        let router = routes::router(&server);
        let limits = &server.options().limits;
        let room = Arc::new(Semaphore::new(limits.connections));
        let connections = Connections::new(limits.connections_per_address);
        let silent = limits.silent;
        let accepting = async {
            loop {
                let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
                match listener.accept().await {
                    Ok((stream, address)) => {
                        let router = router.clone();
                        let own = connections.take(address.ip());
                        tokio::spawn(async move {
                            match &own {
                                Some(_) => connection(stream, address, silent, router).await,
                                None => refuse(stream).await,
                            }
                            drop((own, place));
                        });
                    }
                    Err(error) => {
                        // Too many open files, most likely: it passes.
                        tracing::warn!("accepting a connection: {error}");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
            }
        };
        tokio::select! {
            () = end => {}
            () = accepting => {}
        }
        clearing.abort();
    }
}

async fn connection(stream: TcpStream, address: SocketAddr, silent: Duration, router: Router) {
    let _ = stream.set_nodelay(true);
    // Who says nothing at all is not waited for as long as one whose request is on its way.
    if !matches!(tokio::time::timeout(silent, stream.peek(&mut [0])).await, Ok(Ok(1..))) {
        return;
    }
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().oneshot(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    // A client that goes away, or does not speak HTTP, is its own affair.
    if let Err(error) = served.await {
        tracing::debug!("{address}: {error}");
    }
}

async fn clear_up(server: Server) {
    let mut round = tokio::time::interval(ROUND);
    loop {
        round.tick().await;
        analyses::clear_up(&server);
        games::clear_up(&server);
        reviews::clear_up(&server);
    }
}
