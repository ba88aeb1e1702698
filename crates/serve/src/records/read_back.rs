//! Whether a record that was written says the same to a reader, whatever words its headers have.
//!
//! A header is a line like any other: with some words it would be read as the start of a branch (`変化`), as a handicap, as a
//! comment, as a move. What readers take for what changes; so the question is put to the reader itself.

use record::{Charset, EndingKind, Format, Game, GameWriter, Headers, Line, WriteError};
use shogi::Move;

/// A game as bytes.
pub(super) fn written(
    game: &Game,
    format: Format,
    charset: Charset,
) -> Result<(Vec<u8>, record::LeftOut), WriteError> {
    let mut writer = GameWriter::new(Vec::new(), format).with_charset(charset);
    let left_out = writer.write(game)?;
    Ok((writer.into_inner(), left_out))
}

/// A move with what stands at it: the number of its comments, whether it has a bookmark, a time, a score.
type Step = (Move, usize, bool, bool, bool);

/// A line: what it leaves and where, its moves, its end, whether it was cut.
type Told = (Option<usize>, usize, Vec<Step>, Option<EndingKind>, bool);

/// All that a header must leave as it is.
#[derive(PartialEq, Eq)]
struct Shape {
    start: String,
    comments: usize,
    /// The main line and the branches.
    lines: Vec<Told>,
}

impl Shape {
    fn of(game: &Game) -> Self {
        let line = |parent, at, line: &Line| -> Told {
            let plies = line.plies.iter().map(|ply| {
                let marks = (ply.bookmark.is_some(), ply.time.is_some(), ply.score.is_some());
                (ply.mv, ply.comments.len(), marks.0, marks.1, marks.2)
            });
            (parent, at, plies.collect(), line.ending.as_ref().map(|ending| ending.kind), line.cut.is_some())
        };
        let branches = game.branches.iter().map(|branch| line(branch.parent, branch.at, &branch.line));
        let lines = [line(None, 0, &game.main)].into_iter().chain(branches).collect();
        Self { start: game.start.to_sfen(), comments: game.comments.len(), lines }
    }
}

/// Headers that say something.
fn filled(headers: &Headers) -> usize {
    headers.iter().filter(|(_, value)| !value.is_empty()).count()
}

/// What a reader makes of the game with the first `count` of its headers, and how many headers it finds; `None` unless that
/// is one game.
fn read(game: &Game, count: usize, format: Format, charset: Charset) -> Option<(Shape, usize)> {
    let mut headers = Headers::default();
    for (key, value) in game.headers.iter().take(count) {
        headers.push(key.clone(), value);
    }
    let (bytes, _) = written(&Game { headers, ..game.clone() }, format, charset).ok()?;
    let mut games = record::read_any(&bytes[..], "game");
    let game = games.next()?.ok()?;
    games.next().is_none().then(|| (Shape::of(&game), filled(&game.headers)))
}

/// The place in its list of a header that would be read as something else.
pub(super) fn misread(game: &Game, format: Format, charset: Charset) -> Option<usize> {
    let all = game.headers.iter().count();
    // Lines of USI have no headers.
    if all == 0 || format == Format::Usi {
        return None;
    }
    // A game that is not read back without any header is not a header's fault.
    let (bare, none) = read(game, 0, format, charset)?;
    let same = |count: usize| {
        let wanted = game.headers.iter().take(count).filter(|(_, value)| !value.is_empty()).count();
        read(game, count, format, charset)
            .is_some_and(|(shape, found)| shape == bare && found == none + wanted)
    };
    if same(all) {
        return None;
    }
    // Between so many that are read well and so many that are not.
    let (mut well, mut badly) = (0, all);
    while badly - well > 1 {
        let middle = usize::midpoint(well, badly);
        if same(middle) {
            well = middle;
        } else {
            badly = middle;
        }
    }
    Some(well)
}
