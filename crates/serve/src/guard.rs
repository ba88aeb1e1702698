//! Who may drive the server: requests under its own name only, and from its own pages or none.
//!
//! A page of another site can make a browser send requests here. It cannot keep the browser from telling where they come
//! from (`Origin`, `Sec-Fetch-Site`), nor, with a name that it has pointed here (DNS rebinding), from telling that name
//! (`Host`).

use crate::error::ApiError;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, Uri, header};

/// The names that a request may be addressed to.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
}

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

impl Guard {
    /// The loopback names and `hosts`.
    pub(crate) fn new(hosts: &[String]) -> Self {
        let own = LOOPBACK.iter().map(ToString::to_string);
        Self { hosts: own.chain(hosts.iter().map(|host| host.to_ascii_lowercase())).collect() }
    }

    /// Refuses a request that is addressed to a foreign name or comes from a foreign page.
    pub(crate) fn check(&self, request: &Request<Body>) -> Result<(), ApiError> {
        let host = self.host(request.uri(), request.headers())?;
        own_page(&host, request.headers())?;
        let api = request.uri().path().starts_with("/api");
        // A link to the page is no harm; a request to the interface that another site made is none of its business.
        match text(request.headers(), &HeaderName::from_static("sec-fetch-site")).as_deref() {
            Some("cross-site" | "same-site") if api => {
                Err(refused("foreign_origin", "this interface answers its own pages only"))
            }
            _ => Ok(()),
        }
    }

    /// The name and port that the request is addressed to.
    fn host(&self, uri: &Uri, headers: &HeaderMap) -> Result<String, ApiError> {
        let mut told = headers.get_all(header::HOST).iter();
        let (first, more) = (told.next(), told.next());
        let host = match (first.map(HeaderValue::to_str), more, uri.authority()) {
            (Some(Ok(host)), None, None) => host.to_ascii_lowercase(),
            (Some(Ok(host)), None, Some(target)) if target.as_str().eq_ignore_ascii_case(host) => {
                host.to_ascii_lowercase()
            }
            _ => return Err(ApiError::bad("bad_host", "Host: expected one, of this server")),
        };
        let name = name_of(&host).ok_or_else(|| ApiError::bad("bad_host", "Host: expected NAME[:PORT]"))?;
        if self.hosts.iter().any(|own| own == name) {
            Ok(host)
        } else {
            let message = format!("Host: {name:?} is no name of this server; `--host` adds one");
            Err(refused("foreign_host", message))
        }
    }
}

/// A request that names its origin has to come from a page of this very server.
fn own_page(host: &str, headers: &HeaderMap) -> Result<(), ApiError> {
    for origin in headers.get_all(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
        let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        let own = own.is_some_and(|authority| without_default_port(authority) == without_default_port(host));
        if !own {
            let message = format!("Origin: {origin:?} is not this server");
            return Err(refused("foreign_origin", message));
        }
    }
    Ok(())
}

fn refused(code: &'static str, message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, code, message)
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_ascii_lowercase)
}

/// The name of `NAME[:PORT]`, an IPv6 address with its brackets.
fn name_of(authority: &str) -> Option<&str> {
    let (name, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let end = rest.find(']')? + 2;
            (&authority[..end], &authority[end..])
        }
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let port = port.strip_prefix(':').unwrap_or(if port.is_empty() { "0" } else { "" });
    (!name.is_empty() && port.parse::<u16>().is_ok()).then(|| name.strip_suffix('.').unwrap_or(name))
}

fn without_default_port(authority: &str) -> &str {
    authority.strip_suffix(":80").or_else(|| authority.strip_suffix(":443")).unwrap_or(authority)
}

/// What every answer says: nothing is loaded from elsewhere, nobody else shows it in a frame or reads it.
pub(crate) const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri("/api/v1/version");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let guard = Guard::new(&["shogi.example".to_owned()]);
        guard.check(&request.body(Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn only_own_names_are_answered() {
        for good in ["localhost", "localhost:8135", "127.0.0.1:1", "[::1]:80", "LocalHost:5", "shogi.example"]
        {
            assert!(check(&[("host", good)]), "{good}");
        }
        for bad in [
            "",
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example:80",
            "localhost:80:80",
            "::1",
            "[::1",
            "[::1]x",
            "0.0.0.0",
            "localhost:http",
        ] {
            assert!(!check(&[("host", bad)]), "{bad}");
        }
        assert!(!check(&[]) && !check(&[("host", "localhost"), ("host", "localhost")]));
    }

    #[test]
    fn only_own_pages_are_answered() {
        let from = |origin| check(&[("host", "localhost:8135"), ("origin", origin)]);
        assert!(from("http://localhost:8135"));
        for bad in [
            "null",
            "http://localhost",
            "http://localhost:3000",
            "http://evil.example",
            "file://",
            "http://127.0.0.1:8135",
            "",
        ] {
            assert!(!from(bad), "{bad}");
        }
        for (site, good) in
            [("same-origin", true), ("none", true), ("cross-site", false), ("same-site", false)]
        {
            assert_eq!(check(&[("host", "localhost"), ("sec-fetch-site", site)]), good, "{site}");
        }
    }
}
