//! What a match leaves on disk, so that a killed one goes on where it was.
//!
//! `games.jsonl` is the log: one line per finished game, only ever appended to. A line that was cut off by a kill is
//! dropped and its game played again. `match.json` holds the settings, so that no other match is mixed in.
//! `summary.json` and the records (`csa/000001.csa` or `games.usi`) follow from the log.

use super::csa;
use super::record::GameRecord;
use crate::exit::BadInput;
use anyhow::Context;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How finished games are written, besides the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Save {
    /// One CSA file for each game
    Csa,
    /// One file of USI lines
    Usi,
    /// The log alone
    None,
}

/// An open folder of a match. Nobody else can open it meanwhile.
pub(crate) struct Journal {
    folder: PathBuf,
    log: File,
    save: Save,
    names: [String; 2],
    _lock: File,
}

/// Writes a file whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().with_context(|| format!("writing {}", path.display()))
}

impl Journal {
    /// Opens a folder, new or of the same match, and gives the games that are in it.
    pub(crate) fn open(
        folder: &Path,
        settings: &Value,
        save: Save,
        names: &[String; 2],
    ) -> anyhow::Result<(Self, Vec<GameRecord>)> {
        fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let lock_path = folder.join("lock");
        let lock = File::create(&lock_path).with_context(|| format!("creating {}", lock_path.display()))?;
        lock.try_lock().map_err(|error| {
            BadInput(format!("{}: another match is running here ({error})", folder.display()))
        })?;
        check_settings(&folder.join("match.json"), settings)?;
        let log_path = folder.join("games.jsonl");
        let games = read_log(&log_path)?;
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&log_path)
            .with_context(|| format!("opening {}", log_path.display()))?;
        let journal = Self { folder: folder.to_owned(), log, save, names: names.clone(), _lock: lock };
        if save == Save::Usi {
            let text: String = games.iter().map(|game| game.usi.clone() + "\n").collect();
            write_whole(&journal.folder.join("games.usi"), text.as_bytes())?;
        }
        if save == Save::Csa {
            for game in games.iter().filter(|game| !journal.csa_path(game.game).exists()) {
                journal.save_csa(game)?;
            }
        }
        Ok((journal, games))
    }

    /// Adds a finished game: after this it is on disk.
    pub(crate) fn add(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(game)?;
        line.push(b'\n');
        // One write, so that a kill leaves at most one line cut off.
        self.log
            .write_all(&line)
            .and_then(|()| self.log.sync_data())
            .context("writing the log games.jsonl")?;
        match self.save {
            Save::Csa => self.save_csa(game),
            Save::Usi => {
                let path = self.folder.join("games.usi");
                let append = || {
                    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
                    file.write_all(format!("{}\n", game.usi).as_bytes())
                };
                append().with_context(|| format!("writing {}", path.display()))
            }
            Save::None => Ok(()),
        }
    }

    /// Replaces the summary.
    pub(crate) fn summarise(&self, summary: &impl serde::Serialize) -> anyhow::Result<()> {
        let mut text = serde_json::to_vec_pretty(summary)?;
        text.push(b'\n');
        write_whole(&self.folder.join("summary.json"), &text)
    }

    fn csa_path(&self, game: usize) -> PathBuf {
        self.folder.join("csa").join(format!("{:06}.csa", game + 1))
    }

    fn save_csa(&self, game: &GameRecord) -> anyhow::Result<()> {
        let path = self.csa_path(game.game);
        let folder = self.folder.join("csa");
        fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
        write_whole(&path, csa::record(game, &self.names)?.as_bytes())
    }
}

/// Writes the settings of a new match, or compares with those of the one that is there.
fn check_settings(path: &Path, settings: &Value) -> anyhow::Result<()> {
    let Ok(bytes) = fs::read(path) else {
        let mut text = serde_json::to_vec_pretty(settings)?;
        text.push(b'\n');
        return write_whole(path, &text);
    };
    let there: Value = serde_json::from_slice(&bytes)
        .map_err(|error| BadInput(format!("{}: not the settings of a match ({error})", path.display())))?;
    if !there.is_object() {
        return Err(BadInput(format!("{}: not the settings of a match", path.display())).into());
    }
    let Some((key, old, new)) = first_difference(&there, settings) else { return Ok(()) };
    Err(BadInput(format!(
        "{}: the folder holds another match: {key} is {old} there and {new} now; give another folder",
        path.display(),
    ))
    .into())
}

/// The first setting in which two matches differ: its name, and what it is in either.
pub(crate) fn first_difference(there: &Value, now: &Value) -> Option<(String, String, String)> {
    let none = serde_json::Map::new();
    let (there, now) = (there.as_object().unwrap_or(&none), now.as_object().unwrap_or(&none));
    let keys: std::collections::BTreeSet<_> = there.keys().chain(now.keys()).collect();
    let key = keys.into_iter().find(|&key| there.get(key) != now.get(key))?;
    let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    Some((key.clone(), show(there.get(key)), show(now.get(key))))
}

/// Reads the log. What a kill cut off at its end is removed; anything else that is wrong is an error.
fn read_log(path: &Path) -> anyhow::Result<Vec<GameRecord>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if whole < bytes.len() {
        tracing::warn!("{}: its last line was cut off; that game is played again", path.display());
        write_whole(path, &bytes[..whole])?;
    }
    let mut games = Vec::new();
    let mut numbers = HashSet::new();
    for (index, line) in bytes[..whole].split(|&byte| byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let place = || format!("{}, line {}", path.display(), index + 1);
        let game: GameRecord =
            serde_json::from_slice(line).map_err(|error| BadInput(format!("{}: {error}", place())))?;
        if !numbers.insert(game.game) {
            return Err(BadInput(format!("{}: game {} for the second time", place(), game.game + 1)).into());
        }
        games.push(game);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::outcome::{End, Outcome};
    use serde_json::json;
    use shogi::Position;

    fn names() -> [String; 2] {
        ["a".to_owned(), "b".to_owned()]
    }

    fn game(number: usize) -> GameRecord {
        let outcome = Outcome::draw(End::MaxMoves);
        GameRecord::begin(number, 0, &Position::startpos()).finish(&Position::startpos(), outcome)
    }

    fn open(folder: &Path, settings: &Value) -> anyhow::Result<(Journal, Vec<GameRecord>)> {
        Journal::open(folder, settings, Save::Csa, &names())
    }

    #[test]
    fn a_match_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let settings = json!({"a": 1});
        let (mut journal, games) = open(folder.path(), &settings).unwrap();
        assert_eq!(games, []);
        journal.add(&game(0)).unwrap();
        journal.add(&game(1)).unwrap();
        assert!(
            open(folder.path(), &settings).err().unwrap().to_string().contains("another match is running")
        );
        drop(journal);
        // A kill in the middle of a line, and a record that was not written.
        let log = folder.path().join("games.jsonl");
        let mut bytes = fs::read(&log).unwrap();
        let whole = bytes.clone();
        bytes.extend_from_slice(b"{\"game\":2,\"open");
        fs::write(&log, bytes).unwrap();
        fs::remove_file(folder.path().join("csa/000002.csa")).unwrap();
        let (mut journal, games) = open(folder.path(), &settings).unwrap();
        assert_eq!(games, [game_as_logged(&whole, 0), game_as_logged(&whole, 1)]);
        assert_eq!(fs::read(&log).unwrap(), whole);
        assert!(folder.path().join("csa/000002.csa").exists());
        journal.add(&game(2)).unwrap();
        drop(journal);
        assert_eq!(open(folder.path(), &settings).unwrap().1.len(), 3);
    }

    fn game_as_logged(log: &[u8], line: usize) -> GameRecord {
        let line = log.split(|&byte| byte == b'\n').nth(line).unwrap();
        serde_json::from_slice(line).unwrap()
    }

    #[test]
    fn another_match_and_a_broken_log_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = open(folder.path(), &json!({"nodes": 100, "x": 1})).unwrap();
        journal.add(&game(0)).unwrap();
        drop(journal);
        let error = open(folder.path(), &json!({"nodes": 200, "x": 1})).err().unwrap().to_string();
        assert!(error.contains("nodes is 100 there and 200 now"), "{error}");
        let log = folder.path().join("games.jsonl");
        let line = fs::read_to_string(&log).unwrap();
        for (text, says) in [
            (format!("{line}{line}"), "line 2: game 1 for the second time"),
            (format!("{line}nonsense\n{line}"), "line 2: expected"),
        ] {
            fs::write(&log, text).unwrap();
            let error = open(folder.path(), &json!({"nodes": 100, "x": 1})).err().unwrap().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
