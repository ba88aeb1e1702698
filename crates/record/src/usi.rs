//! USI lines: one game a line, `startpos moves 7g7f …` or `sfen … moves …`.

use crate::lines::Block;
use crate::{Cut, EndingKind, Game, Note, RecordError};
use shogi::{Finding, Handicap, Move, Position};
use std::fmt::Write;

/// Reads the one line of a block. Before the position the word `position` may stand, behind the moves `resign` or `win`.
pub(crate) fn parse(block: &Block) -> Result<Game, RecordError> {
    let Some(line) = block.lines.first() else {
        return Err(RecordError::new(block.first_place(), "no line"));
    };
    let error = |column, reason: String| RecordError::new(block.place(line, column), reason);
    if let Some(fault) = line.fault {
        return Err(error(1, fault.to_owned()));
    }
    let text = line.text.as_str();
    let column = |at: usize| text[..at].chars().count() + 1;
    let words = Words(text, 0).collect::<Vec<_>>();
    let mut words = words.into_iter().peekable();
    words.next_if(|&(_, word)| word == "position");
    let Some((at, first)) = words.next() else { return Err(error(1, "an empty line".to_owned())) };
    let mut game = Game::new(block.place(line, 1), Position::startpos());
    if first != "startpos" {
        let begin = if first == "sfen" {
            match words.peek() {
                Some(&(at, _)) => at,
                None => return Err(error(column(at), "no SFEN behind the word sfen".to_owned())),
            }
        } else {
            at
        };
        let mut end = text.len();
        while let Some(&(at, word)) = words.peek() {
            if word == "moves" {
                end = at;
                break;
            }
            words.next();
        }
        let sfen = text[begin..end].trim_end();
        let read = Position::from_sfen_lenient(sfen);
        let (position, repairs) =
            read.map_err(|fault| error(column(begin) + fault.column - 1, fault.to_string()))?;
        game.start = position;
        let note = |repair: &shogi::Repair| Note {
            place: block.place(line, column(begin)),
            text: repair.to_string(),
        };
        game.notes.extend(repairs.iter().map(note));
        let validation = game.start.validate();
        for finding in validation.findings {
            if matches!(finding, Finding::TwoKings(_) | Finding::TooMany { .. }) {
                return Err(error(column(begin), finding.to_string()));
            }
            let place = block.place(line, column(begin));
            game.notes.push(Note { place, text: format!("the start position: {finding}") });
        }
    }
    match words.next() {
        None => return Ok(game),
        Some((_, "moves")) => {}
        Some((at, word)) => return Err(error(column(at), format!("expected moves, found {word:?}"))),
    }
    let unplayable = game.start.validate().findings.contains(&Finding::OpponentInCheck);
    let mut board = game.start.clone();
    while let Some((at, word)) = words.next() {
        let kind = match word {
            "resign" => Some(EndingKind::Resignation),
            "win" => Some(EndingKind::Declaration),
            _ => None,
        };
        if let Some(kind) = kind {
            if let Some((at, word)) = words.next() {
                return Err(error(column(at), format!("{word:?} behind the end of the game")));
            }
            game.main.ending = Some(kind.into());
            break;
        }
        let mv: Move = match word.parse() {
            Ok(mv) => mv,
            Err(fault) => {
                let mut error = error(column(at), fault.to_string());
                error.prefix = (!game.main.plies.is_empty()).then(|| Box::new(game));
                return Err(error);
            }
        };
        let legality = if unplayable {
            Err("the king of the other side already stands in check".to_owned())
        } else {
            board.legality(mv).map_err(|reason| reason.to_string())
        };
        match legality {
            Ok(()) => {
                board.apply(mv);
                game.main.plies.push(mv.into());
            }
            Err(reason) if game.main.plies.is_empty() => {
                return Err(error(column(at), format!("{word}: illegal move at ply 1: {reason}")));
            }
            Err(reason) => {
                let left_out = 1 + words.filter(|&(_, word)| word != "resign" && word != "win").count();
                let place = block.place(line, column(at));
                game.main.cut = Some(Cut { place, text: word.to_owned(), reason, left_out });
                break;
            }
        }
    }
    Ok(game)
}

/// Words with the byte where each begins.
struct Words<'a>(&'a str, usize);

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let Self(text, from) = *self;
        let begin = from + text[from..].find(|c: char| !c.is_whitespace())?;
        let end = text[begin..].find(char::is_whitespace).map_or(text.len(), |length| begin + length);
        self.1 = end;
        Some((begin, &text[begin..end]))
    }
}

/// The main line of a game as one USI line, without a line end: `startpos moves …` or `sfen … moves …`, and `resign` or
/// `win` where the game ended so. Other endings, names, times, comments and branches have no place in it.
pub fn usi_line(game: &Game) -> String {
    let mut text = if Handicap::of(&game.start) == Some(Handicap::Even) && game.start.ply() == 1 {
        "startpos".to_owned()
    } else {
        format!("sfen {}", game.start)
    };
    let word = game.main.ending.as_ref().and_then(|ending| word_of(ending.kind));
    if game.moves().len() > 0 || word.is_some() {
        text += " moves";
    }
    for mv in game.moves() {
        let _ = write!(text, " {mv}");
    }
    if let Some(word) = word {
        text = text + " " + word;
    }
    text
}

/// The word behind the moves that tells how a game ended; there are two.
pub(crate) const fn word_of(kind: EndingKind) -> Option<&'static str> {
    match kind {
        EndingKind::Resignation => Some("resign"),
        EndingKind::Declaration => Some("win"),
        _ => None,
    }
}

/// Whether a line looks like a USI line and like nothing else.
pub(crate) fn is_likely(line: &str) -> bool {
    let text = line.trim();
    let text = text.strip_prefix("position ").unwrap_or(text);
    text == "startpos"
        || text.starts_with("startpos ")
        || text.starts_with("sfen ")
        || Position::from_sfen_lenient(text.split(" moves").next().unwrap_or(text)).is_ok()
}
