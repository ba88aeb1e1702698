//! Pictures as answers: SVG or PNG by the name in the path.

use crate::body::{Asked, Named};
use crate::error::{Answer, ApiError};
use crate::position;
use crate::state::Server;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use report::{BoardPicture, Labels, Picture, PictureFormat};
use serde::Deserialize;
use std::path::Path;

/// A size in pixels.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Size {
    width: Option<u32>,
    height: Option<u32>,
}

/// Pixels of a side.
const SIDES: std::ops::RangeInclusive<u32> = 200..=2000;

fn side(name: &str, value: Option<u32>, usual: u32) -> Answer<u32> {
    let value = value.unwrap_or(usual);
    if SIDES.contains(&value) {
        return Ok(value);
    }
    Err(ApiError::field(name, format!("{value}: expected {} to {}", SIDES.start(), SIDES.end())))
}

impl Size {
    /// The size asked for, or the usual one.
    pub(crate) fn checked(self, usual: (u32, u32)) -> Answer<(u32, u32)> {
        Ok((side("width", self.width, usual.0)?, side("height", self.height, usual.1)?))
    }
}

/// The format that the name of a picture asks for, if it is the one that is here.
pub(crate) fn format(name: &str, expected: &str) -> Answer<PictureFormat> {
    let stem = name.rsplit_once('.').map_or("", |(stem, _)| stem);
    match PictureFormat::of(Path::new(name)) {
        Ok(format) if stem == expected => Ok(format),
        _ => Err(ApiError::missing(format!("{name}: expected {expected}.svg or {expected}.png"))),
    }
}

/// A picture in a format.
pub(crate) fn answer(picture: &impl Picture, format: PictureFormat) -> Answer<Response> {
    let (kind, bytes) = match format {
        PictureFormat::Svg => ("image/svg+xml", picture.to_svg().map_err(ApiError::internal)?.into_bytes()),
        PictureFormat::Png => ("image/png", picture.to_png().map_err(ApiError::internal)?),
    };
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

/// The language of the words in a picture.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Language {
    #[default]
    Ja,
    En,
}

impl From<Language> for report::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::Ja => Self::Japanese,
            Language::En => Self::English,
        }
    }
}

/// How a graph is wanted, besides its size.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Worded {
    #[serde(default)]
    pub(crate) lang: Language,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    #[serde(default = "position::startpos")]
    position: String,
    #[serde(default)]
    flip: bool,
    /// Pixels of the height.
    size: Option<u32>,
    #[serde(default)]
    lang: Language,
    #[serde(default = "yes")]
    last: bool,
}

fn yes() -> bool {
    true
}

/// `GET /api/v1/pictures/board.svg` and `.png`
pub(crate) async fn board(
    State(server): State<Server>,
    Named(name): Named<String>,
    Asked(asked): Asked<Board>,
) -> Answer<Response> {
    let format = format(&name, "board")?;
    let height = side("size", asked.size, 444)?;
    let plies = server.options().limits.plies;
    server
        .blocking(move || {
            let position = position::read(&asked.position, true, plies)?.position;
            let labels = match asked.lang {
                Language::Ja => Labels::Japanese,
                Language::En => Labels::Western,
            };
            let picture =
                BoardPicture { position: &position, flip: asked.flip, mark_last: asked.last, labels, height };
            let (kind, bytes) = match format {
                PictureFormat::Svg => {
                    ("image/svg+xml", picture.to_svg().map_err(ApiError::internal)?.into_bytes())
                }
                PictureFormat::Png => ("image/png", picture.to_png().map_err(ApiError::internal)?),
            };
            Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
        })
        .await
}
