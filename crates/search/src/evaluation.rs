//! What judges positions: weights that were learnt or a network (crate `eval`), or an evaluation made by hand to compare them with.
//!
//! The one made by hand is material, piece-square values relative to the board and to both kings, freedom of the sliding
//! pieces and king safety. Its shapes are set from general knowledge of the game (see `values`), its unit is about a
//! hundredth of a pawn. The sums over pieces are kept up to date move by move ([`Accumulators`]); the rest is computed on demand.

mod chosen;
mod king;
mod mobility;
mod values;

pub use chosen::Evaluation;
pub(crate) use chosen::Sums;

use crate::score::DECIDED;
use shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// What being on move is worth.
const TEMPO: i32 = 55;

/// The parts of an evaluation, from Black's view, as the `eval` command shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Material and piece-square values.
    pub pieces: i32,
    /// Freedom of the sliding pieces.
    pub freedom: i32,
    /// Danger to Black's king (positive is bad for Black).
    pub danger_black: i32,
    /// Danger to White's king.
    pub danger_white: i32,
    /// The whole for the side to move, its tempo included.
    pub total: i32,
}

/// Evaluates a position afresh.
pub fn evaluate(position: &Position) -> Terms {
    terms(position, Sum::of(position))
}

fn terms(position: &Position, sum: Sum) -> Terms {
    let danger_black = king::danger(position, Color::Black);
    let danger_white = king::danger(position, Color::White);
    let freedom = mobility::freedom(position, Color::Black) - mobility::freedom(position, Color::White);
    let black_view = sum.pieces + freedom - danger_black + danger_white;
    let side = sign(position.side_to_move()) * black_view;
    // Room is left for what corrections add: an evaluation never looks like the end of a game.
    let total = (side + TEMPO).clamp(-DECIDED / 2, DECIDED / 2);
    Terms { pieces: sum.pieces, freedom, danger_black, danger_white, total }
}

/// The sum over all pieces, from Black's view, and the kings it was computed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum {
    pieces: i32,
    kings: [Option<Square>; 2],
}

impl Sum {
    fn of(position: &Position) -> Self {
        let mut sum = Self { pieces: 0, kings: Color::ALL.map(|color| position.king(color)) };
        for color in Color::ALL {
            let hand = position.hand(color);
            for kind in PieceKind::HAND {
                for held in 0..hand.count(kind) {
                    sum.pieces += sign(color) * values::next_in_hand(kind, held);
                }
            }
        }
        position.occupied().for_each(|sq| {
            if let Some(piece) = position.piece_at(sq) {
                sum.pieces += sum.piece(piece, sq);
            }
        });
        sum
    }

    /// The value of a piece on a square, from Black's view.
    #[inline]
    fn piece(self, piece: Piece, sq: Square) -> i32 {
        let color = piece.color();
        let (own, other) = (self.kings[color.index()], self.kings[color.other().index()]);
        let at = sq.relative(color);
        let mut value = values::board(piece.kind(), at);
        if let Some(king) = own {
            value += values::near_own_king(piece.kind(), at, king.relative(color));
        }
        if let Some(king) = other {
            value += values::near_enemy_king(piece.kind(), at, king.relative(color));
        }
        sign(color) * value
    }
}

#[inline]
const fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

/// The sums of all positions on the way from the root, the present one last.
#[derive(Debug)]
pub(crate) struct Accumulators {
    sums: Vec<Sum>,
}

impl Accumulators {
    /// For searches from `position`, with room for `plies` moves.
    pub(crate) fn new(position: &Position, plies: usize) -> Self {
        let mut sums = Vec::with_capacity(plies + 1);
        sums.push(Sum::of(position));
        Self { sums }
    }

    #[inline]
    fn top(&self) -> Sum {
        self.sums.last().copied().unwrap_or(Sum { pieces: 0, kings: [None; 2] })
    }

    /// To be called before `mv` is applied to `position`; [`Accumulators::settle`] after it.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position, mv: Move) {
        let mut sum = self.top();
        if let Some(facts) = position.facts(mv) {
            let (mine, us) = (sign(facts.color), facts.color.index());
            if let Some(taken) = facts.captured {
                sum.pieces -= sum.piece(taken, facts.to);
                let kind = taken.kind().unpromoted();
                sum.pieces += mine * values::next_in_hand(kind, facts.hands_before[us].count(kind));
            }
            if let Some(from) = facts.from {
                sum.pieces -= sum.piece(facts.before, from);
            } else {
                let kind = facts.before.kind();
                let left = facts.hands_before[us].count(kind).saturating_sub(1);
                sum.pieces -= mine * values::next_in_hand(kind, left);
            }
            sum.pieces += sum.piece(facts.after, facts.to);
        }
        self.sums.push(sum);
    }

    /// A king that moved changes the value of every piece: the sum is taken afresh.
    #[inline]
    pub(crate) fn settle(&mut self, position: &Position, mv: Move) {
        let king_moved = position.king(!position.side_to_move()) == Some(mv.to());
        if king_moved && let Some(top) = self.sums.last_mut() {
            *top = Sum::of(position);
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.sums.pop();
    }

    /// The evaluation of the present position for the side to move.
    #[inline]
    pub(crate) fn evaluate(&self, position: &Position) -> i32 {
        terms(position, self.top()).total
    }

    /// Material and places alone, for the side to move.
    #[inline]
    pub(crate) fn evaluate_places(&self, position: &Position) -> i32 {
        let side = sign(position.side_to_move()) * self.top().pieces;
        (side + TEMPO).clamp(-DECIDED / 2, DECIDED / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deterministic pseudo-random numbers (xorshift).
    fn next(state: &mut u64) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 33) as usize
    }

    #[test]
    fn incremental_equals_afresh() {
        let mut state = 11;
        for _ in 0..40 {
            let mut position = Position::startpos();
            let mut sums = Accumulators::new(&position, 200);
            for _ in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[next(&mut state) % moves.len()];
                sums.push(&position, mv);
                position.apply(mv);
                sums.settle(&position, mv);
                assert_eq!(sums.top(), Sum::of(&position), "{position}");
                assert_eq!(sums.evaluate(&position), evaluate(&position).total);
            }
            while position.undo().is_some() {
                sums.pop();
                assert_eq!(sums.top(), Sum::of(&position));
            }
        }
    }

    #[test]
    fn the_start_is_level_and_the_mirror_image_equal() {
        let terms = evaluate(&Position::startpos());
        assert_eq!((terms.pieces, terms.danger_black - terms.danger_white, terms.total), (0, 0, TEMPO));
        // The same position with the colours swapped, each with its own side to move.
        let black = "ln1g3nl/1ks1gr3/1ppppp1pp/p5p2/7P1/P1P1P4/1PSP1PP1P/1KG2S1R1/LN3G1NL b Bbs 1";
        let white = "ln1g3nl/1r1s2gk1/p1pp1psp1/4p1p1p/1p7/2P5P/PP1PPPPP1/3RG1SK1/LN3G1NL w BSb 1";
        let score = |sfen| evaluate(&Position::from_sfen(sfen).unwrap()).total;
        assert_eq!(score(black), score(white));
    }

    #[test]
    fn material_outweighs_placement() {
        let up = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b G 1";
        assert!(evaluate(&Position::from_sfen(up).unwrap()).total > 300);
    }

    #[test]
    fn positions_without_kings_have_a_value() {
        for sfen in ["9/9/9/9/9/9/9/9/9 b - 1", "4k4/9/4P4/9/9/9/9/9/9 b G 1"] {
            let total = evaluate(&Position::from_sfen(sfen).unwrap()).total;
            assert!(total.abs() < DECIDED);
        }
    }
}
