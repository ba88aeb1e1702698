//! The score of a game ply by ply, squashed to the expected score, mistakes and blunders marked.

use crate::picture::{Drawn, Picture};
use crate::score_axis::{EVEN, ScoreAxis};
use crate::{Judgement, Language, Score};
use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, Text};
use plotters::prelude::{DrawingBackend, LineSeries, RGBColor, WHITE};
use plotters::series::AreaSeries;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, IntoFont, IntoTextStyle};

/// The position after a number of plies, with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Plies since the game's first position.
    pub ply: u32,
    /// The score; `None` leaves a gap.
    pub score: Option<Score>,
    /// The judgement of the move that led here.
    pub judgement: Option<Judgement>,
}

/// A score graph: x is the ply, y the expected score of Black with centipawns as labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreGraph {
    /// Above the graph. The built-in fonts have Latin letters, ▲ and △, that of Japanese graphs also the kanji of
    /// [`Language::score`]; others would come out as boxes in a PNG.
    pub title: String,
    /// By ascending ply.
    pub points: Vec<Point>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Of all words but the title.
    pub language: Language,
}

const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
const FAINT: RGBColor = RGBColor(0xdd, 0xe1, 0xe6);
const BLACK_BETTER: RGBColor = RGBColor(0x3b, 0x5b, 0x8c);
const WHITE_BETTER: RGBColor = RGBColor(0xc8, 0x9b, 0x3c);
const MISTAKE: RGBColor = RGBColor(0xe0, 0x8a, 0x1e);
const BLUNDER: RGBColor = RGBColor(0xc6, 0x28, 0x28);

const fn colour(judgement: Judgement) -> RGBColor {
    match judgement {
        Judgement::Mistake => MISTAKE,
        Judgement::Blunder => BLUNDER,
    }
}

/// The stretches without a gap, as heights over plies.
fn stretches(points: &[Point]) -> Vec<Vec<(f64, f64)>> {
    points
        .split(|point| point.score.is_none())
        .map(|run| {
            let place = |point: &Point| Some((f64::from(point.ply), point.score?.expected()));
            run.iter().filter_map(place).collect::<Vec<_>>()
        })
        .filter(|run| !run.is_empty())
        .collect()
}

/// The line where it runs on one side of `EVEN`, and along `EVEN` elsewhere; the crossings are points of their own, so that
/// the edge keeps its slope.
fn one_side(line: &[(f64, f64)], above: bool) -> Vec<(f64, f64)> {
    let mut clipped = Vec::with_capacity(line.len() + 8);
    let mut before: Option<(f64, f64)> = None;
    for &(x, y) in line {
        if let Some((x0, y0)) = before
            && (y0 - EVEN) * (y - EVEN) < 0.0
        {
            clipped.push((x0 + (x - x0) * (EVEN - y0) / (y - y0), EVEN));
        }
        clipped.push((x, if above { y.max(EVEN) } else { y.min(EVEN) }));
        before = Some((x, y));
    }
    clipped
}

impl ScoreGraph {
    /// Names the marks, at the right of the title.
    fn draw_legend<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        let style = (self.language.font(), 13)
            .into_font()
            .into_text_style(area)
            .color(&INK)
            .pos(Pos::new(HPos::Left, VPos::Center));
        let right = self.size.0 as i32 - 24;
        for (place, judgement) in [(2, Judgement::Mistake), (1, Judgement::Blunder)] {
            let x = right - place * 92;
            area.draw(&Circle::new((x, 22), 5, colour(judgement).filled()))?;
            area.draw(&Text::new(self.language.judgement(judgement), (x + 10, 22), style.clone()))?;
        }
        Ok(())
    }
}

impl Picture for ScoreGraph {
    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        area.fill(&WHITE)?;
        let first = self.points.first().map_or(0, |point| point.ply);
        let last = self.points.last().map_or(0, |point| point.ply).max(first + 1);
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_right(24)
            .caption(&self.title, (self.language.font(), 16).into_font().color(&INK))
            .x_label_area_size(40)
            .y_label_area_size(72)
            .build_cartesian_2d(f64::from(first)..f64::from(last), ScoreAxis(self.language))?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .label_style((self.language.font(), 13).into_font().color(&INK))
            .x_labels(12)
            .x_label_formatter(&|ply| format!("{ply:.0}"))
            .x_desc(self.language.ply())
            .y_desc(self.language.score_from_black())
            .draw()?;
        for line in stretches(&self.points) {
            for (above, fill) in [(true, BLACK_BETTER), (false, WHITE_BETTER)] {
                chart.draw_series(AreaSeries::new(one_side(&line, above), EVEN, fill.mix(0.25)))?;
            }
            chart.draw_series(LineSeries::new(line, INK.stroke_width(2)))?;
        }
        let marked = self.points.iter().filter_map(|point| {
            let place = (f64::from(point.ply), point.score?.expected());
            Some(Circle::new(place, 5, colour(point.judgement?).filled()))
        });
        chart.draw_series(marked)?;
        self.draw_legend(area)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shogi::Color;

    fn point(ply: u32, value: i32) -> Point {
        Point { ply, score: Some(Score::Centipawns(value)), judgement: None }
    }

    fn graph() -> ScoreGraph {
        let mut points: Vec<_> = (0..60).map(|ply| point(ply, (ply as i32 % 7 - 3) * 150)).collect();
        points[20].score = None;
        points[31] = Point { judgement: Some(Judgement::Blunder), ..point(31, 1400) };
        points[59].score = Some(Score::Mate { winner: Color::Black, plies: 3 });
        ScoreGraph {
            title: "A game: ▲ wins".to_owned(),
            points,
            size: (900, 360),
            language: Language::English,
        }
    }

    #[test]
    fn the_line_is_cut_at_gaps_and_at_even() {
        let points = [point(0, 600), point(1, -600), Point { score: None, ..point(2, 0) }, point(3, 5)];
        let lines = stretches(&points);
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
        let above = one_side(&lines[0], true);
        assert_eq!(above.len(), 3);
        assert!((above[1].0 - 0.5).abs() < 1e-9 && (above[1].1 - EVEN).abs() < 1e-9);
        assert!((above[2].1 - EVEN).abs() < 1e-9);
    }

    #[test]
    fn svg_has_the_text_and_a_mark_per_judgement() {
        let svg = graph().to_svg().unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for text in ["A game: ▲ wins", "ply", "+500", "△ wins", "blunder"] {
            assert!(svg.contains(text), "{text}");
        }
        // One in the game, one in the legend.
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg.matches("fill=\"#C62828\"").count(), 2);
    }

    #[test]
    fn png_has_the_size_and_letters() {
        let bytes = graph().to_png().unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (900, 360));
        // The title alone makes the difference: letters are drawn, without any font of the system.
        let bare = ScoreGraph { title: String::new(), ..graph() };
        assert_ne!(bytes, bare.to_png().unwrap());
    }

    #[test]
    fn a_japanese_graph_has_japanese_words_and_the_letters_for_them() {
        let title = Language::Japanese.score().to_owned();
        let graph = ScoreGraph { title, language: Language::Japanese, ..graph() };
        let svg = graph.to_svg().unwrap();
        for text in ["評価値", "手数", "+500", "△勝ち", "▲勝ち", "疑問手", "悪手"] {
            assert!(svg.contains(text), "{text}");
        }
        for text in ["ply", "wins", "blunder", "mistake", "Score"] {
            assert!(!svg.contains(text), "{text}");
        }
        // Each character has an outline of its own: a missing one would be drawn as the same box as any other.
        let png = |title: &str| ScoreGraph { title: title.to_owned(), ..graph.clone() }.to_png().unwrap();
        let boxed = png("龘");
        for character in "評価値疑問悪手数先から見た勝ち▲△+-".chars() {
            assert_ne!(png(&character.to_string()), boxed, "{character}");
        }
    }

    #[test]
    fn a_graph_of_nothing_is_a_picture_too() {
        let empty = ScoreGraph { points: Vec::new(), ..graph() };
        assert!(empty.to_svg().unwrap().contains("ply"));
        assert!(empty.to_png().is_ok());
        let tiny = ScoreGraph { size: (1, 1), ..graph() };
        assert!(tiny.to_svg().unwrap_err().to_string().contains("1 x 1"));
    }

    #[test]
    fn files_are_chosen_by_name_and_written_whole() {
        let folder = std::env::temp_dir().join(format!("yomikiri-report-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (name, start) in [("a.svg", "<svg".as_bytes()), ("a.PNG", b"\x89PNG\r\n")] {
            let path = folder.join(name);
            graph().save(&path).unwrap();
            assert!(std::fs::read(&path).unwrap().starts_with(start));
        }
        let error = graph().save(&folder.join("a.jpg")).unwrap_err().to_string();
        assert!(error.contains("a.jpg") && error.contains(".svg or .png"), "{error}");
        let error = graph().save(&folder.join("missing/a.svg")).unwrap_err().to_string();
        assert!(error.contains("missing"), "{error}");
        let names = std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(names, 2, "nothing half-written stays behind");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
