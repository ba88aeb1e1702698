//! The numbers: piece values, squares, and places relative to the kings.
//!
//! A square is always as its owner sees it: rank 0 is the far end of the board. The shapes (which rank, which place beside a
//! king) were set by hand; the weight of each shape was fitted, one number per kind, to the scores that a strong engine gave
//! quiet positions of its games (least squares of winning chances, 72,000 positions), and rounded.

use shogi::{PieceKind, Square};

/// Value on the board, by kind index.
const VALUE: [i32; 16] = [0, 60, 175, 290, 400, 600, 640, 585, 0, 330, 365, 330, 400, 1065, 1170, 0];

/// Value in hand, by kind index, and what the first one of a kind is worth more: a piece in hand can appear anywhere at once.
const HELD: [i32; 8] = [0, 103, 156, 284, 408, 708, 613, 523];
const FIRST_HELD: [i32; 8] = [0, 0, 200, 165, 220, 205, 460, 240];

/// What the next piece of a kind in hand adds, where `held` are there already.
#[inline]
pub(super) const fn next_in_hand(kind: PieceKind, held: u32) -> i32 {
    let index = kind.index() & 7;
    HELD[index] + if held == 0 { FIRST_HELD[index] } else { 0 }
}

type Squares = [[i16; 9]; 9];

/// How much a pawn gains by its rank.
const PAWN_RANK: [i16; 9] = [0, 10, 20, 30, 22, 10, 0, 0, 0];
/// A silver works best in the middle ranks, a knight that jumps early is lost to a pawn, a gold belongs behind.
const SILVER_RANK: [i16; 9] = [-20, -5, 10, 22, 25, 20, 12, 5, 0];
const KNIGHT_RANK: [i16; 9] = [0, 0, 30, 18, 5, 0, 12, 0, -5];
const GOLD_RANK: [i16; 9] = [-40, -25, 0, -5, -15, -20, -5, 10, 5];
const TOKIN_RANK: [i16; 9] = [-25, 0, 20, 15, 0, -15, -25, -40, -50];
const MAJOR_RANK: [i16; 9] = [45, 55, 60, 20, 5, 0, 0, 5, 0];
const PROMOTED_MAJOR_RANK: [i16; 9] = [15, 30, 35, 15, 5, 0, 0, 0, -10];
/// The king stays at home; on the far ranks it is on its way to a declaration and hard to mate.
const KING_RANK: [i16; 9] = [300, 500, 450, 150, -100, -130, -60, 0, 10];
const KING_FILE: [i16; 9] = [40, 70, 20, -60, -75, -60, 20, 70, 40];
/// How much the square counts, in percent of the numbers above, by kind.
const SQUARE_WEIGHT: [i32; 16] = [0, 170, 0, 85, 340, 420, 675, 150, 100, 400, 100, 220, 220, 0, 250, 0];
/// Pieces at the edge reach less.
const EDGE_FILE: [i16; 9] = [-18, -6, 0, 3, 5, 3, 0, -6, -18];

const fn square_values(kind: PieceKind) -> Squares {
    let mut table = [[0; 9]; 9];
    let mut file = 0;
    while file < 9 {
        let mut rank = 0;
        while rank < 9 {
            let (by_rank, by_file) = match kind {
                PieceKind::Pawn => (PAWN_RANK[rank], 0),
                PieceKind::Silver => (SILVER_RANK[rank], EDGE_FILE[file]),
                PieceKind::Knight => (KNIGHT_RANK[rank], EDGE_FILE[file] / 2),
                PieceKind::Gold => (GOLD_RANK[rank], EDGE_FILE[file] / 2),
                PieceKind::ProPawn | PieceKind::ProLance | PieceKind::ProKnight | PieceKind::ProSilver => {
                    (TOKIN_RANK[rank], EDGE_FILE[file])
                }
                PieceKind::Bishop => (MAJOR_RANK[rank] / 2, EDGE_FILE[file]),
                PieceKind::Rook => (MAJOR_RANK[rank], 0),
                PieceKind::Horse | PieceKind::Dragon => (PROMOTED_MAJOR_RANK[rank], 0),
                PieceKind::King => (KING_RANK[rank], if rank > 5 { KING_FILE[file] } else { 0 }),
                PieceKind::Lance => (0, 0),
            };
            table[file][rank] = ((by_rank + by_file) as i32 * SQUARE_WEIGHT[kind.index()] / 100) as i16;
            rank += 1;
        }
        file += 1;
    }
    table
}

static SQUARES: [Squares; 15] = {
    let mut table = [[[0; 9]; 9]; 15];
    let mut kind = 1;
    while kind < 15 {
        if let Some(known) = PieceKind::from_index(kind) {
            table[kind] = square_values(known);
        }
        kind += 1;
    }
    table
};

/// The value of a piece on the board by itself.
#[inline]
pub(super) fn board(kind: PieceKind, at: Square) -> i32 {
    let (file, rank) = (at.file(), at.rank());
    VALUE[kind.index()] + i32::from(SQUARES[kind.index()][file][rank])
}

/// Values by rank offset (piece minus king, from -8, as the owner of the piece sees it; negative is in front of an own
/// king and behind an enemy one) and by distance in files.
type Offsets = [[i16; 9]; 17];

/// Weight, in percent of the shape below, of a defender by kind.
const DEFENDER: [i32; 16] = [0, 60, 285, 90, 225, 125, -225, 35, 0, 150, 120, 125, 170, 280, 240, 0];
/// Weight of an attacker by kind.
const ATTACKER: [i32; 16] = [0, 125, 80, 135, 420, 245, -30, 235, 0, 450, 230, 350, 360, 250, 320, 0];

/// A defender is best beside its king or diagonally before it.
const fn defence(rank: i32, file: usize) -> i16 {
    match (rank, file) {
        (0 | -1, 1) => 40,
        (-1, 0) => 36,
        (0 | -1, 2) => 27,
        (-2, 0 | 1) => 20,
        (1, 0 | 1) => 22,
        (-2, 2) => 14,
        (0 | -1, 3) => 13,
        (1, 2) => 8,
        (-3, 0..=2) | (-2, 3) => 5,
        _ => 0,
    }
}

/// An attacker is best right before the enemy king; one behind it drives the king out.
const fn attack(rank: i32, file: usize) -> i16 {
    let nearness = if rank >= 0 { rank } else { -rank + 1 };
    let far = if nearness > file as i32 { nearness } else { file as i32 };
    match far {
        0 | 1 => 52,
        2 => 44,
        3 => 27,
        4 => 14,
        5 => 6,
        _ => 0,
    }
}

const fn offsets(weight: i32, defending: bool, kind: usize) -> Offsets {
    let mut table = [[0; 9]; 17];
    let mut rank = -8;
    while rank <= 8 {
        let mut file = 0;
        while file < 9 {
            // A pawn or knight bears only forward: behind the enemy king, or behind its own, it does nothing.
            let forward_only = kind <= 3;
            let idle = forward_only && if defending { rank >= 0 } else { rank < 1 };
            let shape = if defending { defence(rank, file) } else { attack(rank, file) };
            table[(rank + 8) as usize][file] = if idle { 0 } else { (shape as i32 * weight / 100) as i16 };
            file += 1;
        }
        rank += 1;
    }
    table
}

const fn all_offsets(weights: &[i32; 16], defending: bool) -> [Offsets; 15] {
    let mut table = [[[0; 9]; 17]; 15];
    let mut kind = 1;
    while kind < 15 {
        table[kind] = offsets(weights[kind], defending, kind);
        kind += 1;
    }
    table
}

static DEFENCE: [Offsets; 15] = all_offsets(&DEFENDER, true);
static ATTACK: [Offsets; 15] = all_offsets(&ATTACKER, false);

#[inline]
fn offset(table: &Offsets, at: Square, king: Square) -> i32 {
    let rank = at.rank() + 8 - king.rank();
    i32::from(table[rank][at.file().abs_diff(king.file())])
}

/// What a piece adds by standing near its own king.
#[inline]
pub(super) fn near_own_king(kind: PieceKind, at: Square, king: Square) -> i32 {
    offset(&DEFENCE[kind.index()], at, king)
}

/// What a piece adds by standing near the enemy king.
#[inline]
pub(super) fn near_enemy_king(kind: PieceKind, at: Square, king: Square) -> i32 {
    offset(&ATTACK[kind.index()], at, king)
}
