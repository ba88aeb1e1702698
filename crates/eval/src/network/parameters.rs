//! A network as plain numbers, for those who make one.

use super::layers::{HIDDEN, INPUTS, Layers};
use super::row::{Row, WIDTH};
use super::{FEATURES, Network, Shape, features, file, follow};
use shogi::{Color, Position};

/// All numbers of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// 256 biases of the sums.
    pub biases: Vec<i16>,
    /// 256 weights for each feature.
    pub columns: Vec<i16>,
    /// Biases and weights of the three layers; weights by output: 32 x 512, 32 x 32, 1 x 32.
    pub layers: [(Vec<i32>, Vec<i8>); 3],
}

impl Shape {
    /// Calls `with` for every feature of a position as `view` sees it: at most 40, some of them more than once where pieces are
    /// missing from the set.
    pub fn active(self, position: &Position, view: Color, mut with: impl FnMut(usize)) {
        let offset = follow::offset(self, position, view);
        features::active(position, view, self == Self::KingPiece, |feature| {
            with(offset + usize::from(feature));
        });
    }

    /// The feature that the mirror image of a position (file 1 becomes file 9) has instead of this one.
    pub const fn mirrored(self, feature: usize) -> usize {
        const fn mirrored(square: usize) -> usize {
            (8 - square / 9) * 9 + square % 9
        }
        let (king, piece) = match self {
            Self::KingPiece => (0, feature),
            Self::HalfKingPiece => (mirrored(feature / FEATURES) * FEATURES, feature % FEATURES),
        };
        if piece < features::HANDS {
            return king + piece;
        }
        let (plane, square) = ((piece - features::HANDS) / 81, (piece - features::HANDS) % 81);
        king + features::HANDS + plane * 81 + mirrored(square)
    }
}

impl Network {
    /// A network of these numbers; `None` if there are not as many as the shape wants.
    pub fn from_parameters(shape: Shape, parameters: &Parameters) -> Option<Self> {
        let row = |values: &[i16]| values.try_into().ok().map(Row);
        let [first, second, last] = &parameters.layers;
        let sizes = [(first, HIDDEN, INPUTS), (second, HIDDEN, HIDDEN), (last, 1, HIDDEN)];
        let fits = sizes
            .iter()
            .all(|(layer, outputs, inputs)| layer.0.len() == *outputs && layer.1.len() == outputs * inputs);
        if !fits || parameters.columns.len() != shape.features() * WIDTH {
            return None;
        }
        let layers = Layers::new(
            (first.0[..].try_into().ok()?, &first.1),
            (second.0[..].try_into().ok()?, &second.1),
            (last.0[0], &last.1),
        );
        Some(Self {
            shape,
            text: file::text(shape).into_bytes(),
            biases: row(&parameters.biases)?,
            columns: parameters.columns.chunks_exact(WIDTH).map(row).collect::<Option<_>>()?,
            layers,
        })
    }

    /// All its numbers.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            biases: self.biases.0.to_vec(),
            columns: self.columns.iter().flat_map(|column| column.0).collect(),
            layers: self.layers.parts().map(|(biases, weights)| (biases.to_vec(), weights)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_its_numbers() {
        let network = Network::random(Shape::KingPiece, 4);
        let mut parameters = network.parameters();
        assert!(Network::from_parameters(Shape::KingPiece, &parameters) == Some(network));
        assert!(Network::from_parameters(Shape::HalfKingPiece, &parameters).is_none());
        parameters.layers[1].1.pop();
        assert!(Network::from_parameters(Shape::KingPiece, &parameters).is_none());
    }

    #[test]
    fn mirrored_features_are_those_of_the_mirror_image() {
        let here = "ln1g3nl/1ks1gr3/1ppppp1pp/p5p2/7P1/P1P1P4/1PSP1PP1P/1KG2S1R1/LN3G1NL b Bbs 1";
        let there = "ln3g1nl/3rg1sk1/pp1ppppp1/2p5p/1P7/4P1P1P/P1PP1PSP1/1R1S2GK1/LN1G3NL b Bbs 1";
        let features = |sfen: &str, shape: Shape, view| {
            let mut found = Vec::new();
            shape.active(&Position::from_sfen(sfen).unwrap(), view, |feature| found.push(feature));
            found
        };
        for shape in Shape::ALL {
            for view in Color::ALL {
                let mut mirrored: Vec<_> =
                    features(here, shape, view).iter().map(|&feature| shape.mirrored(feature)).collect();
                let mut expected = features(there, shape, view);
                mirrored.sort_unstable();
                expected.sort_unstable();
                assert_eq!(mirrored, expected);
            }
        }
    }
}
