//! Which features are on: the 1,548 piece-square indices, and the kings.
//!
//! Hands come first: for each kind a slot for no piece, for one, for two …, the own side's and then the enemy's; a side that
//! holds three pawns has the slots of one, two and three on. The slots for none are never on, but the very first: it counts
//! the pieces that a full set of 38 has and the position has not. Then come the pieces on the board, by kind, owner and
//! square. A square is as the viewing side sees it.

use shogi::{Color, Move, Piece, PieceKind, Position, Square};

/// Piece-square indices.
pub(super) const FEATURES: usize = 1548;
/// Indices before those of the pieces on the board.
pub(super) const HANDS: usize = 90;
/// Indices behind them of the two kings, for K-P.
pub(super) const KINGS: usize = 2 * 81;
/// Pieces of a full set besides the kings.
const FULL_SET: usize = 38;
/// The slot that missing pieces count in.
const MISSING: u16 = 0;

/// By kind: the slot for no piece in the own hand and in the enemy's.
static HAND: [[u16; 2]; 8] = {
    let order = [
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
    ];
    let (mut table, mut next, mut place) = ([[0; 2]; 8], 0, 0);
    while place < order.len() {
        let slots = order[place].set_size() as u16 + 1;
        table[order[place].index()] = [next, next + slots];
        next += 2 * slots;
        place += 1;
    }
    table
};

/// By viewing side and code of a piece: its index on square 0.
static BOARD: [[u16; 32]; 2] = {
    // Planes by kind; gold, and all that moves like it, are one.
    let planes = [0, 0, 1, 2, 3, 5, 7, 4, 9, 4, 4, 4, 4, 6, 8, 0];
    let (mut table, mut code) = ([[0; 32]; 2], 0);
    while code < 32 {
        let (enemy, plane) = (code as u16 / 16, planes[code % 16]);
        table[0][code] = HANDS as u16 + (2 * plane + enemy) * 81;
        table[1][code] = HANDS as u16 + (2 * plane + 1 - enemy) * 81;
        code += 1;
    }
    table
};

#[inline]
fn on_board(view: Color, piece: Piece, sq: Square) -> u16 {
    BOARD[view.index()][piece.index() & 31] + sq.relative(view).index() as u16
}

/// The slot of the `count`th piece of a kind in a hand; `None` for more than a set has.
#[inline]
fn in_hand(view: Color, owner: Color, kind: PieceKind, count: u32) -> Option<u16> {
    let enemy = usize::from(view != owner);
    (count <= kind.set_size()).then(|| HAND[kind.index() & 7][enemy] + count as u16)
}

/// Calls `with` for every feature of a position as `view` sees it; kings only if asked for.
pub(super) fn active(position: &Position, view: Color, kings: bool, mut with: impl FnMut(u16)) {
    let mut pieces = 0;
    for owner in Color::ALL {
        let hand = position.hand(owner);
        for kind in PieceKind::HAND {
            for slot in (1..=hand.count(kind)).map_while(|count| in_hand(view, owner, kind, count)) {
                with(slot);
                pieces += 1;
            }
        }
    }
    position.occupied().for_each(|sq| {
        if let Some(piece) = position.piece_at(sq) {
            let king = piece.kind() == PieceKind::King;
            pieces += usize::from(!king);
            if !king || kings {
                with(on_board(view, piece, sq));
            }
        }
    });
    (pieces..FULL_SET).for_each(|_| with(MISSING));
}

/// What a move does to the features of both views.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// By view: features that go, and as many that come.
    pub(super) gone: [[u16; 2]; 2],
    pub(super) come: [[u16; 2]; 2],
    pub(super) count: usize,
    /// By view: whether everything has to be summed anew.
    pub(super) anew: [bool; 2],
}

impl Change {
    pub(super) const ANEW: Self = Self { gone: [[0; 2]; 2], come: [[0; 2]; 2], count: 0, anew: [true; 2] };

    /// What `mv` will do to `position`. With `kings` a king is a piece like the others; without, its own side's view has to be
    /// made anew, and nothing else changes by it.
    #[inline]
    pub(super) fn of(position: &Position, mv: Move, kings: bool) -> Self {
        let mut change = Self { anew: [false; 2], ..Self::ANEW };
        let (us, to) = (position.side_to_move(), mv.to());
        let Some(from) = mv.from() else {
            let Some(kind) = mv.dropped() else { return Self::ANEW };
            let count = position.hand(us).count(kind);
            let piece = Piece::new(us, kind);
            for view in Color::ALL {
                let Some(slot) = in_hand(view, us, kind, count) else { return Self::ANEW };
                change.gone[view.index()][0] = slot;
                change.come[view.index()][0] = on_board(view, piece, to);
            }
            change.count = 1;
            return change;
        };
        let Some(before) = position.piece_at(from) else { return Self::ANEW };
        if before.kind() == PieceKind::King && !kings {
            change.anew[us.index()] = true;
        } else {
            let Some(after) = Piece::from_index(before.index() | usize::from(mv.is_promotion()) << 3) else {
                return Self::ANEW;
            };
            for view in Color::ALL {
                change.gone[view.index()][0] = on_board(view, before, from);
                change.come[view.index()][0] = on_board(view, after, to);
            }
            change.count = 1;
        }
        let Some(taken) = position.piece_at(to) else { return change };
        let kind = taken.kind().unpromoted();
        if kind == PieceKind::King {
            return Self::ANEW;
        }
        let (count, at) = (position.hand(us).count(kind) + 1, change.count);
        for view in Color::ALL {
            let Some(slot) = in_hand(view, us, kind, count) else { return Self::ANEW };
            change.gone[view.index()][at] = on_board(view, taken, to);
            change.come[view.index()][at] = slot;
        }
        change.count += 1;
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(sfen: &str, view: Color, kings: bool) -> Vec<u16> {
        let mut found = Vec::new();
        active(&Position::from_sfen(sfen).unwrap(), view, kings, |feature| found.push(feature));
        found.sort_unstable();
        found
    }

    /// The bounds of the published table, as far as they are not computed in its own way above.
    #[test]
    fn the_indices_are_the_published_ones() {
        let hands: Vec<_> = PieceKind::HAND.iter().map(|kind| HAND[kind.index()]).collect();
        assert_eq!(hands, [[0, 19], [38, 43], [48, 53], [58, 63], [78, 81], [84, 87], [68, 73]]);
        let plane = |kind| BOARD[0][Piece::new(Color::White, kind).index()];
        assert_eq!(plane(PieceKind::Pawn), 171);
        assert_eq!(plane(PieceKind::Dragon) as usize + 81, FEATURES);
        assert_eq!(plane(PieceKind::King) as usize + 81, FEATURES + KINGS);
        assert_eq!(plane(PieceKind::ProSilver), plane(PieceKind::Gold));
    }

    #[test]
    fn a_full_set_has_38_features_and_two_kings() {
        for view in Color::ALL {
            assert_eq!(features(shogi::STARTPOS, view, false).len(), 38);
            assert_eq!(features(shogi::STARTPOS, view, true).len(), 40);
            assert_eq!(features(shogi::STARTPOS, view, true), features(shogi::STARTPOS, !view, true));
        }
    }

    #[test]
    fn hands_count_every_piece_and_what_is_missing_counts_in_slot_zero() {
        let found = features("9/9/9/9/4K4/9/9/9/9 b 3Pr 1", Color::Black, true);
        assert_eq!(found[..34], [0; 34]);
        assert_eq!(found[34..], [1, 2, 3, 88, 1548 + 40]);
        let white = features("9/9/9/9/4K4/9/9/9/9 b 3Pr 1", Color::White, true);
        assert_eq!(white[34..], [20, 21, 22, 85, 1629 + 40]);
    }
}
