//! Paths, and what every request goes through.

use crate::client::ClientId;
use crate::error::ApiError;
use crate::guard::HEADERS;
use crate::state::Server;
use crate::turns::ASKING;
use crate::{analyses, assets, games, pictures, position, records, reviews, runs, solved, version};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};

pub(crate) fn router(server: &Server) -> Router {
    let limits = &server.options().limits;
    let v1 = Router::new()
        .route("/version", get(version::version))
        .route("/records/parse", post(records::parse).layer(DefaultBodyLimit::max(limits.record)))
        .route("/positions", post(position::view))
        .route("/analyses", post(analyses::create))
        .route("/analyses/{id}", get(analyses::show).delete(analyses::stop))
        .route("/analyses/{id}/events", get(analyses::events))
        .route("/records/export", post(records::export::export).layer(DefaultBodyLimit::max(limits.record)))
        .route("/games", post(games::create))
        .route("/games/{id}", get(games::show).delete(games::remove))
        .route("/games/{id}/events", get(games::events))
        .route("/games/{id}/moves", post(games::play))
        .route("/games/{id}/take-back", post(games::take_back))
        .route("/games/{id}/resign", post(games::resign))
        .route("/games/{id}/declare", post(games::declare))
        .route("/games/{id}/record", get(games::record))
        .route("/reviews", post(reviews::create).layer(DefaultBodyLimit::max(limits.record)))
        .route("/reviews/{id}", get(reviews::show).delete(reviews::stop))
        .route("/reviews/{id}/events", get(reviews::events))
        .route("/reviews/{id}/record", get(reviews::record))
        .route("/reviews/{id}/{picture}", get(reviews::picture))
        .route("/pictures/{picture}", get(pictures::board))
        .route("/solved", get(solved::games))
        .route("/solved/{game}/position", get(solved::position))
        .route("/solved/{game}/line", get(solved::walk))
        .route("/solved/{game}/puzzles", get(solved::puzzle))
        .route("/runs", get(runs::list))
        .route("/runs/{name}", get(runs::show))
        .route("/runs/{name}/events", get(runs::events))
        .route("/runs/{name}/king-piece", get(runs::king_piece))
        .route("/runs/{name}/{picture}", get(runs::picture))
        .fallback(unknown)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(limits.body));
    let api =
        Router::new().nest("/api/v1", v1).route("/api", any(unknown)).route("/api/{*rest}", any(unknown));
    api.fallback_service(get(assets::asset))
        .layer(middleware::from_fn_with_state(server.clone(), gate))
        .with_state(server.clone())
}

async fn unknown(request: Request) -> ApiError {
    ApiError::missing(format!("{}: there is no such path; this server has /api/v1", request.uri().path()))
}

async fn method_not_allowed(request: Request) -> ApiError {
    let message = format!("{} cannot be used on {}", request.method(), request.uri().path());
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "bad_method", message)
}

/// The guard, the time limit, the headers of every answer.
async fn gate(State(server): State<Server>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    let mut response = match server.guard().check(&request) {
        Err(error) => error.into_response(),
        Ok(()) if request.method() == Method::OPTIONS || request.method() == Method::TRACE => {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "bad_method", "this method is not used")
                .into_response()
        }
        Ok(()) => {
            let asked = ASKING.scope(ClientId::of_request(&request), next.run(request));
            let answer = tokio::time::timeout(server.options().limits.request, asked).await;
            answer.unwrap_or_else(|_| {
                let message = "the request took too long to come in or to be answered";
                ApiError::new(StatusCode::REQUEST_TIMEOUT, "timeout", message).into_response()
            })
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        headers.insert(axum::http::header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}
