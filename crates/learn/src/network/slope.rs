//! What the network says of a position, and how that changes with each of its numbers.

use super::parameters::{HIDDEN, INPUTS, Places, WIDTH};
use super::sample::Sample;

/// Activations on the way, kept for the way back.
struct Way {
    inputs: [f32; INPUTS],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    output: f32,
}

fn row<const N: usize>(values: &[f32], start: usize) -> &[f32; N] {
    values[start..].first_chunk().unwrap_or_else(|| unreachable!("places are within the numbers"))
}

fn row_mut<const N: usize>(values: &mut [f32], start: usize) -> &mut [f32; N] {
    values[start..].first_chunk_mut().unwrap_or_else(|| unreachable!("places are within the numbers"))
}

/// `sums += factor * row`.
#[inline]
fn add<const N: usize>(sums: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

/// The sum of products, in eight parts, so that it needs no more than a few instructions and is always the same.
#[inline]
fn product(a: &[f32; HIDDEN], b: &[f32; HIDDEN]) -> f32 {
    let mut parts = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for (part, (a, b)) in parts.iter_mut().zip(a.iter().zip(b)) {
            *part += a * b;
        }
    }
    parts.iter().sum()
}

fn column(feature: u16) -> usize {
    Places::COLUMNS.start + usize::from(feature) * WIDTH
}

/// A hidden layer before clipping.
fn layer(values: &[f32], biases: usize, weights: usize, inputs: &[f32]) -> [f32; HIDDEN] {
    let mut sums = *row(values, biases);
    for (place, &input) in inputs.iter().enumerate() {
        if input > 0.0 {
            add(&mut sums, input, row(values, weights + place * HIDDEN));
        }
    }
    sums
}

fn clip<const N: usize>(sums: [f32; N]) -> [f32; N] {
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

fn forward(values: &[f32], sample: &Sample) -> Way {
    let mut inputs = [0.0; INPUTS];
    for (side, features) in sample.features().into_iter().enumerate() {
        let mut sums: [f32; WIDTH] = *row(values, Places::BIASES.start);
        for &feature in features {
            add(&mut sums, 1.0, row(values, column(feature)));
        }
        inputs[side * WIDTH..(side + 1) * WIDTH].copy_from_slice(&clip(sums));
    }
    let first = clip(layer(values, Places::FIRST_BIASES.start, Places::FIRST.start, &inputs));
    let second = clip(layer(values, Places::SECOND_BIASES.start, Places::SECOND.start, &first));
    let output = values[Places::LAST_BIAS.start] + product(row(values, Places::LAST.start), &second);
    Way { inputs, first, second, output }
}

/// Slopes before clipping, from slopes behind it: none where the activation is at either end.
fn through(slopes: [f32; HIDDEN], activations: &[f32; HIDDEN]) -> [f32; HIDDEN] {
    std::array::from_fn(|place| if inside(activations[place]) { slopes[place] } else { 0.0 })
}

fn inside(activation: f32) -> bool {
    activation > 0.0 && activation < 1.0
}

/// The cross-entropy of what is expected and what was; 1e-6 is kept from certainty.
pub(super) fn entropy(target: f64, expected: f64) -> f64 {
    let expected = expected.clamp(1e-6, 1.0 - 1e-6);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}

/// The loss of a sample; its slopes, times `share`, are added to `slopes`.
pub(super) fn add_slopes(values: &[f32], sample: &Sample, share: f32, slopes: &mut [f32]) -> f64 {
    let way = forward(values, sample);
    let expected = 1.0 / (1.0 + (-f64::from(way.output)).exp());
    let loss = entropy(f64::from(sample.target), expected);
    let slope = share * (expected as f32 - sample.target);
    slopes[Places::LAST_BIAS.start] += slope;
    add(row_mut(slopes, Places::LAST.start), slope, &way.second);
    let second = row::<HIDDEN>(values, Places::LAST.start).map(|weight| slope * weight);
    let second = through(second, &way.second);
    add(row_mut(slopes, Places::SECOND_BIASES.start), 1.0, &second);
    let mut first = [0.0; HIDDEN];
    for (place, &activation) in way.first.iter().enumerate() {
        let at = Places::SECOND.start + place * HIDDEN;
        if activation > 0.0 {
            add(row_mut(slopes, at), activation, &second);
        }
        if inside(activation) {
            first[place] = product(row(values, at), &second);
        }
    }
    add(row_mut(slopes, Places::FIRST_BIASES.start), 1.0, &first);
    let mut inputs = [[0.0; WIDTH]; 2];
    for (place, &activation) in way.inputs.iter().enumerate() {
        let at = Places::FIRST.start + place * HIDDEN;
        if activation > 0.0 {
            add(row_mut(slopes, at), activation, &first);
        }
        if inside(activation) {
            inputs[place / WIDTH][place % WIDTH] = product(row(values, at), &first);
        }
    }
    for (features, slope) in sample.features().into_iter().zip(&inputs) {
        add(row_mut(slopes, Places::BIASES.start), 1.0, slope);
        for &feature in features {
            add(row_mut(slopes, column(feature)), 1.0, slope);
        }
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::parameters::Numbers;
    use eval::{Network, NetworkEvaluator, Shape};
    use shogi::Position;
    use std::sync::Arc;

    const SFENS: [&str; 3] = [
        "ln1g3nl/1ks1gr3/1ppppp1pp/p5p2/7P1/P1P1P4/1PSP1PP1P/1KG2S1R1/LN3G1NL b Bbs 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        shogi::STARTPOS,
    ];

    /// In floating point as in the integers of the file, but for rounding.
    #[test]
    fn the_output_is_that_of_the_rounded_network() {
        let network = Arc::new(Network::random(Shape::KingPiece, 5));
        let numbers = Numbers::of(&network, 600.0);
        for sfen in SFENS {
            let position = Position::from_sfen(sfen).unwrap();
            let exact = NetworkEvaluator::new(Arc::clone(&network), 1, &position, 0).output(&position);
            let found = forward(&numbers.values, &Sample::new(&position, 0.5)).output * 600.0 * 16.0;
            assert!((found - exact as f32).abs() < 300.0, "{found} {exact}");
        }
    }

    /// Slopes against differences of the loss.
    #[test]
    fn slopes_are_those_of_the_loss() {
        let mut numbers = Numbers::random(2);
        numbers.values[Places::LAST].iter_mut().enumerate().for_each(|(place, value)| {
            *value = place as f32 / 20.0 - 0.8;
        });
        let values = &mut numbers.values;
        let sample = Sample::new(&Position::from_sfen(SFENS[1]).unwrap(), 0.9);
        let mut slopes = vec![0.0; Places::COUNT];
        add_slopes(values, &sample, 1.0, &mut slopes);
        let loss = |values: &[f32]| {
            let expected = 1.0 / (1.0 + (-f64::from(forward(values, &sample).output)).exp());
            entropy(f64::from(sample.target), expected)
        };
        let feature = column(sample.features()[0][7]);
        let mut compared = 0;
        let starts = [
            Places::BIASES.start,
            feature,
            Places::FIRST_BIASES.start,
            Places::FIRST.start + 40,
            Places::FIRST.end - 70,
            Places::SECOND_BIASES.start,
            Places::SECOND.start,
            Places::LAST_BIAS.start,
            Places::LAST.start,
        ];
        for start in starts {
            for place in start..(start + 30).min(Places::COUNT) {
                let (before, step) = (values[place], 1e-3);
                values[place] = before + step;
                let up = loss(values);
                values[place] = before - step;
                let down = loss(values);
                values[place] = before;
                let found = (up - down) / (2.0 * f64::from(step));
                let slope = f64::from(slopes[place]);
                assert!((found - slope).abs() < 2e-3 + 0.03 * slope.abs(), "{place}: {slope} {found}");
                compared += usize::from(slope.abs() > 4e-3);
            }
        }
        assert!(compared > 60, "{compared} slopes to speak of");
    }
}
