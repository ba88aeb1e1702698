//! Reads one game in KIF or KI2.

use super::header::Header;
use super::variation::Lines;
use super::{Shape, closing, first_word, shape, side_of_mark, trim};
use crate::lines::{Block, TextLine};
use crate::notation::{Misread, Written};
use crate::{Cut, EndingKind, Game, Note, Place, Ply, RecordError, comment};
use shogi::{Color, Finding, Move, Position};
use std::time::Duration;

/// Reads the lines of one game.
pub(crate) fn parse(block: &Block) -> Result<Game, RecordError> {
    let mut parser = Parser {
        block,
        game: Game::new(block.first_place(), Position::startpos()),
        header: Header::default(),
        board: None,
        unplayable: false,
        lines: Lines::default(),
        base: 0,
        numbered: false,
        last: Last::Nothing,
        empty: true,
        pending: Vec::new(),
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

/// What a comment belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Move,
    Ending,
    /// A move that was left out: nothing more of its line is kept.
    LeftOut,
}

struct Parser<'a> {
    block: &'a Block,
    game: Game,
    header: Header,
    /// The position after the latest move, once the header is complete.
    board: Option<Position>,
    /// The side to move could take the king at the start: no move means anything.
    unplayable: bool,
    lines: Lines,
    /// Number of the first move, minus one.
    base: usize,
    /// The moves have numbers: KIF. (KI2 has none, and tells the end in the closing line only.)
    numbered: bool,
    last: Last,
    /// Nothing of a record has been seen.
    empty: bool,
    /// Comments at the beginning of a branch: they go to its first move.
    pending: Vec<String>,
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
        let text = line.text.as_str();
        let shape = shape(text);
        if let Some(fault) = line.fault {
            if !matches!(shape, Shape::Comment | Shape::Blank | Shape::Bookmark | Shape::Header) {
                return self.error(line, 1, fault);
            }
            self.note(line, fault);
        }
        self.empty &= matches!(shape, Shape::Blank | Shape::Unknown | Shape::Comment);
        match shape {
            Shape::Blank | Shape::Title => Ok(()),
            Shape::Comment => {
                self.comment(text);
                Ok(())
            }
            Shape::Bookmark => {
                self.bookmark(trim(text).trim_start_matches('&'));
                Ok(())
            }
            Shape::Variation => self.variation(line),
            Shape::Closing => self.closing(line),
            Shape::Numbered(number) => self.numbered_move(line, number),
            Shape::Marked => self.marked_moves(line),
            Shape::Unknown if self.board.is_some() => {
                let to_move = self.board.as_ref().map_or(Color::Black, Position::side_to_move);
                match EndingKind::from_kif_word(trim(text), to_move) {
                    Some(kind) => self.ending(line, 1, kind, None),
                    None => self.error(line, 1, "expected a move, a comment, 変化 or まで"),
                }
            }
            Shape::MoveNumber
            | Shape::Row
            | Shape::Frame
            | Shape::Turn(_)
            | Shape::Header
            | Shape::Unknown => {
                match self.header.read(text, shape) {
                    Ok(true) => {}
                    Ok(false) => self.note(line, "a line of the header that is not understood, left out"),
                    Err(reason) => return self.error(line, 1, reason),
                }
                Ok(())
            }
        }
    }

    fn comment(&mut self, text: &str) {
        // Blanks behind the star belong to the comment.
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let text = text.strip_prefix(['*', '＊']).unwrap_or(text);
        match self.last {
            Last::Nothing if self.lines.current().is_some() => self.pending.push(text.to_owned()),
            Last::Nothing => self.game.comments.push(text.to_owned()),
            Last::Move => {
                let mover = self.board.as_ref().map_or(Color::Black, |board| !board.side_to_move());
                if let Some(ply) = self.lines.line(&mut self.game).plies.last_mut() {
                    comment::attach(ply, text, mover);
                }
            }
            Last::Ending => {
                if let Some(ending) = &mut self.lines.line(&mut self.game).ending {
                    ending.comments.push(text.to_owned());
                }
            }
            Last::LeftOut => {}
        }
    }

    fn bookmark(&mut self, name: &str) {
        match (self.last, self.lines.line(&mut self.game).plies.last_mut()) {
            (Last::Move, Some(ply)) => ply.bookmark = Some(name.to_owned()),
            // A bookmark at the start position has no move to stand at.
            (Last::Nothing, _) => self.game.comments.push(format!("&{name}")),
            _ => {}
        }
    }

    /// Completes the start position.
    fn begin(&mut self, line: &TextLine) -> Result<(), RecordError> {
        if self.board.is_some() {
            return Ok(());
        }
        let start = match self.header.start() {
            Ok(start) => start,
            Err(reason) => return self.error(line, 1, format!("the start position: {reason}")),
        };
        for note in start.notes {
            self.note(line, note);
        }
        for finding in start.findings {
            self.unplayable |= finding == Finding::OpponentInCheck;
            self.note(line, format!("the start position: {finding}"));
        }
        self.game.headers = std::mem::take(&mut self.header.fields);
        self.game.start = start.position.clone();
        self.board = Some(start.position);
        Ok(())
    }

    /// `   3 ２二角成(88) ( 0:01/00:00:02)`, `  11 中断`
    fn numbered_move(&mut self, line: &TextLine, number: usize) -> Result<(), RecordError> {
        self.begin(line)?;
        self.numbered = true;
        if self.last == Last::LeftOut {
            self.leave_out(line);
            return Ok(());
        }
        let text = line.text.as_str();
        let made = self.board.as_ref().map_or(0, Position::history_len);
        if made == 0 && self.lines.current().is_none() && number != 1 {
            let expected = self.header.moves_before.map(|moves| moves + 1);
            if expected != Some(number) {
                return self.error(line, 1, format!("expected move 1, found move {number}"));
            }
            self.base = number.saturating_sub(1);
        }
        let expected = self.base + made + 1;
        let start = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let column = |at: usize| text[..at].chars().count() + 1;
        if number != expected {
            return self.error(line, column(start), format!("expected move {expected}, found move {number}"));
        }
        let digits = text[start..].bytes().take_while(u8::is_ascii_digit).count();
        let after = &text[start + digits..];
        let body = after.trim_start_matches(|c: char| c.is_whitespace() || c == ':');
        let mut at = text.len() - body.len();
        if let Some(mark) = body.chars().next().filter(|&c| side_of_mark(c).is_some()) {
            self.check_side(line, column(at), mark)?;
            at += mark.len_utf8();
        }
        let body = &text[at..];
        let to_move = self.board.as_ref().map_or(Color::Black, Position::side_to_move);
        let word = first_word(body);
        if let Some(kind) = EndingKind::from_kif_word(word, to_move) {
            let time = self.time(line, &body[word.len()..]);
            return self.ending(line, column(at), kind, time);
        }
        let used = self.written(line, column(at), body)?;
        let rest: String = body.chars().skip(used).collect();
        let time = self.time(line, &rest);
        if self.last == Last::Move
            && let Some(ply) = self.lines.line(&mut self.game).plies.last_mut()
        {
            ply.time = time;
        }
        Ok(())
    }

    /// `▲７六歩 △３四歩 …`
    fn marked_moves(&mut self, line: &TextLine) -> Result<(), RecordError> {
        self.begin(line)?;
        let text = line.text.as_str();
        let marks: Vec<_> = text.char_indices().filter(|&(_, c)| side_of_mark(c).is_some()).collect();
        for (index, &(at, mark)) in marks.iter().enumerate() {
            if self.last == Last::LeftOut {
                self.leave_out(line);
                continue;
            }
            let end = marks.get(index + 1).map_or(text.len(), |&(next, _)| next);
            let body = &text[at + mark.len_utf8()..end];
            let blanks = body.len() - body.trim_start().len();
            let begins = at + mark.len_utf8() + blanks;
            let column = text[..begins].chars().count() + 1;
            self.check_side(line, column - 1, mark)?;
            let body = &text[begins..end];
            let to_move = self.board.as_ref().map_or(Color::Black, Position::side_to_move);
            if let Some(kind) = EndingKind::from_kif_word(trim(body), to_move) {
                self.ending(line, column, kind, None)?;
                continue;
            }
            let used = self.written(line, column, body)?;
            let rest: String = body.chars().skip(used).collect();
            if !trim(&rest).is_empty() && self.last == Last::Move {
                return self.error(
                    line,
                    column + used,
                    format!("unexpected text behind the move: {:?}", trim(&rest)),
                );
            }
        }
        Ok(())
    }

    fn check_side(&self, line: &TextLine, column: usize, mark: char) -> Result<(), RecordError> {
        let turn = self.board.as_ref().map(Position::side_to_move);
        match (turn, side_of_mark(mark)) {
            (Some(turn), Some(marked)) if turn != marked => {
                self.error(line, column, format!("it is {turn}'s turn, but the move is marked as {marked}'s"))
            }
            _ => Ok(()),
        }
    }

    /// Reads and makes the move that `body` begins with; returns the number of characters it has.
    fn written(&mut self, line: &TextLine, column: usize, body: &str) -> Result<usize, RecordError> {
        if self.lines.line(&mut self.game).ending.is_some() {
            return self.error(line, column, "a move after the end of the game");
        }
        let in_branch = self.lines.current().is_some();
        let read = Written::parse(body).and_then(|(written, used)| Ok((self.meaning(&written)?, used)));
        let ((mv, misfit), used) = match read {
            Ok(read) => read,
            Err(misread) => {
                let at = if let Misread::Unreadable { at, .. } = misread { at } else { 0 };
                let legal_text = matches!(misread, Misread::Illegal(_));
                let text = first_word(body).to_owned();
                let first = self.lines.line(&mut self.game).plies.is_empty();
                if !in_branch && legal_text && first {
                    return self.error(line, column, format!("{text}: illegal move at ply 1: {misread}"));
                }
                // A branch that cannot be read does not cost the main line.
                if !in_branch && !legal_text {
                    return self.error(line, column + at, format!("{text}: {misread}"));
                }
                let place = self.place(line, column + at);
                let cut = Cut { place, text, reason: misread.to_string(), left_out: 1 };
                self.lines.line(&mut self.game).cut = Some(cut);
                self.last = Last::LeftOut;
                return Ok(body.chars().count());
            }
        };
        if misfit {
            self.note(
                line,
                format!("{}: the words that tell pieces apart fit none; the only move is taken", trim(body)),
            );
        }
        if let Some(board) = &mut self.board {
            board.apply(mv);
        }
        let comments = std::mem::take(&mut self.pending);
        self.lines.line(&mut self.game).plies.push(Ply { comments, ..Ply::from(mv) });
        self.last = Last::Move;
        Ok(used)
    }

    fn meaning(&self, written: &Written) -> Result<(Move, bool), Misread> {
        let Some(board) = &self.board else { return Err(Misread::Illegal("no position".to_owned())) };
        if self.unplayable {
            let reason = "the king of the other side already stands in check";
            return Err(Misread::Illegal(reason.to_owned()));
        }
        let same =
            if board.history_len() == 0 { self.header.last_square } else { board.last_move().map(Move::to) };
        written.resolve(board, same)
    }

    /// Counts a move of a line that was cut. A foul that is then punished belongs to the record.
    fn leave_out(&mut self, line: &TextLine) {
        let text = trim(&line.text).trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
        let mover = self.board.as_ref().map_or(Color::Black, Position::side_to_move);
        let is_foul = matches!(first_word(text), "反則勝ち" | "反則負け" | "反則勝" | "反則負");
        let kept = self.lines.line(&mut self.game);
        if is_foul && kept.cut.is_some() {
            kept.ending = Some(EndingKind::Foul(mover).into());
        } else if let Some(cut) = &mut kept.cut
            && EndingKind::from_kif_word(first_word(text), mover).is_none()
        {
            cut.left_out += 1;
        }
    }

    /// The time spent, from `( 0:01/00:00:02)`.
    fn time(&mut self, line: &TextLine, rest: &str) -> Option<Duration> {
        // `+` behind the time: a branch leaves here.
        let rest = trim(rest).trim_end_matches('+');
        let rest = trim(rest);
        if rest.is_empty() {
            return None;
        }
        let inner = rest.strip_prefix(['(', '（']).and_then(|text| text.split(['/', '／', ')', '）']).next());
        let time = inner.and_then(clock);
        if time.is_none() && inner.is_none_or(|inner| !trim(inner).is_empty()) {
            self.note(line, format!("{rest:?} behind the move is no time, left out"));
        }
        time
    }

    fn ending(
        &mut self,
        line: &TextLine,
        column: usize,
        kind: EndingKind,
        time: Option<Duration>,
    ) -> Result<(), RecordError> {
        if self.last == Last::LeftOut {
            self.leave_out(line);
            return Ok(());
        }
        let kept = self.lines.line(&mut self.game);
        if kept.ending.is_some() {
            return self.error(line, column, "a second end of the game");
        }
        kept.ending = Some(crate::Ending { kind, time, comments: Vec::new() });
        self.last = Last::Ending;
        let doubt = self.board.as_ref().and_then(|board| crate::doubt::doubt(board, kind));
        if let Some(doubt) = doubt {
            self.note(line, doubt);
        }
        Ok(())
    }

    /// `まで96手で後手の勝ち`
    fn closing(&mut self, line: &TextLine) -> Result<(), RecordError> {
        self.begin(line)?;
        let Some(closing) = closing::parse(&line.text) else {
            self.note(line, "a closing line that is not understood, left out");
            return Ok(());
        };
        if self.last == Last::LeftOut {
            return Ok(());
        }
        let (made, to_move) = self
            .board
            .as_ref()
            .map_or((0, Color::Black), |board| (board.history_len(), board.side_to_move()));
        if let Some(told) = closing.plies
            && told != made
            && told != made + self.base
            && Some(told) != self.header.moves_before.map(|moves| moves + made)
        {
            let text = format!("the closing line tells of {told} moves, but {made} were read");
            // KI2 has no move numbers: nothing else would show that moves are missing.
            if !self.numbered && self.lines.current().is_none() {
                return self.error(line, 1, text);
            }
            self.note(line, text);
        }
        let kind = closing.kind(to_move, !self.numbered);
        match self.lines.line(&mut self.game).ending.as_ref().map(|ending| ending.kind) {
            None => self.ending(line, 1, kind, None),
            Some(told) if told.outcome(to_move) != kind.outcome(to_move) => {
                self.note(
                    line,
                    "the closing line gives another result than the last move; the last move counts",
                );
                Ok(())
            }
            Some(_) => Ok(()),
        }
    }

    /// `変化：10手`
    fn variation(&mut self, line: &TextLine) -> Result<(), RecordError> {
        self.begin(line)?;
        let digits: String = trim(&line.text)
            .chars()
            .skip_while(|c| crate::notation::digit(*c).is_none())
            .map_while(crate::notation::digit)
            .map(|digit| char::from(b'0' + digit as u8))
            .collect();
        let number: Option<usize> = digits.parse().ok();
        let Some(at) = number.and_then(|number| number.checked_sub(self.base + 1)) else {
            return self.error(line, 1, format!("expected 変化：N手 with a number from {}", self.base + 1));
        };
        let Some(board) = &mut self.board else { return Ok(()) };
        if self.lines.open(&mut self.game, board, at) {
            self.last = Last::Nothing;
            self.pending.clear();
            return Ok(());
        }
        let place = self.place(line, 1);
        let branch_at = self.game.main.plies.len();
        let reason = format!("it leaves after {at} moves, but the main line has {branch_at}");
        if self.game.main.cut.is_none() {
            return self.error(line, 1, format!("the branch cannot be placed: {reason}"));
        }
        // The moves it leaves from were cut away.
        self.game.notes.push(Note { place, text: format!("a branch left out: {reason}") });
        self.last = Last::LeftOut;
        Ok(())
    }

    fn end(&mut self, last: &TextLine) -> Result<(), RecordError> {
        if self.empty {
            return Err(RecordError::new(self.block.first_place(), "nothing of a game record in it"));
        }
        self.begin(last)
    }
}

/// `0:01`, `1:02:03`, `12.5`
fn clock(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in trim(text).split(':') {
        let part = trim(part);
        let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let value: f64 = if plain { part.parse().ok()? } else { return None };
        seconds = seconds * 60.0 + value;
    }
    (seconds < 1e9).then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}
