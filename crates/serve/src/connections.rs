//! How many connections an address has: so many at most, so that one cannot take the room of all others.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;

/// The connections of each address.
#[derive(Clone)]
pub(crate) struct Connections {
    most: usize,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A connection of an address, as long as it lives.
pub(crate) struct Own {
    address: IpAddr,
    connections: Connections,
}

impl Connections {
    /// At most so many of one address.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, counts: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more of an address, if it may have one.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Own> {
        let address = network(address);
        let mut counts = self.lock();
        let count = counts.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Own { address, connections: self.clone() })
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let mut counts = self.connections.lock();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// Of IPv6 one customer has all addresses of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// What is said to one connection too many, without listening to it.
const REFUSAL: &str = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 2\r\n\
    connection: close\r\ncontent-length: 91\r\n\r\n\
    {\"error\": {\"code\": \"too_many\", \"message\": \"this address has too many connections already\"}}";

/// Says so and hangs up.
pub(crate) async fn refuse(stream: TcpStream) {
    // A fresh connection has room for so little; if not, that is the client's affair.
    if let Ok(Ok(())) = tokio::time::timeout(Duration::from_millis(100), stream.writable()).await {
        let _ = stream.try_write(REFUSAL.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_number_and_gets_it_back() {
        let connections = Connections::new(2);
        let take = |text: &str| connections.take(text.parse().unwrap());
        let (first, second) = (take("192.0.2.1"), take("::ffff:192.0.2.1"));
        assert!(first.is_some() && second.is_some() && take("192.0.2.1").is_none());
        assert!(take("192.0.2.2").is_some(), "another address has its own");
        drop(first);
        assert!(take("192.0.2.1").is_some());
        let network: Vec<_> = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:5::3"].map(take).into();
        assert_eq!(network.iter().filter(|one| one.is_some()).count(), 2);
        assert!(take("2001:db8:0:1::1").is_some());
        drop((second, network));
        assert!(connections.lock().is_empty());
    }

    #[test]
    fn the_refusal_is_whole() {
        let (head, body) = REFUSAL.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&format!("content-length: {}", body.len())), "{}", body.len());
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["error"]["code"], "too_many");
    }
}
