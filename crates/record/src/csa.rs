//! CSA, the format of the Computer Shogi Association: versions 1, 2.0 to 2.2 and 3.0.
//!
//! Source: “CSA標準棋譜ファイル形式”, versions V2.2 (2008) and V3.0 (2024), computer-shogi.org.

use crate::lines::Split;
use shogi::{Color, PieceKind};

mod board;
mod read;
mod statement;
mod write;

pub(crate) use read::parse;
pub(crate) use write::write;
pub use write::{Version, to_string};

/// Piece names in the order of [`PieceKind::index`].
const NAMES: [&str; 14] =
    ["FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY"];

fn kind_of(name: &str) -> Option<PieceKind> {
    NAMES.iter().position(|&other| other == name).and_then(|index| PieceKind::from_index(index + 1))
}

fn name_of(kind: PieceKind) -> &'static str {
    NAMES[kind.index() - 1]
}

const fn sign_of(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// Tells where the next game begins: after a line `/`, or, in files put together without it, at a header after moves.
#[derive(Debug, Default)]
pub(crate) struct Splitter {
    in_moves: bool,
}

impl Splitter {
    pub(crate) fn split(&mut self, line: &str) -> Split {
        let line = line.trim();
        if line == "/" {
            return Split::Between;
        }
        let is_header = line.starts_with('V')
            || line.starts_with("N+")
            || line.starts_with("PI")
            || line.starts_with("P1");
        if self.in_moves && is_header {
            return Split::Before;
        }
        let is_move = line.starts_with(['+', '-']) && line.len() > 1;
        self.in_moves |= is_move || line.starts_with('%');
        Split::Inside
    }
}

/// Whether a line looks like CSA and like nothing else.
pub(crate) fn is_likely(line: &str) -> bool {
    let bytes = line.trim_end().as_bytes();
    match bytes {
        [b'V', b'1'..=b'9', ..]
        | [b'N', b'+' | b'-', ..]
        | [b'P', b'I' | b'+' | b'-' | b'1'..=b'9', ..]
        | [b'+' | b'-'] => true,
        [b'$', rest @ ..] => rest.contains(&b':'),
        [b'%', rest @ ..] => rest.iter().all(|byte| byte.is_ascii_uppercase() || b"+-_".contains(byte)),
        [b'+' | b'-', rest @ ..] => rest.len() >= 6 && rest[..4].iter().all(u8::is_ascii_digit),
        _ => false,
    }
}
