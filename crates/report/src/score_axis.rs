//! The axis of expected scores, with lines at round centipawns and at the two wins.

use crate::{Language, Score};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// The axis, from a little below 0 to a little above 1, so that marks at the edges stay whole.
pub(crate) struct ScoreAxis(pub(crate) Language);

/// The expected score at which neither side is better.
pub(crate) const EVEN: f64 = 0.5;

/// Centipawns that get a line and a label, besides the wins at the edges.
const LABELLED: [i32; 9] = [-1500, -1000, -500, -200, 0, 200, 500, 1000, 1500];

const LOW: f64 = -0.02;
const HIGH: f64 = 1.02;

impl Ranged for ScoreAxis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let length = f64::from(limit.1 - limit.0);
        limit.0 + ((value - LOW) / (HIGH - LOW) * length).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Asked a second time for finer lines between these, the answer is: none.
        if hint.weight().allow_light_points() {
            return Vec::new();
        }
        let scores = LABELLED.map(|value| Score::Centipawns(value).expected());
        [0.0].into_iter().chain(scores).chain([1.0]).collect()
    }

    fn range(&self) -> Range<f64> {
        LOW..HIGH
    }
}

impl ValueFormatter<f64> for ScoreAxis {
    fn format_ext(&self, value: &f64) -> String {
        if *value <= 0.0 {
            return self.0.white_wins().to_owned();
        }
        if *value >= 1.0 {
            return self.0.black_wins().to_owned();
        }
        let distance = |&label: &i32| (Score::Centipawns(label).expected() - value).abs();
        let nearest = LABELLED.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or_else(String::new, |label| Score::Centipawns(label).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_centipawns_and_wins() {
        for value in LABELLED {
            let score = Score::Centipawns(value);
            assert_eq!(ScoreAxis(Language::English).format_ext(&score.expected()), score.to_string());
        }
        assert_eq!(
            [0.0, 1.0].map(|value| ScoreAxis(Language::English).format_ext(&value)),
            ["△ wins", "▲ wins"]
        );
    }

    #[test]
    fn the_middle_is_even_and_up_is_black() {
        // Pixels count downwards: plotters hands the limits over reversed.
        let y = |value| ScoreAxis(Language::English).map(&value, (300, 0));
        assert_eq!(y(EVEN), 150);
        assert!(y(1.0) > 0 && y(1.0) < y(0.9) && y(0.0) < 300);
    }
}
