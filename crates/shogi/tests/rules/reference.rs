//! The slow way to know which piece bears on which square: one step at a time over an array of squares.

use shogi::{Color, Piece, PieceKind, Position, Square};

/// The board as an array.
#[derive(Clone)]
pub(crate) struct Mailbox([Option<Piece>; 81]);

const CROSS: [(isize, isize); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Steps (towards file 1, towards the enemy) that a piece takes as seen by its owner, and whether it goes on.
fn steps(kind: PieceKind) -> Vec<(isize, isize, bool)> {
    let once = |steps: &[(isize, isize)]| steps.iter().map(|&(x, y)| (x, y, false)).collect::<Vec<_>>();
    let slide = |steps: &[(isize, isize)]| steps.iter().map(|&(x, y)| (x, y, true)).collect::<Vec<_>>();
    match kind {
        PieceKind::Pawn => once(&[(0, 1)]),
        PieceKind::Lance => slide(&[(0, 1)]),
        PieceKind::Knight => once(&[(-1, 2), (1, 2)]),
        PieceKind::Silver => [once(&[(0, 1)]), once(&DIAGONAL)].concat(),
        PieceKind::Bishop => slide(&DIAGONAL),
        PieceKind::Rook => slide(&CROSS),
        PieceKind::King => [once(&CROSS), once(&DIAGONAL)].concat(),
        PieceKind::Horse => [slide(&DIAGONAL), once(&CROSS)].concat(),
        PieceKind::Dragon => [slide(&CROSS), once(&DIAGONAL)].concat(),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => [once(&CROSS), once(&[(1, 1), (-1, 1)])].concat(),
    }
}

impl Mailbox {
    pub(crate) fn of(position: &Position) -> Self {
        let mut squares = [None; 81];
        for sq in Square::all() {
            squares[sq.index()] = position.piece_at(sq);
        }
        Self(squares)
    }

    pub(crate) fn without(&self, sq: Square) -> Self {
        let mut other = self.clone();
        other.0[sq.index()] = None;
        other
    }

    pub(crate) fn with(&self, sq: Square, piece: Piece) -> Self {
        let mut other = self.clone();
        other.0[sq.index()] = Some(piece);
        other
    }

    pub(crate) fn piece(&self, sq: Square) -> Option<Piece> {
        self.0[sq.index()]
    }

    /// The squares of `by`'s pieces that bear on `target`, by index.
    pub(crate) fn attackers(&self, by: Color, target: Square) -> Vec<Square> {
        let theirs = |sq: &Square| self.piece(*sq).is_some_and(|piece| piece.color() == by);
        Square::all().filter(theirs).filter(|&sq| self.bears(sq, target)).collect()
    }

    fn bears(&self, from: Square, target: Square) -> bool {
        let Some(piece) = self.piece(from) else { return false };
        let forward = if piece.color() == Color::Black { -1 } else { 1 };
        steps(piece.kind()).into_iter().any(|(x, y, slides)| {
            let (mut file, mut rank) = (from.file() as isize, from.rank() as isize);
            loop {
                (file, rank) = (file + x, rank + y * forward);
                let sq = (0..9)
                    .contains(&file)
                    .then(|| Square::new(file as usize, rank.try_into().ok()?))
                    .flatten();
                match sq {
                    None => return false,
                    Some(sq) if sq == target => return true,
                    Some(sq) if !slides || self.piece(sq).is_some() => return false,
                    Some(_) => {}
                }
            }
        })
    }

    /// Whether `color` has a king that stands in check.
    pub(crate) fn in_check(&self, color: Color) -> bool {
        let king = Piece::new(color, PieceKind::King);
        let square = Square::all().find(|&sq| self.piece(sq) == Some(king));
        square.is_some_and(|sq| !self.attackers(!color, sq).is_empty())
    }
}
