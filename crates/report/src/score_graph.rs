//! The score of a game ply by ply, squashed to the expected score, mistakes and blunders marked.

use crate::picture::{Drawn, Picture};
use crate::{Judgement, Score};
use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::coord::combinators::IntoLinspace;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::prelude::{BindKeyPoints, DrawingBackend, LineSeries, RGBColor, WHITE};
use plotters::series::AreaSeries;
use plotters::style::{Color as _, IntoFont, ShapeStyle};
