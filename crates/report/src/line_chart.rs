//! A chart of several lines over one axis, with a legend; two charts under each other where two scales are needed.

use crate::picture::{Drawn, Picture};
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, PathElement};
use plotters::prelude::DrawingBackend;
use plotters::series::LineSeries;
use plotters::style::{Color, IntoFont, RGBColor, WHITE};

/// A line: its name and its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// In the legend.
    pub name: String,
    /// By ascending x.
    pub points: Vec<(f64, f64)>,
}

/// Lines on a common scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What the vertical axis shows.
    pub y: String,
    /// The lines.
    pub series: Vec<Series>,
}

/// Panels under each other over the same horizontal axis.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// Above the chart.
    pub title: String,
    /// What the horizontal axis shows.
    pub x: String,
    /// From top to bottom.
    pub panels: Vec<Panel>,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

/// What the legend takes, as a part of the length of the lines.
const LEGEND: f64 = 0.28;
const INK: RGBColor = RGBColor(0x22, 0x2b, 0x38);
const FAINT: RGBColor = RGBColor(0xdd, 0xe1, 0xe6);
const COLOURS: [RGBColor; 13] = [
    RGBColor(0x1f, 0x5f, 0xa8),
    RGBColor(0xc8, 0x5a, 0x17),
    RGBColor(0x2e, 0x7d, 0x4f),
    RGBColor(0xb0, 0x3a, 0x2e),
    RGBColor(0x6a, 0x4c, 0x93),
    RGBColor(0x8a, 0x6d, 0x3b),
    RGBColor(0xd1, 0x6b, 0xa5),
    RGBColor(0x55, 0x5b, 0x66),
    RGBColor(0x9a, 0xa0, 0x1f),
    RGBColor(0x1b, 0x9a, 0xaa),
    RGBColor(0x7f, 0xb0, 0x69),
    RGBColor(0xe0, 0x9f, 0x3e),
    RGBColor(0x3d, 0x34, 0x8b),
];

/// The range of values with some room around it; never empty.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return 0.0..1.0;
    }
    let room = ((high - low) * 0.06).max(high.abs() * 1e-3).max(1e-6);
    low - room..high + room
}

/// As many digits as the range needs.
fn label(value: f64, span: f64) -> String {
    let digits = if span >= 20.0 { 0 } else { (2.0 - span.log10()).ceil().clamp(1.0, 6.0) as usize };
    format!("{value:.digits$}")
}

impl Panel {
    fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        x: &std::ops::Range<f64>,
        x_name: &str,
    ) -> Drawn<B> {
        let y = range(self.series.iter().flat_map(|series| series.points.iter().map(|point| point.1)));
        let span = y.end - y.start;
        let mut points = self.series.iter().flat_map(|series| &series.points);
        let whole = points.all(|point| point.0.fract() == 0.0);
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .margin_right(24)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d(x.clone(), y)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .label_style(("sans-serif", 13).into_font().color(&INK))
            .x_label_formatter(&|value| {
                // Passes and the like are whole: nothing stands between them.
                if whole && (value - value.round()).abs() > 1e-6 {
                    String::new()
                } else {
                    label(*value, if whole { 20.0 } else { x.end - x.start })
                }
            })
            .y_label_formatter(&|value| label(*value, span))
            .x_desc(x_name)
            .y_desc(&self.y)
            .draw()?;
        for (series, colour) in self.series.iter().zip(COLOURS.into_iter().cycle()) {
            let points = || series.points.iter().copied().filter(|point| point.1.is_finite());
            chart
                .draw_series(LineSeries::new(points(), colour.stroke_width(2)))?
                .label(&series.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
            chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::MiddleRight)
            .background_style(WHITE.mix(0.85))
            .border_style(FAINT)
            .label_font(("sans-serif", 13).into_font().color(&INK))
            .draw()
    }
}

impl Picture for LineChart {
    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        area.fill(&WHITE)?;
        let area = area.titled(&self.title, ("sans-serif", 16).into_font().color(&INK))?;
        let points = || self.panels.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points);
        let mut x = range(points().map(|point| point.0));
        // Room for the legend beside the lines.
        x.end += (x.end - x.start) * LEGEND;
        let areas = area.split_evenly((self.panels.len().max(1), 1));
        for (panel, area) in self.panels.iter().zip(&areas) {
            panel.draw(area, &x, &self.x)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> LineChart {
        let line = |name: &str, slope: f64| Series {
            name: name.to_owned(),
            points: (1..6).map(|pass| (f64::from(pass), slope * f64::from(pass))).collect(),
        };
        let panel =
            |y: &str| Panel { y: y.to_owned(), series: vec![line("training", 0.1), line("held out", 2.0)] };
        LineChart {
            title: "Learning".to_owned(),
            x: "pass".to_owned(),
            panels: vec![panel("J"), panel("percent")],
            size: (800, 700),
        }
    }

    #[test]
    fn every_panel_has_its_lines_and_names() {
        let svg = chart().to_svg().unwrap();
        for text in ["Learning", "pass", "percent", "training", "held out"] {
            assert!(svg.contains(text), "{text}");
        }
        // Five points on each of four lines.
        assert_eq!(svg.matches("<circle").count(), 20);
        assert!(chart().to_png().is_ok());
    }

    #[test]
    fn one_point_and_no_point_are_drawn_too() {
        let mut single = chart();
        single.panels[0].series[0].points = vec![(1.0, f64::NAN)];
        single.panels[0].series[1].points = vec![(1.0, 3.0)];
        assert!(single.to_svg().is_ok());
        assert!(LineChart { panels: Vec::new(), ..chart() }.to_svg().is_ok());
        assert!(
            LineChart { panels: vec![Panel { y: String::new(), series: Vec::new() }], ..chart() }
                .to_svg()
                .is_ok()
        );
    }
}
