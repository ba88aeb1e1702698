//! A board as a plain array, and ways to make one: random games, random rubble, mirror images, swapped colours.

use shogi::{Color, PieceKind, Position, Square};

/// `squares[file][rank]`, counted from 0 at file 1 and rank 一.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) squares: [[Option<(Color, PieceKind)>; 9]; 9],
    /// By colour and kind index.
    pub(crate) hands: [[u32; 8]; 2],
    pub(crate) side: Color,
}

impl Board {
    pub(crate) fn of(position: &Position) -> Self {
        let mut squares = [[None; 9]; 9];
        for sq in Square::all() {
            squares[sq.file()][sq.rank()] = position.piece_at(sq).map(|piece| (piece.color(), piece.kind()));
        }
        let mut hands = [[0; 8]; 2];
        for color in Color::ALL {
            for kind in PieceKind::HAND {
                hands[color.index()][kind.index()] = position.hand(color).count(kind);
            }
        }
        Self { squares, hands, side: position.side_to_move() }
    }

    pub(crate) fn position(&self) -> Position {
        let mut text = String::new();
        for rank in 0..9 {
            for file in (0..9).rev() {
                match self.squares[file][rank] {
                    Some((color, kind)) => text.push_str(&shogi::Piece::new(color, kind).to_string()),
                    None => text.push('1'),
                }
            }
            text.push(if rank < 8 { '/' } else { ' ' });
        }
        // Single empty squares are written `1`; runs have to be joined.
        for run in (2..=9).rev() {
            text = text.replace(&"1".repeat(run), &run.to_string());
        }
        text.push(if self.side == Color::Black { 'b' } else { 'w' });
        text.push(' ');
        let mut held = String::new();
        for color in Color::ALL {
            for kind in PieceKind::HAND_ORDER {
                let count = self.hands[color.index()][kind.index()];
                if count > 1 {
                    held.push_str(&count.to_string());
                }
                if count > 0 {
                    let letter = kind.letter();
                    held.push(if color == Color::Black { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        text.push_str(if held.is_empty() { "-" } else { &held });
        text.push_str(" 1");
        Position::from_sfen(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// File 1 becomes file 9.
    pub(crate) fn mirrored(&self) -> Self {
        let mut other = self.clone();
        other.squares.reverse();
        other
    }

    /// The board turned by 180 degrees, each side's pieces given to the other.
    pub(crate) fn turned(&self) -> Self {
        let mut other = self.clone();
        for file in 0..9 {
            for rank in 0..9 {
                other.squares[file][rank] =
                    self.squares[8 - file][8 - rank].map(|(color, kind)| (!color, kind));
            }
        }
        other.hands.reverse();
        other.side = !self.side;
        other
    }
}

/// A generator of our own, so that a seed means the same positions everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // SplitMix64 (Steele, Lea, Flood 2014).
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((word ^ (word >> 31)) >> 32) as usize * bound) >> 32
    }

    /// Small enough that evaluations stay within the limits, so that nothing is clamped.
    pub(crate) fn small_weights(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| self.below(401) as i16 - 200).collect()
    }
}

/// Pieces anywhere, also where no game puts them: `kings` of the sides in its two lowest bits, about `density` in 16 of the
/// squares taken, the hands filled at random; pieces of the whole set unless `too_many`.
pub(crate) fn rubble(random: &mut Random, kings: usize, density: usize, too_many: bool) -> Board {
    let mut board = Board { squares: [[None; 9]; 9], hands: [[0; 8]; 2], side: Color::ALL[random.below(2)] };
    let mut left = [0; 15];
    for kind in PieceKind::HAND {
        left[kind.index()] = kind.set_size();
    }
    for color in Color::ALL {
        while kings >> color.index() & 1 == 1 {
            let place = &mut board.squares[random.below(9)][random.below(9)];
            if place.is_none() {
                *place = Some((color, PieceKind::King));
                break;
            }
        }
    }
    for file in 0..9 {
        for rank in 0..9 {
            let kind = PieceKind::ALL[random.below(14)];
            let stock = &mut left[kind.unpromoted().index()];
            let free = board.squares[file][rank].is_none() && kind != PieceKind::King;
            if free && random.below(16) < density && (too_many || *stock > 0) {
                *stock = stock.saturating_sub(1);
                board.squares[file][rank] = Some((Color::ALL[random.below(2)], kind));
            }
        }
    }
    for kind in PieceKind::HAND {
        for _ in 0..left[kind.index()] {
            if let color @ 0..2 = random.below(3) {
                board.hands[color][kind.index()] += 1;
            }
        }
    }
    board
}

/// Calls `visit` with every position of random games.
pub(crate) fn games(random: &mut Random, games: usize, plies: usize, mut visit: impl FnMut(&Position)) {
    for _ in 0..games {
        let mut position = Position::startpos();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.apply(moves[random.below(moves.len())]);
            visit(&position);
        }
    }
}
