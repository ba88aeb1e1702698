//! The formats, and a writer of many games in one of them.

use crate::{Charset, Ending, Game, WriteError, csa, kifu, training, usi};
use std::io::Write;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// USI lines, `startpos moves …`.
    Usi,
    /// CSA.
    Csa,
    /// KIF.
    Kif,
    /// KI2. Its reader is that of KIF: either reads both.
    Ki2,
    /// PSV, 40 bytes a position.
    Psv,
    /// hcpe, 38 bytes a position.
    Hcpe,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::Usi, Self::Csa, Self::Kif, Self::Ki2, Self::Psv, Self::Hcpe];

    /// The usual file name extension, which is also the format's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usi => "usi",
            Self::Csa => "csa",
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Psv => "psv",
            Self::Hcpe => "hcpe",
        }
    }

    /// Whether it is made of entries of fixed size instead of lines of text.
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Psv | Self::Hcpe)
    }
}

/// What a game has and its format does not: left out when it was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Branches.
    pub branches: usize,
    /// Lines of comment.
    pub comments: usize,
    /// The end of the game, where the format has no word for it.
    pub endings: usize,
}

impl LeftOut {
    fn of(game: &Game, format: Format) -> Self {
        let main = &game.main;
        let ending = main.ending.iter().flat_map(|ending| &ending.comments).count();
        let comments =
            game.comments.len() + ending + main.plies.iter().map(|ply| ply.comments.len()).sum::<usize>();
        match format {
            Format::Kif | Format::Ki2 => Self::default(),
            Format::Csa => Self { branches: game.branches.len(), ..Self::default() },
            Format::Usi => {
                let untold = |ending: &&Ending| usi::word_of(ending.kind).is_none();
                let endings = main.ending.iter().filter(untold).count();
                Self { branches: game.branches.len(), comments, endings }
            }
            // They keep the result, not how it came about.
            Format::Psv | Format::Hcpe => Self { branches: game.branches.len(), comments, endings: 0 },
        }
    }
}

/// Writes games in one format, one after the other.
///
/// ```
/// use record::{Format, GameWriter};
/// let mut writer = GameWriter::new(Vec::new(), Format::Csa);
/// for game in record::read_any("startpos moves 7g7f 3c3d resign".as_bytes(), "line") {
///     writer.write(&game.unwrap()).unwrap();
/// }
/// let text = String::from_utf8(writer.into_inner()).unwrap();
/// assert_eq!(text, "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
/// ```
#[derive(Debug)]
pub struct GameWriter<W> {
    out: W,
    format: Format,
    charset: Charset,
    version: csa::Version,
    games: u64,
}

impl<W: Write> GameWriter<W> {
    /// A writer in UTF-8.
    pub fn new(out: W, format: Format) -> Self {
        Self { out, format, charset: Charset::Utf8, version: csa::Version::Auto, games: 0 }
    }

    /// Chooses the character set.
    #[must_use]
    pub fn with_charset(self, charset: Charset) -> Self {
        Self { charset, ..self }
    }

    /// Chooses the version of CSA.
    #[must_use]
    pub fn with_version(self, version: csa::Version) -> Self {
        Self { version, ..self }
    }

    /// Writes one game. A game that the format cannot hold leaves nothing behind, and the next one can be written.
    pub fn write(&mut self, game: &Game) -> Result<LeftOut, WriteError> {
        if self.format.is_binary() {
            let entries = training::entries(self.format, game);
            self.out.write_all(&entries.map_err(|reason| self.cannot(reason))?)?;
        } else {
            let text = self.text(game);
            let bytes = self
                .charset
                .encode(&text)
                .map_err(|c| self.cannot(format!("the character set has no {c:?}")))?;
            self.out.write_all(&bytes)?;
        }
        self.games += 1;
        Ok(LeftOut::of(game, self.format))
    }

    fn text(&self, game: &Game) -> String {
        let mut text = String::new();
        let first = self.games == 0;
        let utf8 = self.charset == Charset::Utf8;
        // Writing into a String cannot fail.
        let _ = match self.format {
            Format::Usi => {
                text = usi::usi_line(game);
                text.push('\n');
                Ok(())
            }
            Format::Csa => {
                if !first {
                    text += "/\n";
                }
                let written = csa::write(&mut text, game, self.version);
                if first && utf8 && !text.is_ascii() {
                    text.insert_str(0, "'CSA encoding=UTF-8\n");
                }
                written
            }
            Format::Kif => {
                text += if first && utf8 { "#KIF version=2.0 encoding=UTF-8\n" } else { "" };
                text += if first { "" } else { "\n" };
                kifu::write_kif(&mut text, game)
            }
            _ => {
                text += if first && utf8 { "#KI2 version=2.0 encoding=UTF-8\n" } else { "" };
                text += if first { "" } else { "\n" };
                kifu::write_ki2(&mut text, game)
            }
        };
        text
    }

    fn cannot(&self, reason: String) -> WriteError {
        WriteError::CannotHold { format: self.format.name(), reason }
    }

    /// Has the destination pass on what it holds back: the games written so far are then where they should be.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Games written so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The destination.
    pub fn into_inner(self) -> W {
        self.out
    }
}
