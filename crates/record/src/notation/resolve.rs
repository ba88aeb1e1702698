//! From a written move to the one legal move that it means.

use super::{Color, Illegal, Misread, Move, MoveSet, Origin, Position, Relative, Square, Written};
use shogi::Bitboard;
use std::cmp::Ordering;

impl Written {
    /// The move that this means, and whether a relative word fitted none of the pieces (the only candidate was taken).
    /// `same` is the square that 同 stands for.
    pub(crate) fn resolve(&self, position: &Position, same: Option<Square>) -> Result<(Move, bool), Misread> {
        let Some(to) = self.target.or(same) else {
            return Err(Misread::Unreadable { at: 0, reason: "同 without a move before it".to_owned() });
        };
        let dropped = || {
            if self.promotes == Some(true) {
                return Err(Misread::Illegal("a drop does not promote".to_owned()));
            }
            Move::drop(self.kind, to)
                .ok_or_else(|| Misread::Illegal(format!("{} cannot be dropped", self.kind.name())))
        };
        match (self.origin, self.drop) {
            (Some(Origin::Hand), _) | (None, true) => Ok((checked(position, dropped()?)?, false)),
            (Some(Origin::Square(_)), true) => {
                Err(Misread::Unreadable { at: 0, reason: "both 打 and an origin on the board".to_owned() })
            }
            (Some(Origin::Square(from)), false) => {
                self.check_piece(position, from)?;
                if from == to {
                    return Err(Misread::Illegal("origin and target are the same square".to_owned()));
                }
                Ok((checked(position, self.on_board(from, to))?, false))
            }
            (None, false) => self.choose(position, to, dropped),
        }
    }

    fn on_board(&self, from: Square, to: Square) -> Move {
        if self.promotes == Some(true) { Move::promotion(from, to) } else { Move::new(from, to) }
    }

    fn check_piece(&self, position: &Position, from: Square) -> Result<(), Misread> {
        match position.piece_at(from) {
            Some(piece) if piece.kind() != self.kind => Err(Misread::Illegal(format!(
                "the move names {}, but {} stands on {from}",
                self.kind.name(),
                piece.kind().name()
            ))),
            _ => Ok(()),
        }
    }

    /// Finds the piece on the board, or else the one in hand.
    fn choose(
        &self,
        position: &Position,
        to: Square,
        dropped: impl Fn() -> Result<Move, Misread>,
    ) -> Result<(Move, bool), Misread> {
        let us = position.side_to_move();
        let own = position.of_kind(self.kind) & position.pieces(us);
        let moves = position.moves(MoveSet::To(to));
        let legal: Bitboard = moves
            .iter()
            .filter(|mv| self.promotes.is_none() || mv.is_promotion() == (self.promotes == Some(true)))
            .filter_map(|mv| mv.from())
            .filter(|&from| own.has(from))
            .collect();
        if legal.is_empty() {
            if self.relative == Relative::default() && self.promotes.is_none() && self.can_drop(position) {
                return Ok((checked(position, dropped()?)?, false));
            }
            return Err(self.why_not(position, own, to));
        }
        let fitting = self.relative.choose(us, legal, to);
        let misfit = fitting.is_empty();
        let chosen = if misfit && !legal.more_than_one() { legal } else { fitting };
        let mut moves = chosen.into_iter().map(|from| self.on_board(from, to));
        match (moves.next(), chosen.count()) {
            (Some(mv), 1) => Ok((checked(position, mv)?, misfit)),
            (Some(_), _) => {
                Err(Misread::Ambiguous(chosen.into_iter().map(|from| self.on_board(from, to)).collect()))
            }
            (None, _) => {
                Err(Misread::Ambiguous(legal.into_iter().map(|from| self.on_board(from, to)).collect()))
            }
        }
    }

    fn can_drop(&self, position: &Position) -> bool {
        position.hand(position.side_to_move()).has(self.kind)
    }

    /// Why no piece of the kind may go there.
    fn why_not(&self, position: &Position, own: Bitboard, to: Square) -> Misread {
        let reasons = own.into_iter().filter(|&from| from != to);
        let reasons = reasons.filter_map(|from| position.legality(self.on_board(from, to)).err());
        let telling = |reason: &Illegal| !matches!(reason, Illegal::NotItsMove | Illegal::Blocked);
        let name = self.kind.name();
        Misread::Illegal(match reasons.into_iter().find(telling) {
            Some(reason) => reason.to_string(),
            None => format!("no {name} of {} can go to {to}", position.side_to_move()),
        })
    }
}

fn checked(position: &Position, mv: Move) -> Result<Move, Misread> {
    position.legality(mv).map(|()| mv).map_err(|reason| Misread::Illegal(reason.to_string()))
}

impl Relative {
    /// The pieces on `squares` that these words mean, as their owner sees the board.
    fn choose(self, us: Color, squares: Bitboard, to: Square) -> Bitboard {
        let target = to.relative(us);
        let motion = |sq: Square| target.rank().cmp(&sq.relative(us).rank());
        let wanted = |sq: &Square| {
            let motion = motion(*sq);
            let straight = motion == Ordering::Less && sq.relative(us).file() == target.file();
            (!self.up || motion == Ordering::Less)
                && (!self.aside || motion == Ordering::Equal)
                && (!self.back || motion == Ordering::Greater)
                && (!self.straight || straight)
        };
        let left: Bitboard = squares.into_iter().filter(wanted).collect();
        // Files grow to the left of Black; `relative` turns the board for White.
        let file = |sq: Square| sq.relative(us).file();
        let outermost = match (self.left, self.right) {
            (true, false) => left.into_iter().map(file).max(),
            (false, true) => left.into_iter().map(file).min(),
            (false, false) => return left,
            (true, true) => return Bitboard::EMPTY,
        };
        left.into_iter().filter(|&sq| Some(file(sq)) == outermost).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_japanese;
    use super::*;

    fn read(sfen: &str, text: &str) -> Result<String, String> {
        let position = Position::from_sfen(sfen).unwrap();
        read_japanese(&position, text).map(|mv| mv.to_string()).map_err(|error| error.to_string())
    }

    fn gives(sfen: &str, cases: &[(&str, &str)]) {
        for (text, mv) in cases {
            assert_eq!(read(sfen, text), Ok((*mv).to_owned()), "{text}");
        }
    }

    // Positions of the page on notation of the Japan Shogi Association, as in `shogi`'s tests of its writer.
    #[test]
    fn relative_words() {
        gives(
            "k8/9/9/9/9/9/9/9/1GGG1K3 b - 1",
            &[("７八金左", "8i7h"), ("７八金直", "7i7h"), ("７八金右", "6i7h")],
        );
        gives(
            "9/9/9/9/9/9/2S1S4/9/2S1K1k2 b - 1",
            &[("６八銀左引", "7g6h"), ("６八銀右", "5g6h"), ("６八銀上", "7i6h"), ("６八銀行", "7i6h")],
        );
        gives("9/+R8/9/1+R7/9/9/9/9/4K1k2 b - 1", &[("８二竜寄", "9b8b"), ("８二龍上", "8d8b")]);
        gives("9/9/9/9/9/9/1N7/9/4K1k2 b N 1", &[("７五桂打", "N*7e"), ("７五桂", "8g7e")]);
        // White sees the board from the other side.
        gives(
            "3k1ggg1/9/9/9/9/9/9/9/K8 w - 1",
            &[("３二金左", "2a3b"), ("３二金直", "3a3b"), ("３二金右", "4a3b")],
        );
    }

    #[test]
    fn promotion_words() {
        gives(
            "9/9/3S5/9/9/9/9/9/4K1k2 b - 1",
            &[("６二銀成", "6c6b+"), ("６二銀不成", "6c6b"), ("６二銀生", "6c6b")],
        );
        gives("9/9/3+S5/9/9/9/9/9/4K1k2 b - 1", &[("６二成銀", "6c6b"), ("６二全", "6c6b")]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let start = shogi::STARTPOS;
        assert_eq!(read(start, "５八金").unwrap_err(), "ambiguous: it could be 4i5h or 6i5h");
        assert_eq!(read(start, "５八金直").unwrap_err(), "ambiguous: it could be 4i5h or 6i5h");
        assert_eq!(read(start, "５五角").unwrap_err(), "no 角 of black can go to 5e");
        assert_eq!(read(start, "５五角打").unwrap_err(), "no such piece in hand");
        assert_eq!(read(start, "同歩").unwrap_err(), "同 without a move before it");
        assert_eq!(read(start, "７六銀(77)").unwrap_err(), "the move names 銀, but 歩 stands on 7g");
        assert_eq!(read(start, "７十歩").unwrap_err(), "expected a rank (一 to 九), found '十'");
        assert_eq!(read(start, "７六").unwrap_err(), "expected a piece, found the end");
        assert_eq!(read(start, "７六歩(7").unwrap_err(), "expected an origin such as (77), found the end");
        let pinned = "4r4/9/9/9/9/9/9/4G4/4K1k2 b - 1";
        assert_eq!(read(pinned, "４八金").unwrap_err(), "the piece is pinned to its king");
    }
}
