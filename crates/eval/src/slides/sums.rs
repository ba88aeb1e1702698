//! The evaluation of the slides move by move: sums that follow the moves, and the rest computed on demand.

use super::{END, MATERIAL, TURN, effects, king_adjacent, king_piece, local, material, sign, walk};
use crate::sink::{Sink, Sum};
use crate::{FRACTION, Weights};
use shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// Weights unfolded so that a sum needs one index per piece.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The weights of the set as they came, for what is looked up on demand.
    weights: Box<[i16]>,
    /// `[king square][piece 18][square]`, as the king's side sees them.
    king_piece: Box<[i16]>,
    /// By piece code: its value for Black.
    pieces: [i32; 32],
    /// By kind and number held.
    hands: [[i32; 33]; 8],
    local: local::Table,
    effects: effects::Table,
}

/// By viewer and piece code: row of a piece in [`Tables::king_piece`], none for kings.
static ROW: [[u8; 32]; 2] = {
    let mut table = [[0; 32]; 2];
    let mut code = 0;
    while code < 32 {
        let (enemy, kind) = ((code / 16) as u8, super::view::KIND[code % 16] as u8);
        table[0][code] = kind + 9 * enemy;
        table[1][code] = kind + 9 * (1 - enemy);
        code += 1;
    }
    table
};

impl Tables {
    pub(crate) fn new(weights: &Weights) -> Self {
        let weights = &weights.values()[..END];
        let mut king_piece = vec![0; 81 * 18 * 81].into_boxed_slice();
        let mut pieces = [0; 32];
        let mut hands = [[0; 33]; 8];
        for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
            let value = i32::from(weights[MATERIAL + material::PLACE[kind.index()]]) * FRACTION;
            for color in Color::ALL {
                let piece = Piece::new(color, kind);
                pieces[piece.index()] = value * i32::from(sign(color));
                for king in Square::all() {
                    for sq in Square::all() {
                        king_piece[index(Color::Black, king, piece.index(), sq)] =
                            weights[king_piece::cell(Color::Black, king, piece, sq)];
                    }
                }
            }
            if kind.is_hand_kind() {
                for count in 1..33 {
                    let held = i32::from(weights[material::held(kind, count)]) * FRACTION;
                    hands[kind.index()][count as usize] = value * count as i32 + held;
                }
            }
        }
        let (local, effects) = (local::Table::new(weights), effects::Table::new(weights));
        Self { weights: weights.into(), king_piece, pieces, hands, local, effects }
    }

    /// What `color`'s king sees of a piece.
    #[inline]
    fn seen(&self, color: Color, king: Square, code: usize, sq: Square) -> i32 {
        i32::from(self.king_piece[index(color, king, code, sq)])
    }

    /// The sum of the king-piece weights of a side.
    fn king_sum(&self, position: &Position, color: Color) -> i32 {
        let Some(king) = position.king(color) else { return 0 };
        let mut sum = 0;
        position
            .occupied()
            .and_not(position.of_kind(PieceKind::King))
            .for_each(|sq| sum += self.seen(color, king, position.code_at(sq), sq));
        sum
    }
}

#[inline]
fn index(color: Color, king: Square, code: usize, sq: Square) -> usize {
    let row = ROW[color.index()][code & 31] as usize;
    (king.relative(color).index() * 18 + row) * 81 + sq.relative(color).index()
}

/// What follows the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Material and hands, Black's less White's.
    material: i32,
    /// Adjacent pieces and what steps forward, from Black's view.
    local: i32,
    /// King-piece, each side's from its own view.
    kings: [i32; 2],
    /// King and two own pieces, likewise.
    near: [i32; 2],
    /// What has to be made anew after the move.
    stale: Stale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Stale {
    everything: bool,
    king: [bool; 2],
    near: [bool; 2],
}

impl Sums {
    pub(crate) fn new(tables: &Tables, position: &Position) -> Self {
        let mut material = 0;
        position.occupied().for_each(|sq| material += tables.pieces[position.code_at(sq) & 31]);
        for color in Color::ALL {
            let hand = position.hand(color);
            for kind in PieceKind::HAND {
                material += tables.hands[kind.index()][hand.count(kind) as usize] * i32::from(sign(color));
            }
        }
        Self {
            material,
            local: tables.local.sum(position),
            kings: Color::ALL.map(|color| tables.king_sum(position, color)),
            near: Color::ALL.map(|color| near_sum(tables, position, color)),
            stale: Stale::default(),
        }
    }

    /// After `mv`, up to what [`Sums::settle`] has to do.
    #[inline]
    pub(crate) fn after(&self, tables: &Tables, position: &Position, mv: Move) -> Self {
        let mut next = *self;
        next.stale = Stale::default();
        let side = position.side_to_move();
        let own = i32::from(sign(side));
        let to = mv.to();
        if let Some(kind) = mv.dropped() {
            let count = position.hand(side).count(kind) as usize;
            let row = &tables.hands[kind.index() & 7];
            next.material += own * (row[count.saturating_sub(1)] - row[count]);
            let piece = Piece::new(side, kind).index();
            next.local += tables.local.changed(position, to, to, 0, piece);
            next.place::<1>(tables, position, piece, to);
            return next;
        }
        let Some((from, moved)) = mv.from().and_then(|from| Some((from, position.piece_at(from)?))) else {
            next.stale.everything = true;
            return next;
        };
        let (before, after) = (moved.index(), moved.index() | usize::from(mv.is_promotion()) << 3);
        let captured = position.code_at(to);
        next.local += tables.local.left(position, from, before);
        next.local += tables.local.changed(position, to, from, captured, after);
        if moved.kind() == PieceKind::King {
            next.stale.king[side.index()] = true;
            next.stale.near[side.index()] = true;
        } else {
            next.place::<-1>(tables, position, before, from);
            next.place::<1>(tables, position, after, to);
        }
        if let Some(captured) = Piece::from_index(captured) {
            if captured.kind() == PieceKind::King {
                next.stale.everything = true;
                return next;
            }
            next.place::<-1>(tables, position, captured.index(), to);
            let kind = captured.kind().unpromoted();
            let count = position.hand(side).count(kind) as usize;
            let row = &tables.hands[kind.index() & 7];
            next.material += own * (row[count + 1] - row[count]);
        }
        next
    }

    /// A piece that is no king comes to a square or leaves it.
    #[inline]
    fn place<const TIMES: i32>(&mut self, tables: &Tables, position: &Position, code: usize, sq: Square) {
        self.material += TIMES * tables.pieces[code & 31];
        for color in Color::ALL {
            if let Some(king) = position.king(color) {
                self.kings[color.index()] += TIMES * tables.seen(color, king, code, sq);
                self.stale.near[color.index()] |=
                    code >> 4 == color.index() && king_adjacent::NEAR[king.index()].has(sq);
            }
        }
    }

    /// With the move made: the sums that it changes as a whole.
    #[inline]
    pub(crate) fn settle(&mut self, tables: &Tables, position: &Position) {
        let stale = std::mem::take(&mut self.stale);
        if stale.everything {
            *self = Self::new(tables, position);
            return;
        }
        for color in Color::ALL {
            if stale.king[color.index()] {
                self.kings[color.index()] = tables.king_sum(position, color);
            }
            if stale.near[color.index()] {
                self.near[color.index()] = near_sum(tables, position, color);
            }
        }
    }

    /// The evaluation from Black's view, in [`FRACTION`]s.
    pub(crate) fn evaluate(&self, tables: &Tables, position: &Position) -> i32 {
        let whole = self.material + self.local + self.kings[0] - self.kings[1] + self.near[0] - self.near[1];
        let mut sink = Sum { weights: &tables.weights, sum: whole };
        sink.add(TURN, sign(position.side_to_move()));
        let effects = walk::walk(position, &mut sink);
        sink.sum += tables.effects.sum(&effects);
        sink.sum
    }
}

/// The sum of the weights of a king and two own pieces near it, from its side's view.
fn near_sum(tables: &Tables, position: &Position, color: Color) -> i32 {
    let Some(king) = position.king(color) else { return 0 };
    let mut sink = Sum { weights: &tables.weights, sum: 0 };
    king_adjacent::add(position, color, king, &mut sink);
    sink.sum * i32::from(sign(color))
}
