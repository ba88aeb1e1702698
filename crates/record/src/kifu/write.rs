//! Writes games in KIF and KI2.

use super::closing;
use crate::setup::Setup;
use crate::{Ending, Game, Key, Line, comment};
use shogi::{Bitboard, Color, Move, MoveSet, PieceKind, Position, Square, japanese_square};
use std::fmt::Write;
use std::time::Duration;

/// The game in KIF, branches included. Times are written in whole seconds, as the format has them.
pub fn to_kif(game: &Game) -> String {
    let mut text = String::new();
    // A String takes everything.
    let _ = write_kif(&mut text, game);
    text
}

/// The game in KI2, branches included. The format has neither times nor bookmarks.
pub fn to_ki2(game: &Game) -> String {
    let mut text = String::new();
    let _ = write_ki2(&mut text, game);
    text
}

pub(crate) fn write_kif(out: &mut String, game: &Game) -> std::fmt::Result {
    header(out, game)?;
    writeln!(out, "手数----指手---------消費時間--")?;
    comments(out, &game.comments)?;
    write_lines(out, game, kif_line)
}

pub(crate) fn write_ki2(out: &mut String, game: &Game) -> std::fmt::Result {
    header(out, game)?;
    out.push('\n');
    comments(out, &game.comments)?;
    write_lines(out, game, ki2_line)
}

/// Writes one line of moves from a position; `plies` moves were made before it.
type LineWriter = fn(&mut String, &Game, &Line, &mut Position, [Duration; 2]) -> std::fmt::Result;

/// The main line and then the branches, those that leave last first, each followed by its own.
fn write_lines(out: &mut String, game: &Game, write: LineWriter) -> std::fmt::Result {
    let mut position = game.start.clone();
    write(out, game, &game.main, &mut position, [Duration::ZERO; 2])?;
    let mut waiting = sorted_children(game, None);
    while let Some(index) = waiting.pop() {
        let branch = &game.branches[index];
        writeln!(out, "\n変化：{}手", branch.at + 1)?;
        let mut position = game.start.clone();
        let mut spent = [Duration::ZERO; 2];
        for ply in game.branch_plies(index).take(branch.at) {
            let total = &mut spent[position.side_to_move().index()];
            *total = total.saturating_add(ply.time.unwrap_or_default());
            position.apply(ply.mv);
        }
        write(out, game, &branch.line, &mut position, spent)?;
        waiting.extend(sorted_children(game, Some(index)));
    }
    Ok(())
}

/// Children so that the last of the list is to be written first: by where they leave, and among equals the first in the
/// record first.
fn sorted_children(game: &Game, parent: Option<usize>) -> Vec<usize> {
    let mut children: Vec<_> = game.children(parent).collect();
    children.sort_by_key(|&index| (game.branches[index].at, std::cmp::Reverse(index)));
    children
}

fn header(out: &mut String, game: &Game) -> std::fmt::Result {
    let handicap = game.handicap();
    let names = closing::Names::of(game);
    // The start comes first: it tells where a game begins in a file with several.
    match handicap {
        Some(handicap) => writeln!(out, "手合割：{}", handicap.name())?,
        None => diagram(out, &game.start)?,
    }
    let is_player = |key: &Key| matches!(key, Key::Black | Key::White);
    for (key, value) in game.headers.iter().filter(|(key, _)| !is_player(key)) {
        writeln!(out, "{}：{value}", key.kif())?;
    }
    for (key, value) in game.headers.iter().filter(|(key, _)| is_player(key)) {
        let color = if *key == Key::Black { Color::Black } else { Color::White };
        writeln!(out, "{}：{value}", names.get(color))?;
    }
    if game.start.ply() > 1 {
        writeln!(out, "手数＝{}", game.start.ply() - 1)?;
    }
    Ok(())
}

const KANJI: [&str; 19] = [
    "", "", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五",
    "十六", "十七", "十八",
];

fn hand(out: &mut String, position: &Position, color: Color) -> std::fmt::Result {
    let name = ["先手", "後手"][color.index()];
    write!(out, "{name}の持駒：")?;
    let hand = position.hand(color);
    if hand.is_empty() {
        out.push_str("なし");
    }
    for kind in [
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::Lance,
        PieceKind::Pawn,
    ] {
        let count = hand.count(kind) as usize;
        if count > 0 {
            write!(out, "{}{}　", kind.kanji(), KANJI.get(count).unwrap_or(&""))?;
        }
    }
    out.push('\n');
    Ok(())
}

fn diagram(out: &mut String, position: &Position) -> std::fmt::Result {
    hand(out, position, Color::White)?;
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for (rank, label) in "一二三四五六七八九".chars().enumerate() {
        out.push('|');
        for file in (0..9).rev() {
            match Square::new(file, rank).and_then(|sq| position.piece_at(sq)) {
                Some(piece) => {
                    let mark = if piece.color() == Color::White { 'v' } else { ' ' };
                    write!(out, "{mark}{}", piece.kind().kanji())?;
                }
                None => out.push_str(" ・"),
            }
        }
        writeln!(out, "|{label}")?;
    }
    out.push_str("+---------------------------+\n");
    hand(out, position, Color::Black)?;
    if position.side_to_move() == Color::White {
        out.push_str("後手番\n");
    }
    Ok(())
}

fn comments(out: &mut String, lines: &[String]) -> std::fmt::Result {
    for line in lines.iter().flat_map(|comment| comment.split('\n')) {
        writeln!(out, "*{}", line.trim_end_matches('\r'))?;
    }
    Ok(())
}

/// `７六歩(77)`: no relative words, the origin instead.
fn kif_move(position: &Position, mv: Move) -> String {
    let to = mv.to();
    let same = position.last_move().is_some_and(|last| last.to() == to);
    let target = if same { "同　".to_owned() } else { japanese_square(to) };
    let Some(facts) = position.facts(mv) else { return mv.to_string() };
    let name = facts.before.kind().name();
    match mv.from() {
        None => format!("{target}{name}打"),
        Some(from) => {
            let promotes = if mv.is_promotion() { "成" } else { "" };
            format!("{target}{name}{promotes}({}{})", from.file() + 1, from.rank() + 1)
        }
    }
}

/// `５八金右`. Programs differ in whether a piece that is pinned, or does not end a check, has to be told apart from the one
/// that moves. With the words that tell it apart too, every one of them reads the move.
fn ki2_move(position: &Position, mv: Move) -> String {
    let plain = position.japanese_unmarked(mv);
    let Some(facts) = position.facts(mv) else { return plain };
    let (us, kind, to) = (facts.color, facts.before.kind(), mv.to());
    let reach = position.attackers(us, to, position.occupied()) & position.of_kind(kind);
    let movable: Bitboard = position.moves(MoveSet::To(to)).iter().filter_map(|mv| mv.from()).collect();
    if kind == PieceKind::King || reach.and_not(movable).is_empty() {
        return plain;
    }
    // Without a king there is neither pin nor check.
    let mut setup = Setup::of(position);
    if let Some(king) = position.king(us) {
        setup.set(king, None);
    }
    let Ok((free, _)) = setup.position() else { return plain };
    let told = free.japanese_unmarked(mv);
    match plain.strip_prefix('同') {
        Some(_) => told.chars().skip(2).fold("同".to_owned(), |text, c| text + c.encode_utf8(&mut [0; 4])),
        None => told,
    }
}

fn clock(out: &mut String, time: Duration, total: Duration) -> std::fmt::Result {
    let (time, total) = (time.as_secs(), total.as_secs());
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
    write!(out, " ({:2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})", time / 60, time % 60)
}

/// Pads to the width of a column of the format; Japanese characters are two columns wide.
fn padded(text: &str, columns: usize) -> String {
    let width: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    text.to_owned() + &" ".repeat(columns.saturating_sub(width))
}

fn kif_line(
    out: &mut String,
    game: &Game,
    line: &Line,
    position: &mut Position,
    mut spent: [Duration; 2],
) -> std::fmt::Result {
    for ply in &line.plies {
        let number = position.history_len() + 1;
        let side = position.side_to_move();
        let text = kif_move(position, ply.mv);
        match ply.time {
            Some(time) => {
                write!(out, "{number:4} {}", padded(&text, 13))?;
                let total = &mut spent[side.index()];
                *total = total.saturating_add(time);
                clock(out, time, *total)?;
            }
            None => write!(out, "{number:4} {text}")?,
        }
        out.push('\n');
        if let Some(score) = comment::score_line(ply, side) {
            writeln!(out, "*{score}")?;
        }
        comments(out, &ply.comments)?;
        if let Some(name) = &ply.bookmark {
            writeln!(out, "&{}", name.replace(['\r', '\n'], " "))?;
        }
        position.apply(ply.mv);
    }
    if let Some(ending) = &line.ending {
        let to_move = position.side_to_move();
        if let Some(word) = ending.kind.kif_word(to_move) {
            let number = position.history_len() + 1;
            match ending.time {
                Some(time) => {
                    write!(out, "{number:4} {}", padded(word, 13))?;
                    clock(out, time, spent[to_move.index()].saturating_add(time))?;
                }
                None => write!(out, "{number:4} {word}")?,
            }
            out.push('\n');
        }
        close(out, game, ending, position)?;
    }
    Ok(())
}

fn close(out: &mut String, game: &Game, ending: &Ending, position: &Position) -> std::fmt::Result {
    let (to_move, plies) = (position.side_to_move(), position.history_len());
    writeln!(out, "{}", closing::line(ending.kind, to_move, plies, closing::Names::of(game)))?;
    comments(out, &ending.comments)
}

fn ki2_line(
    out: &mut String,
    game: &Game,
    line: &Line,
    position: &mut Position,
    _: [Duration; 2],
) -> std::fmt::Result {
    let mut on_line = 0;
    for ply in &line.plies {
        let side = position.side_to_move();
        if on_line > 0 {
            out.push('　');
        }
        out.push(side.mark());
        out.push_str(&ki2_move(position, ply.mv));
        on_line += 1;
        let score = comment::score_line(ply, side);
        let has_comment = score.is_some() || !ply.comments.is_empty();
        if has_comment || on_line == 10 {
            out.push('\n');
            on_line = 0;
        }
        if let Some(score) = score {
            writeln!(out, "*{score}")?;
        }
        comments(out, &ply.comments)?;
        position.apply(ply.mv);
    }
    if on_line > 0 {
        out.push('\n');
    }
    match &line.ending {
        Some(ending) => close(out, game, ending, position),
        None => Ok(()),
    }
}
