//! Whether one move is legal, and if not, why.

use crate::attacks::{self, DIAGONALS};
use crate::board::Board;
use crate::generate::Safety;
use crate::moves::Move;
use crate::{Bitboard, Color, PieceKind, Position, Square};
use std::fmt;

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The origin holds no piece.
    NoPiece,
    /// The piece on the origin belongs to the opponent.
    OpponentsPiece,
    /// The target holds a piece of the mover.
    OwnPiece,
    /// The piece does not move that way.
    NotItsMove,
    /// Another piece stands in the way.
    Blocked,
    /// The kind does not promote, or is promoted already.
    CannotPromote,
    /// Neither origin nor target lies in the promotion zone.
    OutsideZone,
    /// The piece could never move again: it must promote, or may not be dropped there.
    DeadEnd,
    /// The kind is not in hand.
    NotInHand,
    /// The target of a drop is occupied.
    Occupied,
    /// A second unpromoted pawn on the file (二歩).
    TwoPawns,
    /// A pawn dropped to give mate (打ち歩詰め).
    PawnDropMate,
    /// The king would step into an attack.
    KingIntoCheck,
    /// The piece is pinned to its king.
    Pinned,
    /// The king is in check and the move does not end it.
    CheckIgnored,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPiece => "no piece stands on the origin",
            Self::OpponentsPiece => "the piece belongs to the opponent",
            Self::OwnPiece => "the target holds a piece of the same side",
            Self::NotItsMove => "the piece does not move that way",
            Self::Blocked => "a piece stands in the way",
            Self::CannotPromote => "the piece cannot promote",
            Self::OutsideZone => "promotion outside the promotion zone",
            Self::DeadEnd => "the piece could never move again from there",
            Self::NotInHand => "no such piece in hand",
            Self::Occupied => "a drop needs an empty square",
            Self::TwoPawns => "two unpromoted pawns on one file",
            Self::PawnDropMate => "a pawn drop may not give mate",
            Self::KingIntoCheck => "the king would stand in check",
            Self::Pinned => "the piece is pinned to its king",
            Self::CheckIgnored => "the king is in check and the move does not end it",
        })
    }
}

impl std::error::Error for Illegal {}

/// Whether a pawn of `us` dropped on `to`, in front of the enemy king, leaves the enemy without an answer.
pub(crate) fn is_pawn_drop_mate(board: &Board, us: Color, to: Square, king: Square) -> bool {
    let them = !us;
    let position = View(board);
    let dropped = Bitboard::of(to);
    let occupied = board.occupied() | dropped;
    // Can the king take the pawn or step aside? It must not hide behind itself.
    let without_king = occupied ^ Bitboard::of(king);
    let steps = attacks::king(king).and_not(board.color(them));
    if steps.into_iter().any(|sq| !position.attacked(us, sq, without_king)) {
        return false;
    }
    // Can another piece take the pawn? It may if it is not pinned, or if it moves along its pin.
    let takers = position.attackers(them, to, occupied).and_not(Bitboard::of(king));
    takers.into_iter().all(|taker| {
        let after = occupied ^ Bitboard::of(taker);
        position.sliders_at(us, king, after).any()
    })
}

/// Attack queries that need only a board.
pub(crate) struct View<'a>(pub(crate) &'a Board);

impl View<'_> {
    /// The sliders of `by` that bear on `sq`.
    #[inline]
    pub(crate) fn sliders_at(&self, by: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        let kind = |kind| self.0.kind(kind);
        let ours = self.0.color(by);
        let mut set = Bitboard::EMPTY;
        let bishops = (kind(PieceKind::Bishop) | kind(PieceKind::Horse)) & ours;
        if DIAGONALS[sq.index()].meets(bishops) {
            set |= attacks::bishop(sq, occupied) & bishops;
        }
        let rooks = (kind(PieceKind::Rook) | kind(PieceKind::Dragon)) & ours;
        if attacks::CROSSES[sq.index()].meets(rooks) {
            set |= attacks::rook(sq, occupied) & rooks;
        }
        let lances = kind(PieceKind::Lance) & ours;
        if attacks::FRONT[(!by).index()][sq.index()].meets(lances) {
            set |= attacks::lance(!by, sq, occupied) & lances;
        }
        set
    }

    /// The pieces of `by` that bear on `sq`.
    #[inline]
    pub(crate) fn attackers(&self, by: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        let them = !by;
        let kind = |kind| self.0.kind(kind);
        let round = kind(PieceKind::King) | kind(PieceKind::Horse) | kind(PieceKind::Dragon);
        let steps = attacks::pawn(them, sq) & kind(PieceKind::Pawn)
            | attacks::knight(them, sq) & kind(PieceKind::Knight)
            | attacks::silver(them, sq) & kind(PieceKind::Silver)
            | attacks::gold(them, sq) & self.0.golds()
            | attacks::king(sq) & round;
        steps & self.0.color(by) | self.sliders_at(by, sq, occupied)
    }

    fn attacked(&self, by: Color, sq: Square, occupied: Bitboard) -> bool {
        self.attackers(by, sq, occupied).any()
    }
}

impl Position {
    /// Whether `mv` is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legality(mv).is_ok()
    }

    /// Whether `mv` is legal here, and if not, the first reason found: what the piece may do at all comes before what the
    /// king's safety allows.
    pub fn legality(&self, mv: Move) -> Result<(), Illegal> {
        let us = self.side_to_move();
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => self.board_legality(us, from, mv),
            (None, Some(kind)) => self.drop_legality(us, kind, mv.to()),
            (None, None) => Err(Illegal::NoPiece),
        }
    }

    /// Plays `mv` if it is legal; otherwise says why not and changes nothing.
    pub fn try_apply(&mut self, mv: Move) -> Result<(), Illegal> {
        self.legality(mv)?;
        self.apply(mv);
        Ok(())
    }

    fn board_legality(&self, us: Color, from: Square, mv: Move) -> Result<(), Illegal> {
        let to = mv.to();
        let piece = self.piece_at(from).ok_or(Illegal::NoPiece)?;
        if piece.color() != us {
            return Err(Illegal::OpponentsPiece);
        }
        if self.piece_at(to).is_some_and(|target| target.color() == us) {
            return Err(Illegal::OwnPiece);
        }
        let occupied = self.occupied();
        if !attacks::attacks(piece, from, Bitboard::EMPTY).has(to) {
            return Err(Illegal::NotItsMove);
        }
        if !attacks::attacks(piece, from, occupied).has(to) {
            return Err(Illegal::Blocked);
        }
        if mv.is_promotion() {
            if piece.kind().promoted().is_none() {
                return Err(Illegal::CannotPromote);
            }
            if !from.in_zone(us) && !to.in_zone(us) {
                return Err(Illegal::OutsideZone);
            }
        } else if attacks::dead_end(us, piece.kind()).has(to) {
            return Err(Illegal::DeadEnd);
        }
        let Some(king) = self.king(us) else { return Ok(()) };
        let (one, target) = (Bitboard::of(from), Bitboard::of(to));
        let view = View(&self.board);
        if from == king {
            let attackers = view.attackers(!us, to, occupied ^ one).and_not(target);
            return if attackers.any() { Err(Illegal::KingIntoCheck) } else { Ok(()) };
        }
        let before = view.attackers(!us, king, occupied);
        let after = (occupied ^ one) | target;
        let remaining = (before & !target).into_iter().any(|checker| {
            // A checker stays one unless the move has come between; step checks cannot be blocked.
            !attacks::between(king, checker).has(to)
        });
        if remaining {
            return Err(Illegal::CheckIgnored);
        }
        if view.sliders_at(!us, king, after).and_not(target).and_not(before).any() {
            return Err(Illegal::Pinned);
        }
        Ok(())
    }

    fn drop_legality(&self, us: Color, kind: PieceKind, to: Square) -> Result<(), Illegal> {
        if !self.hand(us).has(kind) {
            return Err(Illegal::NotInHand);
        }
        if self.occupied().has(to) {
            return Err(Illegal::Occupied);
        }
        if attacks::dead_end(us, kind).has(to) {
            return Err(Illegal::DeadEnd);
        }
        if kind == PieceKind::Pawn {
            let pawns = self.of_kind(PieceKind::Pawn) & self.pieces(us);
            if pawns.meets(Bitboard::file(to.file())) {
                return Err(Illegal::TwoPawns);
            }
        }
        if let Some(king) = self.king(us) {
            let safety = match us {
                Color::Black => Safety::new::<false>(&self.board),
                Color::White => Safety::new::<true>(&self.board),
            };
            let double = safety.checkers.more_than_one();
            if safety.checkers.any() && (double || !safety.blocks(king).has(to)) {
                return Err(Illegal::CheckIgnored);
            }
        }
        if kind == PieceKind::Pawn
            && let Some(king) = self.king(!us)
        {
            let front = attacks::pawn(us, to).has(king);
            if front && is_pawn_drop_mate(&self.board, us, to, king) {
                return Err(Illegal::PawnDropMate);
            }
        }
        Ok(())
    }
}
