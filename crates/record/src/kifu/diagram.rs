//! Board diagrams and pieces in hand, as KIF headers draw them.

use crate::notation::{digit, kind_of};
use shogi::{Color, Piece, PieceKind};

/// The nine squares of a row, from file 9 to file 1; the text is `| ・v桂 ・ … |一`. `rank` (from 0) is what its order says.
pub(super) fn row(line: &str, rank: usize) -> Result<Vec<Option<Piece>>, String> {
    let name = || format!("row {} of the diagram", rank + 1);
    let inside = super::trim(line).trim_start_matches(['|', '｜']);
    let Some((cells, label)) = inside.split_once(['|', '｜']) else {
        return Err(format!("{}: expected '|' behind the ninth square", name()));
    };
    let mut found = Vec::new();
    let mut color = Color::Black;
    for c in cells.chars() {
        match c {
            'v' | 'V' | 'ｖ' => color = Color::White,
            '^' => color = Color::Black,
            '・' | '･' | '·' | '.' | '．' => {
                if color == Color::White {
                    return Err(format!("{}: a side mark without a piece", name()));
                }
                found.push(None);
            }
            c if c.is_whitespace() => {}
            c => {
                let Some(kind) = kind_of(c) else { return Err(format!("{}: {c:?} is no piece", name())) };
                found.push(Some(Piece::new(color, kind)));
                color = Color::Black;
            }
        }
    }
    if found.len() != 9 {
        return Err(format!("{} has {} squares, expected 9", name(), found.len()));
    }
    match super::trim(label).chars().next().and_then(digit) {
        Some(told) if told != rank + 1 => Err(format!("{} is labelled as row {told}", name())),
        _ => Ok(found),
    }
}

/// `飛　金二　歩十八`, `飛歩`, `なし`.
pub(super) fn hand(text: &str) -> Result<Vec<(PieceKind, u32)>, String> {
    let text = super::trim(text);
    if matches!(text, "なし" | "") {
        return Ok(Vec::new());
    }
    let mut held: Vec<(PieceKind, Option<u32>)> = Vec::new();
    for c in text.chars() {
        let number = if c == '十' { Some(10) } else { digit(c).map(|digit| digit as u32) };
        match (kind_of(c), number, held.last_mut()) {
            (Some(kind), ..) if kind.is_hand_kind() => held.push((kind, None)),
            (None, Some(value), Some((_, count))) => *count = Some(joined(*count, value, c)?),
            _ if c.is_whitespace() || c == '、' || c == ',' => {}
            _ => return Err(format!("pieces in hand: {c:?} is no piece and no number behind a piece")),
        }
    }
    Ok(held.into_iter().map(|(kind, count)| (kind, count.unwrap_or(1))).collect())
}

/// A number with one more digit: 十 then 八 is 18, 二 then 十 is 20, 1 then 8 is 18.
fn joined(number: Option<u32>, value: u32, c: char) -> Result<u32, String> {
    let all = match (number, value) {
        (None, value) => value,
        (Some(tens), 10) => tens * 10,
        (Some(tens), value) if tens % 10 == 0 && !c.is_ascii_digit() && !('０'..='９').contains(&c) => {
            tens + value
        }
        (Some(tens), value) => tens * 10 + value,
    };
    if all > 99 { Err("pieces in hand: a number above 99".to_owned()) } else { Ok(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        let cells = row("|v香v桂 ・ ・v玉 ・ 龍 ・ 歩|一", 0).unwrap();
        let text: Vec<_> = cells.iter().map(|cell| cell.map_or(".".to_owned(), |p| p.to_string())).collect();
        assert_eq!(text.concat(), "ln..k.+R.P");
        assert!(row("| ・ ・|一", 0).unwrap_err().contains("2 squares"));
        assert!(row("| ・ ・ ・ ・ ・ ・ ・ ・ ・|三", 0).unwrap_err().contains("labelled as row 3"));
        assert!(row("| ・ ・ ・ ・ x ・ ・ ・ ・|一", 0).unwrap_err().contains("'x' is no piece"));
        assert!(row("| ・ ・ ・", 0).is_err());
    }

    #[test]
    fn hands() {
        let read = |text| hand(text).unwrap();
        assert_eq!(read("飛歩"), [(PieceKind::Rook, 1), (PieceKind::Pawn, 1)]);
        assert_eq!(
            read("金四　銀二　歩十八　"),
            [(PieceKind::Gold, 4), (PieceKind::Silver, 2), (PieceKind::Pawn, 18)]
        );
        assert_eq!(read("歩18 香2"), [(PieceKind::Pawn, 18), (PieceKind::Lance, 2)]);
        assert_eq!(read("歩１０"), [(PieceKind::Pawn, 10)]);
        assert_eq!(read("なし"), []);
        assert!(hand("と").is_err() && hand("二歩").is_err() && hand("歩999").is_err());
    }
}
