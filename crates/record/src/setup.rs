//! A position put together piece by piece, as record headers give it.

use shogi::{Color, Finding, Handicap, Piece, PieceKind, Position, Square};

/// A board and hands in the making.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    board: [Option<Piece>; 81],
    hands: [[u32; 8]; 2],
    pub(crate) side: Color,
    /// Move number of the position, as SFEN counts it.
    pub(crate) ply: u32,
}

impl Setup {
    pub(crate) fn empty() -> Self {
        Self { board: [None; 81], hands: [[0; 8]; 2], side: Color::Black, ply: 1 }
    }

    pub(crate) fn of(position: &Position) -> Self {
        let mut setup = Self::empty();
        for sq in Square::all() {
            setup.board[sq.index()] = position.piece_at(sq);
        }
        for color in Color::ALL {
            for kind in PieceKind::HAND {
                setup.hands[color.index()][kind.index()] = position.hand(color).count(kind);
            }
        }
        setup.side = position.side_to_move();
        setup.ply = position.ply();
        setup
    }

    pub(crate) fn even() -> Self {
        Self::of(&Handicap::Even.position())
    }

    pub(crate) fn get(&self, sq: Square) -> Option<Piece> {
        self.board[sq.index()]
    }

    pub(crate) fn set(&mut self, sq: Square, piece: Option<Piece>) {
        self.board[sq.index()] = piece;
    }

    /// Puts `count` more pieces into a hand. `false` where the kind cannot be held.
    pub(crate) fn hold(&mut self, color: Color, kind: PieceKind, count: u32) -> bool {
        if kind.is_hand_kind() {
            let held = &mut self.hands[color.index()][kind.index()];
            *held = held.saturating_add(count);
        }
        kind.is_hand_kind()
    }

    /// Pieces of an unpromoted kind, promoted ones and both hands included.
    pub(crate) fn count(&self, kind: PieceKind) -> u32 {
        let board = self.board.iter().flatten().filter(|piece| piece.kind().unpromoted() == kind).count();
        let held = if kind.is_hand_kind() { kind.index() } else { 0 };
        self.hands.iter().fold(board as u32, |sum, hand| sum.saturating_add(hand[held]))
    }

    /// Gives `color` every piece that is neither on the board nor in a hand, kings aside.
    pub(crate) fn hold_the_rest(&mut self, color: Color) {
        for kind in PieceKind::HAND {
            let rest = kind.set_size().saturating_sub(self.count(kind));
            self.hold(color, kind, rest);
        }
    }

    /// The position and what is unusual about it; an error where it cannot be played from.
    pub(crate) fn position(&self) -> Result<(Position, Vec<Finding>), String> {
        for kind in PieceKind::HAND {
            let count = self.count(kind);
            if count > kind.set_size() {
                return Err(Finding::TooMany { kind, count }.to_string());
            }
        }
        let position = Position::from_sfen(&self.sfen()).map_err(|error| error.to_string())?;
        let findings = position.validate().findings;
        match findings.iter().find(|finding| matches!(finding, Finding::TwoKings(_))) {
            Some(finding) => Err(finding.to_string()),
            None => Ok((position, findings)),
        }
    }

    fn sfen(&self) -> String {
        let mut text = String::with_capacity(96);
        for rank in 0..9 {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..9).rev() {
                match Square::new(file, rank).and_then(|sq| self.get(sq)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &std::mem::take(&mut empty).to_string();
                        }
                        text += &piece.to_string();
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
        }
        text += if self.side == Color::Black { " b " } else { " w " };
        let start = text.len();
        for color in Color::ALL {
            for kind in PieceKind::HAND_ORDER {
                let count = self.hands[color.index()][kind.index()];
                if count > 1 {
                    text += &count.to_string();
                }
                if count > 0 {
                    text += &Piece::new(color, kind).to_string();
                }
            }
        }
        if text.len() == start {
            text.push('-');
        }
        text + &format!(" {}", self.ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_gives_the_position_it_was_made_of() {
        for handicap in Handicap::ALL {
            let position = handicap.position();
            assert_eq!(Setup::of(&position).position().unwrap().0, position);
        }
    }

    #[test]
    fn the_rest_goes_into_one_hand_and_too_many_are_refused() {
        let mut setup = Setup::empty();
        setup.hold(Color::Black, PieceKind::Rook, 1);
        setup.hold_the_rest(Color::White);
        let (position, _) = setup.position().unwrap();
        assert_eq!(position.to_sfen(), "9/9/9/9/9/9/9/9/9 b Rr2b4g4s4n4l18p 1");
        setup.hold(Color::Black, PieceKind::Rook, 1);
        assert!(setup.position().unwrap_err().contains("3 pieces of the kind R"));
    }
}
