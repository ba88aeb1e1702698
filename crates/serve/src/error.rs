//! What a request can be answered with when it cannot be carried out: a status, a code for programs, a sentence for people.

use crate::reason::Reason;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Where in the input something is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    /// The field of the request, or the name that the client gave to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// The name that the client gave to a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// Line, from 1; of a binary file the number of the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    /// Column in characters, from 1; of a binary file the byte within the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
}

impl Place {
    pub(crate) fn field(name: &str) -> Self {
        Self { field: Some(name.to_owned()), ..Self::default() }
    }
}

impl From<&record::Place> for Place {
    fn from(place: &record::Place) -> Self {
        let file = Some(place.file.to_string());
        Self { field: None, file, line: Some(place.line), column: Some(place.column) }
    }
}

/// The answer to a request that cannot be carried out.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: Box<Body>,
}

#[derive(Clone, Debug, Serialize)]
struct Body {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    /// The message for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

#[derive(Serialize)]
struct Envelope {
    error: Body,
}

pub(crate) type Answer<T> = Result<T, ApiError>;

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        let reason = Reason::of(&message);
        Self { status, body: Box::new(Body { code, message, place: None, reason }) }
    }

    /// What the message says behind the place that it names.
    pub(crate) fn because(mut self, sentence: &str) -> Self {
        self.body.reason = Reason::of(sentence);
        self
    }

    /// The request is understood and wrong: 400.
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// A field of the request is wrong: 400.
    pub(crate) fn field(name: &str, message: impl std::fmt::Display) -> Self {
        let message = message.to_string();
        let whole = format!("{name}: {message}");
        let error = Self::bad("bad_field", whole).at(Place::field(name));
        // Where the place is the field, it need not be told twice; an element of a list is told with it.
        if name.contains('[') { error } else { error.because(&message) }
    }

    /// There is no such thing: 404.
    pub(crate) fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// The thing is not in a state for it: 409.
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// A limit of this server: 429.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message)
    }

    /// Something failed on the server's side: 500.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        tracing::error!("{error}");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string())
    }

    pub(crate) fn at(mut self, place: Place) -> Self {
        self.body.place = Some(place);
        self
    }

    /// The object that stands under `error`.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::to_value(&*self.body).unwrap_or_default()
    }
}

impl From<record::PositionError> for ApiError {
    fn from(error: record::PositionError) -> Self {
        let reason = error.to_string();
        Self::bad("bad_position", format!("position: {reason}")).at(Place::field("position")).because(&reason)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let busy = self.status == StatusCode::TOO_MANY_REQUESTS;
        let mut response = (self.status, Json(Envelope { error: *self.body })).into_response();
        if busy {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("2"));
        }
        response
    }
}
