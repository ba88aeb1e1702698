//! Writes games in CSA.

use super::{name_of, sign_of};
use crate::kifu::closing;
use crate::{EndingKind, Game, Key, comment};
use shogi::{Color, Handicap, Move, PieceKind, Position, Square};
use std::fmt::Write;
use std::time::Duration;

/// Which version of the format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Version {
    /// V2.2, unless the game has what only V3.0 can say: fractions of a second or a greatest length.
    #[default]
    Auto,
    /// V2.2: times in whole seconds.
    V22,
    /// V3.0: times in milliseconds.
    V30,
}

/// The game in CSA, without its branches.
///
/// A result for which CSA has no statement (不戦勝, 封じ手, a win of unknown kind) goes into a last comment in the words of
/// KIF, where our reader finds it again.
pub fn to_string(game: &Game, version: Version) -> String {
    let mut text = String::new();
    // A String takes everything.
    let _ = write(&mut text, game, version);
    text
}

pub(crate) fn write(out: &mut String, game: &Game, version: Version) -> std::fmt::Result {
    let v3 = match version {
        Version::V22 => false,
        Version::V30 => true,
        Version::Auto => needs_v3(game),
    };
    writeln!(out, "{}", if v3 { "V3.0" } else { "V2.2" })?;
    for (key, value) in game.headers.iter() {
        match key {
            Key::Black => writeln!(out, "N+{value}")?,
            Key::White => writeln!(out, "N-{value}")?,
            key => writeln!(out, "${}:{value}", key.csa())?,
        }
    }
    board(out, &game.start)?;
    comments(out, &game.comments)?;
    let mut position = game.start.clone();
    for ply in &game.main.plies {
        let side = position.side_to_move();
        let mv = ply.mv;
        write_move(out, &position, mv)?;
        if let Some(time) = ply.time {
            write_time(out, time, v3)?;
        }
        if let Some(score) = comment::score_line(ply, side) {
            writeln!(out, "'{score}")?;
        }
        comments(out, &ply.comments)?;
        position.apply(mv);
    }
    let to_move = position.side_to_move();
    if let Some(ending) = &game.main.ending {
        if let Some(word) = ending.kind.csa_word(to_move) {
            writeln!(out, "{word}")?;
            if let Some(time) = ending.time {
                write_time(out, time, v3)?;
            }
            comments(out, &ending.comments)?;
        } else {
            comments(out, &ending.comments)?;
            let names = closing::Names::of(game);
            let line = closing::line(ending.kind, to_move, game.main.plies.len(), names);
            writeln!(out, "'*{line}")?;
        }
    }
    Ok(())
}

fn needs_v3(game: &Game) -> bool {
    let main = &game.main;
    let fraction = |time: &Option<Duration>| time.is_some_and(|time| time.subsec_millis() != 0);
    main.plies.iter().any(|ply| fraction(&ply.time))
        || main.ending.as_ref().is_some_and(|end| fraction(&end.time) || end.kind == EndingKind::MaxMoves)
}

fn write_time(out: &mut String, time: Duration, v3: bool) -> std::fmt::Result {
    if v3 && time.subsec_millis() != 0 {
        writeln!(out, "T{}.{:03}", time.as_secs(), time.subsec_millis())
    } else {
        writeln!(out, "T{}", time.as_secs())
    }
}

fn comments(out: &mut String, lines: &[String]) -> std::fmt::Result {
    for line in lines.iter().flat_map(|comment| comment.split('\n')) {
        let line = line.trim_end_matches('\r');
        let star = if line.starts_with("** ") { "" } else { "*" };
        writeln!(out, "'{star}{line}")?;
    }
    Ok(())
}

fn square(sq: Square) -> String {
    format!("{}{}", sq.file() + 1, sq.rank() + 1)
}

fn write_move(out: &mut String, position: &Position, mv: Move) -> std::fmt::Result {
    let Some(facts) = position.facts(mv) else { return Ok(()) };
    let from = mv.from().map_or_else(|| "00".to_owned(), square);
    let kind = name_of(facts.after.kind());
    writeln!(out, "{}{from}{}{kind}", sign_of(facts.color), square(mv.to()))
}

fn board(out: &mut String, position: &Position) -> std::fmt::Result {
    if Handicap::of(position) == Some(Handicap::Even) {
        return writeln!(out, "PI\n+");
    }
    for rank in 0..9 {
        write!(out, "P{}", rank + 1)?;
        for file in (0..9).rev() {
            match Square::new(file, rank).and_then(|sq| position.piece_at(sq)) {
                Some(piece) => write!(out, "{}{}", sign_of(piece.color()), name_of(piece.kind()))?,
                None => out.push_str(" * "),
            }
        }
        out.push('\n');
    }
    for color in Color::ALL {
        let hand = position.hand(color);
        if !hand.is_empty() {
            write!(out, "P{}", sign_of(color))?;
            for kind in PieceKind::HAND {
                for _ in 0..hand.count(kind) {
                    write!(out, "00{}", name_of(kind))?;
                }
            }
            out.push('\n');
        }
    }
    writeln!(out, "{}", sign_of(position.side_to_move()))
}
