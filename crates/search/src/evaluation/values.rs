//! The hand-set numbers: piece values, squares, and places relative to the kings.
//!
//! A square is always as its owner sees it: rank 0 is the far end of the board.

use shogi::{PieceKind, Square};

/// Value on the board, by kind index.
const VALUE: [i32; 16] = [0, 90, 310, 370, 500, 820, 990, 560, 0, 520, 520, 520, 540, 1080, 1300, 0];

/// Value in hand, by kind index: a piece in hand can appear anywhere at once.
pub(super) const HAND: [i32; 16] = [0, 100, 320, 385, 535, 870, 1040, 600, 0, 0, 0, 0, 0, 0, 0, 0];

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
const KING_RANK: [i16; 9] = [40, 30, 0, -90, -140, -130, -75, 0, 15];
const KING_FILE: [i16; 9] = [0, 35, 30, 0, -30, 0, 30, 35, 0];
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
            table[file][rank] = by_rank + by_file;
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

/// Weight, in percent, of a defender by kind: what a gold in the best place is worth is 100.
const DEFENDER: [i16; 16] = [0, 30, 12, 16, 85, 0, -60, 100, 0, 90, 80, 80, 85, 130, 20, 0];
/// Weight of an attacker by kind.
const ATTACKER: [i16; 16] = [0, 22, 12, 30, 85, 35, 45, 100, 0, 105, 95, 95, 95, 110, 120, 0];

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

const fn offsets(weight: i16, defending: bool, kind: usize) -> Offsets {
    let mut table = [[0; 9]; 17];
    let mut rank = -8;
    while rank <= 8 {
        let mut file = 0;
        while file < 9 {
            // A pawn or knight bears only forward: behind the enemy king, or behind its own, it does nothing.
            let forward_only = kind <= 3;
            let idle = forward_only && if defending { rank >= 0 } else { rank < 1 };
            let shape = if defending { defence(rank, file) } else { attack(rank, file) };
            table[(rank + 8) as usize][file] = if idle { 0 } else { shape * weight / 100 };
            file += 1;
        }
        rank += 1;
    }
    table
}

const fn all_offsets(weights: &[i16; 16], defending: bool) -> [Offsets; 15] {
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
