//! What the rules say about a position, in the shape of the JSON object.

use crate::rule::Rule;
use serde::Serialize;
use shogi::{Declaration, Position, Repair, Repetition};
use std::collections::BTreeMap;

/// Everything that `yomikiri position --json` tells. Squares and moves are USI text, keys are hexadecimal, because a JSON
/// number holds only 53 bits.
#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    pub(crate) sfen: String,
    pub(crate) key: String,
    pub(crate) board_key: String,
    pub(crate) side_to_move: String,
    /// The move number, as SFEN counts it.
    pub(crate) ply: u32,
    /// The moves that led here from the position that was given.
    pub(crate) moves: Vec<String>,
    pub(crate) last_move: Option<String>,
    pub(crate) in_check: bool,
    /// The squares of the pieces that give check.
    pub(crate) checkers: Vec<String>,
    pub(crate) legal_moves: Vec<String>,
    /// Of the fourth occurrence, for the side to move: `none`, `draw`, `win` or `loss`.
    pub(crate) repetition: &'static str,
    /// How often the position has occurred, this time included.
    pub(crate) occurrences: usize,
    /// What the side to move may claim, by rule: `none`, `win` or `draw`.
    pub(crate) declaration: BTreeMap<&'static str, &'static str>,
    pub(crate) declaration_count: Count,
    pub(crate) validation: Validation,
    /// What the lenient reader put right.
    pub(crate) repairs: Vec<String>,
}

/// What the side to move could count if it declared.
#[derive(Debug, Serialize)]
pub(crate) struct Count {
    pub(crate) king_inside: bool,
    pub(crate) pieces_inside: u32,
    pub(crate) points: u32,
}

/// How much of a game's conditions the position meets.
#[derive(Debug, Serialize)]
pub(crate) struct Validation {
    pub(crate) level: String,
    pub(crate) findings: Vec<String>,
}

impl Facts {
    /// The facts of the position; the declaration under these rules only.
    pub(crate) fn of(position: &Position, repairs: &[Repair], rules: &[Rule]) -> Self {
        let count = position.declaration_count(position.side_to_move());
        let validation = position.validate();
        let declaration = rules.iter().map(|&rule| {
            let word = match position.declaration(rule.into()) {
                Declaration::None => "none",
                Declaration::Draw => "draw",
                Declaration::Win | Declaration::Try(_) => "win",
            };
            (rule.name(), word)
        });
        Self {
            sfen: position.to_sfen(),
            key: position.key().to_string(),
            board_key: position.board_key().to_string(),
            side_to_move: position.side_to_move().to_string(),
            ply: position.ply(),
            moves: texts((0..position.history_len()).filter_map(|index| position.history(index)?.mv)),
            last_move: position.last_move().map(|mv| mv.to_string()),
            in_check: position.in_check(),
            checkers: texts(position.checkers()),
            legal_moves: texts(position.legal_moves().iter()),
            repetition: match position.repetition() {
                Repetition::None => "none",
                Repetition::Draw => "draw",
                Repetition::Win => "win",
                Repetition::Loss => "loss",
            },
            occurrences: position.occurrences(),
            declaration: declaration.collect(),
            declaration_count: Count {
                king_inside: count.king_inside,
                pieces_inside: count.pieces_inside,
                points: count.points,
            },
            validation: Validation {
                level: validation.level.to_string(),
                findings: texts(validation.findings),
            },
            repairs: texts(repairs),
        }
    }
}

fn texts<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}
