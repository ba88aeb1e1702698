//! The finished games on disk, so that a killed run goes on where it was.
//!
//! The first line holds the settings, every further one a game, in the order in which they ended. Lines are only ever
//! appended; one that a kill has cut off is removed, and its game is played again.

use super::arguments::Settings;
use super::played::Played;
use crate::exit::BadInput;
use crate::matches::journal::first_difference;
use anyhow::Context;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An open journal. Nobody else can open it meanwhile.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    end: u64,
    /// Where each game stands: first byte and length, by its number.
    places: BTreeMap<usize, (u64, usize)>,
}

impl Journal {
    /// Opens a journal, new or of the same settings, and hands each game numbered up to `most` to `seen`. Games beyond stay
    /// in the file and are not counted.
    pub(crate) fn open(
        path: &Path,
        settings: &Settings,
        most: usize,
        mut seen: impl FnMut(&Played),
    ) -> anyhow::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        let file = file.with_context(|| format!("opening {}", path.display()))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(BadInput(format!("{}: another run is writing here", path.display())).into());
            }
            // A file system without locks is no reason to play no games.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let mut journal = Self { file, path: path.to_owned(), end: 0, places: BTreeMap::new() };
        journal.read(settings, most, &mut seen)?;
        if journal.end == 0 {
            journal.append(&json!({ "selfplay": settings }))?;
        }
        Ok(journal)
    }

    fn read(
        &mut self,
        settings: &Settings,
        most: usize,
        seen: &mut impl FnMut(&Played),
    ) -> anyhow::Result<()> {
        let reading = || format!("reading {}", self.path.display());
        let settings = serde_json::to_value(settings)?;
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).with_context(reading)?;
            if length == 0 {
                return Ok(());
            }
            if line.pop() != Some(b'\n') {
                tracing::warn!(
                    "{}: its last line was cut off; that game is played again",
                    self.path.display()
                );
                return self.file.set_len(self.end).with_context(reading);
            }
            let place = || format!("{}, line {number}", self.path.display());
            if number == 1 {
                compare(&line, &settings, &self.path)?;
            } else {
                let game: Played = serde_json::from_slice(&line)
                    .map_err(|error| BadInput(format!("{}: {error}; expected a game", place())))?;
                if self.places.contains_key(&game.game) {
                    let text = format!("{}: game {} for the second time", place(), game.game);
                    return Err(BadInput(text).into());
                }
                if (1..=most).contains(&game.game) {
                    self.places.insert(game.game, (self.end, line.len()));
                    seen(&game);
                }
            }
            self.end += length as u64;
        }
        Ok(())
    }

    fn append(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        // One write, so that a kill leaves at most one line cut off.
        self.file
            .write_all(&line)
            .and_then(|()| self.file.sync_data())
            .with_context(|| format!("writing {}", self.path.display()))?;
        self.end += line.len() as u64;
        Ok(())
    }

    /// Adds a finished game: after this it is on disk.
    pub(crate) fn add(&mut self, game: &Played) -> anyhow::Result<()> {
        let begin = self.end;
        self.append(game)?;
        self.places.insert(game.game, (begin, (self.end - begin) as usize - 1));
        Ok(())
    }

    /// Whether this game is in it.
    pub(crate) fn has(&self, game: usize) -> bool {
        self.places.contains_key(&game)
    }

    /// The games by their numbers, read one at a time.
    pub(crate) fn games(&mut self) -> impl Iterator<Item = anyhow::Result<Played>> {
        let Self { file, path, places, .. } = self;
        places.values().map(move |&(begin, length)| {
            let mut line = vec![0; length];
            file.seek(SeekFrom::Start(begin))
                .and_then(|_| file.read_exact(&mut line))
                .with_context(|| format!("reading {}", path.display()))?;
            Ok(serde_json::from_slice(&line)?)
        })
    }
}

/// Refuses a journal of other settings, naming the first that differs.
fn compare(line: &[u8], settings: &Value, path: &Path) -> anyhow::Result<()> {
    let there: Option<Value> = serde_json::from_slice(line).ok();
    let Some(there) = there.as_ref().and_then(|there| there.get("selfplay")) else {
        let text = format!("{}: not a journal of selfplay; give another --out", path.display());
        return Err(BadInput(text).into());
    };
    let Some((name, old, new)) = first_difference(there, settings) else { return Ok(()) };
    let [old, new] = [old, new].map(|text| if text == "null" { "not given".to_owned() } else { text });
    let name = if name == "version" { "the version of the program".to_owned() } else { format!("--{name}") };
    let text = format!(
        "{}: its games were played with other options: {name} is {old} there and {new} now; give the same, or \
         another --out",
        path.display()
    );
    Err(BadInput(text).into())
}
