//! Shapes that are written as SVG or painted into a PNG.

use super::glyphs::{self, Segment};
use crate::picture::{PictureError, encode};
use std::collections::BTreeMap;
use std::fmt::Write;
use tiny_skia::{FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

/// A colour as it is written in style sheets.
pub(super) const fn rgb(colour: u32) -> Rgb {
    [(colour >> 16) as u8, (colour >> 8) as u8, colour as u8]
}

/// Where a shape goes, how large, and whether upside down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) centre: (f32, f32),
    pub(super) size: f32,
    pub(super) turned: bool,
}

impl Place {
    pub(super) const fn at(centre: (f32, f32), size: f32) -> Self {
        Self { centre, size, turned: false }
    }

    fn factor(self) -> f32 {
        if self.turned { -self.size } else { self.size }
    }
}

enum Shape {
    Path { segments: Vec<Segment>, fill: Rgb, stroke: Option<(f32, Rgb)> },
    Line { from: (f32, f32), to: (f32, f32), width: f32, colour: Rgb },
    Character { character: char, place: Place, fill: Rgb },
}

/// Shapes in the order in which they are painted.
pub(super) struct Canvas {
    units: (f32, f32),
    pixels: (u32, u32),
    shapes: Vec<Shape>,
    outlines: BTreeMap<char, Vec<Segment>>,
}

impl Canvas {
    /// A canvas of so many units, shown in so many pixels.
    pub(super) fn new(units: (f32, f32), pixels: (u32, u32)) -> Result<Self, PictureError> {
        if glyphs::outline('玉').is_none() {
            return Err(PictureError::Drawing("the built-in font cannot be read".to_owned()));
        }
        Ok(Self { units, pixels, shapes: Vec::new(), outlines: BTreeMap::new() })
    }

    pub(super) fn rectangle(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), fill: Rgb) {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        self.polygon(&corners, Place::at((0.0, 0.0), 1.0), fill, None);
    }

    pub(super) fn polygon(
        &mut self,
        points: &[(f32, f32)],
        place: Place,
        fill: Rgb,
        stroke: Option<(f32, Rgb)>,
    ) {
        let factor = place.factor();
        let at = |&(x, y): &(f32, f32)| (place.centre.0 + x * factor, place.centre.1 + y * factor);
        let mut segments: Vec<_> = points.iter().map(|point| Segment::Line(at(point))).collect();
        if let Some(first) = segments.first_mut()
            && let Segment::Line(point) = *first
        {
            *first = Segment::Move(point);
        }
        segments.push(Segment::Close);
        self.shapes.push(Shape::Path { segments, fill, stroke });
    }

    pub(super) fn disc(&mut self, (x, y): (f32, f32), radius: f32, fill: Rgb) {
        // Four cubic arcs, which differ from a circle by less than a thousandth of the radius.
        let k = radius * 0.552_284_8;
        let segments = vec![
            Segment::Move((x + radius, y)),
            Segment::Cubic((x + radius, y + k), (x + k, y + radius), (x, y + radius)),
            Segment::Cubic((x - k, y + radius), (x - radius, y + k), (x - radius, y)),
            Segment::Cubic((x - radius, y - k), (x - k, y - radius), (x, y - radius)),
            Segment::Cubic((x + k, y - radius), (x + radius, y - k), (x + radius, y)),
            Segment::Close,
        ];
        self.shapes.push(Shape::Path { segments, fill, stroke: None });
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, colour: Rgb) {
        self.shapes.push(Shape::Line { from, to, width, colour });
    }

    /// A character; one that the font lacks leaves its place empty.
    pub(super) fn character(&mut self, character: char, place: Place, fill: Rgb) {
        if let Some(outline) = glyphs::outline(character) {
            self.outlines.entry(character).or_insert(outline);
            self.shapes.push(Shape::Character { character, place, fill });
        }
    }

    /// The shapes as SVG text. A character is described once, however often it is used.
    pub(super) fn to_svg(&self) -> String {
        let (width, height) = self.units;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\">\n<defs>\n",
            self.pixels.0, self.pixels.1
        );
        for (character, outline) in &self.outlines {
            // In thousandths of an em, as fonts count.
            let path = data(outline, 1000.0, 0);
            let _ = writeln!(svg, "<path id=\"c{:x}\" d=\"{path}\"/>", u32::from(*character));
        }
        svg += "</defs>\n";
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Path { segments, fill, stroke } => {
                    let stroke = stroke.map_or_else(String::new, |(width, colour)| {
                        format!(
                            " stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"",
                            hex(colour)
                        )
                    });
                    writeln!(svg, "<path d=\"{}\" fill=\"{}\"{stroke}/>", data(segments, 1.0, 2), hex(*fill))
                }
                Shape::Line { from, to, width, colour } => writeln!(
                    svg,
                    "<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>",
                    from.0,
                    from.1,
                    to.0,
                    to.1,
                    hex(*colour)
                ),
                Shape::Character { character, place, fill } => writeln!(
                    svg,
                    "<use href=\"#c{:x}\" transform=\"translate({:.2} {:.2}) scale({:.4})\" fill=\"{}\"/>",
                    u32::from(*character),
                    place.centre.0,
                    place.centre.1,
                    place.factor() / 1000.0,
                    hex(*fill)
                ),
            };
        }
        svg + "</svg>\n"
    }

    /// The shapes as the bytes of a PNG file.
    pub(super) fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        let (width, height) = self.pixels;
        let mut map = Pixmap::new(width, height).ok_or(PictureError::Size(width, height))?;
        let scale = Transform::from_scale(width as f32 / self.units.0, height as f32 / self.units.1);
        for shape in &self.shapes {
            match shape {
                Shape::Path { segments, fill, stroke } => {
                    let Some(path) = path(segments, |point| point) else { continue };
                    map.fill_path(&path, &paint(*fill), FillRule::Winding, scale, None);
                    if let Some((width, colour)) = stroke {
                        let stroke = Stroke { width: *width, ..Stroke::default() };
                        map.stroke_path(&path, &paint(*colour), &stroke, scale, None);
                    }
                }
                Shape::Line { from, to, width, colour } => {
                    let segments = [Segment::Move(*from), Segment::Line(*to)];
                    let Some(path) = path(&segments, |point| point) else { continue };
                    let stroke = Stroke { width: *width, line_cap: LineCap::Square, ..Stroke::default() };
                    map.stroke_path(&path, &paint(*colour), &stroke, scale, None);
                }
                Shape::Character { character, place, fill } => {
                    let (factor, (x, y)) = (place.factor(), place.centre);
                    let at = |point: (f32, f32)| (x + point.0 * factor, y + point.1 * factor);
                    let path = self.outlines.get(character).and_then(|outline| path(outline, at));
                    let Some(path) = path else { continue };
                    map.fill_path(&path, &paint(*fill), FillRule::Winding, scale, None);
                }
            }
        }
        // The paper covers everything, so that no pixel is left transparent.
        let pixels: Vec<u8> =
            map.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        encode(&pixels, self.pixels).map_err(|error| PictureError::Drawing(error.to_string()))
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn paint([red, green, blue]: Rgb) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn path(segments: &[Segment], at: impl Fn((f32, f32)) -> (f32, f32)) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(to) => {
                let to = at(to);
                builder.move_to(to.0, to.1);
            }
            Segment::Line(to) => {
                let to = at(to);
                builder.line_to(to.0, to.1);
            }
            Segment::Quad(by, to) => {
                let (by, to) = (at(by), at(to));
                builder.quad_to(by.0, by.1, to.0, to.1);
            }
            Segment::Cubic(by, and, to) => {
                let (by, and, to) = (at(by), at(and), at(to));
                builder.cubic_to(by.0, by.1, and.0, and.1, to.0, to.1);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// The `d` of a path: numbers times `scale` with so many decimals.
fn data(segments: &[Segment], scale: f32, decimals: usize) -> String {
    let mut data = String::new();
    let point = |(x, y): (f32, f32)| format!("{:.decimals$} {:.decimals$}", x * scale, y * scale);
    for segment in segments {
        let _ = match *segment {
            Segment::Move(to) => write!(data, "M{}", point(to)),
            Segment::Line(to) => write!(data, "L{}", point(to)),
            Segment::Quad(by, to) => write!(data, "Q{} {}", point(by), point(to)),
            Segment::Cubic(by, and, to) => write!(data, "C{} {} {}", point(by), point(and), point(to)),
            Segment::Close => write!(data, "Z"),
        };
    }
    data
}
