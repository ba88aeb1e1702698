//! A position as people and programs write it: `startpos moves …`, `sfen … moves …` or a bare SFEN.

use shogi::{Finding, Level, Move, Position, Repair};
use std::fmt;

/// Why a text is no position, or no move can be played there: the place and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);

impl PositionError {
    fn because(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

/// A position that was read, its game and what had to be repaired.
#[derive(Clone, Debug)]
pub struct PositionText {
    /// The last position; its history holds the moves.
    pub position: Position,
    /// What the lenient reader put right; empty after a strict one.
    pub repairs: Vec<Repair>,
}

/// Reads `[position] (startpos | [sfen] SFEN) [moves MOVE …]`. Strictly, the SFEN is exactly as its format says; leniently,
/// what programs write instead is repaired. Moves are checked one by one in either case.
pub fn read_position(text: &str, lenient: bool) -> Result<PositionText, PositionError> {
    let text = text.strip_prefix("position ").unwrap_or(text);
    let (placement, moves) = split_moves(text);
    let mut repairs = Vec::new();
    let mut position = if let Some(rest) = placement.strip_prefix("startpos") {
        if !rest.trim().is_empty() {
            let reason = format!("{placement:?}: expected `moves` or nothing after `startpos`");
            return Err(PositionError(reason));
        }
        Position::startpos()
    } else {
        let sfen = placement.strip_prefix("sfen ").unwrap_or(placement);
        if sfen.trim().is_empty() {
            return Err(PositionError::because("no position: expected `startpos`, `sfen …` or a SFEN"));
        }
        if lenient {
            let (position, found) = Position::from_sfen_lenient(sfen).map_err(PositionError::because)?;
            repairs = found;
            position
        } else {
            Position::from_sfen(sfen).map_err(PositionError::because)?
        }
    };
    if !moves.trim().is_empty() {
        refuse(&position, |finding| finding.misses() == Level::Consistent)?;
    }
    for (index, word) in moves.split_whitespace().enumerate() {
        let number = index + 1;
        let mv: Move = word.parse().map_err(|error| PositionError(format!("move {number}: {error}")))?;
        // Reached only where the side that is not to move stands in check: any other move is still a move.
        if position.king(!position.side_to_move()) == Some(mv.to()) && position.is_legal(mv) {
            let reason = "it takes the king: the side that is not to move is in check";
            return Err(PositionError(format!("move {number}, {word}: {reason}")));
        }
        let played = position.try_apply(mv);
        played.map_err(|reason| PositionError(format!("move {number}, {word}: {reason}")))?;
    }
    Ok(PositionText { position, repairs })
}

/// A search means nothing where the side to move could take the king, nor where one set of pieces does not suffice.
pub fn refuse_unplayable(position: &Position) -> Result<(), PositionError> {
    refuse(position, |finding| finding == Finding::OpponentInCheck || finding.misses() == Level::Consistent)
}

/// As [`refuse_unplayable`], of the start of a game that was played all the same: two pawns on a file, or a piece that can
/// never move, are the record's doing, and moves have a meaning with them.
pub fn refuse_unplayed(position: &Position) -> Result<(), PositionError> {
    let forgiven =
        |finding| matches!(finding, Finding::TwoPawns(..) | Finding::DeadEnd(_) | Finding::NoKing(_));
    refuse(position, |finding| !forgiven(finding))
}

fn refuse(position: &Position, fatal: impl Fn(Finding) -> bool) -> Result<(), PositionError> {
    match position.validate().findings.into_iter().find(|finding| fatal(*finding)) {
        None => Ok(()),
        Some(finding) => Err(PositionError(format!("no move can be played: {finding}"))),
    }
}

/// The part before the word `moves`, and the words behind it.
fn split_moves(text: &str) -> (&str, &str) {
    for (at, _) in text.match_indices(" moves") {
        let rest = &text[at + " moves".len()..];
        if rest.is_empty() || rest.starts_with(char::is_whitespace) {
            return (&text[..at], rest);
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_gives_the_same_position() {
        let expected = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        let start = shogi::STARTPOS;
        for text in [
            "startpos moves 7g7f".to_owned(),
            "position startpos moves  7g7f ".to_owned(),
            format!("{start} moves 7g7f"),
            format!("sfen {start} moves 7g7f"),
            format!("position sfen {start} moves 7g7f"),
            expected.to_owned(),
        ] {
            let read = read_position(&text, false).unwrap();
            assert_eq!(read.position.to_sfen(), expected, "{text}");
            assert!(read.repairs.is_empty());
        }
        assert_eq!(read_position("startpos moves", false).unwrap().position, Position::startpos());
    }

    #[test]
    fn an_illegal_move_is_named_with_its_number_and_reason() {
        let told = |text| read_position(text, false).err().unwrap().to_string();
        let pawn = told("startpos moves 7g7f 3c3d 2h2c+");
        assert_eq!(pawn, "move 3, 2h2c+: a piece stands in the way");
        assert!(told("startpos moves 7g7f win").starts_with("move 2: \"win\" is not a USI move"));
        assert!(told("").contains("expected `startpos`"));
        assert!(told("sfen ").contains("expected `startpos`"));
    }

    #[test]
    fn only_the_lenient_reader_repairs() {
        let text = "4k4/9/9/9/9/9/9/9/4K4  b  -  0 moves 5i5h";
        assert!(read_position(text, false).is_err());
        let read = read_position(text, true).unwrap();
        assert_eq!(read.position.to_sfen(), "4k4/9/9/9/9/9/9/4K4/9 w - 2");
        assert!(!read.repairs.is_empty());
    }
}
