//! Pictures on disk: SVG or PNG by the file's name, written whole or not at all.

use crate::language::{JAPANESE, LATIN};
use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::prelude::DrawingBackend;
use plotters::style::{FontStyle, register_font};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The name does not say which format.
    #[error("{0}: a picture's name ends in .svg or .png")]
    UnknownFormat(PathBuf),
    /// The size in pixels cannot be drawn.
    #[error("a picture of {0} x {1} pixels cannot be drawn: each side is 100 to 10000")]
    Size(u32, u32),
    /// The drawing itself failed.
    #[error("drawing: {0}")]
    Drawing(String),
    /// The file could not be written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// The result of drawing on some backend.
pub(crate) type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Something that can be drawn on either backend.
pub trait Picture {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);

    #[doc(hidden)]
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B>;

    /// The picture as SVG text.
    fn to_svg(&self) -> Result<String, PictureError> {
        let size = prepare(self.size())?;
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        self.draw(&area).and_then(|()| area.present()).map_err(drawing)?;
        drop(area);
        Ok(text)
    }

    /// The picture as the bytes of a PNG file.
    fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        let size = prepare(self.size())?;
        let mut pixels = vec![0; size.0 as usize * size.1 as usize * 3];
        let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
        self.draw(&area).and_then(|()| area.present()).map_err(drawing)?;
        drop(area);
        encode(&pixels, size).map_err(|error| PictureError::Drawing(error.to_string()))
    }

    /// Writes the picture as the name says, `.svg` or `.png`. The file is written beside its place and then renamed, so
    /// that a whole older one is never lost.
    fn save(&self, path: &Path) -> Result<(), PictureError> {
        let bytes = match PictureFormat::of(path)? {
            PictureFormat::Svg => self.to_svg()?.into_bytes(),
            PictureFormat::Png => self.to_png()?,
        };
        write_whole(path, &bytes).map_err(|source| PictureError::File { path: path.to_owned(), source })
    }
}

/// The formats of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics, 24 bits per pixel.
    Png,
}

impl PictureFormat {
    /// The format that a file's name asks for by its end, so that a wrong name is found before the work is done.
    pub fn of(path: &Path) -> Result<Self, PictureError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(PictureError::UnknownFormat(path.to_owned())),
        }
    }
}

fn drawing(error: impl std::fmt::Display) -> PictureError {
    PictureError::Drawing(error.to_string())
}

/// Checks the size and makes the fonts known, once in a process.
fn prepare(size: (u32, u32)) -> Result<(u32, u32), PictureError> {
    static FONT: OnceLock<bool> = OnceLock::new();
    let fonts: [(&str, &[u8]); 2] = [
        (LATIN, include_bytes!("../fonts/DejaVuSans-latin.ttf")),
        (JAPANESE, include_bytes!("../fonts/NotoSansCJKjp-graph.otf")),
    ];
    let register = || fonts.iter().all(|&(name, font)| register_font(name, FontStyle::Normal, font).is_ok());
    if !FONT.get_or_init(register) {
        return Err(PictureError::Drawing("the built-in fonts cannot be read".to_owned()));
    }
    let fits = |side| (100..=10_000).contains(&side);
    if fits(size.0) && fits(size.1) { Ok(size) } else { Err(PictureError::Size(size.0, size.1)) }
}

pub(crate) fn encode(pixels: &[u8], size: (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("no file name"))?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The error that is told is the first one.
        let _ = fs::remove_file(&beside);
    }
    written
}
