//! Positions to learn from: features of both views, and what the position was worth.

use crate::game::Score;
use crate::gradient::position_at;
use crate::spool::Chosen;
use eval::Shape;
use shogi::Position;

/// The network that is learnt.
pub(super) const SHAPE: Shape = Shape::KingPiece;
/// No position has more features.
const MOST: usize = 40;

/// A position, its side to move first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sample {
    features: [[u16; MOST]; 2],
    counts: [u8; 2],
    /// What the side to move got or could expect, from 0 to 1.
    pub(super) target: f32,
}

impl Sample {
    /// The features of the side to move, and of the other.
    pub(super) fn features(&self) -> [&[u16]; 2] {
        [0, 1].map(|side| &self.features[side][..usize::from(self.counts[side])])
    }

    pub(super) fn new(position: &Position, target: f32) -> Self {
        let mut sample = Self { features: [[0; MOST]; 2], counts: [0; 2], target };
        let us = position.side_to_move();
        for (side, view) in [us, !us].into_iter().enumerate() {
            SHAPE.active(position, view, |feature| {
                let count = &mut sample.counts[side];
                if usize::from(*count) < MOST {
                    sample.features[side][usize::from(*count)] = feature as u16;
                    *count += 1;
                }
            });
        }
        sample
    }

    /// Its mirror image.
    pub(super) fn mirror(&mut self) {
        for feature in self.features.as_flattened_mut() {
            *feature = SHAPE.mirrored(usize::from(*feature)) as u16;
        }
    }
}

/// How positions are valued.
#[derive(Clone, Copy, Debug)]
pub(super) struct Valuation {
    pub(super) scale: f64,
    pub(super) result: f64,
}

impl Valuation {
    /// What the position before a ply was worth to its side to move: a mixture of score and result, or the one that is known.
    pub(super) fn target(self, chosen: &Chosen, ply: usize, position: &Position) -> Option<f32> {
        let points = chosen.game.result.points(position.side_to_move());
        let scored = match chosen.game.scores.get(ply) {
            Some(&Score::Centipawns(score)) => Some(1.0 / (1.0 + (-f64::from(score) / self.scale).exp())),
            _ => None,
        };
        let target = match (scored, points) {
            (Some(scored), Some(points)) => self.result * points + (1.0 - self.result) * scored,
            (Some(known), None) | (None, Some(known)) => known,
            (None, None) => return None,
        };
        Some(target as f32)
    }
}

/// The position before a ply, if it is one to learn from: neither side is about to take something, or in check, as such
/// positions are searched further before they are evaluated.
pub(super) fn quiet(chosen: &Chosen, ply: usize) -> Option<Position> {
    let position = position_at(chosen, ply);
    let takes = position.piece_at(chosen.game.moves[ply].to()).is_some();
    (!takes && !position.in_check()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Result};
    use shogi::Color;

    fn chosen(moves: &str, scores: &[Score], result: Result) -> Chosen {
        let moves: Vec<_> = moves.split(' ').map(|word| word.parse().unwrap()).collect();
        let used = vec![true; moves.len()];
        let game = Game { id: "g".to_owned(), moves, scores: scores.to_vec(), opening: 0, result };
        Chosen { game, used }
    }

    #[test]
    fn captures_and_checks_are_passed_over() {
        let game = chosen("7g7f 3c3d 8h2b+ 3a2b B*5e", &[], Result::Unknown);
        let quiet: Vec<_> = (0..5).map(|ply| quiet(&game, ply).is_some()).collect();
        assert_eq!(quiet, [true, true, false, false, true]);
    }

    #[test]
    fn targets_are_of_the_side_to_move() {
        let scores = [Score::Centipawns(600), Score::Centipawns(-600), Score::None];
        let game = chosen("7g7f 3c3d 2g2f", &scores, Result::Win(Color::Black));
        let targets = |result| {
            let valuation = Valuation { scale: 600.0, result };
            [0, 1, 2].map(|ply| valuation.target(&game, ply, &position_at(&game, ply)).unwrap())
        };
        let won = 1.0 / (1.0 + (-1.0_f32).exp());
        let near = |found: [f32; 3], expected: [f32; 3]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {expected:?}");
        };
        near(targets(0.0), [won, 1.0 - won, 1.0]);
        near(targets(0.5), [f32::midpoint(won, 1.0), (1.0 - won) / 2.0, 1.0]);
    }

    #[test]
    fn a_mirror_image_has_the_features_of_its_own() {
        let game = chosen("7g7f 3c3d 2g2f", &[], Result::Draw);
        let image = chosen("3g3f 7c7d 8g8f", &[], Result::Draw);
        // The start position is not its own mirror image: bishop and rook. The pawns are.
        let sample = |game: &Chosen| Sample::new(&position_at(game, 3), 0.5);
        let (one, other) = (sample(&game), sample(&image));
        let mut mirrored = one.clone();
        mirrored.mirror();
        assert_ne!(mirrored, one);
        let pawns = |sample: &Sample| -> Vec<u16> {
            let mut pawns: Vec<_> =
                sample.features()[0].iter().copied().filter(|feature| (90..252).contains(feature)).collect();
            pawns.sort_unstable();
            pawns
        };
        assert_eq!(pawns(&mirrored), pawns(&other));
        mirrored.mirror();
        assert_eq!(mirrored, one);
    }
}
