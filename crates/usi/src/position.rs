//! `position`: a start position and the moves from it, read into a position with its whole history.

use crate::error::{ErrorKind, ParseError};
use crate::tokens::{Tokens, strict};
use shogi::{Finding, Position, Repair, STARTPOS};
use std::fmt;
use std::str::FromStr;

/// The `position` command: the position reached, its history reaching back to the start position that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The position with every move played.
    pub position: Position,
}

const FIELDS: [&str; 4] = ["board", "side to move", "hands", "move number"];

impl PositionCommand {
    /// The strict reader; see [`PositionCommand::parse_lenient`].
    ///
    /// # Errors
    /// The first thing wrong, a SFEN that needs repair included.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        strict(Self::parse_lenient(text)?)
    }

    /// Reads `[position] startpos [moves …]` or `[position] sfen BOARD SIDE HANDS NUMBER [moves …]`.
    ///
    /// A SFEN that the lenient reader of `shogi` can repair is used and the repair handed back. Everything else that is
    /// wrong is an error: a game of which a part was left out is another game. Every move is checked against the rules.
    ///
    /// # Errors
    /// The first thing wrong that cannot be repaired.
    pub fn parse_lenient(text: &str) -> Result<(Self, Vec<ParseError>), ParseError> {
        let mut tokens = Tokens::new(text)?;
        tokens.accept("position");
        Self::read(&mut tokens)
    }

    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<(Self, Vec<ParseError>), ParseError> {
        const EXPECTED: &str = "startpos or sfen";
        let mut problems = Vec::new();
        let kind = tokens.expect(EXPECTED)?;
        let mut position = match kind.text {
            "startpos" => Position::startpos(),
            "sfen" => {
                let mut fields = Vec::with_capacity(4);
                while fields.len() < 4 && tokens.peek().is_some_and(|token| token.text != "moves") {
                    fields.extend(tokens.next());
                }
                let sfen = fields.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
                let first = fields.first().map_or_else(|| kind.index + 1, |token| token.index);
                let at = |field: &str, kind| {
                    let place = FIELDS.iter().position(|&name| name == field).unwrap_or(fields.len());
                    let token = fields.get(place).map_or("", |token| token.text);
                    ParseError { index: first + place, token: token.to_owned(), kind }
                };
                let (position, repairs) =
                    Position::from_sfen_lenient(&sfen).map_err(|error| at(error.field, error.into()))?;
                if let Some(reason) = unplayable(&position) {
                    return Err(at("board", ErrorKind::Unplayable(reason)));
                }
                let noted = |Repair(what)| at("board", ErrorKind::Repaired(what));
                problems.extend(repairs.into_iter().map(noted));
                position
            }
            _ => return Err(kind.error(ErrorKind::Unexpected(EXPECTED))),
        };
        if let Some(token) = tokens.next().filter(|token| token.text != "moves") {
            return Err(token.error(ErrorKind::Unexpected("moves or the end of the line")));
        }
        for (index, token) in tokens.by_ref().enumerate() {
            let mv = token.mv()?;
            position.try_apply(mv).map_err(|reason| {
                token.error(ErrorKind::IllegalMove { number: index + 1, reason: reason.to_string() })
            })?;
        }
        Ok((Self { position }, problems))
    }
}

/// Why no move can be judged here: a king could be taken, or one set of pieces does not suffice. (A side without a king is
/// well: mating problems have one.)
fn unplayable(position: &Position) -> Option<String> {
    let us = position.side_to_move();
    let fatal = |finding: &Finding| match finding {
        Finding::NoKing(_) => None,
        Finding::OpponentInCheck => Some(format!("it is {us}'s turn and {}'s king stands in check", !us)),
        other => Some(other.to_string()),
    };
    position.validate().findings.iter().find_map(fatal)
}

/// The `startpos moves …` or `sfen … moves …` that leads to `position`.
///
/// It begins where the history does, or after the latest pass in it, which USI cannot express.
pub fn position_text(position: &Position) -> String {
    let mut start = position.clone();
    let mut moves = Vec::with_capacity(start.history_len());
    while let Some(mv) = start.last_move() {
        moves.push(mv);
        start.undo();
    }
    let sfen = start.to_sfen();
    let mut text = if sfen == STARTPOS { "startpos".to_owned() } else { format!("sfen {sfen}") };
    if !moves.is_empty() {
        text += " moves";
        for mv in moves.iter().rev() {
            text.push(' ');
            text += &mv.to_string();
        }
    }
    text
}

impl FromStr for PositionCommand {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {}", position_text(&self.position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_goes_back_to_the_start_that_was_sent() {
        let text = "sfen 4k4/9/9/9/9/9/9/9/4K3R b P 7 moves P*5e 5a4a 5e5d";
        let read = PositionCommand::parse(text).unwrap();
        assert_eq!((read.position.history_len(), read.position.ply()), (3, 10));
        assert_eq!(position_text(&read.position), text);
    }

    #[test]
    fn a_pass_ends_what_can_be_told() {
        let mut position = PositionCommand::parse("startpos moves 7g7f").unwrap().position;
        position.apply_null();
        position.try_apply("2g2f".parse().unwrap()).unwrap();
        let text = position_text(&position);
        assert!(text.starts_with("sfen ") && text.ends_with(" 3 moves 2g2f"), "{text}");
        assert_eq!(PositionCommand::parse(&text).unwrap().position.key(), position.key());
    }
}
