//! The parts of a request: its body as JSON, its query, the id in its path. What is wrong with them is told in our own words,
//! with the place.

use crate::error::{ApiError, Place};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A JSON object. Any content type is taken: scripts leave it out.
pub(crate) struct Body<T>(pub(crate) T);

/// Why bytes did not come in.
pub(crate) fn refused(rejection: &BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let message = "the request is larger than this server takes; GET /api/v1/version tells the limits";
        return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message);
    }
    ApiError::bad("bad_body", format!("body: {rejection}"))
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| refused(&rejection))?;
        // An empty body asks for the defaults.
        let bytes: &[u8] = if bytes.trim_ascii().is_empty() { b"{}" } else { &bytes };
        // The reader would take a list for an object whose fields have defaults.
        if bytes.trim_ascii_start().first().is_some_and(|&first| first != b'{') {
            return Err(ApiError::bad("bad_json", "body: expected a JSON object"));
        }
        serde_json::from_slice(bytes).map(Self).map_err(|error| {
            let place = Place {
                line: Some(error.line() as u64).filter(|&line| line > 0),
                column: u32::try_from(error.column()).ok().filter(|&column| column > 0),
                ..Place::default()
            };
            ApiError::bad("bad_json", format!("body: {error}")).at(place)
        })
    }
}

/// What stands behind the `?` of a path.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        let Query(asked) = query
            .map_err(|rejection| ApiError::bad("bad_query", format!("query: {}", rejection.body_text())))?;
        Ok(Self(asked))
    }
}

/// The variable parts of a path.
pub(crate) struct Named<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::from_request_parts(parts, state).await;
        let Path(named) =
            path.map_err(|rejection| ApiError::missing(format!("path: {}", rejection.body_text())))?;
        Ok(Self(named))
    }
}
