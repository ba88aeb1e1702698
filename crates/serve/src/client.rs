//! Who asks: by the name that it gives itself, or by its address.

use crate::error::{ApiError, Place};
use axum::extract::{ConnectInfo, FromRequestParts};
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
}

impl<S: Sync> FromRequestParts<S> for ClientId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let address = address.map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string());
        let Some(name) = parts.headers.get(HEADER) else { return Ok(Self::of(&address)) };
        let good = |name: &&str| !name.is_empty() && name.len() <= LONGEST;
        let name = name.to_str().ok().filter(good).ok_or_else(|| {
            let message = format!("{HEADER}: expected 1 to {LONGEST} printable ASCII characters");
            ApiError::bad("bad_client", message).at(Place::field(HEADER))
        })?;
        Ok(Self::of(&format!("{address} {name}")))
    }
}
