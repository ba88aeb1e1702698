//! Drops and captures that are needed to get from the current position to an earlier one.

use shogi::{Bitboard, Color, Piece, PieceKind, Position, Square};

/// Kinds in hand by their index, which starts at 1: pawn to gold.
const KINDS: usize = 8;

/// Numbers of pieces, earlier position minus current one, and the moves they ask for.
pub(super) struct Supply {
    // By side and kind: unpromoted pieces on the board, all on the board, in hand.
    unpromoted: [[i8; KINDS]; 2],
    placed: [[i8; KINDS]; 2],
    held: [[i8; KINDS]; 2],
    // By side: files on which the earlier position has a pawn that none of the current ones can become by moving.
    stuck_files: [u16; 2],
    // By side: the moves each kind asks for, and their sum.
    asked: [[u8; KINDS]; 2],
    sum: [u32; 2],
}

impl Supply {
    pub(super) const fn new() -> Self {
        Self {
            unpromoted: [[0; KINDS]; 2],
            placed: [[0; KINDS]; 2],
            held: [[0; KINDS]; 2],
            stuck_files: [0; 2],
            asked: [[0; KINDS]; 2],
            sum: [0; 2],
        }
    }

    /// The least number of drops and captures `side` has to make.
    #[inline]
    pub(super) const fn moves(&self, side: Color) -> u32 {
        self.sum[side.index()]
    }

    /// The earlier position has one piece more (or less) on a square.
    #[inline]
    pub(super) fn board(&mut self, position: &Position, piece: Piece, sq: Square, change: i8) {
        let kind = piece.kind().unpromoted();
        if kind == PieceKind::King {
            return;
        }
        let (side, at) = (piece.color().index(), kind.index());
        self.placed[side][at] += change;
        if !piece.kind().is_promoted() {
            self.unpromoted[side][at] += change;
            if kind == PieceKind::Pawn {
                let bit = 1 << sq.file();
                let stuck = change > 0 && !has_pawn_behind(position, piece.color(), sq);
                self.stuck_files[side] = self.stuck_files[side] & !bit | if stuck { bit } else { 0 };
            }
        }
        self.ask(at);
    }

    /// The earlier position has one piece more (or less) in hand.
    #[inline]
    pub(super) fn hand(&mut self, side: Color, kind: PieceKind, change: i8) {
        self.held[side.index()][kind.index()] += change;
        self.ask(kind.index());
    }

    /// Balances drops and captures of one kind.
    ///
    /// With d, c the drops and captures of one side and d', c' those of the other: the hands give `d - c = -held` and
    /// `d' - c' = -held'`, the boards `d - c' = placed` and `d' - c = placed'`. One of the four is free; the smallest
    /// solution makes every one of them large enough.
    #[inline]
    fn ask(&mut self, at: usize) {
        let least = |side: usize| {
            let mut drops = self.unpromoted[side][at].max(self.placed[side][at]).max(0);
            if at == PieceKind::Pawn.index() {
                drops = drops.max(self.stuck_files[side].count_ones() as i8);
            }
            drops
        };
        // Everything in terms of d: c = d + held, d' = c + placed' = d + held + placed', c' = d - placed.
        let (held, placed, other_placed) = (self.held[0][at], self.placed[0][at], self.placed[1][at]);
        let drops = least(0).max(-held).max(least(1) - held - other_placed).max(placed);
        let (captures, other_captures) = (drops + held, drops - placed);
        let other_drops = drops + held + other_placed;
        for (side, asked) in [drops + captures, other_drops + other_captures].into_iter().enumerate() {
            let asked = asked.max(0) as u8;
            self.sum[side] = self.sum[side] - u32::from(self.asked[side][at]) + u32::from(asked);
            self.asked[side][at] = asked;
        }
    }
}

/// Whether the current position has a pawn of `color` on the file of `sq`, at it or behind it.
#[inline]
fn has_pawn_behind(position: &Position, color: Color, sq: Square) -> bool {
    let pawns = position.of_kind(PieceKind::Pawn).and(position.pieces(color)).and(Bitboard::file(sq.file()));
    pawns.first().is_some_and(|pawn| match color {
        Color::Black => pawn.rank() >= sq.rank(),
        Color::White => pawn.rank() <= sq.rank(),
    })
}
