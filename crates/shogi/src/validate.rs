//! Whether a position could be one of a game: parseable, consistent, playable.

use crate::{Bitboard, Color, PieceKind, Position, Square, attacks};
use std::fmt;

/// How much of a game's conditions a position meets. Each level includes the ones before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// It can be written down, no more.
    Parseable,
    /// One set of pieces suffices for it, no side has two pawns on a file, every piece can still move.
    Consistent,
    /// Both kings are there and the side that is not to move is not in check.
    Playable,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parseable => "parseable",
            Self::Consistent => "consistent",
            Self::Playable => "playable",
        })
    }
}

/// One condition that a position does not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finding {
    /// More pieces of a kind than a set has.
    TooMany {
        /// The unpromoted kind.
        kind: PieceKind,
        /// On the board and in both hands.
        count: u32,
    },
    /// More than one king of a side.
    TwoKings(Color),
    /// Two unpromoted pawns of a side on a file (0 is file 1).
    TwoPawns(Color, usize),
    /// A piece that can never move again.
    DeadEnd(Square),
    /// A side has no king, as the attacker of a mating problem; moves are still generated.
    NoKing(Color),
    /// The side that is not to move stands in check.
    OpponentInCheck,
}

impl Finding {
    /// The level that the position misses because of this.
    pub const fn misses(self) -> Level {
        match self {
            Self::NoKing(_) | Self::OpponentInCheck => Level::Playable,
            _ => Level::Consistent,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { kind, count } => {
                write!(f, "{count} pieces of the kind {}, a set has {}", kind.letter(), kind.set_size())
            }
            Self::TwoKings(color) => write!(f, "{color} has more than one king"),
            Self::TwoPawns(color, file) => write!(f, "{color} has two pawns on file {}", file + 1),
            Self::DeadEnd(sq) => write!(f, "the piece on {sq} can never move again"),
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::OpponentInCheck => f.write_str("the side that is not to move is in check"),
        }
    }
}

/// The verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// The highest level that the position meets.
    pub level: Level,
    /// Every condition that it does not meet.
    pub findings: Vec<Finding>,
}

impl Position {
    /// Checks the position against all conditions.
    pub fn validate(&self) -> Validation {
        let mut findings = Vec::new();
        for kind in PieceKind::HAND {
            let held = Color::ALL.iter().map(|&color| self.hand(color).count(kind)).sum::<u32>();
            let promoted = kind.promoted().map_or(0, |promoted| self.of_kind(promoted).count());
            let count = self.of_kind(kind).count() + promoted + held;
            if count > kind.set_size() {
                findings.push(Finding::TooMany { kind, count });
            }
        }
        for color in Color::ALL {
            let own = self.pieces(color);
            match (self.of_kind(PieceKind::King) & own).count() {
                0 => findings.push(Finding::NoKing(color)),
                1 => {}
                _ => findings.push(Finding::TwoKings(color)),
            }
            let pawns = self.of_kind(PieceKind::Pawn) & own;
            for file in 0..9 {
                if (pawns & Bitboard::file(file)).more_than_one() {
                    findings.push(Finding::TwoPawns(color, file));
                }
            }
            for kind in [PieceKind::Pawn, PieceKind::Lance, PieceKind::Knight] {
                let stuck = self.of_kind(kind) & own & attacks::dead_end(color, kind);
                findings.extend(stuck.into_iter().map(Finding::DeadEnd));
            }
        }
        let us = self.side_to_move();
        let in_check = |king| self.attackers(us, king, self.occupied()).any();
        if self.king(!us).is_some_and(in_check) {
            findings.push(Finding::OpponentInCheck);
        }
        let level = if findings.iter().any(|finding| finding.misses() == Level::Consistent) {
            Level::Parseable
        } else if findings.is_empty() {
            Level::Playable
        } else {
            Level::Consistent
        };
        Validation { level, findings }
    }
}
