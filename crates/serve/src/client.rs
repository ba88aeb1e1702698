//! Who asks: by the name that it gives itself, or by its address.

use crate::error::{ApiError, Place};
use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::Extensions;
use axum::http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;

/// The header by which clients on one address are told apart, such as the tabs of a browser.
const HEADER: &str = "x-yomikiri-client";
const LONGEST: usize = 64;

/// A client, as far as the sharing of the engines is concerned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientId(Arc<str>);

impl ClientId {
    pub(crate) fn of(name: &str) -> Self {
        Self(name.into())
    }

    /// Who sent a request; by the address alone if the name is none.
    pub(crate) fn of_request(request: &Request) -> Self {
        let address = address(request.extensions());
        let name = request.headers().get(HEADER).and_then(|name| name.to_str().ok()).filter(is_name);
        name.map_or_else(|| Self::of(&address), |name| Self::of(&format!("{address} {name}")))
    }
}

fn address(extensions: &Extensions) -> String {
    let address = extensions.get::<ConnectInfo<SocketAddr>>();
    address.map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string())
}

fn is_name(name: &&str) -> bool {
    !name.is_empty() && name.len() <= LONGEST
}

impl<S: Sync> FromRequestParts<S> for ClientId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let address = address(&parts.extensions);
        let Some(name) = parts.headers.get(HEADER) else { return Ok(Self::of(&address)) };
        let name = name.to_str().ok().filter(is_name).ok_or_else(|| {
            let message = format!("{HEADER}: expected 1 to {LONGEST} printable ASCII characters");
            ApiError::bad("bad_client", message).at(Place::field(HEADER))
        })?;
        Ok(Self::of(&format!("{address} {name}")))
    }
}
