//! The evaluation by a network from the bytes of its file and one position alone, written from the published description with
//! plain loops: nothing here is shared with the crate.

use shogi::{Color, PieceKind, Position, Square};

/// Starts of the piece-square indices as the published tables list them, own and enemy: pieces in hand from the first one on.
const HANDS: [(PieceKind, usize, usize, u32); 7] = [
    (PieceKind::Pawn, 1, 20, 18),
    (PieceKind::Lance, 39, 44, 4),
    (PieceKind::Knight, 49, 54, 4),
    (PieceKind::Silver, 59, 64, 4),
    (PieceKind::Gold, 69, 74, 4),
    (PieceKind::Bishop, 79, 82, 2),
    (PieceKind::Rook, 85, 88, 2),
];

/// The same for pieces on the board.
fn plane(kind: PieceKind, enemy: bool) -> usize {
    let (own, theirs) = match kind {
        PieceKind::Pawn => (90, 171),
        PieceKind::Lance => (252, 333),
        PieceKind::Knight => (414, 495),
        PieceKind::Silver => (576, 657),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => (738, 819),
        PieceKind::Bishop => (900, 981),
        PieceKind::Horse => (1062, 1143),
        PieceKind::Rook => (1224, 1305),
        PieceKind::Dragon => (1386, 1467),
        PieceKind::King => (1548, 1629),
    };
    if enemy { theirs } else { own }
}

/// Reads numbers one after the other.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_at(N);
        self.0 = rest;
        first.try_into().unwrap()
    }

    fn word(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn half(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    fn layer(&mut self, outputs: usize, inputs: usize) -> Layer {
        let biases = (0..outputs).map(|_| self.word()).collect();
        let rows =
            (0..outputs).map(|_| (0..inputs).map(|_| i8::from_le_bytes(self.take())).collect()).collect();
        Layer { biases, rows }
    }
}

struct Layer {
    biases: Vec<i32>,
    rows: Vec<Vec<i8>>,
}

impl Layer {
    fn sums(&self, inputs: &[i32]) -> Vec<i32> {
        let mut sums = Vec::new();
        for (bias, row) in self.biases.iter().zip(&self.rows) {
            let mut sum = i64::from(*bias);
            for (weight, input) in row.iter().zip(inputs) {
                sum += i64::from(*weight) * i64::from(*input);
            }
            // As 32 bits hold it.
            sums.push(sum as i32);
        }
        sums
    }
}

pub(crate) struct Reference {
    half: bool,
    biases: Vec<i16>,
    columns: Vec<i16>,
    layers: [Layer; 3],
}

impl Reference {
    pub(crate) fn new(file: &[u8]) -> Self {
        let mut bytes = Bytes(file);
        assert_eq!(bytes.word(), 0x7AF3_2F16);
        bytes.word();
        for _ in 0..bytes.word() {
            bytes.take::<1>();
        }
        bytes.word();
        let half = file.len() > 1_000_000;
        let features = if half { 81 * 1548 } else { 1548 + 162 };
        let biases = (0..256).map(|_| bytes.half()).collect();
        let columns = (0..features * 256).map(|_| bytes.half()).collect();
        bytes.word();
        let layers = [bytes.layer(32, 512), bytes.layer(32, 32), bytes.layer(1, 32)];
        assert!(bytes.0.is_empty());
        Self { half, biases, columns, layers }
    }

    /// All features that are on, as a side sees them.
    fn features(&self, position: &Position, view: Color) -> Vec<usize> {
        let seen = |sq: Square| if view == Color::Black { sq.index() } else { 80 - sq.index() };
        let (mut pieces, mut kings) = (Vec::new(), Vec::new());
        for sq in Square::all() {
            if let Some(piece) = position.piece_at(sq) {
                let index = plane(piece.kind(), piece.color() != view) + seen(sq);
                if piece.kind() == PieceKind::King { kings.push(index) } else { pieces.push(index) }
            }
        }
        for (kind, own, enemy, most) in HANDS {
            for (color, start) in [(view, own), (!view, enemy)] {
                for number in 0..position.hand(color).count(kind).min(most) {
                    pieces.push(start + number as usize);
                }
            }
        }
        // A full set has 38; those that are missing stand at 0.
        while pieces.len() < 38 {
            pieces.push(0);
        }
        if self.half {
            let king = position.king(view).map_or(44, seen);
            pieces.iter().map(|piece| king * 1548 + piece).collect()
        } else {
            pieces.extend(kings);
            pieces
        }
    }

    /// What the network puts out for the side to move.
    pub(crate) fn output(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let mut inputs = Vec::new();
        for view in [us, !us] {
            let features = self.features(position, view);
            for place in 0..256 {
                let mut sum = i64::from(self.biases[place]);
                for feature in &features {
                    sum += i64::from(self.columns[feature * 256 + place]);
                }
                // As 16 bits hold it.
                inputs.push(i32::from(sum as i16).clamp(0, 127));
            }
        }
        for layer in &self.layers[..2] {
            inputs = layer.sums(&inputs).into_iter().map(|sum| (sum >> 6).clamp(0, 127)).collect();
        }
        self.layers[2].sums(&inputs)[0]
    }
}
