//! Moves as clients get them: USI, squares, and both notations.

use serde::Serialize;
use shogi::{Move, PieceKind, Position};

/// A move in a position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveText {
    pub(crate) usi: String,
    /// The origin; `null` for a drop.
    pub(crate) from: Option<String>,
    pub(crate) to: String,
    /// The kind that is dropped; `null` for a move on the board.
    pub(crate) drop: Option<&'static str>,
    pub(crate) promote: bool,
    pub(crate) capture: bool,
    pub(crate) text_ja: String,
    pub(crate) text_en: String,
}

impl MoveText {
    /// A legal move.
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        Self {
            usi: mv.to_string(),
            from: mv.from().map(|sq| sq.to_string()),
            to: mv.to().to_string(),
            drop: mv.dropped().map(kind),
            promote: mv.is_promotion(),
            capture: position.piece_at(mv.to()).is_some(),
            text_ja: position.japanese(mv),
            text_en: position.western(mv),
        }
    }

    /// A line of moves from a position, as far as they are legal.
    pub(crate) fn line(position: &Position, moves: impl IntoIterator<Item = Move>) -> Vec<Self> {
        let mut walk = position.clone();
        let mut texts = Vec::new();
        for mv in moves {
            if !walk.is_legal(mv) {
                break;
            }
            texts.push(Self::of(&walk, mv));
            walk.apply(mv);
        }
        texts
    }
}

/// The name of a kind in requests and answers.
pub(crate) const fn kind(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Gold => "gold",
        PieceKind::King => "king",
        PieceKind::ProPawn => "pro_pawn",
        PieceKind::ProLance => "pro_lance",
        PieceKind::ProKnight => "pro_knight",
        PieceKind::ProSilver => "pro_silver",
        PieceKind::Horse => "horse",
        PieceKind::Dragon => "dragon",
    }
}

/// The moves from the first position of a history, and that position.
pub(crate) fn rewound(end: &Position) -> (Position, Vec<Move>) {
    let mut position = end.clone();
    let mut moves = Vec::with_capacity(end.history_len());
    while let Some(mv) = position.undo() {
        moves.push(mv);
    }
    moves.reverse();
    (position, moves)
}

/// A position and its game as the command `position` of USI writes them.
pub(crate) fn usi_text(end: &Position) -> String {
    let (start, moves) = rewound(end);
    position_command(&start, &moves)
}

/// As [`usi_text`], of a first position and moves.
pub(crate) fn position_command(start: &Position, moves: &[Move]) -> String {
    let sfen = start.to_sfen();
    let mut text = if sfen == shogi::STARTPOS {
        "position startpos".to_owned()
    } else {
        format!("position sfen {sfen}")
    };
    if !moves.is_empty() {
        text += " moves";
        for mv in moves {
            text.push(' ');
            text += &mv.to_string();
        }
    }
    text
}
