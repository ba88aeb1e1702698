//! A file of JSON lines that only ever grows, so that a killed run goes on where it was.
//!
//! The first line names the program's part that wrote it and holds its settings; every further line is one result. A line
//! that a kill has cut off is removed, and what it held is done again.

use crate::exit::BadInput;
use crate::matches::journal::first_difference;
use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    begin: u64,
    length: usize,
}

/// An open file. Nobody else can open it meanwhile.
#[derive(Debug)]
pub(crate) struct JsonLines {
    file: File,
    path: PathBuf,
    end: u64,
}

/// What a file holds.
pub(crate) struct Content<'a> {
    /// The part of the program: the key of the settings in the first line.
    pub(crate) of: &'a str,
    /// One result, in words.
    pub(crate) result: &'a str,
}

impl JsonLines {
    /// Opens a file, new or of the same settings, and hands each result to `seen`, which may say what is wrong with it.
    pub(crate) fn open<T: DeserializeOwned>(
        path: &Path,
        content: &Content,
        settings: &impl Serialize,
        mut seen: impl FnMut(T, Span) -> Result<(), String>,
    ) -> anyhow::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        let file = file.with_context(|| format!("opening {}", path.display()))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(BadInput(format!("{}: another run is writing here", path.display())).into());
            }
            // A file system without locks is no reason to do nothing.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let mut lines = Self { file, path: path.to_owned(), end: 0 };
        lines.read(content, &serde_json::to_value(settings)?, &mut seen)?;
        if lines.end == 0 {
            lines.append(&json!({ content.of: settings }))?;
        }
        Ok(lines)
    }

    fn read<T: DeserializeOwned>(
        &mut self,
        content: &Content,
        settings: &Value,
        seen: &mut impl FnMut(T, Span) -> Result<(), String>,
    ) -> anyhow::Result<()> {
        let reading = || format!("reading {}", self.path.display());
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).with_context(reading)?;
            if length == 0 {
                return Ok(());
            }
            if line.pop() != Some(b'\n') {
                let (path, result) = (self.path.display(), content.result);
                tracing::warn!("{path}: its last line was cut off; that {result} is played again");
                return self.file.set_len(self.end).with_context(reading);
            }
            if number == 1 {
                compare(&line, content, settings, &self.path)?;
            } else {
                let place = || format!("{}, line {number}", self.path.display());
                let result: T = serde_json::from_slice(&line).map_err(|error| {
                    BadInput(format!("{}: {error}; expected a {}", place(), content.result))
                })?;
                seen(result, Span { begin: self.end, length: line.len() })
                    .map_err(|reason| BadInput(format!("{}: {reason}", place())))?;
            }
            self.end += length as u64;
        }
        Ok(())
    }

    /// Adds a line: after this it is on disk.
    pub(crate) fn append(&mut self, value: &impl Serialize) -> anyhow::Result<Span> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        // One write, so that a kill leaves at most one line cut off.
        self.file
            .write_all(&line)
            .and_then(|()| self.file.sync_data())
            .with_context(|| format!("writing {}", self.path.display()))?;
        let span = Span { begin: self.end, length: line.len() - 1 };
        self.end += line.len() as u64;
        Ok(span)
    }

    /// Reads one line again.
    pub(crate) fn at<T: DeserializeOwned>(&mut self, span: Span) -> anyhow::Result<T> {
        let mut line = vec![0; span.length];
        self.file
            .seek(SeekFrom::Start(span.begin))
            .and_then(|_| self.file.read_exact(&mut line))
            .with_context(|| format!("reading {}", self.path.display()))?;
        Ok(serde_json::from_slice(&line)?)
    }
}

/// Refuses a file of other settings, naming the first that differs.
fn compare(line: &[u8], content: &Content, settings: &Value, path: &Path) -> anyhow::Result<()> {
    let there: Option<Value> = serde_json::from_slice(line).ok();
    let Some(there) = there.as_ref().and_then(|there| there.get(content.of)) else {
        let text = format!("{}: not a journal of {}; give another --out", path.display(), content.of);
        return Err(BadInput(text).into());
    };
    let Some((name, old, new)) = first_difference(there, settings) else { return Ok(()) };
    let [old, new] = [old, new].map(|text| if text == "null" { "not given".to_owned() } else { text });
    let name = if name == "version" { "the version of the program".to_owned() } else { format!("--{name}") };
    let text = format!(
        "{}: its {}s were played with other options: {name} is {old} there and {new} now; give the same, or \
         another --out",
        path.display(),
        content.result,
    );
    Err(BadInput(text).into())
}
