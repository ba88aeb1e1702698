//! A server, a small client, and the folders that tests serve.

mod client;
mod fixtures;

pub(crate) use client::{Answer, Events, Request};
pub(crate) use fixtures::{larger, runs, tables};

use serde_json::Value;
use serve::{Bound, Limits, Options};
use std::net::SocketAddr;
use std::thread::JoinHandle;
use tokio::sync::oneshot::{self, Sender};

/// A server in a thread of its own; it ends with its handle.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn new(options: Options) -> Self {
        let (end, ended) = oneshot::channel();
        let (told, heard) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.unwrap().block_on(async move {
                let bound = Bound::new(options).await.unwrap();
                told.send(bound.address().unwrap()).unwrap();
                bound.run(async { drop(ended.await) }).await;
            });
        });
        Self { address: heard.recv().unwrap(), end: Some(end), thread: Some(thread) }
    }

    /// With the usual limits, and both folders.
    pub(crate) fn usual() -> Self {
        Self::new(options())
    }

    /// With other limits.
    pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> Self {
        let mut options = options();
        change(&mut options.limits);
        Self::new(options)
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> Request {
        Request::new(self.address, method, path)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path).send()
    }

    /// The object of an answer that has to be good.
    pub(crate) fn good(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path).body(body.to_string().as_bytes()).send()
    }

    /// Asks for something that takes time, and gives its path.
    pub(crate) fn make(&self, path: &str, body: &Value) -> String {
        let answer = self.post(path, body);
        assert_eq!(answer.status, 201, "{path}: {}", answer.text());
        answer.json()["url"].as_str().unwrap().to_owned()
    }

    pub(crate) fn events(&self, url: &str) -> Events {
        self.request("GET", &format!("{url}/events")).events()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(crate) fn options() -> Options {
    Options {
        address: "127.0.0.1:0".parse().unwrap(),
        tables: Some(tables().to_owned()),
        runs: Some(runs().to_owned()),
        engines: 1,
        hash_mib: 8,
        ..Options::default()
    }
}

/// The code and message of an error.
pub(crate) fn error(answer: &Answer) -> (u16, String, String) {
    let body = answer.json();
    let text = |name: &str| body["error"][name].as_str().unwrap_or_else(|| panic!("{body}")).to_owned();
    (answer.status, text("code"), text("message"))
}
