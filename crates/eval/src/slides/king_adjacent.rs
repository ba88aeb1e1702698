//! A king, an own piece beside it, and another own piece within two squares of it.
//!
//! Kinds P L N S G; `[direction 8][kind][relative square 24][kind]`. Directions and relative squares run down the files as
//! squares do, from the right, the king's own square left out. Two pieces that are both beside the king make two features,
//! one from the side of each.

use super::view::{Half, KIND, code_at, steps};
use super::{KING_ADJACENT, sign};
use crate::Sink;
use shogi::{Bitboard, Color, PieceKind, Position, Square, attacks};

/// By square: the other squares within two steps of it.
static NEAR: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut king = 0;
    while king < 81 {
        let mut sq = 0;
        while sq < 81 {
            let (files, ranks) = ((king / 9_usize).abs_diff(sq / 9), (king % 9_usize).abs_diff(sq % 9));
            if files <= 2 && ranks <= 2 && king != sq {
                table[king] = table[king].or(one(sq));
            }
            sq += 1;
        }
        king += 1;
    }
    table
};

const fn one(index: usize) -> Bitboard {
    Bitboard::file(index / 9).and(Bitboard::rank(index % 9))
}

/// A relative square, its number without the king's own.
#[inline]
const fn near_index(steps: (i8, i8)) -> u8 {
    let index = (steps.0 + 2) * 5 + steps.1 + 2;
    (if index > 12 { index - 1 } else { index }) as u8
}

#[inline]
const fn direction(steps: (i8, i8)) -> usize {
    let index = (steps.0 + 1) * 3 + steps.1 + 1;
    (if index > 4 { index - 1 } else { index }) as usize
}

pub(super) fn add(position: &Position, color: Color, king: Square, sink: &mut impl Sink) {
    let [pawn, lance, knight, silver] =
        [PieceKind::Pawn, PieceKind::Lance, PieceKind::Knight, PieceKind::Silver]
            .map(|kind| position.of_kind(kind));
    let small = pawn | lance | knight | silver | golds(position);
    let near = small & position.pieces(color) & NEAR[king.index()];
    let adjacent = near & attacks::king(king);
    if adjacent.is_empty() {
        return;
    }
    let half = Half::of(color, king);
    // As they stand, mirrored, and folded to the right of the king: `relative square * 5 + kind`.
    let mut lists = [[0_u8; 24]; 3];
    let mut count = 0;
    let mut beside = [(0_u8, 0_u8, 0_i8, 0_i8); 8];
    let mut beside_count = 0;
    near.for_each(|sq| {
        let (files, ranks) = steps(color, king, sq);
        let kind = KIND[code_at(position, sq) & 15] as u8;
        let (plain, mirrored) = (near_index((files, ranks)), near_index((-files, ranks)));
        lists[Half::Right as usize][count] = plain * 5 + kind;
        lists[Half::Left as usize][count] = mirrored * 5 + kind;
        lists[Half::Middle as usize][count] = plain.min(mirrored) * 5 + kind;
        if files.abs() <= 1 && ranks.abs() <= 1 {
            beside[beside_count & 7] = (count as u8, kind, files, ranks);
            beside_count += 1;
        }
        count += 1;
    });
    for &(place, kind, files, ranks) in &beside[..beside_count] {
        // On the middle file the piece beside the king decides which way round; straight before or behind it, the other.
        let half = match half {
            Half::Middle if files > 0 => Half::Left,
            Half::Middle if files < 0 => Half::Right,
            other => other,
        };
        let files = if half == Half::Left { -files } else { files };
        let row = KING_ADJACENT + (direction((files, ranks)) * 5 + kind as usize) * (24 * 5);
        for (other, &cell) in lists[half as usize][..count].iter().enumerate() {
            if other != place as usize {
                sink.add(row + cell as usize, sign(color));
            }
        }
    }
}

#[inline]
pub(super) fn golds(position: &Position) -> Bitboard {
    [PieceKind::Gold, PieceKind::ProPawn, PieceKind::ProLance, PieceKind::ProKnight, PieceKind::ProSilver]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, kind| set | position.of_kind(kind))
}
