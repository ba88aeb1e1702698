//! All squares that the enemy bears on, step pieces direction by direction instead of piece by piece.

use super::color_of;
use crate::PieceKind;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;

/// The squares on which the king of the side to move (White if `WHITE`) would stand in check; `occupied` leaves that king
/// out, so that it does not hide behind itself.
#[inline(always)]
pub(crate) fn attacked_by<const WHITE: bool>(board: &Board, occupied: Bitboard) -> Bitboard {
    let them = color_of(!WHITE);
    let theirs = board.color(them);
    let of = |kind| board.kind(kind) & theirs;
    let golds = board.golds() & theirs;
    let silvers = of(PieceKind::Silver);
    let (horses, dragons) = (of(PieceKind::Horse), of(PieceKind::Dragon));
    // A horse steps straight and a dragon aslant; their other neighbours they reach by sliding.
    let ahead = (of(PieceKind::Pawn) | silvers | golds | horses).forward(them);
    let straight = golds | horses;
    let back = straight.forward(!them);
    let aside = straight.left() | straight.right();
    let aslant_ahead = (silvers | golds | dragons).forward(them);
    let aslant_back = (silvers | dragons).forward(!them);
    let aslant = aslant_ahead | aslant_back;
    let jumps = of(PieceKind::Knight).forward(them).forward(them);
    let wide = aslant | jumps;
    let mut set = ahead | back | aside | wide.left() | wide.right();
    if let Some(king) = board.king(them) {
        set |= attacks::king(king);
    }
    (of(PieceKind::Bishop) | horses).for_each(|sq| set |= attacks::bishop(sq, occupied));
    (of(PieceKind::Rook) | dragons).for_each(|sq| set |= attacks::rook(sq, occupied));
    of(PieceKind::Lance).for_each(|sq| set |= attacks::lance(them, sq, occupied));
    set
}
