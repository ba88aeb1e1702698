//! A position drawn for the terminal.

use shogi::{Color, Hand, PieceKind, Position, Square};
use std::fmt::Write;

const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The board with both hands, Black below; White's pieces carry a `v`, the target of the latest move a `*`.
///
/// Every line ends with a line break. A square takes four columns of the terminal, a kanji two of them.
pub fn diagram(position: &Position) -> String {
    let mut text = format!("△ in hand: {}\n", hand_text(position.hand(Color::White)));
    for file in (1..=9).rev() {
        let _ = write!(text, "{file:>4}");
    }
    let edge = format!("+{}+\n", "-".repeat(37));
    text += "\n";
    text += &edge;
    let target = position.last_move().map(shogi::Move::to);
    for (rank, name) in RANKS.into_iter().enumerate() {
        text.push('|');
        for file in (0..9).rev() {
            let Some(sq) = Square::new(file, rank) else { continue };
            text.push(if target == Some(sq) { '*' } else { ' ' });
            match position.piece_at(sq) {
                None => text += " ・",
                Some(piece) => {
                    text.push(if piece.color() == Color::White { 'v' } else { ' ' });
                    text.push(piece.kind().kanji());
                }
            }
        }
        let _ = writeln!(text, " | {name} {}", char::from(b'a' + rank as u8));
    }
    text += &edge;
    let _ = writeln!(text, "▲ in hand: {}", hand_text(position.hand(Color::Black)));
    text
}

/// A hand as `飛 角 歩3`, or `none`.
pub fn hand_text(hand: Hand) -> String {
    let held: Vec<_> = PieceKind::HAND_ORDER
        .into_iter()
        .filter(|&kind| hand.has(kind))
        .map(|kind| match hand.count(kind) {
            1 => kind.name().to_owned(),
            count => format!("{}{count}", kind.name()),
        })
        .collect();
    if held.is_empty() { "none".to_owned() } else { held.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_drawn_with_hands_promotions_and_the_latest_move() {
        let mut position = Position::from_sfen("4k4/9/4P4/9/1+r7/9/9/9/4K1+B2 b 2G3Prb 31").unwrap();
        position.apply("5c5b".parse().unwrap());
        let expected = "\
△ in hand: 飛 角
   9   8   7   6   5   4   3   2   1
+-------------------------------------+
|  ・  ・  ・  ・ v玉  ・  ・  ・  ・ | 一 a
|  ・  ・  ・  ・* 歩  ・  ・  ・  ・ | 二 b
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 三 c
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 四 d
|  ・ v龍  ・  ・  ・  ・  ・  ・  ・ | 五 e
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 六 f
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 七 g
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ | 八 h
|  ・  ・  ・  ・ 玉  ・ 馬  ・  ・ | 九 i
+-------------------------------------+
▲ in hand: 金2 歩3
"
        .replace("・ 玉  ・ 馬", "・  玉  ・  馬");
        assert_eq!(diagram(&position), expected);
    }
}
