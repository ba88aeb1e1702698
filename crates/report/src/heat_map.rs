//! Values on the squares of boards as colours with numbers, several boards side by side on one scale.

use crate::picture::{Drawn, Picture};
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{Rectangle, Text};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, IntoTextStyle, RGBColor, WHITE};
use shogi::Square;

/// A board with a value on each square.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatBoard {
    /// Above the board.
    pub title: String,
    /// By square index; `None` where there is nothing.
    pub values: Vec<Option<f64>>,
    /// A square that is marked: the king's.
    pub marked: Option<Square>,
}

/// Boards in rows, all on one scale of colours.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Above the boards.
    pub title: String,
    /// Row by row.
    pub rows: Vec<Vec<HeatBoard>>,
}

const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
const NOTHING: RGBColor = RGBColor(0xee, 0xee, 0xee);
const PLUS: (f64, f64, f64) = (200.0, 60.0, 40.0);
const MINUS: (f64, f64, f64) = (40.0, 90.0, 180.0);
const CELL: i32 = 36;
const MARGIN: i32 = 26;
const HEAD: i32 = 40;
const BOARD: i32 = 9 * CELL;

/// White at 0, towards one colour above and another below.
fn colour(value: f64, most: f64) -> RGBColor {
    let share = (value / most.max(1e-9)).clamp(-1.0, 1.0);
    let towards = if share >= 0.0 { PLUS } else { MINUS };
    let mix = |end: f64| (255.0 + (end - 255.0) * share.abs()).round() as u8;
    RGBColor(mix(towards.0), mix(towards.1), mix(towards.2))
}

impl HeatMap {
    fn most(&self) -> f64 {
        let boards = self.rows.iter().flatten();
        boards.flat_map(|board| board.values.iter().flatten()).fold(0.0, |most, value| value.abs().max(most))
    }
}

impl HeatBoard {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, at: (i32, i32), most: f64) -> Drawn<B> {
        let (left, top) = at;
        let style = |size: u32, colour: &'static RGBColor| {
            ("sans-serif", size)
                .into_font()
                .into_text_style(area)
                .color(colour)
                .pos(Pos::new(HPos::Center, VPos::Center))
        };
        let title = style(14, &INK);
        area.draw(&Text::new(self.title.clone(), (left + BOARD / 2, top - 24), title))?;
        for (index, value) in self.values.iter().enumerate().take(81) {
            let Some(sq) = Square::from_index(index) else { continue };
            // File 1 is on the right.
            let x = left + (8 - sq.file() as i32) * CELL;
            let y = top + sq.rank() as i32 * CELL;
            let corners = [(x, y), (x + CELL, y + CELL)];
            let fill = value.map_or(NOTHING, |value| colour(value, most));
            area.draw(&Rectangle::new(corners, fill.filled()))?;
            area.draw(&Rectangle::new(corners, INK.mix(0.4).stroke_width(1)))?;
            let dark = value.is_some_and(|value| value.abs() > 0.6 * most);
            let ink = style(11, if dark { &WHITE } else { &INK });
            let centre = (x + CELL / 2, y + CELL / 2);
            if self.marked == Some(sq) {
                let inner = [(x + 2, y + 2), (x + CELL - 2, y + CELL - 2)];
                area.draw(&Rectangle::new(inner, INK.stroke_width(2)))?;
                area.draw(&Text::new("K".to_owned(), centre, style(16, &INK)))?;
            } else if let Some(value) = value {
                area.draw(&Text::new(format!("{}", value.round() as i64), centre, ink))?;
            }
        }
        for number in 0..9 {
            let (along, ink) = (number * CELL + CELL / 2, style(11, &INK));
            area.draw(&Text::new(format!("{}", 9 - number), (left + along, top - 8), ink.clone()))?;
            let rank = char::from(b'a' + number as u8);
            area.draw(&Text::new(rank.to_string(), (left + BOARD + 10, top + along), ink))?;
        }
        Ok(())
    }
}

impl Picture for HeatMap {
    fn size(&self) -> (u32, u32) {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0).max(1) as i32;
        let rows = self.rows.len().max(1) as i32;
        let width = MARGIN + columns * (BOARD + 2 * MARGIN);
        (width as u32, (HEAD + rows * (BOARD + 2 * MARGIN + 10)) as u32)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        area.fill(&WHITE)?;
        let style = ("sans-serif", 16)
            .into_font()
            .into_text_style(area)
            .color(&INK)
            .pos(Pos::new(HPos::Center, VPos::Center));
        area.draw(&Text::new(self.title.clone(), (self.size().0 as i32 / 2, 18), style))?;
        let most = self.most();
        for (row, boards) in self.rows.iter().enumerate() {
            let top = HEAD + 2 * MARGIN - 16 + row as i32 * (BOARD + 2 * MARGIN + 10);
            for (column, board) in boards.iter().enumerate() {
                board.draw(area, (MARGIN + column as i32 * (BOARD + 2 * MARGIN), top), most)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_has_its_number_and_the_scale_is_common() {
        let board = |title: &str, factor: f64| HeatBoard {
            title: title.to_owned(),
            values: (0..81).map(|sq| (sq != 40).then(|| factor * f64::from(sq))).collect(),
            marked: Square::from_index(40),
        };
        let map = HeatMap {
            title: "Gold".to_owned(),
            rows: vec![vec![board("none", 10.0), board("weighted", -1.0)]],
        };
        let svg = map.to_svg().unwrap();
        for text in ["Gold", "none", "weighted", "800", "-80"] {
            assert!(svg.contains(text), "{text}");
        }
        let strongest = colour(800.0, 800.0);
        assert_eq!((strongest.0, strongest.1, strongest.2), (200, 60, 40));
        assert_eq!(svg.matches("#C83C28").count(), 1, "the largest value of all boards alone is full");
        assert!(map.to_png().is_ok());
        assert!(HeatMap { title: String::new(), rows: Vec::new() }.to_svg().is_ok());
    }
}
