//! HTTP as far as the tests need it, written out so that they can also do what no decent client does.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub(crate) struct Request {
    address: SocketAddr,
    line: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value)
    }
}

impl Request {
    pub(crate) fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        let headers = vec![("Host".to_owned(), address.to_string())];
        Self { address, line: format!("{method} {path} HTTP/1.1"), headers, body: None }
    }

    /// Replaces a header of this name.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn body(mut self, body: &[u8]) -> Self {
        self.body = Some(body.to_vec());
        self
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut text = format!("{}\r\n", self.line);
        for (name, value) in &self.headers {
            text.extend([name, ": ", value, "\r\n"]);
        }
        if let Some(body) = &self.body {
            text.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
        }
        text += "Connection: close\r\n\r\n";
        let mut bytes = text.into_bytes();
        bytes.extend(self.body.iter().flatten());
        // A server that refuses the head need not read the body.
        let _ = (&stream).write_all(&bytes);
        stream
    }

    pub(crate) fn send(self) -> Answer {
        let mut input = BufReader::new(self.connect());
        let (status, headers) = head(&mut input);
        let mut body = Vec::new();
        if is_chunked(&headers) {
            while let Some(chunk) = chunk(&mut input) {
                body.extend(chunk);
            }
        } else {
            // A connection that is reset after the answer has been read is no matter.
            let _ = input.read_to_end(&mut body);
        }
        Answer { status, headers, body }
    }

    /// The status, if the server answers at all.
    pub(crate) fn try_send(self) -> Option<u16> {
        let mut line = String::new();
        BufReader::new(self.connect()).read_line(&mut line).ok()?;
        line.split(' ').nth(1)?.parse().ok()
    }

    pub(crate) fn events(self) -> Events {
        let mut input = BufReader::new(self.connect());
        let (status, headers) = head(&mut input);
        assert_eq!(status, 200);
        let kind = headers.iter().find(|(name, _)| name == "content-type").unwrap();
        assert_eq!(kind.1, "text/event-stream");
        assert!(is_chunked(&headers));
        Events { input, text: String::new() }
    }
}

fn head(input: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    input.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("{line:?}")).parse().unwrap();
    let mut headers = Vec::new();
    loop {
        line.clear();
        input.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { return (status, headers) };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
}

fn is_chunked(headers: &[(String, String)]) -> bool {
    headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked")
}

fn chunk(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    input.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim(), 16).ok().filter(|&length| length > 0)?;
    let mut bytes = vec![0; length + 2];
    input.read_exact(&mut bytes).ok()?;
    bytes.truncate(length);
    Some(bytes)
}

/// A stream of server-sent events; dropped, the client has vanished.
pub(crate) struct Events {
    input: BufReader<TcpStream>,
    text: String,
}

impl Iterator for Events {
    type Item = (String, Value);

    /// The next event: its name and its data.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let (mut name, mut data) = (String::new(), String::new());
                for line in event.lines() {
                    if let Some(text) = line.strip_prefix("event: ") {
                        text.clone_into(&mut name);
                    } else if let Some(text) = line.strip_prefix("data: ") {
                        data += text;
                    }
                }
                self.text = rest.to_owned();
                if !name.is_empty() {
                    return Some((name, serde_json::from_str(&data).unwrap()));
                }
                continue;
            }
            let bytes = chunk(&mut self.input)?;
            self.text += std::str::from_utf8(&bytes).unwrap();
        }
    }
}

impl Events {
    /// The data of the first event of this name.
    pub(crate) fn wait_for(&mut self, name: &str) -> Value {
        let found = self.find(|(event, _)| event == name);
        found.unwrap_or_else(|| panic!("the stream ended without {name}")).1
    }
}
