//! SFEN: the strict reader, the lenient reader that says what it repaired, and the writer.

use crate::board::Board;
use crate::{Color, Hand, Piece, PieceKind, Position, Square};
use std::fmt;
use std::str::FromStr;

/// The start of an even game (平手).
pub const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Why a text is not a SFEN: the field, the column (from 1, in characters) and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SfenError {
    /// `board`, `side to move`, `hands` or `move number`.
    pub field: &'static str,
    /// Column in the text, in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub reason: String,
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SFEN, column {}, {}: {}", self.column, self.field, self.reason)
    }
}

impl std::error::Error for SfenError {}

/// Something that the lenient reader put right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair(pub String);

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A field with the column of its first character.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'static str,
    text: &'a str,
    column: usize,
}

impl Field<'_> {
    fn error(&self, offset: usize, reason: impl Into<String>) -> SfenError {
        SfenError { field: self.name, column: self.column + offset, reason: reason.into() }
    }
}

const NAMES: [&str; 4] = ["board", "side to move", "hands", "move number"];

fn read_board(field: Field<'_>, board: &mut Board) -> Result<(), SfenError> {
    let (mut rank, mut file, mut promoted) = (0, 9, None);
    let mut after_digit = false;
    for (offset, c) in field.text.chars().enumerate() {
        if promoted.is_some() && !c.is_ascii_alphabetic() {
            return Err(field.error(offset, format!("expected a piece letter after '+', found {c:?}")));
        }
        match c {
            '/' => {
                if file != 0 {
                    let reason = format!("rank {} has {} squares, expected 9", rank + 1, 9 - file);
                    return Err(field.error(offset, reason));
                }
                if rank == 8 {
                    return Err(field.error(offset, "expected 9 ranks, found another '/'"));
                }
                (rank, file) = (rank + 1, 9);
            }
            '1'..='9' => {
                if after_digit {
                    return Err(field.error(offset, "two digits in a row: empty squares take one digit"));
                }
                let run = c as usize - '0' as usize;
                if run > file {
                    return Err(field.error(offset, format!("rank {} has more than 9 squares", rank + 1)));
                }
                file -= run;
            }
            '+' => promoted = Some(offset),
            _ => {
                let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
                let Some(mut kind) = PieceKind::from_letter(c.to_ascii_uppercase()) else {
                    let reason = format!("expected a piece letter (PLNSGBRK), a digit or '/', found {c:?}");
                    return Err(field.error(offset, reason));
                };
                if let Some(plus) = promoted.take() {
                    let Some(better) = kind.promoted() else {
                        return Err(field.error(plus, format!("{c:?} cannot be promoted")));
                    };
                    kind = better;
                }
                if file == 0 {
                    return Err(field.error(offset, format!("rank {} has more than 9 squares", rank + 1)));
                }
                file -= 1;
                board.put(Piece::new(color, kind), Square::at(file * 9 + rank));
            }
        }
        after_digit = c.is_ascii_digit();
    }
    let end = field.text.chars().count();
    if let Some(plus) = promoted {
        return Err(field.error(plus, "'+' without a piece"));
    }
    if file != 0 {
        return Err(field.error(end, format!("rank {} has {} squares, expected 9", rank + 1, 9 - file)));
    }
    if rank != 8 {
        return Err(field.error(end, format!("{} ranks, expected 9", rank + 1)));
    }
    Ok(())
}

/// Reads the hands. The order of kinds within a side is free, as in the wild; `lenient` also takes sides in any order, repeated
/// kinds and a count of 1, and notes it.
fn read_hands(field: Field<'_>, lenient: Option<&mut Vec<Repair>>) -> Result<[Hand; 2], SfenError> {
    let mut hands = [Hand::EMPTY; 2];
    if field.text == "-" {
        return Ok(hands);
    }
    let mut repaired = false;
    let mut count: Option<(usize, u32)> = None;
    let mut seen = 0;
    for (offset, c) in field.text.chars().enumerate() {
        if let Some(digit) = c.to_digit(10) {
            let (start, value) = count.unwrap_or((offset, 0));
            if value == 0 && digit == 0 {
                return Err(field.error(offset, "a count does not begin with 0"));
            }
            if value > 99 {
                return Err(field.error(start, "count too large"));
            }
            count = Some((start, value * 10 + digit));
            continue;
        }
        let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
        let kind = PieceKind::from_letter(c.to_ascii_uppercase()).filter(|kind| kind.is_hand_kind());
        let Some(kind) = kind else {
            let reason = format!("expected a count or one of RBGSNLP, found {c:?}");
            return Err(field.error(offset, reason));
        };
        let bit = 1_u32 << (kind.index() + 8 * color.index());
        let reason = if seen & bit != 0 {
            Some(format!("{c:?} is listed twice"))
        } else if color == Color::Black && seen >> 8 != 0 {
            Some("Black's pieces are listed first".to_owned())
        } else if count.is_some_and(|(_, value)| value == 1) {
            Some("a count of 1 is not written".to_owned())
        } else {
            None
        };
        if let Some(reason) = reason {
            if lenient.is_none() {
                return Err(field.error(offset, reason));
            }
            repaired = true;
        }
        seen |= bit;

        let (start, value) = count.take().unwrap_or((offset, 1));
        let hand = &mut hands[color.index()];
        *hand = hand.with_count(kind, hand.count(kind) + value).ok_or_else(|| {
            let reason = format!("{value} of {c:?}: a set has only {}", kind.set_size());
            field.error(start, reason)
        })?;
    }
    if let Some((start, _)) = count {
        return Err(field.error(start, "a count without a piece"));
    }
    if seen == 0 {
        return Err(field.error(0, "expected pieces or '-'"));
    }
    if let (true, Some(repairs)) = (repaired, lenient) {
        repairs.push(Repair(
            "hands did not list Black's pieces first, each kind once, a single piece without a count"
                .to_owned(),
        ));
    }
    Ok(hands)
}

fn read_side(field: Field<'_>) -> Result<Color, SfenError> {
    match field.text {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        other => Err(field.error(0, format!("expected 'b' or 'w', found {other:?}"))),
    }
}

fn read_number(field: Field<'_>) -> Result<u32, SfenError> {
    let digits = !field.text.is_empty() && field.text.bytes().all(|b| b.is_ascii_digit());
    if !digits || field.text.starts_with('0') {
        let reason = format!("expected a whole number from 1, found {:?}", field.text);
        return Err(field.error(0, reason));
    }
    // Room is left for a game to be played from there.
    match field.text.parse::<u32>() {
        Ok(number) if number <= u32::MAX / 2 => Ok(number),
        _ => Err(field.error(0, format!("{:?} is too large a move number", field.text))),
    }
}

fn assemble(mut board: Board, side: Color, hands: [Hand; 2], ply: u32) -> Position {
    for color in Color::ALL {
        board.set_hand(color, hands[color.index()]);
    }
    board.set_side(side);
    Position::from_board(board, ply)
}

impl Position {
    /// The start of an even game.
    #[allow(clippy::missing_panics_doc)]
    pub fn startpos() -> Self {
        match Self::from_sfen(STARTPOS) {
            Ok(position) => position,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Reads a SFEN of four fields exactly as the format says: single blanks, each kind once and Black's first in hand, a move number
    /// from 1. What it says of the pieces is not judged; see [`Position::validate`].
    pub fn from_sfen(text: &str) -> Result<Self, SfenError> {
        let mut column = 1;
        let mut fields = Vec::new();
        for (index, part) in text.split(' ').enumerate() {
            let Some(&name) = NAMES.get(index) else {
                let reason = format!("unexpected text after the move number: {part:?}");
                return Err(SfenError { field: "end", column, reason });
            };
            let field = Field { name, text: part, column };
            if part.is_empty() {
                return Err(field.error(0, "expected one blank between fields and none around them"));
            }
            fields.push(field);
            column += part.chars().count() + 1;
        }
        let [placement, side, hands, number] = fields[..] else {
            let name = NAMES[fields.len()];
            return Err(SfenError { field: name, column: column - 1, reason: "missing".to_owned() });
        };
        let mut board = Board::empty();
        read_board(placement, &mut board)?;
        let side = read_side(side)?;
        let hands = read_hands(hands, None)?;
        Ok(assemble(board, side, hands, read_number(number)?))
    }

    /// Reads what programs write instead of SFEN, and says what it repaired: extra blanks or underscores between fields, a
    /// leading `sfen`, `startpos`, hands in any order, a missing or zero move number, text behind it.
    pub fn from_sfen_lenient(text: &str) -> Result<(Self, Vec<Repair>), SfenError> {
        let mut repairs = Vec::new();
        let mut note = |what: &str| repairs.push(Repair(what.to_owned()));
        if text.trim() == "startpos" {
            note("the word startpos instead of a SFEN");
            return Ok((Self::startpos(), repairs));
        }
        let is_gap = |c: char| c.is_whitespace() || c == '_';
        let mut fields = Vec::new();
        let mut start = None;
        for (index, c) in text.chars().chain(std::iter::once(' ')).enumerate() {
            match (is_gap(c), start) {
                (false, None) => start = Some(index),
                (true, Some(begin)) => {
                    let bytes = |n: usize| text.char_indices().nth(n).map_or(text.len(), |(at, _)| at);
                    fields.push((begin + 1, &text[bytes(begin)..bytes(index)]));
                    start = None;
                }
                _ => {}
            }
        }
        if fields.first().is_some_and(|&(_, word)| word == "sfen") {
            note("the word sfen before the SFEN");
            fields.remove(0);
        }
        let joined = fields.iter().map(|&(_, word)| word).collect::<Vec<_>>().join(" ");
        if !text.ends_with(&joined) || text.contains('_') || text.starts_with(is_gap) {
            note("blanks or underscores between or around the fields");
        }
        let field = |index: usize| {
            let name = NAMES[index];
            if let Some(&(column, text)) = fields.get(index) {
                Ok(Field { name, text, column })
            } else {
                let column = text.chars().count() + 1;
                Err(SfenError { field: name, column, reason: "missing".to_owned() })
            }
        };
        let mut board = Board::empty();
        read_board(field(0)?, &mut board)?;
        let side_field = field(1)?;
        let lowered = side_field.text.to_ascii_lowercase();
        if lowered != side_field.text {
            note("the side to move in upper case");
        }
        let side = read_side(Field { text: &lowered, ..side_field })?;
        let ply = match field(3) {
            Ok(number) if number.text.bytes().all(|b| b == b'0') => {
                note("a move number of 0, read as 1");
                1
            }
            Ok(number) => read_number(number)?,
            Err(_) => {
                note("no move number, read as 1");
                1
            }
        };
        if fields.len() > 4 {
            note("text behind the move number, left out");
        }
        let hands = if let Ok(hands) = field(2) {
            read_hands(hands, Some(&mut repairs))?
        } else {
            repairs.push(Repair("no hands, read as empty".to_owned()));
            [Hand::EMPTY; 2]
        };
        Ok((assemble(board, side, hands, ply), repairs))
    }

    /// The position as SFEN, hands in the standard order.
    pub fn to_sfen(&self) -> String {
        self.sfen_without_number() + &format!(" {}", self.ply())
    }

    /// The SFEN without its move number: equal texts are equal positions.
    pub fn sfen_without_number(&self) -> String {
        let mut text = String::with_capacity(96);
        for rank in 0..9 {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..9).rev() {
                match self.piece_at(Square::at(file * 9 + rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text += &piece.to_string();
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
        }
        text += if self.side_to_move() == Color::Black { " b " } else { " w " };
        let start = text.len();
        for color in Color::ALL {
            for kind in PieceKind::HAND_ORDER {
                let count = self.hand(color).count(kind);
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
        text
    }
}

impl FromStr for Position {
    type Err = SfenError;

    /// The strict reader, [`Position::from_sfen`].
    fn from_str(text: &str) -> Result<Self, SfenError> {
        Self::from_sfen(text)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_sfen())
    }
}
