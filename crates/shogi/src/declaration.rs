//! Winning by declaration (入玉宣言法) and by the try rule.

use crate::moves::Move;
use crate::{Bitboard, Color, PieceKind, Position, Square};

/// Which rule for entering kings a game is played under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum EnteringKingRule {
    /// None.
    Off,
    /// 24-point rule: 31 points win, 24 to 30 draw.
    Points24,
    /// The same; the points of the pieces that White gave as a handicap count as White's.
    Points24Handicap,
    /// 27-point rule, as in computer shogi: 28 points win for Black, 27 for White.
    #[default]
    Points27,
    /// The same; the points of the pieces that White gave as a handicap count as White's.
    Points27Handicap,
    /// Try rule: the king that reaches the enemy king's first square unharmed has won.
    Try,
}

/// What the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// Nothing.
    None,
    /// It may declare and wins.
    Win,
    /// It may declare and draws (24-point rule).
    Draw,
    /// Try rule: this move wins at once.
    Try(Move),
}

/// What counts towards a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclarationCount {
    /// Whether the king stands in the enemy camp (the far three ranks).
    pub king_inside: bool,
    /// Pieces in the enemy camp, the king not among them.
    pub pieces_inside: u32,
    /// Points of those pieces and of the hand: rook and bishop, promoted or not, five each, any other one.
    pub points: u32,
}

/// Points of all pieces of both sides in an even game.
const ALL_POINTS: u32 = 54;

fn big() -> [PieceKind; 4] {
    [PieceKind::Rook, PieceKind::Dragon, PieceKind::Bishop, PieceKind::Horse]
}

impl Position {
    /// What `color` could count if it declared.
    pub fn declaration_count(&self, color: Color) -> DeclarationCount {
        let camp = Bitboard::far_ranks(color, 3);
        let king = self.of_kind(PieceKind::King);
        let inside = (self.pieces(color) & camp).and_not(king);
        let big_inside = big().iter().fold(0, |sum, &kind| sum + (self.of_kind(kind) & inside).count());
        let pieces_inside = inside.count();
        DeclarationCount {
            king_inside: (king & self.pieces(color)).meets(camp),
            pieces_inside,
            points: pieces_inside + 4 * big_inside + self.hand_points(color),
        }
    }

    fn hand_points(&self, color: Color) -> u32 {
        let hand = self.hand(color);
        hand.total() + 4 * (hand.count(PieceKind::Rook) + hand.count(PieceKind::Bishop))
    }

    /// Points of the pieces that are not in the game.
    fn missing_points(&self) -> u32 {
        let board = self.occupied().and_not(self.of_kind(PieceKind::King));
        let big = big().iter().fold(0, |sum, &kind| sum + self.of_kind(kind).count());
        let present =
            board.count() + 4 * big + self.hand_points(Color::Black) + self.hand_points(Color::White);
        ALL_POINTS.saturating_sub(present)
    }

    /// What the side to move may claim under `rule`: king and at least ten other pieces in the enemy camp, not in check, and
    /// enough points.
    pub fn declaration(&self, rule: EnteringKingRule) -> Declaration {
        let us = self.side_to_move();
        let handicap = match rule {
            EnteringKingRule::Off => return Declaration::None,
            EnteringKingRule::Try => return self.try_move().map_or(Declaration::None, Declaration::Try),
            EnteringKingRule::Points24 | EnteringKingRule::Points27 => false,
            EnteringKingRule::Points24Handicap | EnteringKingRule::Points27Handicap => true,
        };
        let king_near = self.king(us).is_some_and(|sq| sq.in_zone(us));
        if !king_near || self.in_check() {
            return Declaration::None;
        }
        let count = self.declaration_count(us);
        if count.pieces_inside < 10 {
            return Declaration::None;
        }
        let given = if handicap && us == Color::White { self.missing_points() } else { 0 };
        let points = count.points + given;
        match rule {
            EnteringKingRule::Points24 | EnteringKingRule::Points24Handicap => match points {
                31.. => Declaration::Win,
                24..=30 => Declaration::Draw,
                _ => Declaration::None,
            },
            _ => {
                let needed = if us == Color::Black { 28 } else { 27 };
                if points >= needed { Declaration::Win } else { Declaration::None }
            }
        }
    }

    /// The square on which the enemy king starts: 5一 for Black, 5九 for White.
    pub const fn try_square(color: Color) -> Square {
        Square::at(match color {
            Color::Black => 36,
            Color::White => 44,
        })
    }

    /// Try rule: the legal king move to the try square.
    pub fn try_move(&self) -> Option<Move> {
        let us = self.side_to_move();
        let mv = Move::new(self.king(us)?, Self::try_square(us));
        (mv.from() != Some(mv.to()) && self.is_legal(mv)).then_some(mv)
    }

    /// Try rule: whether `color`'s king stands on its try square.
    pub fn has_tried(&self, color: Color) -> bool {
        self.king(color) == Some(Self::try_square(color))
    }
}
