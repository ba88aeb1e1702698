//! KIF and KI2, the formats of Kakinoki shogi and of most programs for people, in one reader: they share everything but
//! the way a move is written.
//!
//! Source: “柿木将棋の棋譜ファイル形式” (<http://kakinoki.o.oo7.jp/kif_format.html>, 2024).

use crate::Format;
use crate::lines::Split;
use shogi::Color;

pub(crate) mod closing;
mod diagram;
mod header;
mod read;
mod variation;
mod write;

pub(crate) use read::parse;
pub use write::{to_ki2, to_kif};
pub(crate) use write::{write_ki2, write_kif};

/// The side of a mark that stands before a move.
pub(crate) fn side_of_mark(c: char) -> Option<Color> {
    match c {
        '▲' | '☗' | '▼' | '⛊' => Some(Color::Black),
        '△' | '☖' | '▽' | '⛉' => Some(Color::White),
        _ => None,
    }
}

/// What a line is by how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Blank,
    Comment,
    Bookmark,
    /// `変化：10手`
    Variation,
    /// `手数----指手---`
    Title,
    /// `手数＝67 …`
    MoveNumber,
    /// `まで96手で後手の勝ち`
    Closing,
    Row,
    /// The frame and the file numbers of a diagram.
    Frame,
    /// A KIF move with this number.
    Numbered(usize),
    /// KI2 moves.
    Marked,
    /// `後手番`
    Turn(Color),
    Header,
    Unknown,
}

/// Blanks of every width, and what some programs leave at the start of a text.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0')
}

/// Tells what a line is.
pub(crate) fn shape(line: &str) -> Shape {
    let text = trim(line);
    let Some(first) = text.chars().next() else { return Shape::Blank };
    match first {
        '#' => return Shape::Blank,
        '*' | '＊' => return Shape::Comment,
        '&' => return Shape::Bookmark,
        '|' | '｜' => return Shape::Row,
        '+' if text.starts_with("+--") => return Shape::Frame,
        _ if side_of_mark(first).is_some() => return Shape::Marked,
        _ => {}
    }
    if text.starts_with("変化") {
        return Shape::Variation;
    }
    if let Some(rest) = text.strip_prefix("手数") {
        if rest.starts_with('-') || rest.starts_with('─') {
            return Shape::Title;
        }
        if rest.starts_with(['＝', '=']) {
            return Shape::MoveNumber;
        }
    }
    if text.starts_with("まで") {
        return Shape::Closing;
    }
    match text {
        "先手番" | "下手番" => return Shape::Turn(Color::Black),
        "後手番" | "上手番" => return Shape::Turn(Color::White),
        _ => {}
    }
    if first == '９'
        && text.contains('８')
        && text.chars().all(|c| c.is_whitespace() || ('１'..='９').contains(&c))
    {
        return Shape::Frame;
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && text[digits..].starts_with(|c: char| c.is_whitespace() || c == ':') {
        return text[..digits].parse().map_or(Shape::Unknown, Shape::Numbered);
    }
    if text.contains(['：', ':']) { Shape::Header } else { Shape::Unknown }
}

/// Tells where the next game begins: files with several games simply follow each other.
#[derive(Debug, Default)]
pub(crate) struct Splitter {
    moves: usize,
    /// 変化 was just read, so that a move number 1 belongs to it.
    in_variation: bool,
    closed: bool,
    titled: bool,
    /// Headers of which a game has one: 手合割, 開始日時.
    seen: [bool; 2],
}

impl Splitter {
    pub(crate) fn split(&mut self, line: &str) -> Split {
        let begun = self.moves > 0 || self.closed || self.titled;
        match shape(line) {
            Shape::Header | Shape::Row | Shape::Frame | Shape::Title if begun => return Split::Before,
            Shape::Numbered(1) if self.moves > 0 && !self.in_variation => return Split::Before,
            Shape::Header => {
                // Headers alone, without a move: the second of a kind belongs to another game.
                let word = ["手合割", "後手の持駒"].iter().position(|word| trim(line).starts_with(word));
                if word.is_some_and(|word| std::mem::replace(&mut self.seen[word], true)) {
                    return Split::Before;
                }
            }
            Shape::Numbered(_) | Shape::Marked => {
                self.moves += 1;
                self.in_variation = false;
            }
            Shape::Variation => self.in_variation = true,
            Shape::Closing => self.closed = true,
            Shape::Title => self.titled = true,
            _ => {}
        }
        if trim(line) == "/" && begun {
            return Split::Between;
        }
        Split::Inside
    }
}

/// Whether a line looks like KIF or KI2 and like nothing else.
pub(crate) fn is_likely(line: &str) -> bool {
    match shape(line) {
        Shape::Numbered(_) => {
            let text = trim(line).trim_start_matches(|c: char| c.is_ascii_digit());
            crate::notation::Written::parse(trim(text)).is_ok()
                || crate::EndingKind::from_kif_word(first_word(trim(text)), Color::Black).is_some()
        }
        Shape::Blank | Shape::Comment | Shape::Bookmark | Shape::Unknown => false,
        Shape::Header => !line.is_ascii(),
        _ => true,
    }
}

/// Whether a line has moves in the way of KIF, with numbers, or of KI2, with marks of the sides.
pub(crate) fn of_moves(line: &str) -> Option<Format> {
    match shape(line) {
        Shape::Numbered(_) => Some(Format::Kif),
        Shape::Marked => Some(Format::Ki2),
        _ => None,
    }
}

/// The text up to the first blank or parenthesis.
pub(crate) fn first_word(text: &str) -> &str {
    text.split(|c: char| c.is_whitespace() || c == '(' || c == '（').next().unwrap_or("")
}
