//! Outlines of the characters of a board, from the built-in font.

use ab_glyph::{Font, FontRef, OutlineCurve};
use std::sync::OnceLock;

/// A part of an outline, in ems, y downwards, the em square around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Segment {
    /// To a new contour.
    Move((f32, f32)),
    Line((f32, f32)),
    Quad((f32, f32), (f32, f32)),
    Cubic((f32, f32), (f32, f32), (f32, f32)),
    /// Back to the beginning of the contour.
    Close,
}

fn font() -> Option<&'static FontRef<'static>> {
    static FONT: OnceLock<Option<FontRef<'static>>> = OnceLock::new();
    let bytes = include_bytes!("../../fonts/NotoSerifCJKjp-board.otf");
    FONT.get_or_init(|| FontRef::try_from_slice(bytes).ok()).as_ref()
}

/// The outline of a character around the middle of its box; `None` if the font lacks it.
pub(super) fn outline(character: char) -> Option<Vec<Segment>> {
    let font = font()?;
    let id = font.glyph_id(character);
    if id.0 == 0 {
        return None;
    }
    let outline = font.outline(id)?;
    let em = font.units_per_em()?;
    let bounds = outline.bounds;
    let middle = (f32::midpoint(bounds.min.x, bounds.max.x), f32::midpoint(bounds.min.y, bounds.max.y));
    let place = |point: ab_glyph::Point| ((point.x - middle.0) / em, (middle.1 - point.y) / em);
    let mut segments = Vec::new();
    let mut at = None;
    for curve in outline.curves {
        let (from, to) = match curve {
            OutlineCurve::Line(from, to)
            | OutlineCurve::Quad(from, _, to)
            | OutlineCurve::Cubic(from, _, _, to) => (from, to),
        };
        if at != Some(from) {
            if at.is_some() {
                segments.push(Segment::Close);
            }
            segments.push(Segment::Move(place(from)));
        }
        segments.push(match curve {
            OutlineCurve::Line(_, to) => Segment::Line(place(to)),
            OutlineCurve::Quad(_, by, to) => Segment::Quad(place(by), place(to)),
            OutlineCurve::Cubic(_, by, and, to) => Segment::Cubic(place(by), place(and), place(to)),
        });
        at = Some(to);
    }
    if at.is_some() {
        segments.push(Segment::Close);
    }
    Some(segments)
}
