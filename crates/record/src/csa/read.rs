//! Reads one game in CSA.

use super::board::{Start, square};
use super::statement::{Statement, statements};
use super::{kind_of, sign_of};
use crate::kifu::closing;
use crate::lines::{Block, TextLine};
use crate::{Cut, Ending, EndingKind, Game, Key, Note, Place, RecordError};
use shogi::{Color, Finding, Move, Position};
use std::time::Duration;

/// Reads the lines of one game.
pub(crate) fn parse(block: &Block) -> Result<Game, RecordError> {
    let mut parser = Parser {
        block,
        game: Game::new(block.first_place(), Position::startpos()),
        start: Start::new(),
        board: None,
        last: Last::Nothing,
        finished: false,
    };
    let result = block.lines.iter().try_for_each(|line| parser.line(line));
    let result = result.and_then(|()| match block.lines.last() {
        Some(line) => parser.end(line),
        None => Ok(()),
    });
    match result {
        Ok(()) => Ok(parser.game),
        Err(mut error) => {
            let read_something = !parser.game.main.plies.is_empty();
            error.prefix = read_something.then(|| Box::new(parser.game));
            Err(error)
        }
    }
}

/// What a time or a comment belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Move,
    Ending,
    /// An illegal move: nothing after it is kept.
    Cut,
}

struct Parser<'a> {
    block: &'a Block,
    game: Game,
    start: Start,
    /// The position after the latest move, once the start position is complete.
    board: Option<Position>,
    last: Last,
    /// A closing statement was read.
    finished: bool,
}

impl Parser<'_> {
    fn place(&self, line: &TextLine, column: usize) -> Place {
        self.block.place(line, column)
    }

    fn error<T>(&self, line: &TextLine, column: usize, reason: impl Into<String>) -> Result<T, RecordError> {
        Err(RecordError::new(self.place(line, column), reason))
    }

    fn note(&mut self, line: &TextLine, text: impl Into<String>) {
        let place = self.place(line, 1);
        self.game.notes.push(Note { place, text: text.into() });
    }

    fn line(&mut self, line: &TextLine) -> Result<(), RecordError> {
        if let Some(fault) = line.fault {
            if !line.text.starts_with(['\'', '$', 'N']) {
                return self.error(line, 1, fault);
            }
            self.note(line, fault);
        }
        if let Some(comment) = line.text.strip_prefix('\'') {
            self.comment(line, comment);
            return Ok(());
        }
        for statement in statements(&line.text) {
            self.statement(line, statement)?;
        }
        Ok(())
    }

    fn comment(&mut self, line: &TextLine, comment: &str) {
        if line.number == 1 && comment.starts_with("CSA encoding=") {
            return;
        }
        // `'*` marks what programs should keep, `'** ` an evaluation.
        let text = match comment.strip_prefix('*') {
            Some(rest) if !comment.starts_with("** ") => rest,
            _ => comment,
        };
        let to_move = self.game.side_after(self.game.main.plies.len());
        match self.last {
            Last::Nothing => self.game.comments.push(text.to_owned()),
            Last::Cut => {}
            Last::Ending => {
                if let Some(ending) = &mut self.game.main.ending {
                    ending.comments.push(text.to_owned());
                }
            }
            Last::Move => {
                if let Some(ply) = self.game.main.plies.last_mut() {
                    crate::comment::attach(ply, text, to_move.other());
                }
            }
        }
    }

    fn statement(&mut self, line: &TextLine, statement: Statement<'_>) -> Result<(), RecordError> {
        let Statement { text, column } = statement;
        let mut chars = text.chars();
        match chars.next() {
            Some('V') => Ok(()),
            Some('N') if text.starts_with("N+") || text.starts_with("N-") => {
                let key = if text.starts_with("N+") { Key::Black } else { Key::White };
                self.game.headers.push(key, &text[2..]);
                Ok(())
            }
            Some('$') => {
                let Some((key, value)) = text[1..].split_once(':') else {
                    return self.error(line, column, "expected $KEY:value");
                };
                self.game.headers.push(Key::from_csa(key), value);
                Ok(())
            }
            Some('P') => {
                if self.board.is_some() {
                    return self.error(line, column, "a board statement after the first move");
                }
                match self.start.read(text) {
                    Ok(false) => Ok(()),
                    Ok(true) => {
                        self.note(line, "a board row with collapsed blanks, read word by word");
                        Ok(())
                    }
                    Err((at, reason)) => self.error(line, column + at, reason),
                }
            }
            Some('+' | '-') if text.len() == 1 => {
                if self.board.is_some() {
                    return self.error(line, column, "the side to move after the first move");
                }
                self.start.side = Some(color_of(text));
                Ok(())
            }
            Some('+' | '-') => self.mv(line, statement),
            Some('T') => self.time(line, statement),
            Some('%') => self.closing(line, statement),
            _ => self.error(
                line,
                column,
                format!("{text:?} is no statement of CSA (V, N, $, P, +, -, T, % or a comment)"),
            ),
        }
    }

    /// Completes the start position; `side` moves first where the record does not say.
    fn begin(&mut self, line: &TextLine, side: Color) -> Result<(), RecordError> {
        if self.board.is_some() {
            return Ok(());
        }
        let given = self.start.finish();
        if given.is_none() {
            self.note(line, "no start position, read as that of an even game");
        }
        let mut setup = given.unwrap_or_else(crate::setup::Setup::even);
        if self.start.side.is_none() && self.start.is_given() {
            self.note(line, "the record does not say who moves first, the first move tells");
        }
        setup.side = self.start.side.unwrap_or(side);
        let (position, findings) = match setup.position() {
            Ok(found) => found,
            Err(reason) => return self.error(line, 1, format!("the start position: {reason}")),
        };
        for finding in findings {
            self.note(line, format!("the start position: {finding}"));
        }
        self.game.start = position.clone();
        self.board = Some(position);
        Ok(())
    }

    fn mv(&mut self, line: &TextLine, statement: Statement<'_>) -> Result<(), RecordError> {
        let Statement { text, column } = statement;
        let mover = color_of(text);
        self.begin(line, mover)?;
        if self.last == Last::Cut {
            if let Some(cut) = &mut self.game.main.cut {
                cut.left_out += 1;
            }
            return Ok(());
        }
        if self.finished {
            return match self.game.main.ending.as_ref().map(|ending| ending.kind) {
                // What was taken back is not recorded: nothing after it can be trusted.
                Some(EndingKind::TakeBack) => {
                    let reason = "a move after %MATTA, which does not say how many moves were taken back";
                    self.cut(line, statement, reason);
                    Ok(())
                }
                _ => self.error(line, column, "a move after the end of the game"),
            };
        }
        let Some(board) = &mut self.board else { return Ok(()) };
        if board.side_to_move() != mover {
            let (turn, marked) = (board.side_to_move(), mover);
            return self.error(
                line,
                column,
                format!("it is {turn}'s turn, but the move is marked as {marked}'s"),
            );
        }
        match meaning(board, text) {
            Ok(mv) => {
                board.apply(mv);
                self.game.main.plies.push(mv.into());
                self.last = Last::Move;
                Ok(())
            }
            Err(Wrong::Text(at, reason)) => self.error(line, column + at, reason),
            Err(Wrong::Rules(reason)) if self.game.main.plies.is_empty() => {
                self.error(line, column, format!("{text}: illegal move at ply 1: {reason}"))
            }
            Err(Wrong::Rules(reason)) => {
                self.cut(line, statement, &reason);
                Ok(())
            }
        }
    }

    fn cut(&mut self, line: &TextLine, statement: Statement<'_>, reason: &str) {
        let place = self.place(line, statement.column);
        let (text, reason) = (statement.text.to_owned(), reason.to_owned());
        self.game.main.cut = Some(Cut { place, text, reason, left_out: 1 });
        self.last = Last::Cut;
    }

    fn time(&mut self, line: &TextLine, statement: Statement<'_>) -> Result<(), RecordError> {
        let text = &statement.text[1..];
        let Some(time) = seconds(text) else {
            return self.error(
                line,
                statement.column + 1,
                format!("expected a time in seconds, found {text:?}"),
            );
        };
        match self.last {
            Last::Move => {
                if let Some(ply) = self.game.main.plies.last_mut() {
                    ply.time = Some(time);
                }
            }
            Last::Ending => {
                if let Some(ending) = &mut self.game.main.ending {
                    ending.time = Some(time);
                }
            }
            Last::Nothing => self.note(line, "a time before the first move, left out"),
            Last::Cut => {}
        }
        Ok(())
    }

    fn closing(&mut self, line: &TextLine, statement: Statement<'_>) -> Result<(), RecordError> {
        self.begin(line, Color::Black)?;
        let Some(board) = &self.board else { return Ok(()) };
        let to_move = board.side_to_move();
        let kind = EndingKind::from_csa_word(statement.text, to_move);
        if self.last == Last::Cut {
            // An illegal move that is then punished belongs to the record; the mover has lost.
            if let Some(EndingKind::Foul(_)) = kind {
                self.game.main.ending = Some(EndingKind::Foul(to_move).into());
            }
            self.finished = true;
            return Ok(());
        }
        if self.finished {
            return self.error(line, statement.column, "a second closing statement");
        }
        self.finished = true;
        let Some(kind) = kind else {
            self.note(line, format!("unknown closing statement {}, no result read", statement.text));
            return Ok(());
        };
        let doubt = crate::doubt::doubt(board, kind);
        self.game.main.ending = Some(Ending::from(kind));
        self.last = Last::Ending;
        if let Some(doubt) = doubt {
            self.note(line, doubt);
        }
        Ok(())
    }

    fn end(&mut self, last: &TextLine) -> Result<(), RecordError> {
        self.begin(last, Color::Black)?;
        // Our writer puts what CSA has no statement for into a comment.
        let main = &mut self.game.main;
        if main.ending.is_none() && main.cut.is_none() {
            let comments = match main.plies.last_mut() {
                Some(ply) => &mut ply.comments,
                None => &mut self.game.comments,
            };
            let told = comments.last().and_then(|comment| closing::parse(comment));
            if let Some(told) = told {
                let to_move = self.board.as_ref().map_or(Color::Black, Position::side_to_move);
                main.ending = Some(told.kind(to_move, false).into());
                comments.pop();
            }
        }
        Ok(())
    }
}

fn color_of(text: &str) -> Color {
    if text.starts_with('-') { Color::White } else { Color::Black }
}

/// Seconds with a fraction or without.
fn seconds(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = if plain { text.parse().ok()? } else { return None };
    (value < 1e9).then(|| Duration::from_millis((value * 1000.0).round() as u64))
}

enum Wrong {
    Text(usize, String),
    Rules(String),
}

/// The move of `+7776FU`, `-0055KA`.
fn meaning(board: &Position, text: &str) -> Result<Move, Wrong> {
    let expected = |at, what: &str| Wrong::Text(at, format!("{text:?}: expected {what}, as in +7776FU"));
    if !text.is_ascii() || text.len() != 7 {
        return Err(expected(0, "a sign, two squares and a piece"));
    }
    let kind = kind_of(&text[5..])
        .ok_or_else(|| expected(5, "a piece (FU KY KE GI KI KA HI OU TO NY NK NG UM RY)"))?;
    let to = square(&text[3..5]).ok_or_else(|| expected(3, "a target square"))?;
    if board.history_len() == 0 && board.validate().findings.contains(&Finding::OpponentInCheck) {
        return Err(Wrong::Rules("the king of the other side already stands in check".to_owned()));
    }
    let mv = if &text[1..3] == "00" {
        Move::drop(kind, to)
            .ok_or_else(|| Wrong::Rules("a king or a promoted piece cannot be dropped".to_owned()))?
    } else {
        let from = square(&text[1..3]).ok_or_else(|| expected(1, "an origin, or 00 for the hand"))?;
        if from == to {
            return Err(Wrong::Rules("origin and target are the same square".to_owned()));
        }
        match board.piece_at(from) {
            Some(piece) if piece.kind() != kind && piece.kind().promoted() == Some(kind) => {
                Move::promotion(from, to)
            }
            Some(piece) if piece.kind() != kind => {
                let (named, stands) = (super::name_of(kind), super::name_of(piece.kind()));
                let sign = sign_of(piece.color());
                return Err(Wrong::Rules(format!(
                    "the move names {named}, but {sign}{stands} stands on {}",
                    &text[1..3]
                )));
            }
            _ => Move::new(from, to),
        }
    };
    board.legality(mv).map(|()| mv).map_err(|reason| Wrong::Rules(reason.to_string()))
}
