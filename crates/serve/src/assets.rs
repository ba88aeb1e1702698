//! The page itself: the files of `web/`, embedded in the program (read from disk in debug builds).

use crate::error::ApiError;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// The content type by the end of a file's name; what has none of these is not served.
fn content_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// Answers every path outside the interface.
pub(crate) async fn asset(uri: Uri, asked: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let found = plain(path).then(|| Some((Web::get(path)?, content_type(path)?))).flatten();
    match found {
        Some((file, kind)) => {
            let tag = file
                .metadata
                .sha256_hash()
                .iter()
                .take(8)
                .fold(String::new(), |tag, byte| format!("{tag}{byte:02x}"));
            let tag = format!("\"{tag}\"");
            let known =
                asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
            let headers = [
                (header::CONTENT_TYPE, kind.to_owned()),
                (header::CACHE_CONTROL, "no-cache".to_owned()),
                (header::ETAG, tag),
            ];
            if known {
                return (StatusCode::NOT_MODIFIED, headers).into_response();
            }
            (StatusCode::OK, headers, Body::from(file.data.into_owned())).into_response()
        }
        None => ApiError::missing(format!("{}: there is no such page", uri.path())).into_response(),
    }
}

/// Whether a path is made of plain names: in a debug build it is looked for on disk.
fn plain(path: &str) -> bool {
    let name = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    path.split('/').all(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_looked_for() {
        assert!(plain("index.html") && plain("js/board-2.js"));
        for bad in ["../Cargo.toml", "js/../../x", "a//b", ".git", "a\\b", "js/%2e%2e/x", "", "a\0b"] {
            assert!(!plain(bad), "{bad}");
        }
    }
}
