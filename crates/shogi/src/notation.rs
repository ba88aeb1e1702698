//! Move notation: Japanese (▲７六歩, △同銀, ▲５八金右) and western (P-7f, Sx2b, G6i-5h).

use crate::moves::Move;
use crate::{Bitboard, Color, MoveSet, PieceKind, Position, Square};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A square as records write it: `７六`.
pub fn japanese_square(sq: Square) -> String {
    [FILES[sq.file()], RANKS[sq.rank()]].iter().collect()
}

/// How a piece moves, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    Up,
    Aside,
    Back,
}

impl Motion {
    fn of(color: Color, from: Square, to: Square) -> Self {
        let (from, to) = (from.relative(color).rank(), to.relative(color).rank());
        match to.cmp(&from) {
            std::cmp::Ordering::Less => Self::Up,
            std::cmp::Ordering::Equal => Self::Aside,
            std::cmp::Ordering::Greater => Self::Back,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Up => "上",
            Self::Aside => "寄",
            Self::Back => "引",
        }
    }
}

/// File as its owner sees it: smaller is further right.
fn column(color: Color, sq: Square) -> usize {
    sq.relative(color).file()
}

impl Position {
    /// The legal move `mv` in Japanese notation with the side's mark, naming no more than what tells it from other moves
    /// (rules of the Japan Shogi Association: 上・寄・引 first, then 左・右・直, then both; 打 only where a piece on the board
    /// could come too; 成 or 不成 where there was a choice). 同 stands for the square of the latest move.
    pub fn japanese(&self, mv: Move) -> String {
        let mark = self.side_to_move().mark();
        format!("{mark}{}", self.japanese_unmarked(mv))
    }

    /// [`Position::japanese`] without the side's mark.
    pub fn japanese_unmarked(&self, mv: Move) -> String {
        let Some(facts) = self.facts(mv) else { return mv.to_string() };
        let to = mv.to();
        let mut text = if self.last_move().is_some_and(|last| last.to() == to) {
            "同".to_owned()
        } else {
            japanese_square(to)
        };
        text += facts.before.kind().name();
        let rivals = self.rivals(mv, facts.before.kind());
        match facts.from {
            None if rivals.any() => text += "打",
            None => {}
            Some(from) => {
                if rivals.any() {
                    text += &distinguish(facts.color, facts.before.kind(), from, to, rivals);
                }
                let choice = facts.before.kind().promoted().is_some()
                    && (from.in_zone(facts.color) || to.in_zone(facts.color));
                if mv.is_promotion() {
                    text += "成";
                } else if choice {
                    text += "不成";
                }
            }
        }
        text
    }

    /// The legal move `mv` as western players write it, after Hodges with ranks as letters: piece (`+R` for a promoted
    /// one), origin where another such piece could go there, `-`, `x` for a capture or `*` for a drop, target, and `+` or
    /// `=` where there was a choice to promote.
    pub fn western(&self, mv: Move) -> String {
        let Some(facts) = self.facts(mv) else { return mv.to_string() };
        let kind = facts.before.kind();
        let mut text = if kind.is_promoted() { "+".to_owned() } else { String::new() };
        text.push(kind.letter());
        let Some(from) = facts.from else { return format!("{text}*{}", mv.to()) };
        if self.rivals(mv, kind).any() {
            text += &from.to_string();
        }
        text.push(if self.piece_at(mv.to()).is_some() { 'x' } else { '-' });
        text += &mv.to().to_string();
        let choice = kind.promoted().is_some() && (from.in_zone(facts.color) || mv.to().in_zone(facts.color));
        if mv.is_promotion() {
            text.push('+');
        } else if choice {
            text.push('=');
        }
        text
    }

    /// The other own pieces of this kind that could legally move to the same square.
    fn rivals(&self, mv: Move, kind: PieceKind) -> Bitboard {
        let moves = self.moves(MoveSet::To(mv.to()));
        let origins = moves.iter().filter_map(|other| other.from());
        let same = |&sq: &Square| Some(sq) != mv.from() && self.of_kind(kind).has(sq);
        origins.filter(same).collect()
    }
}

/// The shortest of the words that tells the piece on `from` from its rivals.
fn distinguish(color: Color, kind: PieceKind, from: Square, to: Square, rivals: Bitboard) -> String {
    let motion = Motion::of(color, from, to);
    let alike: Bitboard = rivals.into_iter().filter(|&sq| Motion::of(color, sq, to) == motion).collect();
    if alike.is_empty() {
        return motion.word().to_owned();
    }
    let own = column(color, from);
    // Horses and dragons are at most two, and are told apart by their own columns; 直 is not used for them.
    let crowned = matches!(kind, PieceKind::Horse | PieceKind::Dragon);
    if !crowned && motion == Motion::Up && own == column(color, to) {
        return "直".to_owned();
    }
    let side_of = |others: Bitboard| {
        let columns = || others.into_iter().map(|sq| column(color, sq));
        if columns().all(|other| other < own) {
            Some("左")
        } else if columns().all(|other| other > own) {
            Some("右")
        } else {
            None
        }
    };
    if let Some(side) = side_of(rivals) {
        return side.to_owned();
    }
    match side_of(alike) {
        Some(side) => format!("{side}{}", motion.word()),
        // Three or more lances, knights or the like in between cannot occur: a square is reached from at most two of them.
        None => motion.word().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(sfen: &str, mv: &str) -> String {
        let position = Position::from_sfen(sfen).unwrap();
        position.japanese(mv.parse().unwrap())
    }

    #[test]
    fn plain_moves() {
        let mut position = Position::startpos();
        for (mv, expected) in [
            ("7g7f", "▲７六歩"),
            ("3c3d", "△３四歩"),
            ("8h2b+", "▲２二角成"),
            ("3a2b", "△同銀"),
            ("B*4e", "▲４五角"),
        ] {
            let mv = mv.parse().unwrap();
            assert_eq!(position.japanese(mv), expected);
            position.try_apply(mv).unwrap();
        }
    }

    #[test]
    fn western_moves() {
        let mut position = Position::startpos();
        for (mv, expected) in
            [("7g7f", "P-7f"), ("3c3d", "P-3d"), ("8h2b+", "Bx2b+"), ("3a2b", "Sx2b"), ("B*4e", "B*4e")]
        {
            let mv = mv.parse().unwrap();
            assert_eq!(position.western(mv), expected);
            position.try_apply(mv).unwrap();
        }
        let western = |sfen: &str, mv: &str| Position::from_sfen(sfen).unwrap().western(mv.parse().unwrap());
        assert_eq!(western("4k4/9/2G1G4/9/9/9/9/9/4K4 b - 1", "7c6b"), "G7c-6b");
        assert_eq!(western("9/9/3S5/9/9/9/9/9/4K1k2 b - 1", "6c6b"), "S-6b=");
        assert_eq!(western("9/+R8/9/1+R7/9/9/9/9/4K1k2 b - 1", "9b8b"), "+R9b-8b");
        assert_eq!(western("9/9/9/9/9/9/1N7/9/4K1k2 b N 1", "N*7e"), "N*7e");
    }

    // The cases below are those that the Japan Shogi Association explains on its page on notation.
    #[test]
    fn golds_are_told_apart() {
        let upper = "4k4/2G3G2/9/9/9/9/9/9/4K4 b - 1";
        assert_eq!(text("4k4/9/2G1G4/9/9/9/9/9/4K4 b - 1", "7c6b"), "▲６二金左");
        assert_eq!(text(upper, "7b7a"), "▲７一金");
        assert_eq!(text("9/2G1G4/9/9/9/9/9/9/4K1k2 b - 1", "7b6b"), "▲６二金左");
        let column = "9/9/9/9/9/9/9/2G6/2G1K1k2 b - 1";
        assert_eq!(text(column, "7i6h"), "▲６八金上");
        assert_eq!(text(column, "7h6h"), "▲６八金寄");
        let three = "k8/9/9/9/9/9/9/9/1GGG1K3 b - 1";
        assert_eq!(text(three, "8i7h"), "▲７八金左");
        assert_eq!(text(three, "7i7h"), "▲７八金直");
        assert_eq!(text(three, "6i7h"), "▲７八金右");
    }

    #[test]
    fn silvers_dragons_and_drops() {
        let silvers = "9/9/9/9/9/9/2S1S4/9/2S1K1k2 b - 1";
        assert_eq!(text(silvers, "7g6h"), "▲６八銀左引");
        assert_eq!(text(silvers, "5g6h"), "▲６八銀右");
        assert_eq!(text(silvers, "7i6h"), "▲６八銀上");
        assert_eq!(text("9/+R8/9/1+R7/9/9/9/9/4K1k2 b - 1", "9b8b"), "▲８二龍寄");
        assert_eq!(text("9/+R8/9/1+R7/9/9/9/9/4K1k2 b - 1", "8d8b"), "▲８二龍上");
        assert_eq!(text("9/9/9/9/9/9/9/9/+R+R2K1k2 b - 1", "9i8h"), "▲８八龍左");
        assert_eq!(text("9/9/9/9/9/9/9/9/+R+R2K1k2 b - 1", "8i8h"), "▲８八龍右");
        let knight = "9/9/9/9/9/9/1N7/9/4K1k2 b N 1";
        assert_eq!(text(knight, "N*7e"), "▲７五桂打");
        assert_eq!(text(knight, "8g7e"), "▲７五桂");
        assert_eq!(text("9/9/3S5/9/9/9/9/9/4K1k2 b - 1", "6c6b"), "▲６二銀不成");
    }
}
