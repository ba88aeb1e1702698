//! How many positions have which depth, as a graph: wins and losses by ply, counts on a logarithmic scale.

use crate::picture::{Drawn, Picture};
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::PathElement;
use plotters::prelude::{DrawingBackend, IntoLogRange};
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, RGBColor, WHITE};

/// Counts of positions by depth. Plies without a position are left out of the lines.
#[derive(Clone, Debug, Default)]
pub struct DepthGraph {
    /// Ply and number of positions won in it.
    pub wins: Vec<(u32, u64)>,
    /// Ply and number of positions lost in it.
    pub losses: Vec<(u32, u64)>,
}

const WINS: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const LOSSES: RGBColor = RGBColor(0xb0, 0x3a, 0x2e);

impl Picture for DepthGraph {
    fn size(&self) -> (u32, u32) {
        (900, 500)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        area.fill(&WHITE)?;
        let all = || self.wins.iter().chain(&self.losses);
        let last = all().map(|p| p.0).max().unwrap_or(1).max(1);
        let most = all().map(|p| p.1).max().unwrap_or(1).max(10);
        let mut chart = ChartBuilder::on(area)
            .margin(15)
            .x_label_area_size(40)
            .y_label_area_size(90)
            .build_cartesian_2d(0..last, (1..most.saturating_mul(2)).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc("plies to the end")
            .y_desc("positions")
            .y_label_formatter(&|count| format!("{count:.0e}", count = *count as f64))
            .draw()?;
        for (name, points, colour) in [("won", &self.wins, WINS), ("lost", &self.losses, LOSSES)] {
            let shown = points.iter().copied().filter(|p| p.1 > 0);
            chart
                .draw_series(LineSeries::new(shown, colour.stroke_width(2)))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lines_are_drawn_and_an_empty_graph_is_no_error() {
        let graph = DepthGraph { wins: vec![(1, 1000), (3, 0), (5, 20)], losses: vec![(2, 7), (4, 90)] };
        let svg = graph.to_svg().unwrap();
        let empty = DepthGraph::default().to_svg().unwrap();
        // The legend has both colours in either; only the full graph has lines in them.
        for colour in ["#1F5FA8", "#B03A2E"] {
            assert!(svg.matches(colour).count() > empty.matches(colour).count(), "{colour}");
        }
        assert!(svg.contains("plies to the end"));
    }
}
