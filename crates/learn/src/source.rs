//! Games from files, one at a time: tables of games, and records in any format.

mod table;

use crate::LearnError;
use crate::game::{Game, Result as GameResult, Score};
use record::Outcome;
use shogi::Handicap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use table::Table;
use xxhash_rust::xxh3::Xxh3;

/// What comes out of a source.
#[derive(Debug)]
pub enum Found {
    /// A game; if its moves went on with an illegal one, the place and the reason.
    Game(Game, Option<String>),
    /// A game that does not begin as an even game does.
    OtherStart,
    /// A game that cannot be read: place and reason.
    Refused(String),
}

/// What a file was.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FileFacts {
    /// Its name without folders.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// XXH3 of its content, in hexadecimal.
    pub hash: String,
}

/// Counts and hashes what passes.
struct Hashing<R> {
    inner: R,
    hash: Xxh3,
    bytes: u64,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

/// Hands every game of a file to `take`, in order; at the end says what the file was.
///
/// # Errors
/// The file cannot be opened, or what `take` returns. What is wrong with one game is [`Found::Refused`].
pub fn read_file(
    path: &Path,
    take: &mut dyn FnMut(Found) -> Result<(), LearnError>,
) -> Result<FileFacts, LearnError> {
    let file = File::open(path).map_err(LearnError::file(path))?;
    let mut hashing = Hashing { inner: file, hash: Xxh3::new(), bytes: 0 };
    let shown = path.display().to_string();
    read(&mut hashing, &shown, take).and_then(|()| {
        // A reader of records may stop before the end.
        io::copy(&mut hashing, &mut io::sink()).map(|_| ()).map_err(LearnError::file(path))
    })?;
    let name = path.file_name().map_or_else(|| shown.clone(), |name| name.to_string_lossy().into_owned());
    Ok(FileFacts { name, bytes: hashing.bytes, hash: format!("{:016x}", hashing.hash.digest()) })
}

/// As [`read_file`] from any reader; `name` is what messages call it.
pub(crate) fn read(
    reader: &mut dyn Read,
    name: &str,
    take: &mut dyn FnMut(Found) -> Result<(), LearnError>,
) -> Result<(), LearnError> {
    let mut input = BufReader::with_capacity(1 << 16, reader);
    let head = match input.fill_buf() {
        Ok(head) => head.split(|&byte| byte == b'\n').next().unwrap_or_default().to_vec(),
        Err(error) => return take(Found::Refused(format!("{name}: reading failed: {error}"))),
    };
    let head = String::from_utf8_lossy(&head).into_owned();
    match Table::by_header(&head, name) {
        Some(Ok(table)) => table.read(input, take),
        Some(Err(reason)) => take(Found::Refused(reason)),
        None => {
            for game in record::read_any(Cursor::new([]).chain(input), name) {
                match game {
                    Ok(game) => take(from_record(&game))?,
                    Err(error) => take(Found::Refused(error.to_string()))?,
                }
            }
            Ok(())
        }
    }
}

fn from_record(game: &record::Game) -> Found {
    if game.handicap() != Some(Handicap::Even) {
        return Found::OtherStart;
    }
    let moves: Vec<_> = game.moves().collect();
    let scores = game.main.plies.iter().map(|ply| match ply.score {
        None => Score::None,
        Some(value) if value.abs() >= 30_000 => Score::Mate,
        Some(value) => Score::Centipawns(value as i16),
    });
    let result = match game.outcome() {
        Outcome::Win(color) => GameResult::Win(color),
        Outcome::Draw => GameResult::Draw,
        Outcome::Unknown => GameResult::Unknown,
    };
    // Records have no id of their own: the same game in another file is on the same side of the split.
    let mut hash = Xxh3::new();
    for mv in &moves {
        hash.update(&mv.bits().to_le_bytes());
    }
    let id = format!("moves-{:016x}", hash.digest());
    let cut = game.main.cut.as_ref().map(ToString::to_string);
    Found::Game(Game { id, scores: scores.collect(), moves, opening: 0, result }, cut)
}
