//! Static exchange evaluation: what a sequence of captures on one square is worth.

use crate::attacks;
use crate::board::MATERIAL;
use crate::legality::View;
use crate::moves::Move;
use crate::{Bitboard, Color, Piece, PieceKind, Position, Square};

/// What changes hands when a piece of this kind is taken: its value on the board and its value in the taker's hand.
pub(crate) const fn swing(kind: PieceKind) -> i32 {
    MATERIAL[kind as usize] + MATERIAL[kind.unpromoted() as usize]
}

/// Capturers in the order in which they are sent, cheapest first.
const ORDER: [PieceKind; 14] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::ProPawn,
    PieceKind::Knight,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::Silver,
    PieceKind::ProSilver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Dragon,
    PieceKind::King,
];

impl Position {
    /// What the exchange that `mv` begins on its target is worth to the mover, in the units of [`Position::material`].
    ///
    /// Each side in turn may take with its cheapest piece that bears on the square, or stop; pieces behind the taker join in.
    /// The king takes only when nothing can take back. The promotion of `mv` itself counts; later promotions and pins do not.
    pub fn see(&self, mv: Move) -> i32 {
        let to = mv.to();
        let us = self.side_to_move();
        let Some(facts) = self.facts(mv) else { return 0 };
        let mut gain = facts.captured.map_or(0, |piece| swing(piece.kind()));
        gain += MATERIAL[facts.after.kind().index()] - MATERIAL[facts.before.kind().index()];
        let occupied = match facts.from {
            Some(from) => self.occupied().and_not(Bitboard::of(from)) | Bitboard::of(to),
            None => self.occupied() | Bitboard::of(to),
        };
        gain - self.reply(to, facts.after, !us, occupied)
    }

    /// Whether [`Position::see`] is at least `threshold`.
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        // Even losing the moved piece for nothing keeps what it took.
        let taken = self.board.code(mv.to());
        let gain = Piece::from_index(taken).map_or(0, |piece| swing(piece.kind()));
        if let Some(from) = mv.from() {
            let mover = self.piece_at(from).map_or(0, |piece| swing(piece.kind()));
            if !mv.is_promotion() && gain - mover >= threshold {
                return true;
            }
        }
        self.see(mv) >= threshold
    }

    /// What `side` gains by taking `piece` on `to`, or 0 when it had better not.
    fn reply(&self, to: Square, piece: Piece, side: Color, occupied: Bitboard) -> i32 {
        // Losses are stacked and folded back: at most 40 pieces can take part.
        let mut gains = [0_i32; 41];
        let (mut depth, mut standing, mut side) = (0, piece.kind(), side);
        let mut occupied = occupied;
        let view = View(&self.board);
        let target = Bitboard::of(to);
        let attackers = |by: Color, occupied: Bitboard| view.attackers(by, to, occupied) & occupied & !target;
        loop {
            let ours = attackers(side, occupied);
            let cheapest = ORDER.iter().find(|&&kind| self.of_kind(kind).meets(ours));
            let Some(&kind) = cheapest else { break };
            let Some(from) = (self.of_kind(kind) & ours).first() else { break };
            let left = occupied ^ Bitboard::of(from);
            if kind == PieceKind::King && attackers(!side, left).any() {
                break;
            }
            if depth == gains.len() {
                break;
            }
            gains[depth] = swing(standing);
            depth += 1;
            (standing, side, occupied) = (kind, !side, left);
        }
        let mut value = 0;
        for &gain in gains[..depth].iter().rev() {
            value = (gain - value).max(0);
        }
        value
    }

    /// The pieces of both sides that bear on a square.
    pub fn all_attackers(&self, sq: Square, occupied: Bitboard) -> Bitboard {
        self.attackers(Color::Black, sq, occupied) | self.attackers(Color::White, sq, occupied)
    }

    /// Where the piece on `sq` bears; empty for an empty square.
    pub fn attacks_from(&self, sq: Square) -> Bitboard {
        self.piece_at(sq).map_or(Bitboard::EMPTY, |piece| attacks::attacks(piece, sq, self.occupied()))
    }
}
