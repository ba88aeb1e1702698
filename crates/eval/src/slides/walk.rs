//! The walk over the pieces: what each bears on is found once and given to all families that ask for it.

use super::effects::{Counts, Effects};
use super::view::View;
use super::{advance, bears_on, bishop_pawns, king_adjacent, mobility, nearest_pawns, pins};
use crate::Sink;
use shogi::{Color, PieceKind, Position, attacks};

/// Gives to `sink` the features of the families that are computed piece by piece, of both sides, and returns what bears
/// on what.
#[inline]
pub(super) fn walk(position: &Position, sink: &mut impl Sink) -> Effects {
    let kings = Color::ALL.map(|color| position.king(color));
    let counts = Color::ALL.map(|color| {
        let view = View::new(position, color);
        if let Some(king) = kings[color.index()] {
            king_adjacent::add(position, color, king, sink);
            pins::add(position, &view, king, sink);
        }
        side(position, &view, sink)
    });
    Effects { counts, kings }
}

#[inline]
fn side(position: &Position, view: &View, sink: &mut impl Sink) -> Counts {
    let (color, occupied) = (view.color, view.occupied);
    let own = |kind| position.of_kind(kind) & view.own;
    let mut counts = Counts::default();

    counts.add(view.own_pawns.forward(color));
    advance::add_steps(view, advance::PAWN, view.own_pawns, sink);

    own(PieceKind::Lance).for_each(|sq| {
        let rays = attacks::lance(color, sq, occupied);
        counts.add(rays);
        mobility::add_lance(view, rays, sink);
        bears_on::add::<{ bears_on::LANCE }>(position, view, sq, rays, sink);
        nearest_pawns::add(view, nearest_pawns::LANCE, sq, sink);
    });
    own(PieceKind::Knight).for_each(|sq| {
        let reach = attacks::knight(color, sq);
        counts.add(reach);
        advance::add_knight(view, sq, reach, sink);
        bears_on::add::<{ bears_on::KNIGHT }>(position, view, sq, reach, sink);
    });
    let silvers = own(PieceKind::Silver);
    silvers.for_each(|sq| counts.add(attacks::silver(color, sq)));
    advance::add_steps(view, advance::SILVER, silvers, sink);
    (king_adjacent::golds(position) & view.own).for_each(|sq| counts.add(attacks::gold(color, sq)));

    own(PieceKind::Bishop).for_each(|sq| {
        let rays = attacks::bishop(sq, occupied);
        counts.add(rays);
        mobility::add_bishop(view, rays, false, sink);
        bears_on::add::<{ bears_on::BISHOP }>(position, view, sq, rays, sink);
        bishop_pawns::add(view, sq, false, sink);
    });
    own(PieceKind::Horse).for_each(|sq| {
        let rays = attacks::bishop(sq, occupied);
        let reach = rays | attacks::king(sq);
        counts.add(reach);
        mobility::add_bishop(view, reach, true, sink);
        bears_on::add::<{ bears_on::HORSE }>(position, view, sq, rays, sink);
        bishop_pawns::add(view, sq, true, sink);
    });
    own(PieceKind::Rook).for_each(|sq| {
        let rays = attacks::rook(sq, occupied);
        counts.add(rays);
        mobility::add_rook(view, sq, rays, false, sink);
        bears_on::add::<{ bears_on::ROOK }>(position, view, sq, rays, sink);
        nearest_pawns::add(view, nearest_pawns::ROOK, sq, sink);
    });
    own(PieceKind::Dragon).for_each(|sq| {
        let rays = attacks::rook(sq, occupied);
        counts.add(rays | attacks::king(sq));
        mobility::add_rook(view, sq, rays, true, sink);
        bears_on::add::<{ bears_on::DRAGON }>(position, view, sq, rays, sink);
        nearest_pawns::add(view, nearest_pawns::DRAGON, sq, sink);
    });
    counts
}
