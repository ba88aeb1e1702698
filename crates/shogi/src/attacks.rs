//! Where pieces bear: step tables, slides and the squares between.

mod bishop;
mod rook;
mod step;

use crate::board::Board;
use crate::{Bitboard, Color, Piece, PieceKind, Square};
pub(crate) use bishop::DIAGONALS;
pub use bishop::bishop;
pub(crate) use rook::{CROSSES, FRONT};
pub use rook::{lance, rook};
pub(crate) use step::STEP;
pub use step::{gold, king, knight, pawn, silver};

const fn walk(from: Square, df: isize, dr: isize, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let (mut file, mut rank) = (from.file() as isize + df, from.rank() as isize + dr);
    while file >= 0 && file < 9 && rank >= 0 && rank < 9 {
        let one = crate::bitboard::SQUARE_MASKS_CONST[(file * 9 + rank) as usize];
        reached = reached.or(one);
        if occupied.and(one).any() {
            break;
        }
        file += df;
        rank += dr;
    }
    reached
}

const fn between_row(from: Square) -> [Bitboard; 81] {
    let mut row = [Bitboard::EMPTY; 81];
    let mut direction = 0;
    while direction < 9 {
        let (df, dr) = (direction / 3 - 1, direction % 3 - 1);
        if df != 0 || dr != 0 {
            let mut passed = Bitboard::EMPTY;
            let (mut file, mut rank) = (from.file() as isize + df, from.rank() as isize + dr);
            while file >= 0 && file < 9 && rank >= 0 && rank < 9 {
                let index = (file * 9 + rank) as usize;
                row[index] = passed;
                passed = passed.or(crate::bitboard::SQUARE_MASKS_CONST[index]);
                file += df;
                rank += dr;
            }
        }
        direction += 1;
    }
    row
}

static BETWEEN: [[Bitboard; 81]; 81] = {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut from = 0;
    while from < 81 {
        table[from] = between_row(Square::at(from));
        from += 1;
    }
    table
};

/// The squares strictly between two squares of one rank, file or diagonal; empty otherwise.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Whether the two squares share a rank, a file or a diagonal (false for a square and itself).
#[inline]
pub fn aligned(a: Square, b: Square) -> bool {
    let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    a != b && (files == 0 || ranks == 0 || files == ranks)
}

/// The whole line through two squares of one rank, file or diagonal; empty otherwise.
pub fn line(a: Square, b: Square) -> Bitboard {
    if !aligned(a, b) {
        return Bitboard::EMPTY;
    }
    let slide = if a.file() == b.file() || a.rank() == b.rank() { rook } else { bishop };
    slide(a, Bitboard::EMPTY) & slide(b, Bitboard::EMPTY) | Bitboard::of(a) | Bitboard::of(b)
}

/// The sliders of `by` that would bear on `sq` if nothing stood in between.
#[inline(always)]
pub(crate) fn snipers(board: &Board, by: Color, sq: Square) -> Bitboard {
    let at = sq.index();
    let snipers = DIAGONALS[at] & (board.kind(PieceKind::Bishop) | board.kind(PieceKind::Horse))
        | CROSSES[at] & (board.kind(PieceKind::Rook) | board.kind(PieceKind::Dragon))
        | FRONT[by.other().index()][at] & board.kind(PieceKind::Lance);
    snipers & board.color(by)
}

/// The squares that `piece` standing on `sq` bears on, its own side's pieces included, with `occupied` in the way.
#[inline]
pub fn attacks(piece: Piece, sq: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        PieceKind::Lance => lance(piece.color(), sq, occupied),
        PieceKind::Bishop => bishop(sq, occupied),
        PieceKind::Rook => rook(sq, occupied),
        PieceKind::Horse => bishop(sq, occupied) | king(sq),
        PieceKind::Dragon => rook(sq, occupied) | king(sq),
        _ => STEP[piece.index()][sq.index()],
    }
}

/// The squares on which a piece of this owner and kind can never move again, so that it may not stand there.
#[inline]
pub const fn dead_end(color: Color, kind: PieceKind) -> Bitboard {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => Bitboard::far_ranks(color, 1),
        PieceKind::Knight => Bitboard::far_ranks(color, 2),
        _ => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(sq: Square, directions: &[(isize, isize)], occupied: Bitboard) -> Bitboard {
        directions.iter().fold(Bitboard::EMPTY, |set, &(df, dr)| set | walk(sq, df, dr, occupied))
    }

    #[test]
    fn slides_equal_a_walk() {
        let mut state = 1_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for round in 0..400 {
            let dense = Bitboard { lo: random(), hi: random() } & Bitboard::ALL;
            let sparse = dense & Bitboard { lo: random(), hi: random() };
            let occupied = if round % 2 == 0 { dense } else { sparse };
            for sq in Square::all() {
                assert_eq!(bishop(sq, occupied), slow(sq, &[(1, 1), (1, -1), (-1, 1), (-1, -1)], occupied));
                assert_eq!(rook(sq, occupied), slow(sq, &[(1, 0), (-1, 0), (0, 1), (0, -1)], occupied));
                assert_eq!(lance(Color::Black, sq, occupied), slow(sq, &[(0, -1)], occupied));
                assert_eq!(lance(Color::White, sq, occupied), slow(sq, &[(0, 1)], occupied));
            }
        }
    }

    #[test]
    fn lines_and_between() {
        let at = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(between(at("5e"), at("5a")).count(), 3);
        assert_eq!(between(at("9a"), at("1i")).count(), 7);
        assert!(between(at("5e"), at("4c")).is_empty());
        assert_eq!(line(at("5e"), at("4d")), line(at("9i"), at("1a")));
        assert_eq!(line(at("5e"), at("4d")).count(), 9);
        assert!(line(at("5e"), at("4c")).is_empty());
    }
}
